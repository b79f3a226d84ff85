import Foundation
import PostilTestSupport
import Testing

/// `postil ddl --from … --to …`
@Suite("postil ddl --from --to")
struct SchemaDifferenceTests {
  private static let item = """
    // @table
    struct Item: Sendable {
      let id: ID
      var title: String
      var note: String?
    }
    """
  private static let first = """
    CREATE TABLE "item" (
      "id" INTEGER NOT NULL, "title" TEXT NOT NULL, "old" TEXT, CONSTRAINT "item_pkey" PRIMARY KEY ("id")
    ) STRICT;
    CREATE TABLE "gone" ("id" INTEGER NOT NULL, CONSTRAINT "gone_pkey" PRIMARY KEY ("id")) STRICT;
    """

  @Test("The script changes a database with rows to the models, and states what it can lose")
  func models() throws {
    let tool = try Tool(["Tasks/Item.swift": Self.item, "first.sql": Self.first])
    let database = try RawDatabase(path: tool.folder.path("tasks.sqlite"))
    try database.execute(Self.first + "INSERT INTO item VALUES (1, 'Oil the door', 'x')")
    let result = try tool.run("ddl", "Tasks", "--from", "tasks.sqlite")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.output == """
        -- column 'old' of 'item' is missing from the models, and 'note' of the same type is new: this is either a rename or a drop
        -- for a rename, which keeps the values: write '// @renamed(from: "old")' above the property of 'note'
        -- for a drop and a new column: pass '--allow dropColumn:item.old'

        PRAGMA foreign_keys = OFF;
        BEGIN;

        -- Table 'item': column 'note' is added, column 'old' is dropped.
        -- column 'old' of 'item' will be dropped with its values; keep the property, or pass '--allow dropColumn:item.old': \
        SELECT count(*) FROM "item" WHERE "old" IS NOT NULL
        ALTER TABLE "item" ADD COLUMN "note" TEXT;
        ALTER TABLE "item" DROP COLUMN "old";

        -- Table 'gone' is dropped with all its rows.
        -- table 'gone' will be dropped with all its rows; keep the struct, or pass '--allow dropTable:gone': \
        SELECT count(*) FROM "gone"
        DROP TABLE "gone";

        COMMIT;
        PRAGMA foreign_keys = ON;

        """)
    try database.execute(result.output)
    #expect(try database.rows("SELECT id, title, note FROM item") == [["1", "Oil the door", nil]])
    #expect(try database.rows("SELECT name FROM sqlite_schema WHERE name = 'gone'").isEmpty)
    #expect(
      try tool.run("ddl", "Tasks", "--from", "tasks.sqlite", "--to", "models").output
        == "-- The schemas are the same.\n")
    // The script that made the database says the same as the database.
    #expect(try tool.run("ddl", "Tasks", "--from", "first.sql").output == result.output)
  }

  @Test(
    "a rebuilt table with AUTOINCREMENT never reuses a key",
    arguments: [
      ("", "NOT NULL"), ("", "NOT NULL CHECK (item.title <> '')"),
      ("INSERT INTO item (title) VALUES ('a'), ('b');", "NOT NULL"),
    ])
  func sequences(rows: String, title: String) throws {
    let first = "CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT);"
    let tool = try Tool([
      "b.sql": "CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT \(title));"
    ])
    let database = try RawDatabase(path: tool.folder.path("a.sqlite"))
    try database.execute(
      first + "INSERT INTO item (title) VALUES ('x'), ('y'), ('z'); DELETE FROM item;" + rows)
    let last = try database.rows("SELECT seq FROM sqlite_sequence")
    let result = try tool.run("ddl", "--from", "a.sqlite", "--to", "b.sql")
    #expect(result.status == 0, "\(result.errors)")
    try database.execute(result.output)
    #expect(try database.rows("SELECT name, seq FROM sqlite_sequence") == [["item", last[0][0]]])
    try database.execute("INSERT INTO item (title) VALUES ('new')")
    #expect(try database.rows("SELECT max(id) FROM item") == [[String((Int(last[0][0] ?? "") ?? 0) + 1)]])
  }

  @Test("The script contains every question as a comment")
  func questions() throws {
    let tool = try Tool(["Tasks/Item.swift": Self.item.replacing("var note", with: "var text")])
    let database = try RawDatabase(path: tool.folder.path("a.sqlite"))
    try database.execute(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL CHECK (title <> ''), note TEXT)")
    let result = try tool.run("ddl", "Tasks", "--from", "a.sqlite")
    #expect(
      result.output == """
        -- column 'note' of 'item' is missing from the models, and 'text' of the same type is new: this is either a rename or a \
        drop
        -- for a rename, which keeps the values: write '// @renamed(from: "note")' above the property of 'text'
        -- for a drop and a new column: pass '--allow dropColumn:item.note'
        -- table 'item' loses the check 'title <> ''', which is in its old statement
        -- to keep it, write '// @check("title <> ''")' above the property of column 'title'
        -- to drop it, pass '--allow dropConstraint:item.title'

        PRAGMA foreign_keys = OFF;
        BEGIN;

        -- Table 'item' is rebuilt: column 'text' is added, column 'note' is dropped, column 'id' becomes NOT NULL, check is \
        dropped, the table options become STRICT.
        -- column 'note' of 'item' will be dropped with its values; keep the property, or pass '--allow dropColumn:item.note': \
        SELECT count(*) FROM "item" WHERE "note" IS NOT NULL
        -- column 'title' of 'item' can't store every value as 'text'; first correct the rows that the query finds: SELECT \
        count(*) FROM "item" WHERE "title" IS NOT NULL AND (typeof("title") <> 'text')
        -- @rebuild("item")
        PRAGMA legacy_alter_table = ON;
        CREATE TABLE "postil_new_item" (
          "id"    INTEGER NOT NULL,
          "title" TEXT    NOT NULL,
          "text"  TEXT,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;
        INSERT INTO "postil_new_item" ("id", "title")
        SELECT "id", "title"
        FROM "item";
        DROP TABLE "item";
        ALTER TABLE "postil_new_item" RENAME TO "item";
        PRAGMA legacy_alter_table = OFF;
        -- @end

        COMMIT;
        PRAGMA foreign_keys = ON;

        """)
    try database.execute(result.output)
  }

  @Test("Two files need no models, and a dump of sqlite3 is a valid script")
  func files() throws {
    let tool = try Tool([
      "a.sql": "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE a (x);\nINSERT INTO a VALUES(1);\nCOMMIT;\n",
      "b.sql": "CREATE TABLE a (x);\nCREATE INDEX a_x ON a (x);\n",
    ])
    let result = try tool.run("ddl", "--from", "a.sql", "--to", "b.sql")
    #expect(result.status == 0)
    #expect(
      result.output == """
        PRAGMA foreign_keys = OFF;
        BEGIN;

        -- The indexes of table 'a' change.
        CREATE INDEX a_x ON a (x);

        COMMIT;
        PRAGMA foreign_keys = ON;

        """)
    #expect(
      try tool.run("ddl", "--from", "b.sql", "--to", "a.sql").output == """
        PRAGMA foreign_keys = OFF;
        BEGIN;

        -- Index 'a_x' of table 'a' is dropped.
        DROP INDEX "a_x";

        COMMIT;
        PRAGMA foreign_keys = ON;

        """)
    #expect(try tool.run("ddl", "--from", "a.sql", "--to", "a.sql").output == "-- The schemas are the same.\n")
  }

  @Test("A prefix of a migration's fingerprint is enough")
  func fingerprints() throws {
    let tool = try Tool([
      "Tasks/Item.swift": Self.item,
      "Tasks/Migrations/20260101000000_create.sql": """
      -- Creates.
      -- @migration(schema: "aaaabbbbccccdddd")

      CREATE TABLE "item" (
        "id" INTEGER NOT NULL, "title" TEXT NOT NULL, CONSTRAINT "item_pkey" PRIMARY KEY ("id")
      ) STRICT;
      """,
      "Tasks/Migrations/20260102000000_index.sql": """
      -- Indexes titles.
      -- @migration(after: "20260101000000_create", schema: "aaaa000011112222")

      CREATE INDEX "item_title_idx" ON "item" ("title");
      """,
    ])
    let index = try tool.run("ddl", "Tasks", "--from", "aaaabbbb", "--to", "aaaa000011112222")
    #expect(index.status == 0, "\(index.errors)")
    #expect(
      index.output == """
        PRAGMA foreign_keys = OFF;
        BEGIN;

        -- The indexes of table 'item' change.
        CREATE INDEX "item_title_idx" ON "item" ("title");

        COMMIT;
        PRAGMA foreign_keys = ON;

        """)
    let models = try tool.run("ddl", "Tasks", "--from", "aaaabbbbccccdddd")
    #expect(
      models.output == """
        PRAGMA foreign_keys = OFF;
        BEGIN;

        -- Table 'item': column 'note' is added.
        ALTER TABLE "item" ADD COLUMN "note" TEXT;

        COMMIT;
        PRAGMA foreign_keys = ON;

        """)
    let ambiguous = try tool.run("ddl", "Tasks", "--from", "aaaa")
    #expect(ambiguous.status == 1 && ambiguous.output.isEmpty)
    #expect(
      ambiguous.errors == """
        Tasks/Migrations: error: several fingerprints begin with 'aaaa': 'aaaa000011112222', 'aaaabbbbccccdddd'; write more \
        digits

        """)
    let unknown = try tool.run("ddl", "Tasks", "--from", "1234567890abcdef")
    #expect(unknown.status == 1)
    #expect(
      unknown.errors == """
        Tasks/Migrations: error: no migration has the fingerprint '1234567890abcdef'
        Tasks/Migrations: note: 'aaaabbbbccccdddd' is the fingerprint of '20260101000000_create'
        Tasks/Migrations: note: 'aaaa000011112222' is the fingerprint of '20260102000000_index'
        Tasks/Migrations: note: '48f72bc4a03ecb57' is the fingerprint of the models

        """)
  }

  @Test(
    "An argument that isn't a schema is refused, with the possible values",
    arguments: [
      (
        ["--from", "nothing.sql"], 2,
        "postil: error: 'nothing.sql' is neither an existing file nor a fingerprint; write 'models', a file, or the 16 "
          + "digits of a fingerprint"
      ),
      (["--to", "models"], 2, "Error: '--to' requires '--from'."),
      (
        ["--from", "a.sql", "--dialect", "postgresql"], 2,
        "Error: A script between two schemas is always for SQLite; remove '--dialect'."
      ),
      (
        ["--from", "a.sql", "--format", "markdown"], 2,
        "Error: A script between two schemas is always SQL; remove '--format'."
      ),
      (
        ["--from", "bad.sql"], 1,
        "bad.sql: error: the script fails: SQLite error 1 (extended 1): near \"TABEL\": syntax error"
      ),
      (["--from", "binary"], 2, "postil: error: 'binary' is neither an SQLite database nor a UTF-8 script"),
    ])
  func misuse(options: [String], status: Int32, message: String) throws {
    let tool = try Tool([
      "Tasks/Item.swift": Self.item, "a.sql": "CREATE TABLE a (x);", "bad.sql": "CREATE TABEL a (x);",
    ])
    try Data([0xFF, 0xFE, 0x00]).write(to: tool.folder.url.appending(path: "binary"))
    let result = try tool.run(["ddl", "Tasks"] + options)
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.firstError == message, "\(result.errors)")
  }

  @Test("A missing PATH is an error if the models are needed")
  func withoutPath() throws {
    let result = try Tool(["a.sql": ""]).run("ddl", "--from", "a.sql")
    #expect(result.status == 2)
    #expect(result.firstError == "Error: Missing PATH; pass Swift files, or folders that contain Swift files.")
  }
}
