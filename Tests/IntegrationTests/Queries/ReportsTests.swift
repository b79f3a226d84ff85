import Foundation
import Postil
import PostilTestSupport
import Testing

/// The reports of a store's statements; Docs/Queries.md, "Logging slow statements".
@Suite("Statement reports")
struct ReportsTests {
  private let log = ReportLog()
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func store(
    slowerThan: Duration? = nil, scansOver: Int? = 500, interval: Duration = .seconds(60), includesValues: Bool = false,
    body: @escaping @Sendable () -> Void = {}
  ) throws -> SQLiteStore {
    let log = log
    let reports = StatementReports(
      slowerThan: slowerThan, scansOver: scansOver, interval: interval, includesValues: includesValues
    ) { report in
      log.append(report)
      body()
    }
    return try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: SQLiteOptions(reports: reports))
  }

  private func fill(_ store: SQLiteStore, _ count: Int = 1000) throws {
    try store.write { db in
      let author = try Author.Draft(name: "Anon").insert(in: db)
      try Book.insert(
        (0..<count).map { Book.Draft(title: "Book \($0)", isbn: "\($0)", publishedIn: 1900, authorID: author.id) },
        in: db)
    }
    #expect(log.drain().isEmpty)
  }

  /// A statement that takes a while: it counts to a number.
  private func counting(to limit: Int) -> RawSelection<Int, Int> {
    RawSQL(
      """
      WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < \(limit))
      SELECT max(n) FROM counter
      """
    ).as(Int.self)
  }

  @Test("Values of statements that name a secret column are neither reported nor part of an error")
  func secrets() throws {
    let store = try store(slowerThan: .zero, includesValues: true)
    try store.write { (db) throws in
      try Login.Draft(name: "ann", passwordHash: "hidden").insert(in: db)
      _ = try Login.where { $0.passwordHash == "hidden" }.fetchAll(in: db)
      _ = try Post.where { $0.slug == "shown" }.fetchAll(in: db)
      do {
        try RawSQL("UPDATE login SET Password_Hash = abs(\(Int64.min)), name = \("hidden")").execute(in: db)
        Issue.record("abs doesn't overflow")
      } catch let error as DatabaseError {
        #expect(error.bindings.isEmpty)
      }
    }
    let entries = log.drain()
    #expect(entries.contains { $0.sql.contains("password_hash") } && !entries.contains { "\($0)".contains("hidden") })
    #expect(!entries.compactMap(\.values).contains { $0.contains("hidden") })
    #expect(entries.compactMap(\.values).contains { $0.contains("shown") })
  }

  @Test("A scan of a large table is reported with its call site")
  func scan() throws {
    let store = try store()
    try fill(store)
    let lent = Book.where { $0.isLent }
    try store.read { db in
      _ = try lent.fetchAll(in: db)
    }
    let line: UInt = #line - 2
    let entries = log.drain()
    let entry = try #require(entries.first)
    #expect(entries.count == 1)
    #expect(entry.description.hasPrefix("full scan of book: \(entry.rowsScanned) rows in "))
    #expect(entry.description.hasSuffix(" ms, called from Documents/ReportsTests.swift:\(line)"))
    #expect(entry.sql == (try lent.sql))
    #expect(entry.callSite == CallSite(fileID: "Documents/ReportsTests.swift", line: line))
    #expect(entry.scannedTables == ["book"])
    #expect(entry.plan?.description == "└─ SCAN book AS t0")
    #expect(entry.rowsScanned >= 999)
    #expect(entry.duration > .zero)
    #expect(entry.values == nil)
    #expect(entry.repeated == 0)
  }

  @Test("An indexed lookup, a small table and a short scan are not reported")
  func quiet() throws {
    let store = try store()
    try fill(store)
    try store.read { db in
      _ = try Book.where { $0.isbn == "7" }.fetchAll(in: db)
      _ = try Book.where { $0.authorID == Author.ID(1) }.limit(3).fetchAll(in: db)
      _ = try Book.where { !$0.isLent }.limit(10).fetchAll(in: db)
      _ = try Author.where { $0.name == "Anon" }.fetchAll(in: db)
      _ = try Book.find(Book.ID(3), in: db)
    }
    #expect(log.drain().isEmpty)
  }

  @Test("Every way to run a query is reported with its line")
  func lines() throws {
    let store = try store(interval: .zero)
    try fill(store)
    let lent = Book.where { $0.isLent }
    var expected: [UInt] = []
    try store.write { db in
      expected.append(#line + 1)
      _ = try lent.fetchAll(in: db)
      expected.append(#line + 1)
      _ = try lent.fetchOne(in: db)
      expected.append(#line + 1)
      _ = try? lent.fetchOnly(in: db)
      expected.append(#line + 1)
      try lent.forEach(in: db) { _ in }
      expected.append(#line + 1)
      _ = try lent.count(in: db)
      expected.append(#line + 1)
      _ = try lent.exists(in: db)
      expected.append(#line + 1)
      _ = try lent.select { ($0.title, $0.isbn) }.fetchAll(in: db)
      expected.append(#line + 1)
      try lent.select { ($0.title, $0.isbn) }.forEach(in: db) { _, _ in }
      expected.append(#line + 1)
      _ = try lent.group { $0.genre }.select { ($0.genre, SQL.count()) }.fetchAll(in: db)
      expected.append(#line + 1)
      _ = try lent.join(Author.self) { $0.authorID == $1.id }.fetchAll(in: db)
      expected.append(#line + 1)
      _ = try lent.with { ($0.author, $0.subjects) }.fetchAll(in: db)
      expected.append(#line + 1)
      try lent.update(in: db) { [$0.title.set("x")] }
      expected.append(#line + 1)
      _ = try lent.updating { [$0.title.set("x")] }.returning().fetchAll(in: db)
      expected.append(#line + 1)
      try lent.delete(in: db)
      expected.append(#line + 1)
      _ = try RawSQL("SELECT \(Book.allColumns) FROM book WHERE is_lent").as(Book.self).fetchAll(in: db)
      expected.append(#line + 1)
      _ = try RawSQL("SELECT title FROM book WHERE is_lent").as(String.self).fetchOne(in: db)
      expected.append(#line + 1)
      try RawSQL("DELETE FROM book WHERE is_lent").execute(in: db)
    }
    #expect(log.drain().map(\.line) == expected)
  }

  @Test("A relationship loaded with rows is reported with the call site of the rows")
  func eagerLoading() throws {
    let store = try store()
    try fill(store)
    try store.read { db in
      _ = try Author.where { $0.name != "" }.with { $0.books.order { $0.title.lowercased() } }.fetchAll(in: db)
    }
    #expect(log.drain().isEmpty)
    let slow = try self.store(slowerThan: .zero, scansOver: nil)
    try slow.read { db in
      _ = try Author.all.with { $0.books.with { $0.subjects } }.fetchAll(in: db)
    }
    let line: UInt = #line - 2
    #expect(log.drain().map(\.line) == [line, line, line])
  }

  @Test("Statements of rows and relationships are reported with the line of the block")
  func fixedStatements() throws {
    let store = try store(slowerThan: .zero, scansOver: nil)
    try store.write { db in
      try Author.Draft(name: "Anon").insert(in: db)
    }
    let line: UInt = #line - 3
    let entries = log.drain()
    #expect(entries.map(\.line) == [line])
    #expect(entries.first?.sql.hasPrefix("INSERT INTO \"author\"") ?? false)
  }

  @Test("A named query is reported with its line")
  func named() throws {
    let store = try store(slowerThan: .nanoseconds(1), scansOver: nil)
    try store.read { db in
      _ = try Errand.lastNoted().fetchOne(in: db)
    }
    #expect(log.drain().map(\.line) == [#line - 2])
  }

  @Test("An asynchronous block is reported with its line")
  func asyncBlocks() async throws {
    let store = try store(slowerThan: .zero, scansOver: nil)
    let id = try await store.write { db in
      try Author.Draft(name: "Anon").insert(in: db).id
    }
    let line: UInt = #line - 3
    _ = try await store.read { db in try Author.find(id, in: db) }
    #expect(log.drain().map(\.line) == [line, line + 4])
  }

  @Test("Raw SQL that starts with a comment is reported; statements of triggers and full-text indexes are not")
  func comments() throws {
    let statements = StatementLog()
    let log = log
    let options = SQLiteOptions(
      trace: { statements.append($0) }, reports: StatementReports(slowerThan: .zero, interval: .zero) { log.append($0) }
    )
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: options)
    _ = statements.drain()
    let commented: RawSQL = "-- how many\nSELECT count(*) FROM author"
    _ = try store.read { db in try commented.as(Int.self).fetchOne(in: db) }
    #expect(log.drain().map(\.sql) == [try commented.sql])
    #expect(statements.drain().contains(try commented.sql))
    try store.write { db in
      let magazine = try Magazine.Draft(name: "Oil and doors").insert(in: db)
      #expect(try Magazine.where { $0.fullText.matches(words: "door") }.fetchAll(in: db) == [magazine])
      try magazine.delete(in: db)
    }
    let texts = log.drain().map(\.sql)
    #expect(texts.count == 3)
    #expect(texts.allSatisfy { !$0.hasPrefix("--") })
  }

  @Test("A slow statement is reported, and a fast one is not")
  func slow() throws {
    // Not even a busy machine makes a statement that slow.
    try store(slowerThan: .seconds(600), scansOver: nil).read { db in
      try #expect(counting(to: 2_000_000).fetchOne(in: db) == 2_000_000)
    }
    #expect(log.drain().isEmpty)
    let store = try store(slowerThan: .milliseconds(20), scansOver: nil)
    try store.read { db in try #expect(counting(to: 2_000_000).fetchOne(in: db) == 2_000_000) }
    let entries = log.drain()
    #expect(entries.count == 1)
    #expect(entries.first?.description.hasPrefix("slow statement: ") ?? false)
    #expect(entries.first?.duration ?? .zero > .milliseconds(20))
    #expect(entries.first?.scannedTables == [])
  }

  @Test("A store without reports or limits reports nothing")
  func off() throws {
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    try fill(store)
    try store.read { db in _ = try Book.where { $0.isLent }.fetchAll(in: db) }
    let silent = try self.store(slowerThan: nil, scansOver: nil)
    try silent.read { db in _ = try Book.where { $0.isLent }.fetchAll(in: db) }
    #expect(SQLiteOptions().reports == nil)
    #expect(log.drain().isEmpty)
  }

  @Test("A repeated statement is reported once per interval, with its count")
  func repetition() throws {
    let store = try store(interval: .milliseconds(300))
    try fill(store)
    func scan(_ title: String) throws {
      try store.read { db in _ = try Book.where { $0.title.contains(title) }.fetchAll(in: db) }
    }
    try scan("1")
    #expect(log.drain().count == 1)
    var again: [StatementReport] = []
    var silent = -1
    while again.isEmpty {
      silent += 1
      try scan("\(silent)")
      again = log.drain()
    }
    #expect(silent > 0)
    #expect(again.map(\.repeated) == [silent])
    try store.read { db in _ = try Book.where { $0.title.contains("6") }.fetchAll(in: db) }
    #expect(log.drain().count == 1, "another line is another report")
  }

  @Test("Reports contain values only if includesValues is set")
  func values() throws {
    let plain = try store()
    try fill(plain)
    let secret = Book.where { $0.title.contains("secret") }
    try plain.read { db in _ = try secret.fetchAll(in: db) }
    let reports = log.drain()
    #expect(reports.first?.plan?.sql == reports.first?.sql)
    #expect(reports.first?.plan?.fullScans == ["book"])
    var dumped = ""
    dump(reports, to: &dumped)
    #expect(dumped.contains("instr") && !dumped.contains("secret"))
    let open = try store(includesValues: true)
    try open.read { db in _ = try secret.fetchAll(in: db) }
    #expect(log.drain().first?.values?.contains("instr(t0.\"title\", 'secret')") ?? false)
  }

  @Test("An automatic index counts as a scan")
  func automaticIndex() throws {
    let store = try store()
    try fill(store)
    try store.read { db in
      let same = RawSQL("SELECT count(*) FROM book AS a JOIN book AS b ON b.published_in = a.id + \(0)").as(Int.self)
      _ = try same.fetchOne(in: db)
    }
    let entry = try #require(log.drain().first)
    #expect(entry.scannedTables == ["book"])
    #expect(entry.plan?.description.contains("AUTOMATIC") ?? false)
  }

  @Test("Many concurrent readers report one line once")
  func concurrentReaders() async throws {
    let store = try store()
    try fill(store)
    let found = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await store.read { db in try Book.where { $0.title.hasSuffix("7") }.fetchAll(in: db).count }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(found == 40 * 100)
    #expect(log.drain().count == 1)
  }

  @Test("A report is written after the block, even if it threw, and the logger can use the store")
  func logUsesTheStore() throws {
    struct Stop: Error {}
    let held = Held()
    let store = try store { held.count() }
    held.store.withLock { $0 = store }
    try fill(store)
    let log = log
    #expect(throws: Stop.self) {
      try store.write { db in
        _ = try Book.where { $0.isLent }.fetchAll(in: db)
        #expect(log.drain().isEmpty)
        throw Stop()
      }
    }
    #expect(log.drain().count == 1)
    #expect(held.counts.withLock { $0 } == [1000])
    held.store.withLock { $0 = nil }
  }

  @Test("With reports, the trace still receives only what the program runs")
  func traced() throws {
    let statements = StatementLog()
    let log = log
    let options = SQLiteOptions(
      trace: { statements.append($0) }, reports: StatementReports(slowerThan: .zero, interval: .zero) { log.append($0) }
    )
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self, options: options)
    _ = statements.drain()
    try store.read { db in _ = try Author.all.fetchAll(in: db) }
    #expect(statements.drain().filter { !$0.contains("sqlite_schema") } == [try Author.all.sql])
    #expect(log.drain().count == 1)
  }
}

/// A handler of reports that queries the store.
private final class Held: Sendable {
  let store = Mutex<SQLiteStore?>(nil)
  let counts = Mutex<[Int]>([])

  func count() {
    guard let store = store.withLock({ $0 }) else { return }
    let count = try? store.read { db in try Book.all.count(in: db) }
    counts.withLock { $0.append(count ?? -1) }
  }
}
