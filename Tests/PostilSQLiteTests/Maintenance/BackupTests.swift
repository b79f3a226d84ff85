import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Backups")
struct BackupTests {
  struct Stop: Error {}

  let file: TemporaryFile
  var target: String { file.folder.appendingPathComponent("copy.sqlite").path }

  init() throws { file = try TemporaryFile() }

  /// A store with projects whose names take many pages.
  private func filledStore(_ count: Int = 400, options: SQLiteOptions = SQLiteOptions()) throws -> SQLiteStore {
    let store = try file.open(options)
    try store.write { db in
      for number in 0..<count { try db.insertProject("\(number) " + String(repeating: "x", count: 1_000)) }
    }
    return store
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file.folder.path).sorted()
  }

  private func projects(_ path: String) throws -> Int {
    try SQLiteStore(path: path, schema: TasksSchema.self, options: SQLiteOptions(isReadOnly: true))
      .read { db in try db.countProjects() }
  }

  @Test("A backup contains the committed rows, also those in the log, and is a single file")
  func complete() throws {
    let store = try filledStore()
    var steps: [SQLiteStore.BackupProgress] = []
    try store.backup(to: target, pagesPerStep: 50) { steps.append($0) }
    try store.backup(to: target + "2")
    #expect(try files() == ["copy.sqlite", "copy.sqlite2", "tasks.sqlite", "tasks.sqlite-shm", "tasks.sqlite-wal"])
    let original = try RawDatabase(path: file.path).contents()
    #expect(try RawDatabase(path: target).contents() == original)
    #expect(try RawDatabase(path: target + "2").contents() == original)
    #expect(try RawDatabase(path: target).rows("PRAGMA journal_mode") == [["delete"]])
    let pages = try #require(steps.last?.totalPages)
    #expect(pages > 100)
    #expect(steps.map(\.remainingPages) == stride(from: pages - 50, to: 0, by: -50) + [0])
    #expect(steps.last?.fraction == 1)
    try store.write { db in try db.insertProject("later") }
    #expect(try projects(target) == 400)
  }

  @Test("Writes during a backup succeed and aren't part of the copy")
  func whileWriting() throws {
    let store = try filledStore(options: SQLiteOptions(maximumConnections: 2))
    var steps = 0
    try store.backup(to: target, pagesPerStep: 1) { _ in
      steps += 1
      guard steps % 20 == 0 else { return }
      onAnotherThread { [steps] in
        try store.write { db in try db.insertProject("during \(steps)") }
        let count = try store.read { db in try db.countProjects() }
        #expect(count > 400)
      }
      // The same thread reads the backup's snapshot.
      let count = try store.read { db in try db.countProjects() }
      #expect(count == 400)
    }
    #expect(steps > 100)
    #expect(try projects(target) == 400)
    #expect(try store.read { db in try db.countProjects() } == 400 + steps / 20)
  }

  @Test("An existing target is refused, and replaced only on request")
  func existing() throws {
    let store = try filledStore(3)
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: target))
    let error = try #require(throws: BackupError.self) { try store.backup(to: target) }
    #expect(error == .targetExists(path: target))
    #expect("\(error)" == "'\(target)' already exists; choose another path, or pass 'replacing: true'")
    #expect(throws: BackupError.targetExists(path: target)) { try store.vacuum(into: target) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("a letter".utf8))
    try store.backup(to: target, replacing: true)
    #expect(try projects(target) == 3)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("A copy has no more permissions than the database, and than the file that it replaces")
  func permissions() throws {
    let (store, files) = (try filledStore(3), FileManager.default)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    var whileWriting: [Int?] = []
    try store.backup(to: target) { [folder = file.folder.path] _ in
      let partial = try #require(try files.contentsOfDirectory(atPath: folder).first { $0.contains("partial") })
      whileWriting.append(try permissions(folder + "/" + partial))
    }
    #expect(Set(whileWriting) == [0o600])
    #expect(try permissions(target) == 0o600)
    try store.vacuum(into: target + "2")
    #expect(try permissions(target + "2") == 0o600)
    try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    try store.backup(to: target, replacing: true)
    #expect(try permissions(target) == 0o600)
    try store.backup(to: target + "3")
    #expect(try permissions(target + "3") == 0o644)
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: target + "3")
    try store.vacuum(into: target + "3", replacing: true)
    #expect(try projects(target + "3") == 3)
  }

  @Test("A symbolic link stays one, and the copy is what it leads to")
  func links() throws {
    let (store, files) = (try filledStore(3), FileManager.default)
    let folder = file.folder.appendingPathComponent("elsewhere").path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: target, withDestinationPath: "elsewhere/copy.sqlite")
    #expect(throws: BackupError.targetExists(path: target)) { try store.backup(to: target) }
    try store.backup(to: folder + "/copy.sqlite")
    #expect(throws: BackupError.targetExists(path: target)) { try store.vacuum(into: target) }
    try store.vacuum(into: target, replacing: true)
    #expect(try files.destinationOfSymbolicLink(atPath: target) == "elsewhere/copy.sqlite")
    #expect(try projects(folder + "/copy.sqlite") == 3)
    let other = try SQLiteStore(path: target, schema: TasksSchema.self)
    try other.write { db in try db.insertProject("theirs") }
    let error = try #require(throws: BackupError.self) { try store.backup(to: target, replacing: true) }
    guard case .targetInUse(target, let log) = error else { throw error }
    #expect(log.hasSuffix("/elsewhere/copy.sqlite-wal"))
    #expect(try files.contentsOfDirectory(atPath: folder).filter { $0.contains("partial") } == [])
  }

  @Test("A symbolic link without a file stays one, and a circle of links is refused")
  func danglingLinks() throws {
    let (store, files) = (try filledStore(3), FileManager.default)
    let folder = file.folder.appendingPathComponent("elsewhere").path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: target, withDestinationPath: "elsewhere/link")
    try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "./copy.sqlite")
    #expect(throws: BackupError.targetExists(path: target)) { try store.backup(to: target) }
    try store.backup(to: target, replacing: true)
    #expect(try files.destinationOfSymbolicLink(atPath: target) == "elsewhere/link")
    #expect(try files.destinationOfSymbolicLink(atPath: folder + "/link") == "./copy.sqlite")
    #expect(try projects(folder + "/copy.sqlite") == 3)
    try files.createSymbolicLink(atPath: target + "2", withDestinationPath: target + "2")
    let error = #expect(throws: DatabaseError.self) { try store.backup(to: target + "2", replacing: true) }
    #expect(error?.message == "the symbolic link '\(target)2' leads back to itself, or through too many others")
  }

  @Test("A target that another program has open is refused")
  func inUse() throws {
    let store = try filledStore(3)
    let other = try SQLiteStore(path: target, schema: TasksSchema.self)
    try other.write { db in try db.insertProject("theirs") }
    #expect(throws: BackupError.targetInUse(path: target, file: target + "-wal")) {
      try store.backup(to: target, replacing: true)
    }
    #expect(throws: BackupError.targetInUse(path: file.path, file: file.path + "-wal")) {
      try store.vacuum(into: file.path, replacing: true)
    }
    #expect(try other.read { db in try db.projectNames() } == ["theirs"])
  }

  @Test("A cancelled backup leaves no file, and the store can be used", arguments: [false, true])
  func cancelled(vacuums: Bool) async throws {
    let store = try filledStore(2_000)
    let (started, cancelled) = (Signal(), Signal())
    let task = Task { [target] in
      if vacuums {
        started.signal()
        for _ in 0..<10_000 { try await store.vacuum(into: target, replacing: true) }
      } else {
        try await store.backup(to: target, pagesPerStep: 1) { progress in
          guard progress.remainingPages == progress.totalPages - 10 else { return }
          started.signal()
          cancelled.wait()
        }
      }
    }
    await started.arrival()
    task.cancel()
    cancelled.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try files().filter { $0.contains("partial") } == [])
    if !vacuums { #expect(!FileManager.default.fileExists(atPath: target)) }
    #expect(try await store.read { db in try db.countProjects() } == 2_000)
    try await store.backup(to: target, replacing: true)
    #expect(try projects(target) == 2_000)
  }

  @Test("An error thrown by the progress closure stops the backup and keeps the old target")
  func stopped() throws {
    let store = try filledStore(3)
    try store.backup(to: target)
    try store.write { db in try db.insertProject("later") }
    #expect(throws: Stop.self) { try store.backup(to: target, replacing: true) { _ in throw Stop() } }
    #expect(try projects(target) == 3)
    #expect(try files().filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
  }

  @Test("A damaged database is reported, and no copy is kept")
  func damaged() throws {
    try filledStore().close()
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file.path))
    try handle.seek(toOffset: 4096 * 60)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096 * 3))
    try handle.close()
    let store = try file.open()
    let error = try #require(throws: BackupError.self) { try store.backup(to: target) }
    guard case .damaged(target, let findings) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!findings.isEmpty)
    #expect("\(error)".hasPrefix("the copy '\(target)' is damaged and was deleted; check the database with"))
    #expect(try files().filter { $0.hasPrefix("copy") } == [])
  }

  @Test("A target without a folder is an error with its path")
  func noFolder() throws {
    let store = try filledStore(3)
    let missing = file.folder.appendingPathComponent("no/copy.sqlite").path
    let error = try #require(throws: DatabaseError.self) { try store.backup(to: missing) }
    #expect(error.code == SQLITE_CANTOPEN)
    #expect(error.message.contains(missing))
  }

  @Test("A database in memory can be copied to a file")
  func inMemory() throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    try store.write { db in try db.insertProject("Home") }
    try store.backup(to: target)
    try store.vacuum(into: target + "2")
    #expect(try projects(target) == 1)
    #expect(try projects(target + "2") == 1)
    try store.write { db in try db.insertProject("Work") }
  }

  @Test("A compact copy has no free pages")
  func compact() throws {
    let store = try filledStore()
    let original = try RawDatabase(path: file.path).contents()
    try store.write { db in
      try db.insertProject(String(repeating: "y", count: 4_000_000))
    }
    try store.write { db in
      try db.execute(_RenderedStatement(sql: "DELETE FROM project WHERE name LIKE 'yyy%'", bindings: []))
    }
    try store.backup(to: target)
    try store.vacuum(into: target + "2")
    #expect(try RawDatabase(path: target + "2").contents() == original)
    #expect(try RawDatabase(path: target + "2").rows("PRAGMA freelist_count") == [["0"]])
    let sizes = try [target, target + "2"].map { try Data(contentsOf: URL(fileURLWithPath: $0)).count }
    #expect(sizes[0] > 4_000_000)
    #expect(sizes[1] < 3_000_000)
    try store.vacuum()
    try store.checkpoint(.truncate)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)).count == sizes[1])
    // Readers can't write afterwards either.
    #expect(throws: TransactionMisuse.self) {
      try store.read { db in try db.value("DELETE FROM project RETURNING 1", as: Int.self) }
    }
  }

  @Test("Backups and maintenance are refused inside blocks and after closing")
  func misuse() throws {
    let store = try filledStore(3)
    let calls: [(SQLiteStore) throws -> Void] = [
      { try $0.backup(to: target) }, { try $0.vacuum(into: target) }, { try $0.vacuum() }, { try $0.optimize() },
      { try $0.checkpoint() },
    ]
    for call in calls {
      #expect(throws: TransactionMisuse.maintenanceInsideTransaction) { try store.read { _ in try call(store) } }
      #expect(throws: TransactionMisuse.maintenanceInsideTransaction) { try store.write { _ in try call(store) } }
    }
    try store.close()
    for call in calls { #expect(throws: TransactionMisuse.closed) { try call(store) } }
    let readOnly = try file.open(SQLiteOptions(isReadOnly: true))
    for call in calls.dropFirst(2) { #expect(throws: TransactionMisuse.readOnlyStore) { try call(readOnly) } }
    try readOnly.backup(to: target)
    try readOnly.vacuum(into: target, replacing: true)
    #expect(try projects(target) == 3)
  }
}
