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
        Tasks/Migrations/20261121183000_create_the_items.schema.json
        Tasks/Migrations/20261121183000_create_the_items.down.sql

        """)
    let text = try tool.read("Tasks/Migrations/20261121183000_create_the_items.sql")
    #expect(
      text == """
        -- Create the items.
        -- @migration(schema: "3d5c42364ae267b2")

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
        Tasks/Migrations/20261121183001_add_due_day.schema.json
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

  @Test("The files are the same at any time and place")
  func determinism() throws {
    let texts = try (0..<2).map { _ in
      let tool = try Tool.project()
      _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
      return try tool.names(in: "Tasks/Migrations").map { try tool.read("Tasks/Migrations/\($0)") }
    }
    #expect(texts[0] == texts[1] && texts[0].count >= 3)
  }

  @Test("--empty writes a file without statements, after the last migration")
  func empty() throws {
    let tool = try Tool.project()
    let result = try tool.run("migrate", "new", "fill titles", "Tasks", "--empty", "--timestamp", Tool.time(1))
    #expect(
      result.status == 0
        && result.output
          == "Tasks/Migrations/20261121183001_fill_titles.sql\nTasks/Migrations/20261121183001_fill_titles.schema.json\n"
    )
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
        "Error: 'new' is not an SQLite version; write two numbers, such as '3.38'."
      ),
      (
        ["migrate", "new", "a", "Tasks", "--sqlite", "3.37.2"],
        "Error: '3.37.2' is too old; Postil requires SQLite 3.38 or later."
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
