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

  private static let pages = """
    // @table
    // @manyToMany(tags: Tag, inverse: seenIDsOfUsers)
    // @hasMany(iOSSteps: Step, inverse: page, ordered, max: 9)
    // @fullText(pageIDsRead)
    struct UserIDsSeen: Sendable {
      let id: ID
      var iOSVersion: String  // @index
      var pageIDsRead: String  // @check("length(page_ids_read) > 0") @unique
    }
    // @table
    struct Step: Sendable {
      let id: ID
      var pageID: UserIDsSeen.ID  // @references
    }
    // @table
    struct Tag: Sendable {
      let id: ID
      var userIDsSeenID: UserIDsSeen.ID?  // @references(inverse: own)
    }
    """

  /// What the models gave by the rule of earlier versions.
  private static func formerSchema() throws -> Schema {
    let record = try SchemaRecord(compiled(pages)).text()
    let former = record.replacing("user_ids_seen", with: "user_i_ds_seen")
      .replacing("ios_version", with: "i_os_version").replacing("page_ids_read", with: "page_i_ds_read")
      .replacing("seen_ids_of_users", with: "seen_i_ds_of_users").replacing("ios_steps", with: "i_os_steps")
    return try SchemaRecord(text: former).schema
  }

  @Test func namesOfAnEarlierRuleAreRenamed() throws {
    let schema = try compiled(Self.pages)
    let migration = try Migration(
      try Self.formerSchema(),
      rows: """
        INSERT INTO user_i_ds_seen VALUES (1, '18.1', '7,8'); INSERT INTO tag VALUES (3, 1);
        INSERT INTO step (id, page_id) VALUES (5, 1), (6, 1);
        INSERT INTO tag_seen_i_ds_of_users (user_i_ds_seen_id, tag_id) VALUES (1, 3);
        """,
      to: schema)
    #expect(migration.plan.problems.isEmpty && migration.plan.findings.isEmpty)
    let renames = migration.text.split(separator: "\n").filter { $0.contains("RENAME COLUMN") }
    #expect(
      renames == [
        #"ALTER TABLE "user_ids_seen" RENAME COLUMN "i_os_version" TO "ios_version";"#,
        #"ALTER TABLE "user_ids_seen" RENAME COLUMN "page_i_ds_read" TO "page_ids_read";"#,
        #"ALTER TABLE "step" RENAME COLUMN "i_os_steps_position" TO "ios_steps_position";"#,
        #"ALTER TABLE "tag" RENAME COLUMN "user_i_ds_seen_id" TO "user_ids_seen_id";"#,
        #"ALTER TABLE "tag_seen_ids_of_users" RENAME COLUMN "user_i_ds_seen_id" TO "user_ids_seen_id";"#,
      ], "\(migration.text)")
    #expect(migration.text.contains(#"ALTER TABLE "user_i_ds_seen" RENAME TO "user_ids_seen";"#))
    #expect(migration.text.contains(#"ALTER TABLE "tag_seen_i_ds_of_users" RENAME TO "tag_seen_ids_of_users";"#))
    try migration.roundTrip(
      """
      SELECT s.id, ios_version, page_ids_read, t.tag_id, g.user_ids_seen_id FROM user_ids_seen s
      JOIN tag_seen_ids_of_users t ON t.user_ids_seen_id = s.id JOIN tag g ON g.id = t.tag_id
      """)
    #expect(
      try migration.database.quoted("SELECT quote(page_ids_read) FROM user_ids_seen JOIN tag_seen_ids_of_users") == [
        ["'7,8'"]
      ])
    // Constraints keep their names, which nothing but their messages use.
    let names = try migration.database.quoted(
      """
      SELECT name FROM (
        SELECT name FROM sqlite_schema UNION ALL SELECT c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c)
      WHERE name LIKE '%\\_i\\_%' ESCAPE '\\'
      """)
    #expect(names == [])
  }

  @Test func namesOfTheSameLettersAreNotGuessedWhereThereAreSeveral() throws {
    let former = model("Item", "var a_bc: String?", "var ab_c: String?")
    let plan = try Migration(models: former, to: model("Item", "var abc: String?")).plan
    #expect(plan.problems.map(\.table) == ["item", "item"])
    #expect(!plan.text(nil).contains("RENAME"))
  }
}
