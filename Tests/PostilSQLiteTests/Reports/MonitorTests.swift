import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// What `SQLiteOptions(monitor:)` promises.
@Suite("Reports of blocks", .timeLimit(.minutes(20)))
struct MonitorTests {
  private let file: TemporaryFile
  private let reports = Recorder<BlockReport>()
  private struct Stop: Error {}

  @TaskLocal private static var request = 0

  init() throws { file = try TemporaryFile() }

  private func options(busyTimeout: Duration = .seconds(5)) -> SQLiteOptions {
    SQLiteOptions(busyTimeout: busyTimeout, monitor: SQLiteMonitor { [reports] report, _ in reports.append(report) })
  }

  /// Chooses the calls that block the thread.
  private func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  @Test("A block is reported when it has ended, with its statements and its call site")
  func blocks() async throws {
    let store = try file.open(options())
    let line: UInt = #line + 1
    try synchronously { try store.write { db in _ = try db.insertProject("Home") } }
    _ = try await store.read { db in try db.projectNames() }
    _ = try await store.snapshot().read { db in try db.projectNames() }
    let all = reports.drain()
    #expect(all.map(\.isWrite) == [true, false, false])
    #expect(all.map(\.isCommitted) == [true, true, true])
    #expect(all[0].callSite.line == line)
    #expect(all.map { $0.statements.last?.sql.prefix(6) } == ["COMMIT", "COMMIT", "SELECT"])
    #expect(all[0].statements.first?.sql.hasPrefix("INSERT INTO") == true)
    #expect(all.map(\.preparedStatements) == [1, 1, 1])
    for report in all {
      #expect(report.waited >= .zero && report.duration >= report.waited)
      #expect(report.statements.allSatisfy { $0.start >= report.start && $0.duration <= report.duration })
    }
    #expect(all[0].logPages.map { $0 > 0 } == true && all[1].logPages == nil)
    try await store.write { db in _ = try db.insertProject("Garden") }
    #expect(reports.drain().map(\.preparedStatements) == [0])
  }

  @Test("Blocks inside a block are parts of it")
  func nested() throws {
    let store = try file.open(options())
    try store.write { db in
      try db.insertProject("Home")
      try store.write { inner in _ = try inner.insertProject("Garden") }
      #expect(reports.values.isEmpty)
    }
    let report = try #require(reports.values.first)
    #expect(reports.values.count == 1)
    #expect(report.statements.filter { $0.sql.hasPrefix("INSERT") }.count == 2)
  }

  @Test("The statements of a long block are counted, and the first 1000 are kept")
  func manyStatements() throws {
    let store = try file.open(options())
    try store.write { db in for number in 0..<1200 { try db.insertProject("\(number)") } }
    let report = try #require(reports.values.first)
    #expect(report.statements.count == 1000 && report.statementCount == 1201 && report.preparedStatements == 1)
  }

  @Test("A transaction that is rolled back is reported as not committed")
  func rolledBack() async throws {
    let store = try file.open(options())
    #expect(throws: Stop.self) { try synchronously { try store.write { _ in throw Stop() } } }
    await #expect(throws: Stop.self) { try await store.write { _ in throw Stop() } }
    #expect(throws: ConstraintViolation.self) {
      try synchronously { try store.write { db in _ = try db.insertItem("an item of no project", project: 77) } }
    }
    #expect(reports.drain().map(\.isCommitted) == [false, false, false])
    try await store.write { db in
      try? db.savepoint {
        try db.insertProject("Home")
        throw Stop()
      }
    }
    #expect(reports.drain().map(\.isCommitted) == [true])
  }

  @Test("The context is taken where the block is called, and the store can be used when it is reported")
  func context() async throws {
    let contexts = Recorder<Int>()
    let counts = Recorder<Int>()
    let plain = try file.open()
    let monitor = SQLiteMonitor {
      Self.request
    } report: { _, context in
      contexts.append(context as? Int ?? -1)
      counts.append((try? plain.read { db in try db.countProjects() }) ?? -1)
    }
    let store = try file.open(SQLiteOptions(monitor: monitor))
    try await Self.$request.withValue(7) {
      try synchronously { try store.write { db in _ = try db.insertProject("Home") } }
      try await store.write { db in _ = try db.insertProject("Garden") }
    }
    #expect(contexts.values == [7, 7] && counts.values == [1, 2])
  }

  @Test("Waiting for another process's lock is counted, up to the busy timeout")
  func busy() async throws {
    let store = try file.open(options(busyTimeout: .milliseconds(100)))
    try await store.write { db in _ = try db.insertProject("Home") }
    _ = reports.drain()
    let other = try RawDatabase(path: file.path)
    try other.execute("BEGIN IMMEDIATE")
    #expect(throws: DatabaseError.self) { try synchronously { try store.write { _ in } } }
    #expect(reports.values.isEmpty)
    let patient = try file.open(options(busyTimeout: .seconds(60)))
    var report: BlockReport?
    // On a busy machine, the write may only begin when the lock has been released.
    for attempt in 0..<100 where report?.busyRetries ?? 0 == 0 {
      let write = Task { try await patient.write { db in _ = try db.insertProject("Garden \(attempt)") } }
      try await Task.sleep(for: .milliseconds(50))
      try other.execute("COMMIT")
      try await write.value
      report = reports.drain().last
      try other.execute("BEGIN IMMEDIATE")
    }
    let retried = try #require(report)
    #expect(retried.busyRetries > 0 && retried.waited > .milliseconds(1))
  }

  @Test("Commits still copy the log into the file, as PRAGMA wal_autocheckpoint requires", arguments: [0, 3])
  func checkpoint(pages: Int) throws {
    var options = options()
    options.prepareConnection = { try $0.execute("PRAGMA wal_autocheckpoint = \(pages)") }
    let store = try file.open(options)
    for number in 0..<50 { try store.write { db in _ = try db.insertProject("\(number)") } }
    let largest = reports.values.compactMap(\.logPages).max() ?? 0
    #expect(pages == 0 ? largest > 50 : largest < 10)
  }
}
