import Foundation
import PostilTestSupport
import Testing

@Suite("postil migrate new: changes that can lose rows or fail")
struct MigrationRiskTests {
  @Test("A change that loses values is refused until it is allowed, with the option and the query")
  func loss() throws {
    let tool = try Tool.project(Version.withNote)
    let refused = try tool.move(to: Version.first, "drop_note", at: 1)
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.errors == """
        Tasks/Item.swift:3:8: error: column 'note' of 'item' will be dropped with its values; keep the property, or pass '--allow \
        dropColumn:item.note' [dropColumn]
        Tasks/Item.swift:3:8: note: this query counts the rows that would lose values: SELECT count(*) FROM "item" WHERE "note" \
        IS NOT NULL

        """)
    #expect(
      try tool.names(in: "Tasks/Migrations") == [
        "20261121183000_create.down.sql", "20261121183000_create.schema.json", "20261121183000_create.sql",
      ])

    let other = try tool.move(to: Version.first, "drop_note", at: 1, "--allow", "dropColumn:item.title")
    #expect(other.status == 1)
    let allowed = try tool.move(to: Version.first, "drop_note", at: 1, "--allow", "dropColumn:item.note")
    #expect(allowed.status == 0, "\(allowed.errors)")
    let text = try tool.read("Tasks/Migrations/20261121183001_drop_note.sql")
    #expect(
      text == """
        -- Drop note.
        -- @migration(after: "20261121183000_create", schema: "3d5c42364ae267b2")

        -- Table 'item': column 'note' is dropped.
        -- @precheck(dropColumn, "item.note"): SELECT count(*) FROM "item" WHERE "note" IS NOT NULL
        -- @allow(dropColumn, "item.note")
        ALTER TABLE "item" DROP COLUMN "note";

        """)
  }

  @Test("The messages for synced tables say what the change means for devices")
  func synced() throws {
    func source(_ properties: String) -> String {
      "import Foundation\n\n// @table\n// @sync\nstruct Item: Sendable {\n  let id: UUID\n  var title: String\n  \(properties)\n}\n"
    }
    let tool = try Tool.project(source("var note: String?"))
    let dropped = try tool.move(to: source(""), "drop_note", at: 1)
    #expect(
      dropped.errors.hasSuffix(
        "note: devices whose program still has 'item.note' can't send changes of it after the server's migration, and keep them "
          + "until they are updated\n"), "\(dropped.errors)")
    let required = try tool.move(to: source("var note: String?\n  var day: Int"), "add_day", at: 1)
    #expect(
      required.errors.hasSuffix(
        "note: the server refuses new rows of devices whose program has no 'item.day' yet; give the column a default in the "
          + "database with '@default(sql:)'\n"), "\(required.errors)")
  }

  @Test("The message for a new required column explains how to fill it, and following it migrates the rows")
  func newRequired() throws {
    let tool = try Tool.project()
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    let database = try RawDatabase(path: tool.folder.path("tasks.sqlite"))
    try database.execute("INSERT INTO item (title) VALUES ('Oil the door')")
    let required = Version.source("var title: String\n  var dueDay: Int")
    let refused = try tool.move(to: required, "add_due_day", at: 1)
    #expect(
      refused.errors == """
        Tasks/Item.swift:6:7: error: column 'due_day' of 'item' is new and required, but has no value for existing rows; give \
        the property a literal default or '@default(sql:)', or make it optional; or pass '--allow newRequired:item.due_day', \
        then replace 'NULL AS "due_day"' in the file with a value and delete the '@precheck' and '@allow' lines of 'item.due_day' \
        [newRequired]
        Tasks/Item.swift:6:7: note: this query counts the rows that would be refused: SELECT count(*) FROM "item"

        """)
    let written = try tool.move(to: required, "add_due_day", at: 1, "--allow", "newRequired:item.due_day")
    #expect(written.status == 0, "\(written.errors)")
    let path = "Tasks/Migrations/20261121183001_add_due_day.sql"
    let text = try tool.read(path)
    #expect(
      text == """
        -- Add due day.
        -- @migration(after: "20261121183000_create", schema: "da3c04032b1d675b")

        -- Table 'item' is rebuilt: column 'due_day' is added.
        -- Existing rows need a value for 'due_day': replace 'NULL AS "due_day"' with it, and delete the '@precheck' and '@allow' \
        lines of 'item.due_day'.
        -- @precheck(newRequired, "item.due_day"): SELECT count(*) FROM "item"
        -- @allow(newRequired, "item.due_day")
        -- @rebuild("item")
        PRAGMA legacy_alter_table = ON;
        CREATE TABLE "postil_new_item" (
          "id"      INTEGER NOT NULL,
          "title"   TEXT    NOT NULL,
          "due_day" INTEGER NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;
        INSERT INTO "postil_new_item" ("id", "title", "due_day")
        SELECT "id",
          "title",
          NULL AS "due_day"
        FROM "item";
        DROP TABLE "item";
        ALTER TABLE "postil_new_item" RENAME TO "item";
        PRAGMA legacy_alter_table = OFF;
        -- @end

        """)
    let lines = text.replacing("NULL AS \"due_day\"", with: "7 AS \"due_day\"").split(
      separator: "\n", omittingEmptySubsequences: false)
    try tool.write(
      lines.filter { !$0.hasPrefix("-- @precheck") && !$0.hasPrefix("-- @allow") }.joined(separator: "\n"), to: path)
    let applied = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(try database.rows("SELECT title, due_day FROM item") == [["Oil the door", "7"]])
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
  }

  @Test("Removing 'sql:' from a model asks about its check")
  func lostChecks() throws {
    func models(_ note: String, _ price: String = "") -> String {
      "// @table\(note)\nstruct Item: Sendable {\n  let id: ID\n  var price: Int\(price)\n}\n"
    }
    let stated =
      #"(sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, price INTEGER NOT NULL CHECK (price > 0)) STRICT")"#
    let tool = try Tool.project(models(stated))
    let refused = try tool.move(to: models(""), "own", at: 1)
    #expect(
      refused.errors == """
        Tasks/Item.swift:4:7: error: table 'item' loses the check 'price > 0', which is in its old statement
        Tasks/Item.swift:4:7: note: to keep it, write '// @check("price > 0")' above the property of column 'price'
        Tasks/Item.swift:4:7: note: to drop it, pass '--allow dropConstraint:item.price'

        """)
    #expect(try tool.names(in: "Tasks/Migrations").count == 3)
    #expect(try tool.move(to: models(""), "own", at: 1, "--allow", "dropConstraint:item.price").status == 0)
    for name in ["own.sql", "own.down.sql"] { try tool.remove("Tasks/Migrations/20261121183001_\(name)") }
    let kept = try tool.move(to: models("", "  // @check(\"price > 0\")"), "own", at: 1)
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(
      try tool.read("Tasks/Migrations/20261121183001_own.sql") == """
        -- Own.
        -- @migration(after: "20261121183000_create", schema: "3890cafe64177dd3")

        -- Table 'item' is rebuilt: column 'id' becomes NOT NULL.
        -- @rebuild("item")
        PRAGMA legacy_alter_table = ON;
        CREATE TABLE "postil_new_item" (
          "id"    INTEGER NOT NULL,
          "price" INTEGER NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "item_price_check" CHECK (price > 0)
        ) STRICT;
        INSERT INTO "postil_new_item" ("id", "price")
        SELECT "id", "price"
        FROM "item";
        DROP TABLE "item";
        ALTER TABLE "postil_new_item" RENAME TO "item";
        PRAGMA legacy_alter_table = OFF;
        -- @end

        """)
  }
}
