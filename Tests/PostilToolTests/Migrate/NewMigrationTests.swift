import Foundation
import PostilTestSupport
import Testing

@Suite("postil migrate new")
struct NewMigrationTests {
  @Test("The first migration has the whole schema, in a new folder, and its path is printed")
  func first() throws {
    let tool = try Tool(["Tasks/Item.swift": Version.first])
    let result = try tool.run("migrate", "new", "Create the items", "Tasks/", "--timestamp", "20261121183000")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        Tasks/Migrations/20261121183000_create_the_items.sql
        Tasks/Migrations/20261121183000_create_the_items.down.sql

        """)
    let text = try tool.read("Tasks/Migrations/20261121183000_create_the_items.sql")
    #expect(
      text == """
        -- Create the items.
        -- @migration(schema: "3d5c42364ae267b2")
        -- @types()

        -- Something to do.
        CREATE TABLE "item" (
          "id"    INTEGER NOT NULL,
          "title" TEXT    NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;

        """)
    let database = try RawDatabase(path: ":memory:")
    try database.execute(text)
    #expect(try database.rows("SELECT name FROM pragma_table_info('item')") == [["id"], ["title"]])
  }

  @Test("new writes nothing if nothing is missing, and exits with 0")
  func nothing() throws {
    let tool = try Tool.project()
    let names = try tool.names(in: "Tasks/Migrations")
    let result = try tool.run("migrate", "new", "again", "Tasks")
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(result.errors == "Tasks: the migrations match the models; nothing was written\n")
    #expect(try tool.names(in: "Tasks/Migrations") == names)
  }

  @Test("A new migration comes after the last one, with a file that undoes it")
  func second() throws {
    let tool = try Tool.project()
    let result = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        Tasks/Migrations/20261121183001_add_due_day.sql
        Tasks/Migrations/20261121183001_add_due_day.down.sql

        """)
    let text = try tool.read("Tasks/Migrations/20261121183001_add_due_day.sql")
    #expect(
      text == """
        -- Add due day.
        -- @migration(after: "20261121183000_create", schema: "15def6e8cf7f0423")

        -- Table 'item': column 'due_day' is added.
        ALTER TABLE "item" ADD COLUMN "due_day" INTEGER;

        """)
    #expect(try tool.run("migrate", "new", "again", "Tasks").output.isEmpty)
  }

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

  @Test("The files are the same at any time and place")
  func determinism() throws {
    let texts = try (0..<2).map { _ in
      let tool = try Tool.project()
      _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
      return try tool.names(in: "Tasks/Migrations").map { try tool.read("Tasks/Migrations/\($0)") }
    }
    #expect(texts[0] == texts[1] && texts[0].count >= 3)
  }

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
      try tool.names(in: "Tasks/Migrations") == ["20261121183000_create.down.sql", "20261121183000_create.sql"])

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
        Tasks/Item.swift:3:8: error: column 'due_day' of 'item' is new and required, but has no value for existing rows; give \
        the property a literal default or '@default(sql:)', or make it optional; or pass '--allow newRequired:item.due_day', \
        then replace 'NULL AS "due_day"' in the file with a value and delete the '@precheck' and '@allow' lines of 'item.due_day' \
        [newRequired]
        Tasks/Item.swift:3:8: note: this query counts the rows that would be refused: SELECT count(*) FROM "item"

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
        DISTINCT "item_id" FROM "item_projects"))); to accept this, write '-- @allow(dropTable, "item_projects")' in the file

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
        Tasks/Item.swift:2:8: error: 'finished' is no longer a value of column 'state' of 'item'; if a case only has a new raw \
        value, write '// @renamed(from: "finished")' above the case that replaces it; otherwise first correct the rows that the \
        query finds [newCheck]
        Tasks/Item.swift:2:8: note: this query counts the rows that would be refused: SELECT count(*) FROM "item" WHERE NOT \
        ("state" IN ('open', 'done'))
        Tasks/Item.swift:2:8: note: if no database has such rows, pass '--allow newCheck:item.item_state_check'

        """)
    let written = try tool.move(
      to: models("  case open\n  // @renamed(from: \"finished\")\n  case done"), "rename", at: 1)
    #expect(written.status == 0, "\(written.errors)")
    #expect(try tool.run("migrate", "apply", "tasks.sqlite", "Tasks").status == 0)
    #expect(try database.rows("SELECT state FROM item ORDER BY id") == [["open"], ["done"]])
    #expect(try tool.run("migrate", "down", "tasks.sqlite", "Tasks").status == 0)
    #expect(try database.rows("SELECT state FROM item ORDER BY id") == [["open"], ["finished"]])
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
        Tasks/Item.swift:2:8: error: table 'item' loses the check 'price > 0', which is in its old statement
        Tasks/Item.swift:2:8: note: to keep it, write '// @check("price > 0")' above the property of column 'price'
        Tasks/Item.swift:2:8: note: to drop it, pass '--allow dropConstraint:item.price'

        """)
    #expect(try tool.names(in: "Tasks/Migrations").count == 2)
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

  @Test("An annotated rename is written, and a possible one is a question")
  func rename() throws {
    let tool = try Tool.project(Version.withNote)
    let unclear = try tool.move(to: Version.source("var title: String\n  var remark: String?"), "rename", at: 1)
    #expect(unclear.status == 1 && unclear.output.isEmpty)
    #expect(
      unclear.errors == """
        Tasks/Item.swift:3:8: error: column 'note' of 'item' is missing from the models, and 'remark' of the same type is new: \
        this is either a rename or a drop
        Tasks/Item.swift:3:8: note: for a rename, which keeps the values: write '// @renamed(from: "note")' above the property of \
        'remark'
        Tasks/Item.swift:3:8: note: for a drop and a new column: pass '--allow dropColumn:item.note'

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

  @Test("--empty writes a file without statements, after the last migration")
  func empty() throws {
    let tool = try Tool.project()
    let result = try tool.run("migrate", "new", "fill titles", "Tasks", "--empty", "--timestamp", Tool.time(1))
    #expect(result.status == 0 && result.output == "Tasks/Migrations/20261121183001_fill_titles.sql\n")
    let text = try tool.read("Tasks/Migrations/20261121183001_fill_titles.sql")
    #expect(
      text == """
        -- Fill titles.
        -- @migration(after: "20261121183000_create", schema: "3d5c42364ae267b2")

        -- Write the statements here; lines that begin with '--' are comments.

        """)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
  }

  @Test("new reads the models of imported targets, and writes for the importing target")
  func targets() throws {
    let items = """
      // @table
      public struct Item: Sendable {
        public let id: ID
      }
      """
    let entry = """
      import Items
      // @table
      struct Entry: Sendable {
        let id: ID
        // @references(inverse: entries)
        var itemID: Item.ID
      }
      """
    let tool = try Tool(["Items/Item.swift": items, "Journal/Entry.swift": entry])
    let result = try tool.run("migrate", "new", "create", "Items", "Journal", "--timestamp", Tool.time(0))
    #expect(result.status == 0, "\(result.errors)")
    let text = try tool.read("Journal/Migrations/20261121183000_create.sql")
    #expect(
      text == """
        -- Create.
        -- @migration(schema: "74e9edafc0340a4d")
        -- @types()

        CREATE TABLE "item" (
          "id" INTEGER NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;

        CREATE TABLE "entry" (
          "id"      INTEGER NOT NULL,
          "item_id" INTEGER NOT NULL,
          CONSTRAINT "entry_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "entry_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE RESTRICT
        ) STRICT;
        CREATE INDEX "entry_item_id_idx" ON "entry" ("item_id");

        """)
    try tool.write(fine, to: "Other/Project.swift")
    let both = try tool.run("migrate", "new", "create", "Items", "Other")
    #expect(both.status == 2)
    #expect(
      both.errors == """
        postil: error: migrations belong to one target, but the paths contain 'Items', 'Other'; pass the path of one, or \
        '--target NAME'

        """)
  }

  @Test("Errors in existing files are reported at their places, and nothing is written")
  func brokenFiles() throws {
    let tool = try Tool([
      "Tasks/Item.swift": Version.first,
      "Tasks/Migrations/20261121183000_create.sql": "-- @migrashun(schema: \"1\")\nCREATE TABLE item (id);\n",
    ])
    let result = try tool.run("migrate", "new", "more", "Tasks")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.errors == """
        Tasks/Migrations/20261121183000_create.sql:1:4: error: unknown directive '@migrashun'; write '-- @migration(after: \
        "NAME", schema: "FINGERPRINT")'

        """)
    try tool.write(
      "-- @migration(schema: \"1\")\nCREATE TABLE item (id;\n", to: "Tasks/Migrations/20261121183000_create.sql")
    let unreplayed = try tool.run("migrate", "new", "more", "Tasks")
    #expect(unreplayed.status == 1 && unreplayed.output.isEmpty)
    #expect(
      unreplayed.errors == """
        Tasks/Migrations: error: the migrations can't be replayed in an empty database: '20261121183000_create' was not applied; \
        20261121183000_create.sql:2: error: SQLite error 1 (extended 1): incomplete input, in: CREATE TABLE item (id

        """)
    try tool.write(wrong, to: "Tasks/Item.swift")
    #expect(
      try tool.run("migrate", "new", "more", "Tasks").errors == """
        Tasks/Item.swift:5:6: error: unknown annotation '@chekc'; did you mean '@check'?

        """)
  }

  @Test(
    "Incorrect use exits with 2",
    arguments: [
      (["migrate", "new"], "Error: Missing expected argument '<name>'"),
      (
        ["migrate", "new", "create"], "Error: Missing PATH; pass Swift files, or folders that contain Swift files."
      ),
      (
        ["migrate", "new", "??", "Tasks"],
        "postil: error: '??' is not a valid migration name; describe the change in letters from a to z"
      ),
      (
        ["migrate", "new", "a", "Tasks", "--timestamp", "2026"],
        "Error: '2026' is not a timestamp; write 14 digits, such as 20261121183000."
      ),
      (
        ["migrate", "new", "a", "Tasks", "--allow", "dropColum"],
        "Error: unknown finding 'dropColum'; did you mean 'dropColumn'?"
      ),
      (
        ["migrate", "new", "a", "Tasks", "--sqlite", "new"],
        "Error: 'new' is not a SQLite version; write two numbers, such as '3.37'."
      ),
      (
        ["migrate", "new", "a", "Tasks", "--sqlite", "3.36.0"],
        "Error: '3.36.0' is too old; Postil requires SQLite 3.37 or later."
      ),
      (["migrate", "now", "a", "Tasks"], "Error: 3 unexpected arguments: 'now', 'a', 'Tasks'"),
    ])
  func misuse(arguments: [String], message: String) throws {
    let result = try Tool(["Tasks/Item.swift": Version.first]).run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.firstError == message, "\(result.errors)")
  }
}
