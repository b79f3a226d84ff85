import PostilSQL
import PostilTranslation
import Testing

@Suite("Scripts for PostgreSQL")
struct PostgreSQLScriptTests {
  @Test(
    "A script is split at the semicolons between statements",
    arguments: [
      ("", [""]), (" ;; x -- nothing;\n/* ; /* ; */ ; */", ["", "", "x"]), ("SELECT 1", ["SELECT 1"]),
      ("-- a;\rSELECT 1 ; \n SELECT 2;", ["SELECT 1", "SELECT 2", ""]),
      ("SELECT ';', \";\", '''; ', $1; x", ["SELECT ';', \";\", '''; ', $1", "x"]),
      (#"SELECT E'\'; ', '\'; x"#, [#"SELECT E'\'; ', '\'"#, "x"]),
      ("SELECT $$;$$, $a$ ;$$; $a$, a$b$c, ü$b$c; x", ["SELECT $$;$$, $a$ ;$$; $a$, a$b$c, ü$b$c", "x"]),
      ("AS $$BEGIN\n-- don't;\nEND;$$; x", ["AS $$BEGIN\n-- don't;\nEND;$$", "x"]),
      ("AS $a$ SELECT $ü$ '; $ü$; /* $a$; x", ["AS $a$ SELECT $ü$ '; $ü$; /* $a$", "x"]),
      ("SELECT a[1], `b; 'c]'; x", ["SELECT a[1], `b", "'c]'", "x"]),
      (
        "CREATE RULE r AS ON INSERT TO t DO (DELETE FROM a; DELETE FROM b); x",
        ["CREATE RULE r AS ON INSERT TO t DO (DELETE FROM a; DELETE FROM b)", "x"]
      ),
      (
        "CREATE OR REPLACE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; BEGIN; END",
        [
          "CREATE OR REPLACE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END",
          "BEGIN", "END",
        ]
      ),
      ("x; SELECT 'open; x", ["x", "SELECT 'open; x"]), ("SELECT $$ open; x", ["SELECT $$ open; x"]),
      ("SELECT 1 /* open; x", ["SELECT 1 /* open; x"]), ("SELECT E'\\", ["SELECT E'\\"]), (")); x", ["))", "x"]),
      ("SELECT (1; x;", ["SELECT (1; x;"]), ("SELECT $", ["SELECT $"]), ("SELECT $a", ["SELECT $a"]),
    ] as [(String, [String])])
  func splitting(script: String, expected: [String]) {
    let statements = PostgreSQLScript.statements(of: script).map { $0.filter { $0.kind != .comment } }
    #expect(
      statements.map { tokens in
        guard let first = tokens.first, let last = tokens.last else { return "" }
        return String(script[first.source.startIndex..<last.source.endIndex])
      } == expected)
    for token in statements.joined() {
      let before = script[..<token.source.startIndex].utf8
      #expect(token.offset == before.count)
      #expect(token.isSpaced == before.last.map { [0x0A, 0x0D, 0x20].contains($0) } ?? false)
    }
  }

  @Test("Comments are between and in statements")
  func comments() {
    let statements = PostgreSQLScript.statements(of: "-- a\n/* b /* c */ */ SELECT -- d\n 1; -- e")
    #expect(
      statements.map { $0.filter { $0.kind == .comment }.map(\.source) } == [
        ["-- a", "/* b /* c */ */", "-- d"], ["-- e"],
      ])
  }
}
