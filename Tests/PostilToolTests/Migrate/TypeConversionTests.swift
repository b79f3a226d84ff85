import Foundation
import PostilTestSupport
import Testing

/// The conversion of values whose recorded column type changes.
@Suite("postil migrate, with converted values")
struct TypeConversionTests {
  private func text(_ tool: Tool, _ name: String) throws -> String { try tool.read("Tasks/Migrations/\(name)") }

  @Test("Seconds are converted to milliseconds, and back")
  func units() throws {
    let tool = try Tool.project(Version.source("var dueAt: Date?  // @store(as: unixSeconds)"))
    let database = tool.folder.path("tasks.sqlite")
    #expect(try tool.run("migrate", "apply", "tasks.sqlite", "Tasks").status == 0)
    let rows = try RawDatabase(path: database)
    try rows.execute("INSERT INTO item (due_at) VALUES (1714731072), (-1), (NULL)")
    let moved = try tool.move(
      to: Version.source("var dueAt: Date?  // @store(as: unixMilliseconds)"), "milliseconds", at: 1, "--allow",
      "unconvertible:item.due_at")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(
      try text(tool, "20261121183001_milliseconds.sql") == """
        -- Milliseconds.
        -- @migration(after: "20261121183000_create", schema: "356a2aad44fdc72b")

        -- Table 'item' is rebuilt: column 'due_at' is converted.
        -- @precheck(unconvertible, "item.due_at"): SELECT count(*) FROM (SELECT "due_at" AS "postil_value", "due_at" * 1000 AS \
        "due_at" FROM "item") AS "item" WHERE "postil_value" IS NOT NULL AND ("postil_value" NOT BETWEEN -999021692799 AND \
        1000978307199)
        -- @allow(unconvertible, "item.due_at")
        -- @rebuild("item")
        PRAGMA legacy_alter_table = ON;
        CREATE TABLE "postil_new_item" (
          "id"     INTEGER NOT NULL,
          "due_at" INTEGER,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;
        INSERT INTO "postil_new_item" ("id", "due_at")
        SELECT "id",
          "due_at" * 1000 AS "due_at"
        FROM "item";
        DROP TABLE "item";
        ALTER TABLE "postil_new_item" RENAME TO "item";
        PRAGMA legacy_alter_table = OFF;
        -- @end

        """)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    #expect(try tool.run("migrate", "apply", "tasks.sqlite", "Tasks").status == 0)
    #expect(try rows.rows("SELECT due_at FROM item ORDER BY id") == [["1714731072000"], ["-1000"], [nil]])
    #expect(try tool.run("migrate", "down", "tasks.sqlite", "Tasks").status == 0)
    #expect(try rows.rows("SELECT due_at FROM item ORDER BY id") == [["1714731072"], ["-1"], [nil]])
  }

  @Test("Texts that become UUIDs are rewritten as Postil writes them, and others are a finding")
  func uuids() throws {
    let tool = try Tool.project(Version.source("var token: String"))
    #expect(try tool.run("migrate", "apply", "tasks.sqlite", "Tasks").status == 0)
    let refused = try tool.move(to: Version.source("var token: UUID"), "uuids", at: 1)
    #expect(refused.status == 1)
    #expect(
      refused.firstError == """
        Tasks/Item.swift:5:7: error: column 'token' of 'item' can't store every value as 'uuid'; first correct the rows that the \
        query finds [unconvertible]
        """)
    let verified = try tool.run("migrate", "verify", "Tasks")
    #expect(verified.status == 1)
    #expect(
      verified.errors == """
        Tasks/Migrations: error: the migrations don't produce the schema of the models of 'Tasks'; write the missing migration \
        with 'postil migrate new NAME PATH'
        Tasks/Migrations: note: column 'item.token' stores 'text' values after the migrations, but 'uuid' values in the models

        """)
    let allowed = try tool.move(to: Version.source("var token: UUID"), "uuids", at: 1, "--allow", "unconvertible")
    #expect(allowed.status == 0, "\(allowed.errors)")
    #expect(
      try text(tool, "20261121183001_uuids.sql") == """
        -- Uuids.
        -- @migration(after: "20261121183000_create", schema: "ac566a8e9b78b6ed")

        -- Table 'item' is rebuilt: column 'token' is converted.
        -- @precheck(unconvertible, "item.token"): SELECT count(*) FROM (SELECT "token" AS "postil_value", upper("token") AS \
        "token" FROM "item") AS "item" WHERE "postil_value" IS NOT NULL AND ("postil_value" NOT LIKE \
        '________-____-____-____-____________' OR "postil_value" GLOB '*[^0-9A-Fa-f-]*' OR length(replace("postil_value", '-', '')) <> 32 \
        OR length(CAST("postil_value" AS BLOB)) <> 36)
        -- @allow(unconvertible, "item.token")
        -- @rebuild("item")
        PRAGMA legacy_alter_table = ON;
        CREATE TABLE "postil_new_item" (
          "id"    INTEGER NOT NULL,
          "token" TEXT    NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id")
        ) STRICT;
        INSERT INTO "postil_new_item" ("id", "token")
        SELECT "id",
          upper("token") AS "token"
        FROM "item";
        DROP TABLE "item";
        ALTER TABLE "postil_new_item" RENAME TO "item";
        PRAGMA legacy_alter_table = OFF;
        -- @end

        """)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
    #expect(try tool.run("migrate", "new", "again", "Tasks").output.isEmpty)

    let database = try RawDatabase(path: tool.folder.path("tasks.sqlite"))
    try database.execute(
      "INSERT INTO item (token) VALUES ('E621E1F8-C36C-495A-93FC-0C247A3E6E5F'), ('e621e1f8-c36c-495a-93fc-0c247a3e6e60'), ('x')"
    )
    let applied = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(applied.status == 1)
    #expect(
      applied.errors == """
        tasks.sqlite: error: '20261121183001_uuids' was not applied because of rows in this database:
          - unconvertible 'item.token': 1 row (SELECT count(*) FROM (SELECT "token" AS "postil_value", upper("token") AS \
        "token" FROM "item") AS "item" WHERE "postil_value" IS NOT NULL AND ("postil_value" NOT LIKE \
        '________-____-____-____-____________' OR "postil_value" GLOB '*[^0-9A-Fa-f-]*' OR length(replace("postil_value", '-', '')) <> 32 \
        OR length(CAST("postil_value" AS BLOB)) <> 36)); change these rows first, in an earlier migration or step

        """)
    try database.execute("DELETE FROM item WHERE token = 'x'")
    #expect(try tool.run("migrate", "apply", "tasks.sqlite", "Tasks").status == 0)
    #expect(
      try database.rows("SELECT token FROM item ORDER BY id") == [
        ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"], ["E621E1F8-C36C-495A-93FC-0C247A3E6E60"],
      ])
  }

  @Test(
    "No undo is written if values would be restored in another form",
    arguments: [
      (
        "var value: UUID", "var value: UUID  // @store(as: blob)", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
      ),
      ("var value: String", "var value: Bool", "True", "true"),
    ])
  func otherForm(from: String, to: String, before: String, after: String) throws {
    let tool = try Tool.project(Version.source(from))
    let moved = try tool.move(
      to: Version.source(to), "change", at: 1, "--allow", "unconvertible", "--allow", "narrowType")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(
      moved.errors == """
        Tasks/Migrations/20261121183001_change.sql: note: no undo was written: some values would be restored in another form; \
        for example, 'item.value' is '\(before)' before the migration, and '\(after)' after the undo

        """)
    #expect(try tool.names(in: "Tasks/Migrations").filter { $0.hasSuffix("change.down.sql") }.isEmpty)
  }

  @Test("An imported table with dates becomes Postil's own and back, byte for byte, and other values are counted")
  func imported() throws {
    let tool = try Tool()
    let database = try RawDatabase(path: tool.folder.path("old.sqlite"))
    try database.execute(
      """
      CREATE TABLE event (id INTEGER PRIMARY KEY, at DATETIME, seen DATETIME, name VARCHAR(20));
      INSERT INTO event VALUES (1, '2024-05-03 10:11:12', 1714731072, 'a'), (2, '2024-05-03 10:11:12.5', -5, NULL);
      """)
    #expect(try tool.run("import", "old.sqlite", "--output", "Tasks").status == 0)
    var source = try tool.read("Tasks/Event.swift")
    #expect(
      source == """
        import Foundation
        import Postil

        // @table(sql: "CREATE TABLE event (id INTEGER PRIMARY KEY, at DATETIME, seen DATETIME, name VARCHAR(20))")
        struct Event: Codable, Hashable, Identifiable, Sendable {
          let id: ID
          var at: Date?
          var seen: Int?
          var name: String?
        }

        """)
    source = source.replacing("var seen: Int?", with: "var seen: Date?  // @store(as: unixSeconds)")
    try tool.write(source, to: "Tasks/Event.swift")
    _ = try tool.run("migrate", "new", "create", "Tasks", "--timestamp", Tool.time(0))
    #expect(try tool.run("migrate", "apply", "old.sqlite", "Tasks").status == 0)
    let query =
      "SELECT id, typeof(at), quote(at), typeof(seen), quote(seen), typeof(name), quote(name) FROM event ORDER BY id"
    let before = try database.rows(query)

    try tool.write(source.replacing(/@table\(sql:.*\)\n/, with: "@table\n"), to: "Tasks/Event.swift")
    let own = try tool.run("migrate", "new", "own", "Tasks", "--timestamp", Tool.time(1), "--allow", "unconvertible")
    #expect(own.status == 0, "\(own.errors)")
    #expect(
      own.output == """
        Tasks/Migrations/20261121183001_own.sql
        Tasks/Migrations/20261121183001_own.schema.json
        Tasks/Migrations/20261121183001_own.down.sql

        """)
    let verified = try tool.run("migrate", "verify", "Tasks")
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(try tool.run("migrate", "apply", "old.sqlite", "Tasks").status == 0)
    #expect(try database.rows(query) == before)
    let undone = try tool.run("migrate", "down", "old.sqlite", "Tasks")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try database.rows(query) == before)

    try database.execute("INSERT INTO event VALUES (3, 1714731072, '2024-05-03', X'00')")
    let refused = try tool.run("migrate", "apply", "old.sqlite", "Tasks")
    #expect(
      refused.errors == """
        old.sqlite: error: '20261121183001_own' was not applied because of rows in this database:
          - unconvertible 'event.at': 1 row (SELECT count(*) FROM "event" WHERE "at" IS NOT NULL AND (typeof("at") <> 'text')); \
        change these rows first, in an earlier migration or step
          - unconvertible 'event.seen': 1 row (SELECT count(*) FROM "event" WHERE "seen" IS NOT NULL AND (typeof("seen") <> \
        'integer')); change these rows first, in an earlier migration or step
          - unconvertible 'event.name': 1 row (SELECT count(*) FROM "event" WHERE "name" IS NOT NULL AND (typeof("name") <> \
        'text')); change these rows first, in an earlier migration or step

        """)
  }
}
