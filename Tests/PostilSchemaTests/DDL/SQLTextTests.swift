import PostilSchema
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

  @Test func `the fingerprint is 64-bit FNV-1a`() {
    // Source: the test vectors of the authors' own implementation.
    #expect(Fingerprint.hexadecimal(of: "") == "cbf29ce484222325")
    #expect(Fingerprint.hexadecimal(of: "a") == "af63dc4c8601ec8c")
    #expect(Fingerprint.hexadecimal(of: "foobar") == "85944171f73967e8")
  }
}
