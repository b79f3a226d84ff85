import PostilMigrations
import PostilSchema
import Testing

/// Tables that `ALTER TABLE` gave a required column: its default stays in the file, and no comparison minds.
@Suite("Values of new columns in existing rows")
struct InitialValueTests {
  private let plain = model("Item", "var title: String")
  private let done = model("Item", "var title: String", "var done = false")
  private let rows = "INSERT INTO item (id, title) VALUES (1, 'a'), (2, 'b');"

  /// A database that was made with one set of models and migrated to another.
  private func migrated(_ from: String, _ to: String) throws -> (ddl: String, rows: String, database: Database) {
    let migration = try Migration(models: from, rows: rows, to: to)
    try migration.apply()
    let ddl = try migration.database.rows("SELECT sql FROM sqlite_schema WHERE type = 'table'").map {
      "\($0[0] ?? "");"
    }
    return (
      ddl.joined(separator: "\n"), "INSERT INTO item (id, title, done) VALUES (1, 'a', 0), (2, 'b', 1);",
      migration.database
    )
  }

  @Test func theStatementHasTheDefaultUnderItsName() throws {
    let migration = try Migration(models: plain, rows: rows, to: done)
    #expect(
      migration.plan.text(nil) == """
        -- Table 'item': column 'done' is added, check 'item_done_range' is added.
        ALTER TABLE "item" ADD COLUMN "done" INTEGER NOT NULL CONSTRAINT "postil_initial_value" DEFAULT 0 CONSTRAINT "item_done_range" CHECK ("done" IN (0, 1));

        """)
    try migration.roundTrip("SELECT title, done FROM item")
  }

  @Test func nothingIsPlannedForIt() throws {
    let old = try migrated(plain, done)
    let schema = try compiled(done)
    #expect(try Migration(ddl: old.ddl, to: schema.script().text, schema: schema).plan.isEmpty)
    #expect(try Migration(ddl: schema.script().text, to: old.ddl).plan.isEmpty)
  }

  @Test(arguments: [
    (model("Item", "var title: Int", "var done = false"), ["item"], "SELECT id || done FROM item WHERE 0"),
    (model("Item", "var title: String", "var done: Bool?"), ["item"], "SELECT id || done FROM item"),
    (
      model("Item", "var title: String", "var done: Bool // @default(sql: \"0\")"), ["item"],
      "SELECT id || done FROM item"
    ),
    (
      model("Item", "var title: String", "var ready: Bool // @renamed(from: \"done\")"), [],
      "SELECT id || ready FROM item"
    ),
    (model("Item", "var title: String", "var done = false", "var size = 5"), [], "SELECT id || done FROM item"),
    (
      model("Thing", "var title: String", "var done = false", notes: "@renamed(from: \"item\")"), [],
      "SELECT id || done FROM thing"
    ),
  ])
  func theTableChangesFurtherAndBack(_ to: String, _ rebuilds: [String], _ query: String) throws {
    let old = try migrated(plain, done)
    let schema = try compiled(to)
    let isConverted = query.hasSuffix("WHERE 0")
    let migration = try Migration(
      ddl: old.ddl, rows: isConverted ? "" : old.rows, to: schema.script().text, schema: schema)
    #expect(migration.plan.rebuiltTables == rebuilds, "\(migration.text)")
    try migration.apply()
    #expect(try migration.database.quoted(query) == (isConverted ? [] : [["10"], ["21"]]))
    try migration.undo()
    try migration.apply()
  }

  @Test func aDefaultOfAnotherNameIsADifference() throws {
    let schema = try compiled(done)
    let ddl = schema.script().text.replacing("\"done\"  INTEGER NOT NULL", with: "\"done\" INTEGER NOT NULL DEFAULT 0")
    #expect(ddl != schema.script().text)
    #expect(try Migration(ddl: ddl, to: schema.script().text, schema: schema).plan.rebuiltTables == ["item"])
  }

  @Test func aColumnThatCanBeNullHasTheDefaultForWhatItIs() throws {
    let schema = try compiled(model("Item", "var title: String", "var done: Bool?"))
    let ddl = schema.script().text.replacing(
      "\"done\"  INTEGER", with: "\"done\" INTEGER CONSTRAINT \"postil_initial_value\" DEFAULT 0")
    #expect(ddl != schema.script().text)
    #expect(try Migration(ddl: ddl, to: schema.script().text, schema: schema).plan.rebuiltTables == ["item"])
  }
}
