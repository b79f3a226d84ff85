import CSQLite
import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Kinds of databases")
struct FileKindTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test("An immutable file is read without other files, whatever its name", arguments: ["a ü.sqlite", "50%?#&.sqlite"])
  func immutable(name: String) throws {
    let path = file.folder.appendingPathComponent(name).path
    do {
      let store = try SQLiteStore(path: path, schema: TasksSchema.self)
      try store.write { db in try db.insertProject("Home") }
      try store.close()
    }
    let store = try SQLiteStore(path: path, schema: TasksSchema.self, options: SQLiteOptions(isImmutable: true))
    let (names, files) = try store.read { db in
      (try db.projectNames(), try FileManager.default.contentsOfDirectory(atPath: file.folder.path))
    }
    #expect(names == ["Home"])
    #expect(files == [name])
    #expect(throws: TransactionMisuse.readOnlyStore) { try store.write { db in try db.insertProject("Work") } }
    try store.backup(to: path + ".copy")
    #expect(try RawDatabase(path: path + ".copy").rows("SELECT name FROM project") == [["Home"]])
  }

  @Test("An immutable file whose log wasn't copied is refused", arguments: ["-wal", "-journal"])
  func immutableWithLog(suffix: String) throws {
    let store = try file.open()
    try store.write { db in try db.insertProject("Home") }
    try store.close()
    try Data(repeating: 1, count: 100).write(to: URL(fileURLWithPath: file.path + suffix))
    let error = try #require(throws: DatabaseError.self) { try file.open(SQLiteOptions(isImmutable: true)) }
    #expect(
      error.message == "'\(file.path)' can't be opened with 'isImmutable', because '\(file.path)\(suffix)' may contain "
        + "changes that it lacks; open and close it once without 'isImmutable'")
    try Data().write(to: URL(fileURLWithPath: file.path + suffix))
    #expect(try file.open(SQLiteOptions(isImmutable: true)).read { db in try db.projectNames() } == ["Home"])
  }

  @Test("The log of an immutable file is found beside the file that a symbolic link leads to")
  func immutableLink() throws {
    try file.open().close()
    let link = file.folder.appendingPathComponent("links/link.sqlite").path
    try FileManager.default.createDirectory(
      atPath: file.folder.appendingPathComponent("links").path, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../tasks.sqlite")
    let open = { try SQLiteStore(path: link, schema: TasksSchema.self, options: SQLiteOptions(isImmutable: true)) }
    #expect(try open().read { db in try db.projectNames() } == [])
    try Data(repeating: 1, count: 100).write(to: URL(fileURLWithPath: file.path + "-wal"))
    let error = #expect(throws: DatabaseError.self) { try open() }
    #expect(error?.message.contains("links/../tasks.sqlite-wal' may contain changes") == true)
  }

  @Test("A file is opened with the named virtual file system")
  func vfs() throws {
    let store = try file.open(SQLiteOptions(vfs: "unix-excl"))
    try store.write { db in try db.insertProject("Home") }
    #expect(try store.read { db in try db.projectNames() } == ["Home"])
    // This one keeps the index of the log in memory.
    #expect(!FileManager.default.fileExists(atPath: file.path + "-shm"))
    let error = try #require(throws: DatabaseError.self) { try file.open(SQLiteOptions(vfs: "nonesuch")) }
    #expect(error.message == "no such vfs: nonesuch")
  }

  @Test(
    "Stores of one name share a database in memory", .enabled(if: SQLiteFeatures.hasNamedMemory))
  func namedMemory() async throws {
    let name = "shared \(UUID())"
    let store = try SQLiteStore.inMemory(named: name, schema: TasksSchema.self)
    let other = try SQLiteStore.inMemory(named: name, schema: TasksSchema.self)
    try await store.write { db in _ = try db.insertProject("Home") }
    #expect(try await other.read { db in try db.projectNames() } == ["Home"])
    let separate = try SQLiteStore.inMemory(named: name + "2", schema: TasksSchema.self)
    #expect(try await separate.read { db in try db.projectNames() } == [])
    let copy = file.path
    try await store.backup(to: copy)
    try await store.vacuum(into: copy, replacing: true)
    #expect(try RawDatabase(path: copy).rows("SELECT name FROM project") == [["Home"]])
    try await store.close()
    #expect(try await other.read { db in try db.projectNames() } == ["Home"])
    try await other.close()
    let again = try SQLiteStore.inMemory(named: name, schema: TasksSchema.self)
    #expect(try await again.read { db in try db.projectNames() } == [])
  }

  /// Runs one block on a thread, and another one here while the first one is still running for longer than the busy timeout.
  private func overlap(
    _ first: @escaping @Sendable (_ hasBegun: () -> Void) throws -> Void, _ second: () throws -> Void
  ) throws {
    let (begun, ended) = (Signal(), Signal())
    Thread.detachNewThread {
      do {
        try first {
          begun.signal()
          Thread.sleep(forTimeInterval: 0.1)
        }
      } catch { Issue.record(error) }
      ended.signal()
    }
    begun.wait()
    try second()
    ended.wait()
  }

  @Test(
    "Reads and writes of one store of a named database in memory wait for each other, however long they take",
    .enabled(if: SQLiteFeatures.hasNamedMemory))
  func memoryWrites() throws {
    let store = try SQLiteStore.inMemory(
      named: "\(UUID())", schema: TasksSchema.self, options: SQLiteOptions(busyTimeout: .milliseconds(1)))
    let seen = Recorder<Int>()
    try overlap { hasBegun in
      try store.read { db in
        hasBegun()
        seen.append(try db.countProjects())
      }
    } _: {
      _ = try store.write { db in try db.insertProject("Home") }
    }
    try overlap { hasBegun in
      try store.write { db in
        try db.insertProject("Work")
        hasBegun()
      }
    } _: {
      seen.append(try store.read { db in try db.countProjects() })
    }
    #expect(seen.values == [0, 2])
  }

  @Test("A library whose named databases in memory mix reads and writes is refused")
  func oldMemory() throws {
    guard !SQLiteFeatures.hasNamedMemory else { return }
    let error = #expect(throws: SQLiteVersionError.self) {
      try SQLiteStore.inMemory(named: "\(UUID())", schema: TasksSchema.self)
    }
    #expect(error?.required == "3.40")
  }

  #if os(Linux)
    private func openFiles() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(file.path)
          == true
      }.count
    }

    @Test("Releasing memory closes idle readers, which open again when they are needed")
    func releasing() throws {
      let store = try file.open()
      try store.write { db in try db.insertProject("Home") }
      let before = try openFiles()
      #expect(try store.read { db in try db.countProjects() } == 1)
      #expect(try openFiles() > before)
      try store.read { _ in
        onAnotherThread { _ = try store.read { db in try db.countProjects() } }
        store.releaseMemory()
      }
      #expect(try openFiles() > before, "a reader was in use")
      let open = try openFiles()
      store.releaseMemory()
      // SQLite keeps the descriptor of the file itself for the next connection, because closing it would release the writer's lock.
      #expect(try openFiles() < open)
      #expect(try store.read { db in try db.countProjects() } == 1)
      try store.write { db in try db.insertProject("Work") }
      #expect(try store.read { db in try db.countProjects() } == 2)
      store.releaseMemory()
      try store.close()
      store.releaseMemory()
      #expect(try openFiles() == 0)
    }

    /// The memory of the process, in megabytes.
    private func memory() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
      return try #require(Int(line.split(whereSeparator: { $0 == " " || $0 == "\t" })[1])) / 1024
    }

    @Test("A thousand open stores need little memory")
    func manyStores() throws {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = min(limit.rlim_max, 16_384)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      guard limit.rlim_cur >= 8_192 else { return }
      let options = SQLiteOptions(
        durability: .normal, maximumConnections: 1, pageCacheInKibibytes: 256, lookasideSlots: 0, optimizeInterval: nil)
      let before = try memory()
      let stores = try (0..<1_000).map { number in
        let store = try SQLiteStore(
          path: file.folder.appendingPathComponent("\(number).sqlite").path, schema: TasksSchema.self, options: options)
        try store.write { db in try db.insertProject("Home") }
        #expect(try store.read { db in try db.countProjects() } == 1)
        store.releaseMemory()
        return store
      }
      let used = try memory() - before
      #expect(used < 300, "\(used) MB")
      for store in stores { #expect(try store.read { db in try db.countProjects() } == 1) }
    }
  #endif
}
