import PostilSQL
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
}
