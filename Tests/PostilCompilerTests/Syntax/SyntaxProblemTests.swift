import PostilCompiler
import Testing

@Suite struct SyntaxProblemTests {
  static let refused: [(String, String)] = [
    ("struct A 1️⃣{ func f() { }", "'{' is never closed; write the '}' that ends it"),
    ("struct A { } 1️⃣}", "'}' is unmatched; remove it, or add the opening bracket"),
    ("let a = (1, [2, 31️⃣)", "expected ']' before ')' to close the '[' at 1:13"),
    ("let a = 1️⃣\"abc\nlet b = 1", "unterminated string; close it with '\"' on the same line"),
    ("let a = 1️⃣\"\"\"\nabc", "unterminated string; close it with '\"\"\"'"),
    ("let a = 1️⃣##\"abc\"#", "unterminated string; close it with '\"##'"),
    ("let a = 1️⃣\"\\(foo(1)", "an interpolation in unterminated string; close it with ')'"),
    ("let a = 1\n1️⃣/* abc /* */", "unterminated '/*' comment; add the closing '*/'"),
    ("let a = 1 1️⃣*/ 2", "unmatched '*/'; remove it, or add the matching '/*'"),
    ("let a = 1️⃣`abc\n", "unterminated name in backticks; close it with '`' on the same line"),
    ("let a = 1️⃣#/abc", "unterminated regular expression; close it with '/#'"),
    ("struct A { var 1️⃣class: Int }", "'class' is a keyword; write '`class`', or another name"),
    ("struct 1️⃣{ }", "expected the name of this struct; write it here"),
    ("struct A: B\n1️⃣let x = 1", "expected '{' to open the members of 'A'; write it here"),
    ("1️⃣#if A\nlet x = 1", "'#if' is never closed; write the '#endif' that ends it"),
    ("let a = 1\n1️⃣#endif", "'#endif' is unmatched; remove it, or add the opening bracket"),
    ("let a = 1️⃣\u{201C}x\u{201D}", "invalid character '\u{201C}'; remove it"),
    ("let a = 1\0", "this file contains a zero byte and is not Swift source; remove it from the target"),
  ]

  @Test(arguments: refused)
  func `an invalid source is refused at the exact place`(marked: String, message: String) throws {
    let source = MarkedSource(marked)
    let found = try #require(problem(in: source.text))
    #expect(found.message == message)
    if marked.contains("1️⃣") { #expect(found.position == source["1️⃣"]) }
  }

  @Test func `bytes that are not UTF-8 are refused at the first of them`() {
    let sources: [([UInt8], Int)] = [
      ([0x61, 0x0A, 0x62, 0xFF], 2), ([0x0A, 0xC3], 1), ([0x0A, 0x20, 0xED, 0xA0, 0x80], 2), ([0x0A, 0xC0, 0x80], 1),
    ]
    for (bytes, column) in sources {
      #expect(throws: SyntaxProblem.self) { try parseSource(path: "", bytes: bytes) }
      do throws(SyntaxProblem) { _ = try parseSource(path: "", bytes: bytes) } catch {
        #expect(error.message == "this file is not UTF-8; save it as UTF-8")
        #expect((error.position.line, error.position.column) == (2, column))
      }
    }
  }

  @Test func `byte order marks, tabs and lone carriage returns are counted as in the compiler`() throws {
    let tree = try parseSource(path: "", text: "\u{FEFF}struct A {\r\n\tlet a: Int\r\tlet b: Int\n}")
    let type = try #require(tree.types.first)
    #expect((type.position.offset, type.position.line, type.position.column) == (3, 1, 4))
    #expect(type.properties.map(\.position.line) == [2, 3])
    #expect(type.properties.map(\.position.column) == [2, 2])
  }

  @Test func `an empty source is an empty tree`() throws {
    for text in ["", "\n", "// only\n", "\u{FEFF}", "#!/bin/sh"] {
      #expect(try parseSource(path: "", text: text).types.isEmpty)
    }
  }
}
