import Foundation
import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

@Suite("The keys of changed rows", .timeLimit(.minutes(60)))
struct KeyChangesTests {
  @Test(
    "A row that REPLACE deletes because of its key counts as updated, and an ignored row doesn't count",
    arguments: [
      ("INSERT OR REPLACE INTO texts VALUES (1, 'new', NULL), (3, 'c', NULL)", [3], [1], []),
      ("INSERT OR IGNORE INTO texts VALUES (1, 'new', NULL), (3, 'c', NULL)", [3], [], []),
      ("INSERT INTO texts VALUES (1, 'new', NULL) ON CONFLICT DO UPDATE SET value = 'x'", [], [1], []),
      ("INSERT INTO texts VALUES (2, 'x', NULL), (3, 'c', NULL) ON CONFLICT DO NOTHING", [3], [], []),
      ("UPDATE OR REPLACE texts SET id = 2 WHERE id = 1", [], [2], [1]),
      ("INSERT INTO texts (value) VALUES ('c')", [3], [], []),
      ("DELETE FROM texts WHERE id = 2", [], [], [2]),
    ] as [(String, [Int64], [Int64], [Int64])])
  func replaced(sql: String, inserted: [Int64], updated: [Int64], deleted: [Int64]) async throws {
    let store = try SQLiteStore.cells()
    try await store.write { db in
      let rows = "(-1, 'z', NULL), (1, 'a', NULL), (2, 'b', NULL)"
      _ = try db.execute(_RenderedStatement(sql: "INSERT INTO texts VALUES \(rows)"))
    }
    var changes = try await store.changes(of: Cell<CalendarDay>.self).makeAsyncIterator()
    try await store.write { db in _ = try db.execute(_RenderedStatement(sql: sql)) }
    func ids(_ keys: [Int64]) -> ChangedKeys<Cell<CalendarDay>.ID> { ChangedKeys(keys.map { RowID($0) }) }
    let expected = KeyChanges(inserted: ids(inserted), updated: ids(updated), deleted: ids(deleted))
    #expect(try await changes.next() == expected)
    // What was noted for the row that didn't change is forgotten.
    try await store.write { db in
      _ = try db.execute(_RenderedStatement(sql: "INSERT OR REPLACE INTO texts VALUES (4, 'd', NULL)"))
    }
    #expect(try await changes.next() == KeyChanges(inserted: ids([4])))
  }

  private typealias Text = Cell<CalendarDay>

  private func journals(_ store: SQLiteStore) throws -> (count: Int, objects: Int?) {
    try store.write { db in
      (db.connection.keyJournals.count, try db.value("SELECT count(*) FROM sqlite_temp_schema", as: Int.self))
    }
  }

  @Test("A subscription gets every change, however many came and went before it, and none leaves anything")
  func many() async throws {
    let count = ProcessInfo.processInfo.environment["POSTIL_SUBSCRIPTIONS"].flatMap { Int($0) } ?? 10_000
    let store = try SQLiteStore.cells()
    try await store.write { db in
      _ = try db.execute(_RenderedStatement(sql: "INSERT INTO texts VALUES (1, 'a', NULL)"))
    }
    let change = _RenderedStatement(sql: "UPDATE texts SET value = 'b'")
    for _ in 0..<count / 5 {
      // Nobody reads these, and their memory may be used again.
      var left: [AsyncThrowingStream<KeyChanges<Text.ID>, any Error>] = []
      for _ in 0..<4 { left.append(try await store.changes(of: Text.self)) }
      left = []
      var changes = try await store.changes(of: Text.self).makeAsyncIterator()
      try await store.write { db in _ = try db.execute(change) }
      #expect(try await changes.next() == KeyChanges(updated: [RowID(1)]))
    }
    try await store.write { _ in }
    let remaining = try journals(store)
    #expect(remaining.count == 0 && remaining.objects == 0)
  }

  @Test("A journal that can't be removed at once, because another process has the lock, is removed by the next write")
  func busy() async throws {
    let file = try TemporaryFile()
    let options = SQLiteOptions(busyTimeout: .milliseconds(1))
    let store = try SQLiteStore(path: file.path, schema: CellSchema.self, options: options)
    var changes: AsyncThrowingStream<KeyChanges<Text.ID>, any Error>? = try await store.changes(of: Text.self)
    #expect(changes != nil)
    #expect(try journals(store).count == 1)
    let other = try RawDatabase(path: file.path)
    try other.execute("BEGIN IMMEDIATE")
    changes = nil
    // Long enough for the attempt that fails.
    try await Task.sleep(for: .milliseconds(200))
    await #expect(throws: DatabaseError.self) { try await store.write { _ in } }
    try other.execute("COMMIT")
    // A transaction that is rolled back removes nothing.
    await #expect(throws: CancellationError.self) { try await store.write { _ in throw CancellationError() } }
    try await store.write { _ in }
    let left = try journals(store)
    #expect(left.count == 0 && left.objects == 0)
  }

  @Test("A cancelled loop ends, though changes are waiting")
  func cancelled() async throws {
    let store = try SQLiteStore.cells()
    let changes = try await store.changes(of: Text.self)
    for number in 1...10 {
      let sql = "INSERT INTO texts VALUES (\(number), 'a', NULL)"
      try await store.write { db in _ = try db.execute(_RenderedStatement(sql: sql)) }
    }
    let count = try await Task {
      var count = 0
      for try await _ in changes {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }.value
    #expect(count == 1)
  }
}
