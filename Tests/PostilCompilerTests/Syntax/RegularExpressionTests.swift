import PostilCompiler
import Testing

@Suite struct RegularExpressionTests {
  /// SE-0354: what a slash is depends on the white space and the token around it.
  static let slashes: [(String, [String])] = [
    ("x = /a b/", ["/a b/"]),
    ("f(/a/, /b/)", ["/a/", "/b/"]),
    ("a / b / c", []),
    ("a/b/c", []),
    ("f(/, x) / 2", []),
    ("(a) /b/ 2", ["/b/"]),
    ("return /}/", ["/}/"]),
    ("try? /^ x/.wholeMatch(in: y)", ["/^ x/"]),
    ("reduce(1, /)", []),
    ("[/a/, 1 / 2]", ["/a/"]),
    ("!/a/", ["/a/"]),
    ("x = ^^/^a/", ["/^a/"]),
    ("(a)/b/ 2", []),
    ("x = /\\//", ["/\\//"]),
    ("x = #/a/b/#", ["#/a/b/#"]),
    ("x = ##/a/#b/##", ["##/a/#b/##"]),
  ]

  @Test(arguments: slashes)
  func `a slash opens a regular expression only where an operand can start`(
    source: String, expected: [String]
  ) throws {
    let found = try SyntaxToken.all(of: sourceText(source))
    #expect(found.filter { $0.kind == .regularExpressionLiteral }.map(\.text) == expected)
  }

  @Test func `brackets and quotation marks in a regular expression are part of it`() throws {
    let found = try properties("let a = /[\"({]+/\nlet b = #/\n  ( \" { # not a comment's end\n/#\nlet c = 1")
    #expect(found.map(\.name.text) == ["a", "b", "c"])
  }
}
