import Foundation
import PostilTestSupport
import Testing

@Suite("postil migrate new: renamed and moved rows")
struct RenamesAndMovesTests {
  @Test("Columns are exchanged once, even if the annotations stay in the models")
  func swap() throws {
    let tool = try Tool.project(Version.source("var a: String\n  var b: String"))
    #expect(try tool.run("migrate", "apply", "items.sqlite", "Tasks").status == 0)
    let items = try RawDatabase(path: tool.folder.path("items.sqlite"))
    try items.execute("INSERT INTO item (a, b) VALUES ('was a', 'was b')")
    try tool.write(Version.swapped, to: "Tasks/Item.swift")
    #expect(
      try tool.run("migrate", "verify", "Tasks").errors == """
        Tasks/Migrations: error: '@renamed(from:)' exchanges names in 'item', but no migration does; write it with 'postil migrate new NAME PATH'

        """)
    let result = try tool.move(to: Version.swapped, "swap", at: 1)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    #expect(try tool.run("migrate", "apply", "items.sqlite", "Tasks").status == 0)
    #expect(try items.rows("SELECT a, b FROM item") == [["was b", "was a"]])
    let again = try tool.run("migrate", "new", "again", "Tasks")
    #expect(again.errors == "Tasks: the migrations match the models; nothing was written\n")
    #expect(try tool.run("migrate", "down", "items.sqlite", "Tasks").status == 0)
    #expect(try items.rows("SELECT a, b FROM item") == [["was a", "was b"]])
  }

  @Test("A database with renamed and added columns has no drift, and neither does a new one")
  func laggingNames() throws {
    let tool = try Tool.project(Version.source("var title: String  // @unique @check(\"title <> ''\")"))
    #expect(try tool.run("migrate", "apply", "old.sqlite", "Tasks").status == 0)
    let renamed = Version.source(
      "var name: String  // @unique @check(\"name <> ''\") @renamed(from: \"title\")\n  var done = false",
      notes: "@renamed(from: \"item\")"
    ).replacing("struct Item", with: "struct Entry")
    let result = try tool.move(to: renamed, "rename", at: 1)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try tool.read("Tasks/Migrations/20261121183001_rename.sql") == """
        -- Rename.
        -- @migration(after: "20261121183000_create", schema: "bb9901fab73a1b53")

        -- Table 'item' is renamed to 'entry'.
        -- Column 'title' of table 'entry' is renamed to 'name'.
        ALTER TABLE "item" RENAME TO "entry";
        ALTER TABLE "entry" RENAME COLUMN "title" TO "name";

        -- Table 'entry': column 'done' is added, check 'entry_done_range' is added.
        ALTER TABLE "entry" ADD COLUMN "done" INTEGER NOT NULL CONSTRAINT "postil_initial_value" DEFAULT 0 CONSTRAINT \
        "entry_done_range" CHECK ("done" IN (0, 1));

        """)
    #expect(try tool.run("migrate", "apply", "old.sqlite", "Tasks").status == 0)
    let status = try tool.run("migrate", "status", "old.sqlite", "Tasks")
    #expect(status.status == 0 && status.errors.isEmpty)
    #expect(
      status.output.withFixedTimes == """
        old.sqlite: 2 migrations applied
          applied  20261121183000_create  2026-11-30T08:00:00Z  sql
          applied  20261121183001_rename  2026-11-30T08:00:00Z  sql

        """)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    // A database that was made without migrations has the new names, and is the same.
    try RawDatabase(path: tool.folder.path("fresh.sqlite")).execute(try tool.run("ddl", "Tasks").output)
    let fresh = try tool.run("migrate", "apply", "fresh.sqlite", "Tasks")
    #expect(fresh.status == 0, "\(fresh.errors)")
    #expect(try tool.run("migrate", "status", "fresh.sqlite", "Tasks").status == 0)
  }

  @Test("Rows move when a to-one becomes a many-to-many, and back again")
  func movedPairs() throws {
    func models(_ item: String) -> String {
      "// @table\nstruct Project: Sendable {\n  let id: ID\n}\n// @table\nstruct Item: Sendable {\n  let id: ID\n  \(item)\n}\n"
    }
    let tool = try Tool.project(models("var projectID: Project.ID?  // @references(inverse: items, onDelete: cascade)"))
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    let database = try RawDatabase(path: tool.folder.path("tasks.sqlite"))
    try database.execute("INSERT INTO project VALUES (1), (2); INSERT INTO item VALUES (1, 2), (2, NULL), (3, 1)")
    let written = try tool.move(to: models("// @manyToMany(projects: Project, inverse: items)"), "projects", at: 1)
    #expect(written.status == 0, "\(written.errors)")
    let applied = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(
      try database.rows("SELECT item_id, project_id FROM item_projects ORDER BY 1") == [["1", "2"], ["3", "1"]])
    try database.execute("INSERT INTO item_projects VALUES (1, 1)")
    let refused = try tool.run("migrate", "down", "tasks.sqlite", "Tasks")
    #expect(refused.status == 1)
    #expect(
      refused.errors == """
        tasks.sqlite: error: '20261121183001_projects' was not applied because of rows in this database:
          - dropTable 'item_projects': 1 row (SELECT (SELECT count(*) FROM "item_projects") - (SELECT count(*) FROM (SELECT \
        DISTINCT "item_id" FROM "item_projects") AS "owners")); to accept this, write '-- @allow(dropTable, \
        "item_projects")' in the file

        """)
    try database.execute(
      "DELETE FROM item_projects WHERE project_id = 1 AND item_id = 1; INSERT INTO item_projects VALUES (2, 1)")
    let undone = try tool.run("migrate", "down", "tasks.sqlite", "Tasks")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try database.rows("SELECT id, project_id FROM item ORDER BY 1") == [["1", "2"], ["2", "1"], ["3", "1"]])
  }

  @Test("An uncertain move is offered as a statement")
  func offeredPairs() throws {
    func models(_ item: String) -> String {
      "// @table\nstruct User: Sendable {\n  let id: ID\n}\n// @table\nstruct Item: Sendable {\n  let id: ID\n  \(item)\n}\n"
    }
    let tool = try Tool.project(models("var ownerID: User.ID?  // @references"))
    let refused = try tool.move(to: models("// @manyToMany(watchers: User)"), "watchers", at: 1)
    #expect(
      refused.errors == """
        Tasks/Item.swift:6:8: error: column 'owner_id' of 'item' will be dropped with its values; keep the property, or pass \
        '--allow dropColumn:item.owner_id' [dropColumn]
        Tasks/Item.swift:6:8: note: this query counts the rows that would lose values: SELECT count(*) FROM "item" WHERE \
        "owner_id" IS NOT NULL
        Tasks/Item.swift:6:8: note: to keep the rows in 'item_watchers', pass '--allow dropColumn:item.owner_id' and add this \
        line to the file, above the first statement that changes table 'item': INSERT INTO "item_watchers" ("item_id", \
        "user_id") SELECT "id", "owner_id" FROM "item" WHERE "owner_id" IS NOT NULL;

        """)
  }

  @Test("Renamed raw values of an enum keep their rows, and a missing annotation is suggested")
  func renamedValue() throws {
    func models(_ cases: String) -> String {
      "// @table\nstruct Item: Sendable {\n  let id: ID\n  var state: State\n}\nenum State: String, Sendable {\n\(cases)\n}\n"
    }
    let tool = try Tool.project(models("  case open, finished"))
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    let database = try RawDatabase(path: tool.folder.path("tasks.sqlite"))
    try database.execute("INSERT INTO item (state) VALUES ('open'), ('finished')")
    let refused = try tool.move(to: models("  case open, done"), "rename", at: 1)
    #expect(refused.status == 1)
    #expect(
      refused.errors == """
        Tasks/Item.swift:4:7: error: 'finished' is no longer a value of column 'state' of 'item'; if a case only has a new raw \
        value, write '// @renamed(from: "finished")' above the case that replaces it; otherwise first correct the rows that the \
        query finds [newCheck]
        Tasks/Item.swift:4:7: note: this query counts the rows that would be refused: SELECT count(*) FROM "item" WHERE NOT \
        ("state" IN ('open', 'done'))
        Tasks/Item.swift:4:7: note: if no database has such rows, pass '--allow newCheck:item.item_state_check'

        """)
    let written = try tool.move(
      to: models("  case open\n  // @renamed(from: \"finished\")\n  case done"), "rename", at: 1)
    #expect(written.status == 0, "\(written.errors)")
    #expect(try tool.run("migrate", "apply", "tasks.sqlite", "Tasks").status == 0)
    #expect(try database.rows("SELECT state FROM item ORDER BY id") == [["open"], ["done"]])
    #expect(try tool.run("migrate", "down", "tasks.sqlite", "Tasks").status == 0)
    #expect(try database.rows("SELECT state FROM item ORDER BY id") == [["open"], ["finished"]])
  }

  @Test("An annotated rename is written, and a possible one is a question")
  func rename() throws {
    let tool = try Tool.project(Version.withNote)
    let unclear = try tool.move(to: Version.source("var title: String\n  var remark: String?"), "rename", at: 1)
    #expect(unclear.status == 1 && unclear.output.isEmpty)
    #expect(
      unclear.errors == """
        Tasks/Item.swift:6:7: error: column 'note' of 'item' is missing from the models, and 'remark' of the same type is new: \
        this is either a rename or a drop
        Tasks/Item.swift:6:7: note: for a rename, which keeps the values: write '// @renamed(from: "note")' above the property of \
        'remark'
        Tasks/Item.swift:6:7: note: for a drop and a new column: pass '--allow dropColumn:item.note'

        """)
    let clear = try tool.move(
      to: Version.source("var title: String\n  var remark: String?  // @renamed(from: \"note\")"), "rename", at: 1)
    #expect(clear.status == 0, "\(clear.errors)")
    let text = try tool.read("Tasks/Migrations/20261121183001_rename.sql")
    #expect(
      text == """
        -- Rename.
        -- @migration(after: "20261121183000_create", schema: "8da489751378ecaf")

        -- Column 'note' of table 'item' is renamed to 'remark'.
        ALTER TABLE "item" RENAME COLUMN "note" TO "remark";

        """)
  }
}
