import PostilSQL
import Testing

@Suite("The tokens of SQL")
struct SQLLexerTests {
  @Test(
    "have the kinds that SQLite gives them",
    arguments: [
      ("a $b é_1", [("a", .word), ("$b", .parameter), ("é_1", .word)]),
      (#""a""b" `c` [d]"#, [(#""a""b""#, .quotedName), ("`c`", .quotedName), ("[d]", .quotedName)]),
      ("'it''s' x'0F' X''", [("'it''s'", .text), ("x'0F'", .blob), ("X''", .blob)]),
      (
        "1 1.5e-3 .5 0x1F 1e",
        [("1", .number), ("1.5e-3", .number), (".5", .number), ("0x1F", .number), ("1e", .number)]
      ),
      (
        "? ?12 :a @b #c : $",
        [
          ("?", .parameter), ("?12", .parameter), (":a", .parameter), ("@b", .parameter), ("#c", .parameter),
          (":", .symbol),
          ("$", .symbol),
        ]
      ),
      (
        "a->>b<=c||d!e",
        [
          ("a", .word), ("->>", .symbol), ("b", .word), ("<=", .symbol), ("c", .word), ("||", .symbol), ("d", .word),
          ("!", .symbol), ("e", .word),
        ]
      ),
      (
        "a - -1 /* b */ -- c\n+2",
        [("a", .word), ("-", .symbol), ("-", .symbol), ("1", .number), ("+", .symbol), ("2", .number)]
      ),
      ("a 'b; c", [("a", .word), ("'b; c", .unclosed)]),
      ("a /* b", [("a", .word)]),
    ] as [(String, [(String, SQLToken.Kind)])])
  func kinds(sql: String, expected: [(String, SQLToken.Kind)]) {
    let tokens = SQLLexer.tokens(of: sql)
    #expect(tokens.map { String($0.source) } == expected.map(\.0))
    #expect(tokens.map(\.kind) == expected.map(\.1))
  }

  @Test("and the spaces and comments between them are the whole text")
  func whole() {
    let sql = "SELECT 'é' /* x */ , \"e\u{301}\"\t-- y\r\n FROM t WHERE a=:b;\0 'c"
    let tokens = SQLLexer.tokens(of: sql, withComments: true)
    #expect(tokens.filter { $0.kind == .comment }.map(\.source) == ["/* x */", "-- y\r"])
    var end = 0
    for token in tokens {
      let gap = Array(sql.utf8)[end..<token.offset]
      #expect(gap.allSatisfy { $0 <= 0x20 } && token.isSpaced == !gap.isEmpty)
      #expect(Array(Array(sql.utf8)[token.range]) == Array(token.source.utf8))
      end = token.range.upperBound
    }
    #expect(end == sql.utf8.count)
  }

  @Test("have names without quotes, and a meaning")
  func names() {
    let tokens = SQLLexer.tokens(of: #"SELECT "A""b", [C d], `e`, 'F''g', :h FROM T"#)
    #expect(tokens.filter { !$0.is(",") }.map(\.name) == ["SELECT", #"A"b"#, "C d", "e", "F'g", "h", "FROM", "T"])
    #expect(tokens.names == ["SELECT", #"A"b"#, "C d", "e", "FROM", "T"])
    #expect(tokens.meaning == #"select "a""b" , "c d" , e , 'F''g' , :h from t"#)
    #expect(tokens[0].is("select") && !tokens[5].is("e") && tokens[5].isQuoted)
  }

  @Test("are divided at symbols outside parentheses")
  func parts() {
    let tokens = SQLLexer.tokens(of: "a (b, c), d; 'e;f', ;g")
    #expect(tokens.splitAtCommas.map(\.onOneLine) == ["a (b, c)", "d; 'e;f'", ";g"])
    #expect(tokens.split(at: ";").map(\.onOneLine) == ["a (b, c), d", "'e;f',", "g"])
    #expect(tokens.closing(of: 1) == 5 && tokens.closing(of: 2) == 2)
    #expect(SQLLexer.tokens(of: "(a, (b)").closing(of: 0) == nil)
  }
}
