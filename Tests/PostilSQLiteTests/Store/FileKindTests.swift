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

  @Test("Stores of one name share a database in memory, with readers that run at once")
  func namedMemory() async throws {
    let name = "shared \(UUID())"
    let store = try SQLiteStore.inMemory(named: name, schema: TasksSchema.self)
    let other = try SQLiteStore.inMemory(named: name, schema: TasksSchema.self)
    try await store.write { db in _ = try db.insertProject("Home") }
    #expect(try await other.read { db in try db.projectNames() } == ["Home"])
    // Two reads, of which each waits for the other one to begin.
    let (first, second) = (Signal(), Signal())
    async let one = store.read { db in
      first.signal()
      second.wait()
      return try db.countProjects()
    }
    async let two = store.read { db in
      second.signal()
      first.wait()
      return try db.countProjects()
    }
    #expect(try await [one, two] == [1, 1])
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

  @Test("A write to a named database in memory waits for reads")
  func memoryWrites() throws {
    let store = try SQLiteStore.inMemory(named: "\(UUID())", schema: TasksSchema.self)
    let (reading, done) = (Signal(), Recorder<Int>())
    let ended = Signal()
    Thread.detachNewThread {
      do {
        try store.read { db in
          reading.signal()
          Thread.sleep(forTimeInterval: 0.2)
          done.append(try db.countProjects())
        }
      } catch { Issue.record(error) }
      ended.signal()
    }
    reading.wait()
    try store.write { db in try db.insertProject("Home") }
    #expect(done.values == [0])
    ended.wait()
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
        durability: .normal, maximumReaders: 1, pageCacheInKibibytes: 256, optimizeInterval: nil, lookasideSlots: 0)
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
