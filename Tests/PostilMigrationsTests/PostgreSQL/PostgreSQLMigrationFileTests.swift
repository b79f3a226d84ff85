import PostilEvolution
import PostilTranslation
import Testing

@Suite("Migration files for PostgreSQL")
struct PostgreSQLMigrationFileTests {
  private static let header = #"-- @migration(after: "1_create", schema: "8c1d")"# + "\n"

  private func script(_ text: String) throws(MigrationScriptError) -> MigrationScript {
    try MigrationScript(name: "2_next", text: Self.header + text, by: PostgreSQLScript.statements)
  }

  @Test(
    "A function is one statement, whatever its body contains",
    arguments: [
      """
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- don't
        -- @end
        RAISE 'it''s; ''; COMMIT;
        RETURN NULL;
      END
      $$
      """,
      "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $a$ SELECT $b$;'$b$; $a$",
      "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END",
      "SELECT $$;$$",
    ])
  func functions(_ function: String) throws {
    let script = try script(
      function + ";\n-- @precheck(newCheck, \"item\"): SELECT 1\n-- @rebuild(\"item\")\nSELECT 2;\n-- @end\n")
    #expect(script.statements.map(\.sql) == [function, "SELECT 2"])
    let line = 3 + function.split(separator: "\n").count
    #expect(script.statements.map(\.line) == [2, line + 1] && script.prechecks.map(\.line) == [line - 1])
  }

  @Test(
    "Errors have their places",
    arguments: [
      (
        "SELECT $$'$$;\nSELECT $a$ ;\n",
        "3:1: the statement doesn't end with ';', or a quote, a parenthesis or 'BEGIN' in it isn't closed"
      ),
      ("SELECT $$'\n$$; -- @end", "3:8: '@end' must be on a line of its own, between two statements"),
      (
        "SELECT $$'$$;\n\n COMMIT;",
        "4:2: 'COMMIT' isn't allowed in a migration, which runs in one transaction; remove it"
      ),
    ])
  func places(text: String, message: String) {
    let error = #expect(throws: MigrationScriptError.self) { try script(text) }
    #expect(error?.problems.map { "\($0.line):\($0.column): \($0.message)" } == [message])
  }

  @Test(
    "Statements that end the migration's transaction are refused",
    arguments: ["ABORT", "start TRANSACTION", "Prepare TRANSACTION 'a'", "END", "ROLLBACK"])
  func transactions(statement: String) {
    let word = statement.prefix { $0 != " " }.uppercased()
    let error = #expect(throws: MigrationScriptError.self) { try script("SELECT 1;\n\(statement);\n") }
    #expect(
      error?.problems.map { "\($0.line): \($0.message)" } == [
        "3: '\(word)' isn't allowed in a migration, which runs in one transaction; remove it"
      ])
  }

  @Test("A prepared statement isn't a transaction")
  func preparedStatement() throws {
    let statements = ["PREPARE a AS SELECT 1", "EXECUTE a", "DEALLOCATE a"]
    #expect(try script(statements.map { $0 + ";\n" }.joined()).statements.map(\.sql) == statements)
  }

  @Test("The query of a pre-check is read by PostgreSQL's rules, up to its semicolon")
  func precheck() throws {
    let query = "SELECT count(*) FROM item WHERE note = $a$;'$a$ /* 1; /* 2 */ */ OR note = E'\\';'"
    #expect(
      try script("-- @precheck(newCheck, \"item\"): \(query); -- rows\nSELECT 1;\n").prechecks.map(\.query) == [query])
  }
}
