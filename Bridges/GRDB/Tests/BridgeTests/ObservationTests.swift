import Foundation
import GRDB
import Postil
import PostilGRDB
import Testing

@Suite("Observation over both libraries", .timeLimit(.minutes(20)))
final class ObservationTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private let pool: DatabasePool

  private var path: String { folder.appending(path: "library.sqlite").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    pool = try DatabasePool(path: folder.appending(path: "library.sqlite").path)
    try BridgeTests.migrate(pool)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func addBook(_ title: String) throws {
    try pool.write { database in try database.postil { db in _ = try Book.Draft(title: title).insert(in: db) } }
  }

  @Test("GRDB's observations are notified of what Postil changes, and of nothing else")
  func regions() throws {
    let changes = Counter()
    let observation = DatabaseRegionObservation(tracking: Table("book"))
    let cancellable = observation.start(in: pool) { error in
      Issue.record(error)
    } onChange: { _ in
      changes.increment()
    }
    try addBook("Oil")
    #expect(changes.value == 1)
    try pool.write { database in try database.postil { db in _ = try Tag.Draft(name: "x").insert(in: db) } }
    #expect(changes.value == 1)
    try pool.write { database in
      try database.postil { db in
        _ = try Book.all.update(in: db) { [$0.pages.set(5)] }
        _ = try Book.all.delete(in: db)
      }
    }
    #expect(changes.value == 2)
    cancellable.cancel()
  }

  @Test("A value that Postil reads in an observation of GRDB is read again after changes by either library")
  func values() async throws {
    let observation = ValueObservation.tracking { database in
      try database.postil { db in try Book.where { $0.pages > 0 }.count(in: db) }
    }
    var values = observation.removeDuplicates().values(in: pool).makeAsyncIterator()
    #expect(try await values.next() == 0)
    try addBook("Oil")
    try await pool.write { database in try database.execute(sql: "UPDATE book SET pages = 1") }
    #expect(try await values.next() == 1)
    try await pool.write { database in
      try database.postil { db in _ = try Book.Draft(title: "Door", pages: 3).insert(in: db) }
    }
    #expect(try await values.next() == 2)
  }

  @Test("A store on the same file notices what GRDB's connections commit, and reports its own commits to GRDB")
  func stores() async throws {
    let store = try SQLiteStore(
      path: path, schema: LibrarySchema.self, options: SQLiteOptions(externalChangeInterval: .milliseconds(20)))
    var counts = store.observe { db in try Book.all.count(in: db) }.makeAsyncIterator()
    #expect(try await counts.next() == 0)
    try addBook("Oil")
    #expect(try await counts.next() == 1)
    try await pool.write { database in try database.execute(sql: "DELETE FROM book") }
    #expect(try await counts.next() == 0)

    let reports = Task { [pool] in try await pool.notifyChanges(of: Book.self, in: store) }
    let observation = ValueObservation.tracking { database in try Table("book").fetchCount(database) }
    var values = observation.removeDuplicates().values(in: pool).makeAsyncIterator()
    #expect(try await values.next() == 0)
    // The report begins at some time; each further commit is reported.
    let writer = Task {
      for number in 1... where !Task.isCancelled {
        try await store.write { db in _ = try Book.Draft(title: "\(number)").insert(in: db) }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    #expect(try await values.next() ?? 0 > 0)
    writer.cancel()
    reports.cancel()
    _ = await (writer.result, reports.result)
    try await store.close()
  }
}

/// Counts the calls of a closure on any thread. Swift's own 'Mutex' requires macOS 15.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func increment() { lock.withLock { count += 1 } }
}
