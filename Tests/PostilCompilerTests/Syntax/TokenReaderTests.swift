@testable import PostilCompiler
import Testing

@Suite struct TokenReaderTests {
  @Test func `tokens have kinds, texts and positions relative to the text's`() throws {
    let text = SourceText(
      "index(dueAt, `where`: \"a\",\n  -1.5)", at: SourcePosition(offset: 100, line: 7, column: 5))
    let tokens = try SyntaxToken.all(of: text)
    #expect(tokens.map(\.text) == ["index", "(", "dueAt", ",", "`where`", ":", "\"a\"", ",", "-", "1.5", ")"])
    #expect(
      tokens.map(\.kind) == [
        .identifier, .punctuation, .identifier, .punctuation, .identifier, .punctuation, .stringLiteral(.string("a")),
        .punctuation, .operator, .floatLiteral, .punctuation,
      ])
    #expect(tokens[0].position == SourcePosition(offset: 100, line: 7, column: 5))
    #expect(tokens[2].position == SourcePosition(offset: 106, line: 7, column: 11))
    #expect(tokens[2].endPosition == SourcePosition(offset: 111, line: 7, column: 16))
    #expect(tokens[8].position == SourcePosition(offset: 129, line: 8, column: 3))
    #expect(tokens[4].name == "where")
  }

  @Test func `a reader can stop before prose that isn't Swift`() throws {
    var reader = try TokenReader(sourceText("@check(\"x > 0\") isn't \"Swift"))
    var texts: [String] = []
    while let token = try reader.next() {
      texts.append(token.text)
      if token.text == ")" { break }
    }
    #expect(texts == ["@", "check", "(", "\"x > 0\"", ")"])
    #expect(reader.byteOffset == 15)
    #expect(reader.position.column == 16)
  }

  @Test func `comments between tokens are skipped`() throws {
    #expect(try SyntaxToken.all(of: sourceText("a /* b */ c // d")).map(\.text) == ["a", "c"])
  }

  static let literals: [(String, String)] = [
    ("\"\"", ""), ("\"a\\tb\\\"\\\\\\0\\u{1F600}\\'\"", "a\tb\"\\\0😀'"), ("#\"a\\n\\#n\"#", "a\\n\n"),
    ("#\"\"\"#", "\""),
    ("\"\"\"\n  a\n    b\n\n  c\\\n   d\n  \"\"\"", "a\n  b\n\nc d"), ("\"\"\"\n\"\"\"", ""), ("\"\"\"\n  \"\"\"", ""),
    ("\"\"\"\r\n\ta\r\n\tb\r\n\t\"\"\"", "a\nb"), ("#\"\"\"\n a\\\n b\\#\n c\n \"\"\"#", "a\\\nbc"),
    ("\"\"\"\n\n\n\"\"\"", "\n"), ("\"é\"", "é"),
  ]

  @Test(arguments: literals)
  func `a string literal is decoded to its value`(literal: String, value: String) throws {
    let token = try #require(try SyntaxToken.all(of: sourceText(literal)).first)
    #expect(token.kind == .stringLiteral(.string(value)))
    #expect(token.text == literal)
  }

  @Test(arguments: ["\"a\\(b)c\"", "#\"\\#(b)\"#", "\"\"\"\n\\(\"x\")\n\"\"\""])
  func `an interpolation is reported as one`(literal: String) throws {
    #expect(try SyntaxToken.all(of: sourceText(literal)).first?.kind == .stringLiteral(.interpolated))
  }

  static let refused: [(String, Int)] = [
    ("\"a\\q\"", 3), ("\"\\u{}\"", 2), ("\"\\u{D800}\"", 2), ("\"\"\"a\n\"\"\"", 4), ("\"\"\"\n  a\n b\n  \"\"\"", 2),
    ("\"\"\"\n a\"\"\"", 3),
  ]

  @Test(arguments: refused)
  func `a string that is invalid in Swift is refused at the error`(literal: String, column: Int) {
    do throws(SyntaxProblem) {
      _ = try SyntaxToken.all(of: sourceText(literal))
      Issue.record("'\(literal)' was read")
    } catch {
      #expect(error.position.column == column)
    }
  }
}
