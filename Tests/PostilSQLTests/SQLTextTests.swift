import CSQLite
import PostilSQL
import PostilTestSupport
import Testing

struct SQLTextTests {
  @Test func `identifiers are quoted, and quotes in them doubled`() {
    #expect(SQLText.identifier("item") == #""item""#)
    #expect(SQLText.identifier(#"a"; DROP TABLE b; --"#) == #""a""; DROP TABLE b; --""#)
    #expect(SQLText.identifier("a\0b") == #""ab""#)
    #expect(SQLText.identifiers(["a", "b"]) == #""a", "b""#)
  }

  @Test func `literals are quoted, and quotes in them doubled`() {
    #expect(SQLText.literal("it's") == "'it''s'")
    #expect(SQLText.literal("") == "''")
  }

  @Test func `SQLite reads random names and literals back as they were, but for NUL characters`() throws {
    let pieces = [
      "\"", "'", "`", "[", "]", ";", "--", "/*", "\u{301}", "\u{200D}", "\u{FE0F}", "\0", "\\", "e", "\u{E9}", " ",
      "\n",
    ]
    var random = SeededGenerator(seed: testSeed)
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      let expected = Array(text.utf8.filter { $0 != 0 })
      var handle: OpaquePointer?
      var statement: OpaquePointer?
      defer {
        sqlite3_finalize(statement)
        sqlite3_close(handle)
      }
      #expect(sqlite3_open(":memory:", &handle) == SQLITE_OK)
      let sql = "SELECT \(SQLText.literal(text)) AS \(SQLText.identifier(text)), 1"
      #expect(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(sql.debugDescription)")
      #expect(sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_count(statement) == 2)
      #expect(sqlite3_column_text(statement, 0).map { Array(String(cString: $0).utf8) } == expected)
      #expect(sqlite3_column_name(statement, 0).map { Array(String(cString: $0).utf8) } == expected)
    }
  }
}
