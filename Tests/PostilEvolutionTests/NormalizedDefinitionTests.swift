import PostilEvolution
import PostilSQL
import Testing

@Suite("Normalized table definitions")
struct NormalizedDefinitionTests {
  private func differences(_ found: String, _ expected: String) throws -> [String] {
    try #require(TableDefinition(found)).differences(from: try #require(TableDefinition(expected)))
  }

  @Test func constraintsBehindColumnsAreThoseOfTheTable() throws {
    let inline = """
      CREATE TABLE item (id INTEGER NOT NULL CONSTRAINT item_pkey PRIMARY KEY, a TEXT CONSTRAINT a_key UNIQUE DEFAULT 'x',
      b INTEGER CONSTRAINT b_check CHECK (b > a) CONSTRAINT b_fkey REFERENCES "project" (id) ON DELETE SET NULL)
      """
    let whole = """
      CREATE TABLE "item" ("b" INTEGER, "a" TEXT DEFAULT ('x'), "id" INTEGER NOT NULL, CONSTRAINT "b_check" CHECK (b > a),
      CONSTRAINT "b_fkey" FOREIGN KEY ("b") REFERENCES "project" ("id") ON DELETE SET NULL,
      CONSTRAINT "a_key" UNIQUE ("a"), CONSTRAINT "item_pkey" PRIMARY KEY ("id"))
      """
    #expect(try differences(inline, whole).isEmpty && differences(whole, inline).isEmpty)
  }

  @Test func whatDiffersIsSaidOfTheConstraint() throws {
    let found = "CREATE TABLE t (a TEXT CONSTRAINT a_check CHECK (a > ''))"
    #expect(
      try differences(found, "CREATE TABLE t (a TEXT, CONSTRAINT a_check CHECK (a > 'b'))") == [
        "CONSTRAINT \"a_check\" CHECK (a > '') should be CONSTRAINT \"a_check\" CHECK (a > 'b')"
      ])
    #expect(
      try differences(found, "CREATE TABLE t (a TEXT)") == [
        "unexpected CONSTRAINT \"a_check\" CHECK (a > '')"
      ])
    #expect(
      try differences("CREATE TABLE t (a TEXT)", "CREATE TABLE t (a TEXT NOT NULL)") == [
        "column a TEXT should be a TEXT NOT NULL"
      ])
  }

  @Test func theNamesOfConstraintsMakeNoDifferenceAndThoseOfChecksAreFound() throws {
    let found =
      "CREATE TABLE t (a TEXT CONSTRAINT old_check CHECK (a > ''), b TEXT, CONSTRAINT same CHECK (b > ''), UNIQUE (a))"
    let expected =
      "CREATE TABLE t (a TEXT, b TEXT, CONSTRAINT t_key UNIQUE (a), CONSTRAINT t_a_check CHECK (a > ''), CONSTRAINT Same CHECK (b > ''))"
    #expect(try differences(found, expected).isEmpty && differences(expected, found).isEmpty)
    let (table, program) = (try #require(TableDefinition(found)), try #require(TableDefinition(expected)))
    #expect(table.checkNames(in: program) == ["old_check": "t_a_check"])
    #expect(program.checkNames(in: program).isEmpty)
  }

  @Test func theValueOfOlderRowsMakesNoDifferenceWhereNullIsRefused() throws {
    func table(_ column: String) -> String { "CREATE TABLE t (a INTEGER \(column))" }
    let older = "CONSTRAINT \"postil_initial_value\" DEFAULT 0"
    #expect(try differences(table("NOT NULL \(older)"), table("NOT NULL")).isEmpty)
    #expect(try differences(table("\(older) NOT NULL"), table("NOT NULL \(older.replacing("0", with: "7"))")).isEmpty)
    #expect(
      try differences(table(older), table("")) == [
        "column a INTEGER DEFAULT 0 should be a INTEGER"
      ])
    #expect(
      try differences(table("NOT NULL DEFAULT 0"), table("NOT NULL")) == [
        "column a INTEGER NOT NULL DEFAULT 0 should be a INTEGER NOT NULL"
      ])
    #expect(try !differences(table("NOT NULL \(older)"), table("NOT NULL DEFAULT 0")).isEmpty)
  }

  @Test func namesDifferInLettersBeyondASCII() throws {
    #expect(try differences("CREATE TABLE t (A TEXT)", "CREATE TABLE T (a TEXT)").isEmpty)
    #expect(
      try differences("CREATE TABLE t (Ä TEXT)", "CREATE TABLE t (ä TEXT)") == [
        "column ä TEXT is missing", "unexpected column Ä TEXT",
      ])
  }

  @Test func aKeyThatCountsUpIsAnotherKey() throws {
    let found = "CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT)"
    #expect(try !differences(found, "CREATE TABLE t (a INTEGER, PRIMARY KEY (a))").isEmpty)
  }

  @Test func howAGenerationIsWrittenMakesNoDifference() throws {
    let found = "CREATE TABLE t (a INTEGER, b INTEGER AS (a + 1))"
    #expect(try differences(found, "CREATE TABLE t (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1) VIRTUAL)").isEmpty)
    #expect(try !differences(found, "CREATE TABLE t (a INTEGER, b INTEGER AS (a + 1) STORED)").isEmpty)
  }
}
