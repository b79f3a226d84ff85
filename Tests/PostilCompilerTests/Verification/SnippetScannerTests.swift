import Testing

@testable import PostilCompiler

struct SnippetScannerTests {
  @Test(
    "an expression is normalised to one line",
    arguments: [
      ("a > 0", "a > 0"), ("  a > 0 ", "a > 0"), ("a > 0\n  AND b > 0", "a > 0 AND b > 0"),
      ("a = ')--;'", "a = ')--;'"),
      ("a = 'it''s'", "a = 'it''s'"), ("[a;] = `b)`", "[a;] = `b)`"), ("a - -1", "a - -1"), ("a$b > 0", "a$b > 0"),
      ("a ->> '$.b' = 1", "a ->> '$.b' = 1"), ("(a)", "(a)"),
    ])
  func accepted(text: String, result: String) throws {
    #expect(try SnippetScanner.scan(text).get() == result)
  }

  @Test(
    "SQL that could leave its parentheses is refused at its place",
    arguments: [
      ("1); DROP TABLE x; --", SnippetScanner.Problem.Reason.unbalanced, 1), ("(a", .unbalanced, 0),
      ("a)", .unbalanced, 1), ("a; b", .severalStatements, 1), ("a -- b", .comment, 2), ("a /* b", .comment, 2),
      ("a = 'b", .unclosedQuote, 4), ("a = \"b", .unclosedQuote, 4), ("[a", .unclosedQuote, 0), ("", .empty, 0),
      (" \n ", .empty, 0), ("a\0", .zeroByte, 1), ("a = 'b\0'", .zeroByte, 6), ("?", .parameter("?"), 0),
      ("a = ?12", .parameter("?12"), 4), ("a = :b", .parameter(":b"), 4), ("a = @b", .parameter("@b"), 4),
      ("a = $b", .parameter("$b"), 4),
    ])
  func refused(text: String, reason: SnippetScanner.Problem.Reason, offset: Int) {
    #expect(throws: SnippetScanner.Problem.self) { try SnippetScanner.scan(text).get() }
    guard case .failure(let problem) = SnippetScanner.scan(text) else { return }
    #expect(problem.reason == reason)
    #expect(problem.offset == offset)
  }

  @Test func `names in double quotes are found, without collations`() {
    let names = SnippetScanner.doubleQuotedNames(in: #""a" = 'x "y"' COLLATE "z" AND "b""#)
    #expect(names.map(\.text) == ["a", "b"])
    #expect(names.map(\.offset) == [0, 30])
  }
}
