@testable import PostilMigrations
import PostilSchema
import Testing

@Suite("Added, dropped and changed tables")
struct TableTests {
  private let item =
    "CREATE TABLE \"item\" (\n  \"id\" INTEGER NOT NULL,\n  \"title\" TEXT NOT NULL,\n  CONSTRAINT \"item_pkey\" PRIMARY KEY (\"id\")\n) STRICT;"

  @Test func theFirstMigrationIsTheDDL() throws {
    let models = """
      /// A project.
      // @table
      struct Project: Sendable { let id: ID; var name: String }
      // @table @index(title)
      struct Item: Sendable { let id: ID; var title: String; var done = false; var projectID: Project.ID // @references(inverse: items, onDelete: cascade)
      }
      """
    let schema = try compiled(models)
    let migration = try Migration(ddl: "", to: schema.script().text, schema: schema)
    #expect(migration.plan.text(nil) == schema.script().text)
    try migration.apply()
    #expect(migration.plan.findings.isEmpty)
    try migration.undo()
  }

  @Test func nothingIsPlannedWhereNothingDiffers() throws {
    let migration = try Migration(ddl: item, to: item)
    #expect(migration.plan.isEmpty)
    #expect(migration.plan.undo == .nothing)
  }

  @Test func aTableGoesWithAWord() throws {
    let migration = try Migration(
      ddl: item, rows: "INSERT INTO item VALUES (1, 'a'), (2, 'b')", to: "", allowing: ["dropTable"])
    #expect(try migration.counts() == ["dropTable item 2"])
    #expect(migration.plan.unallowed.isEmpty)
    #expect(migration.plan.undo == .impossible(reason: "'item' loses its values (dropTable)"))
    #expect(
      migration.text == """
        -- A change.
        -- @migration(after: "before", schema: "0123456789abcdef")

        -- Table 'item' is dropped with all its rows.
        -- @precheck(dropTable, "item"): SELECT count(*) FROM "item"
        -- @allow(dropTable, "item")
        DROP TABLE "item";

        """)
    try migration.apply()
  }

  @Test func aColumnIsAddedByAlterTable() throws {
    let migration = try Migration(
      ddl: item, rows: "INSERT INTO item VALUES (1, 'a')",
      to: item.replacing("\"title\" TEXT NOT NULL,", with: "\"title\" TEXT NOT NULL, \"note\" TEXT,"))
    #expect(migration.plan.rebuiltTables.isEmpty)
    #expect(migration.text.contains("ALTER TABLE \"item\" ADD COLUMN \"note\" TEXT;"))
    try migration.roundTrip("SELECT id, title, note FROM item")
  }

  @Test func aTypeIsChangedByARebuild() throws {
    let migration = try Migration(
      ddl: item, rows: "INSERT INTO item VALUES (1, '12'), (2, '-3')",
      to: item.replacing("\"title\" TEXT", with: "\"title\" INTEGER"))
    #expect(migration.plan.rebuiltTables == ["item"])
    #expect(try migration.counts() == ["unconvertible item.title 0"])
    try migration.roundTrip("SELECT id, quote(title) FROM item")
    #expect(try migration.database.quoted("SELECT id, quote(title) FROM item") == [["1", "12"], ["2", "-3"]])
  }
}
