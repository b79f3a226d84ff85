import PostilStudio
import Testing

@Suite("Scripts for PostgreSQL")
struct ServerStatementTests {
  @Test(
    "A script is split at the semicolons between statements",
    arguments: [
      ("", []), (" ;; -- nothing;\n/* ; /* ; */ ; */", []), ("SELECT 1", ["SELECT 1"]),
      ("-- a;\nSELECT 1 ; \n SELECT 2;", ["SELECT 1", "SELECT 2"]),
      ("SELECT ';', \";\", '''; ', $1; SELECT 2", ["SELECT ';', \";\", '''; ', $1", "SELECT 2"]),
      (#"SELECT E'\'; ', '\'; SELECT 2"#, [#"SELECT E'\'; ', '\'"#, "SELECT 2"]),
      ("SELECT $$;$$, $a$ ;$$; $a$, a$b$c; x", ["SELECT $$;$$, $a$ ;$$; $a$, a$b$c", "x"]),
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
      ("SELECT 'open; SELECT 2", ["SELECT 'open; SELECT 2"]), ("SELECT $$ open; x", ["SELECT $$ open; x"]),
      ("SELECT 1 /* open; x", ["SELECT 1 /* open; x"]), ("SELECT E'\\", ["SELECT E'\\"]), (")); x", ["))", "x"]),
    ] as [(String, [String])])
  func splitting(script: String, expected: [String]) {
    let statements = ServerStatement.statements(of: script)
    #expect(statements.map(\.sql) == expected)
    for statement in statements {
      #expect(String(script.unicodeScalars.dropFirst(statement.offset)).hasPrefix(statement.sql))
    }
  }
}
