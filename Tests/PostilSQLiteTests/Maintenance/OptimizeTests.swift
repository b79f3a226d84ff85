import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Statistics for query plans")
struct OptimizeTests {
  private enum EventsSchema: DatabaseSchema {
    static let ddl = """
      CREATE TABLE "event" ("id" INTEGER PRIMARY KEY, "kind" INTEGER NOT NULL, "day" INTEGER NOT NULL) STRICT;
      CREATE INDEX "event_day" ON "event" ("day");
      CREATE INDEX "event_kind" ON "event" ("kind");
      """
    static let fingerprint = "events"
    static let tables: [_TableDescription] = []
  }

  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func open(_ options: SQLiteOptions = SQLiteOptions()) throws -> SQLiteStore {
    try SQLiteStore(path: file.path, schema: EventsSchema.self, options: options)
  }

  /// Adds events of two kinds on a thousand days.
  private func fill(_ store: SQLiteStore, _ count: Int = 10_000) throws {
    try store.write { db in
      try db.execute(
        _RenderedStatement(
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO event (kind, day) SELECT i % 2, i % 1000 FROM n
            """, bindings: []))
    }
  }

  private func plan(_ store: SQLiteStore) throws -> String {
    try store.read { db in
      try db.explain(
        _RenderedStatement(
          sql: "SELECT id FROM event WHERE kind = ?1 AND day = ?2", bindings: [.integer(1), .integer(7)])
      ).description
    }
  }

  private let byKind = "└─ SEARCH event USING INDEX event_kind (kind=?)"
  private let byDay = "└─ SEARCH event USING INDEX event_day (day=?)"

  @Test("A store that was written to and closed has good plans when it is opened again")
  func closing() throws {
    let store = try open()
    try fill(store)
    #expect(try plan(store) == byKind)
    try store.close()
    #expect(try plan(open()) == byDay)
  }

  @Test("Without an interval, statistics are never updated")
  func off() throws {
    let store = try open(SQLiteOptions(optimizeInterval: nil))
    try fill(store)
    try store.close()
    #expect(try RawDatabase(path: file.path).rows("SELECT * FROM sqlite_schema WHERE name = 'sqlite_stat1'") == [])
  }

  @Test("A store that stays open updates the statistics after its writes")
  func periodic() throws {
    let log = StatementLog()
    let store = try open(SQLiteOptions(optimizeInterval: .zero, trace: { log.append($0) }))
    try fill(store)
    for _ in 0..<6_000 where try plan(store) != byDay { Thread.sleep(forTimeInterval: 0.01) }
    #expect(try plan(store) == byDay)
    #expect(!log.drain().contains { $0.contains("optimize") })
  }

  @Test("A table that has grown is analyzed again, by request or at closing")
  func growth() throws {
    let store = try open()
    try fill(store, 10)
    try store.optimize()
    func statistics() throws -> [[String?]] {
      try RawDatabase(path: file.path).rows("SELECT idx, stat FROM sqlite_stat1 ORDER BY idx")
    }
    #expect(try statistics() == [["event_day", "10 1"], ["event_kind", "10 5"]])
    try fill(store, 20)
    try store.optimize()
    #expect(try statistics() == [["event_day", "10 1"], ["event_kind", "10 5"]])
    try fill(store)
    try store.close()
    #expect(try statistics().map { $0[1]?.hasPrefix("10 ") } == [false, false])
  }

  @Test("A store that only reads leaves the file as it is")
  func reading() throws {
    let store = try open(SQLiteOptions(optimizeInterval: nil))
    try fill(store)
    try store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let reader = try open()
    #expect(try plan(reader) == byKind)
    try reader.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == bytes)
  }

  @Test("PRAGMA optimize writes, so a read refuses it")
  func optimize() throws {
    let file = try TemporaryFile()
    for store in [try SQLiteStore.cells(), try file.open()] {
      for sql in [
        "PRAGMA optimize", "PRAGMA optimize(0x10002)", "PRAGMA optimize = 3", "SELECT * FROM pragma_optimize(0x10002)",
        "SELECT count(*) FROM Pragma_Optimize",
      ] {
        #expect(throws: TransactionMisuse.self, "\(sql)") {
          try store.read { db in try db.forEachRow(_RenderedStatement(sql: sql)) { _ in } }
        }
        try store.write { db in try db.forEachRow(_RenderedStatement(sql: sql)) { _ in } }
      }
    }
  }
}
