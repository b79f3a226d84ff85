import PostilMigrations
import PostilSchema
import Testing

@Suite("Questions before a plan")
struct ProblemTests {
  private let item = model("Item", "var title: String", "var note: String?")

  @Test func aDropBesideAnAddThatLooksLikeItStopsWithTheNoteForEitherMeaning() throws {
    let plan = try Migration(models: item, to: model("Item", "var title: String", "var text: String?")).plan
    #expect(
      plan.problems == [
        PlanProblem(
          table: "item", column: "text",
          message:
            "column 'note' of 'item' is missing from the models, and 'text' of the same type is new: this is either a rename or a drop",
          notes: [
            "for a rename, which keeps the values: write '// @renamed(from: \"note\")' above the property of 'text'",
            "for a drop and a new column: pass '--allow dropColumn:item.note'",
          ])
      ])
  }

  @Test func aWordForEveryDropAnswersEveryQuestion() throws {
    let to = model("Item", "var title: String", "var text: String?")
    let plan = try Migration(models: item, to: to, allowing: ["dropColumn"]).plan
    #expect(plan.problems.isEmpty && plan.unallowed.isEmpty)
    let thing = model("Thing", "var title: String", "var note: String?")
    let table = try Migration(models: item, to: thing, allowing: ["dropTable"]).plan
    #expect(table.problems.isEmpty && table.unallowed.isEmpty)
    #expect(try Migration(models: item, to: thing, allowing: ["dropColumn"]).plan.problems.count == 1)
    #expect(try Migration(models: item, to: to, allowing: ["dropColumn:item.note"]).plan.problems.isEmpty)
    #expect(try Migration(models: item, to: to, allowing: ["dropColumn:ITEM.Note"]).plan.problems.isEmpty)
  }

  @Test func aDropBesideAnAddOfAnotherTypeIsADrop() throws {
    let plan = try Migration(models: item, to: model("Item", "var title: String", "var size: Int?")).plan
    #expect(plan.problems.isEmpty && plan.unallowed.map(\.allowance) == ["dropColumn:item.note"])
  }

  @Test func aTableThatLooksLikeOneThatGoesStops() throws {
    let plan = try Migration(models: item, to: model("Thing", "var title: String", "var note: String?")).plan
    #expect(
      plan.problems == [
        PlanProblem(
          table: "thing",
          message: "table 'item' is missing from the models, and 'thing' is similar: this is either a rename or a drop",
          notes: [
            "for a rename, which keeps the rows: write '// @renamed(from: \"item\")' above the struct of 'thing'",
            "for a drop and a new table: pass '--allow dropTable:item'",
          ])
      ])
    let other = try Migration(models: item, to: model("Thing", "var size: Int", "var weight: Double")).plan
    #expect(other.problems.isEmpty)
  }

  @Test func pairsUnderAnotherNameStopToo() throws {
    let from =
      model("Item", "// @manyToMany(tags: Tag, inverse: items)") + model("Tag", "var name: String")
      + model("Box", "var name: String")
    let migration = try Migration(
      models: from,
      rows: "INSERT INTO item VALUES (1); INSERT INTO tag VALUES (7, 't'); INSERT INTO item_tags VALUES (1, 7)",
      to: from.replacing("tags: Tag, inverse: items", with: "words: Tag, inverse: entries"))
    #expect(
      migration.plan.problems.first?.notes.first
        == "for a rename, which keeps the pairs and their order: write '@renamed(from: \"tags\")' after the '@manyToMany' of "
        + "'words', on the same line")
    let renamed = try Migration(
      models: from,
      to: from.replacing("tags: Tag, inverse: items)", with: "words: Tag, inverse: entries) @renamed(from: \"tags\")"))
    #expect(renamed.plan.problems.isEmpty && renamed.plan.findings.isEmpty)
    let other = try Migration(
      models: from, to: from.replacing("tags: Tag, inverse: items", with: "boxes: Box, inverse: items"))
    #expect(other.plan.problems.isEmpty)
  }

  @Test func aNoteWhoseBothNamesAreThereIsRefused() throws {
    let from = "CREATE TABLE \"item\" (\"id\" INTEGER NOT NULL PRIMARY KEY, \"a\" TEXT, \"b\" TEXT) STRICT;"
    let to = try compiled(model("Item", "var b: String? // @renamed(from: \"a\")"))
    let plan = try Migration(ddl: from, to: to.script().text, schema: to).plan
    #expect(plan.problems.map(\.message) == ["column 'a' of 'item' can't be renamed to 'b', because both exist"])
  }

  @Test func wordsAreFindingsCodes() throws {
    #expect(throws: MigrationAllowance.Unknown(message: "unknown finding 'dropColum'; did you mean 'dropColumn'?")) {
      try MigrationAllowance("dropColum:item.note")
    }
    #expect(throws: MigrationAllowance.Unknown.self) { try MigrationAllowance("everything") }
    #expect(throws: MigrationAllowance.Unknown.self) { try MigrationAllowance("dropTable:") }
    let word = try MigrationAllowance("dropTable:item")
    #expect(word.code == .dropTable && word.subject == "item")
  }

  @Test func everyFindingSaysWhatToWrite() throws {
    let plan = try Migration(
      models: item, to: model("Item", "var title: Int // @unique", "var due: Int")
    ).plan
    #expect(
      Set(plan.findings.map(\.code)) == [.dropColumn, .newRequired, .unconvertible, .newUnique])
    for finding in plan.findings {
      #expect(finding.message.contains(";") && finding.message.contains("'"))
      #expect(!finding.query.contains("\n"))
    }
  }
}

@Suite("Scripts and files")
struct ScriptTests {
  @Test func aScriptBetweenTwoSchemasRunsInTheShell() throws {
    let (from, to) = (
      try compiled(model("Item", "var title: String")), try compiled(model("Item", "var title: Int"))
    )
    let (old, new) = (try Database(), try Database())
    try old.run(from.script().text)
    try new.run(to.script().text)
    let script = MigrationPlanner.script(from: try old.catalog(), to: try new.catalog(), schema: to)
    #expect(script.hasPrefix("PRAGMA foreign_keys = OFF;\nBEGIN;\n"))
    #expect(script.hasSuffix("COMMIT;\nPRAGMA foreign_keys = ON;\n"))
    #expect(!script.contains("-- @precheck"))
    try old.run(script)
    #expect(CatalogComparison.differences(found: try old.catalog(), expected: try new.catalog()).isEmpty)
    #expect(
      MigrationPlanner.script(from: try new.catalog(), to: try new.catalog(), schema: to)
        == "-- The schemas are the same.\n")
  }

  @Test func whatPeopleWroteNeverLooksLikeADirective() throws {
    let to = try compiled("/// @precheck(dropTable, \"item\"): x\n" + model("Item", "/// @end\nvar title: String"))
    let plan = try Migration(ddl: "", to: to.script().text, schema: to).plan
    let text = plan.text(MigrationHeader(description: ["@rebuild(\"x\")\nfoo"], after: [], schema: "s"))
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.filter { $0.hasPrefix("-- @") } == ["-- @migration(schema: \"s\")"])
  }

  @Test func textsInConditionsKeepTheirLineEnds() throws {
    let from = "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT) STRICT;"
    let to = "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT, CHECK (a <> 'x\ny')) STRICT;"
    let migration = try Migration(
      ddl: from, rows: "INSERT INTO t VALUES (1, 'x' || char(10) || 'y'), (2, 'xy')", to: to)
    #expect(try migration.counts() == ["newCheck t.a 1"])
  }
}

@Suite("SQLite versions")
struct EngineTests {
  /// What SQLite 3.53 does cannot be run by older ones: its own tests say what it takes.
  @Test func anEngineThatAltersConstraintsDoesWithoutARebuild() throws {
    let from =
      "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT, b TEXT NOT NULL, CONSTRAINT c CHECK (a <> '')) STRICT;"
    let to =
      "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a TEXT NOT NULL, b TEXT, CONSTRAINT c CHECK (b <> ''), CONSTRAINT d CHECK (a <> 'x')) STRICT;"
    let (old, new) = (try Database(), try Database())
    try old.run(from)
    try new.run(to)
    func planner(_ engine: SQLiteVersion) throws -> MigrationPlanner {
      MigrationPlanner(from: try old.catalog(), to: try new.catalog(), schema: nil, engine: engine)
    }
    #expect(try planner(.floor).plan().rebuiltTables == ["t"])
    #expect(
      try planner(SQLiteVersion(3, 53)).plan().steps.flatMap(\.statements) == [
        "ALTER TABLE \"t\" DROP CONSTRAINT \"c\"", "ALTER TABLE \"t\" ALTER COLUMN \"a\" SET NOT NULL",
        "ALTER TABLE \"t\" ALTER COLUMN \"b\" DROP NOT NULL", "ALTER TABLE \"t\" ADD CONSTRAINT \"c\" CHECK (b <> '')",
        "ALTER TABLE \"t\" ADD CONSTRAINT \"d\" CHECK (a <> 'x')",
      ])
  }

  @Test func findingsOfOneSubjectAreOne() throws {
    let from = "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a INTEGER) STRICT;"
    let to = "CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a INTEGER, CHECK (a > 1), CHECK (a < 9)) STRICT;"
    let migration = try Migration(ddl: from, rows: "INSERT INTO t VALUES (1, 0), (2, 5), (3, 10)", to: to)
    #expect(try migration.counts() == ["newCheck t.a 2"])
  }
}
