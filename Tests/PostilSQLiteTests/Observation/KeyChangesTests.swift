import PostilQuery
import PostilSQLite
import Testing

@Suite("The keys of changed rows", .timeLimit(.minutes(5)))
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
      _ = try db.execute(RenderedStatement(sql: "INSERT INTO texts VALUES \(rows)"))
    }
    var changes = try await store.changes(of: Cell<CalendarDay>.self).makeAsyncIterator()
    try await store.write { db in _ = try db.execute(RenderedStatement(sql: sql)) }
    func ids(_ keys: [Int64]) -> Set<Cell<CalendarDay>.ID> { Set(keys.map { RowID($0) }) }
    let expected = KeyChanges(inserted: ids(inserted), updated: ids(updated), deleted: ids(deleted))
    #expect(try await changes.next() == expected)
    // What was noted for the row that didn't change is forgotten.
    try await store.write { db in
      _ = try db.execute(RenderedStatement(sql: "INSERT OR REPLACE INTO texts VALUES (4, 'd', NULL)"))
    }
    #expect(try await changes.next() == KeyChanges(inserted: ids([4])))
  }

  @Test("PRAGMA optimize writes, so a read refuses it")
  func optimize() throws {
    let file = try TemporaryFile()
    for store in [try SQLiteStore.cells(), try file.open()] {
      for sql in ["PRAGMA optimize", "PRAGMA optimize(0x10002)", "PRAGMA optimize = 3"] {
        #expect(throws: TransactionMisuse.self, "\(sql)") {
          try store.read { db in try db.forEachRow(RenderedStatement(sql: sql)) { _ in } }
        }
        try store.write { db in try db.forEachRow(RenderedStatement(sql: sql)) { _ in } }
      }
    }
  }
}
