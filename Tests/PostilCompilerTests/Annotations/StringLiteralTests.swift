import Testing

@testable import PostilCompiler

struct StringLiteralTests {
  @Test(
    "the value is that which Swift gives the literal",
    arguments: [
      (#""""#, ""), (#""a""#, "a"), (#""a\"b""#, #"a"b"#), (#""\n\t\r\0\\\'""#, "\n\t\r\0\\'"), (#""\u{1F600}""#, "😀"),
      (##"#"a"b"#"##, #"a"b"#), (##"#"a\nb"#"##, #"a\nb"#), (##"#"a\#nb"#"##, "a\nb"), (#""größe""#, "größe"),
      ("\"\"\"\n  a\n    b\n  \"\"\"", "a\n  b"), ("\"\"\"\n  a \\\n  b\n  \"\"\"", "a b"), ("\"\"\"\n\"\"\"", ""),
    ])
  func values(literal: String, value: String) throws {
    #expect(try StringLiteral(literal).text == value)
    #expect(try StringLiteral(literal).offsets.count == value.utf8.count + 1)
  }

  @Test(
    "what has no value at build time is refused",
    arguments: [#""\(a)""#, #""\q""#, #""\u{}""#, #""\u{110000}""#, "a", "\""])
  func problems(literal: String) {
    #expect(throws: StringLiteral.Problem.self) { try StringLiteral(literal) }
  }

  @Test func `each byte of the value knows its place in the literal`() throws {
    #expect(try StringLiteral(#""a\nb""#).offsets == [1, 2, 4, 5])
    #expect(try StringLiteral("\"\"\"\n  a\n  b\n  \"\"\"").offsets == [6, 7, 10, 11])
  }
}
