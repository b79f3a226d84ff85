import Foundation
import PostilTestSupport
import Testing

@Suite("postil migrate apply, status and down")
struct DatabaseCommandTests {
  private func rows(_ tool: Tool, _ sql: String) throws -> [[String?]] {
    try RawDatabase(path: tool.folder.path("tasks.sqlite")).rows(sql)
  }

  @Test("apply runs the pending migrations once, and creates a missing database")
  func apply() throws {
    let tool = try Tool.project()
    let first = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.withFixedTimes == "20261121183000_create: applied in 3 ms\n")
    try RawDatabase(path: tool.folder.path("tasks.sqlite")).execute("INSERT INTO item (title) VALUES ('Oil the door')")
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    #expect(
      try tool.run("migrate", "apply", "tasks.sqlite", "Tasks").output.withFixedTimes
        == "20261121183001_add_due_day: applied in 3 ms\n")
    #expect(try rows(tool, "SELECT title, due_day FROM item") == [["Oil the door", nil]])
    let again = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(again.status == 0 && again.output == "tasks.sqlite: nothing to apply\n")
  }

  @Test("apply without migrations names the command that writes the first one, also for a database with tables")
  func applyNothing() throws {
    let tool = try Tool(["Tasks/Item.swift": Version.first])
    try RawDatabase(path: tool.folder.path("tasks.sqlite")).execute("CREATE TABLE other (id INTEGER PRIMARY KEY)")
    for arguments in [[], ["--dry-run"]] {
      let result = try tool.run(["migrate", "apply", "tasks.sqlite", "Tasks"] + arguments)
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(
        result.errors == """
          Tasks/Migrations: error: there are no migrations to apply; write the first one with 'postil migrate new create PATH'

          """)
    }
  }

  @Test("--dry-run prints the statements, and changes nothing")
  func dryRun() throws {
    let tool = try Tool.project()
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    let script = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks", "--dry-run")
    #expect(script.status == 0, "\(script.errors)")
    #expect(script.output == Version.dueDayScript)
    #expect(try rows(tool, "SELECT name FROM pragma_table_info('item')") == [["id"], ["title"]])
    #expect(try tool.run("migrate", "status", "tasks.sqlite", "Tasks").status == 1)
  }

  @Test("apply refuses rows that violate a migration, with their number, and changes nothing")
  func rowsAtRisk() throws {
    let tool = try Tool.project()
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    for _ in 0..<2 {
      try RawDatabase(path: tool.folder.path("tasks.sqlite")).execute("INSERT INTO item (title) VALUES ('twice')")
    }
    _ = try tool.move(to: Version.uniqueTitle, "unique", at: 1, "--allow", "newUnique")
    let result = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.errors == """
        tasks.sqlite: error: '20261121183001_unique' was not applied because of rows in this database:
          - newUnique 'item.title': 1 row (SELECT coalesce(sum("rows" - 1), 0) FROM (SELECT count(*) AS "rows" FROM "item" WHERE \
        "title" IS NOT NULL GROUP BY "title" HAVING count(*) > 1)); change these rows first, in an earlier migration or step

        """)
    #expect(try rows(tool, "SELECT title FROM item") == [["twice"], ["twice"]])
  }

  @Test("status lists applied and pending migrations, and exits with 1 if something is pending")
  func status() throws {
    let tool = try Tool.project()
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    let done = try tool.run("migrate", "status", "tasks.sqlite", "Tasks")
    #expect(done.status == 0 && done.errors.isEmpty, "\(done.errors)")
    #expect(
      done.output.withFixedTimes == """
        tasks.sqlite: 1 migration applied
          applied  20261121183000_create  2026-11-30T08:00:00Z  sql

        """)
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    let pending = try tool.run("migrate", "status", "tasks.sqlite", "Tasks")
    #expect(pending.status == 1)
    #expect(
      pending.output.withFixedTimes == """
        tasks.sqlite: 1 migration applied
          applied  20261121183000_create       2026-11-30T08:00:00Z  sql
          pending  20261121183001_add_due_day

        """)
    #expect(
      pending.errors == """
        tasks.sqlite: error: 1 migration is pending: the program applies them when it starts, or 'postil migrate apply' does

        """)
    let alone = try tool.run("migrate", "status", "tasks.sqlite")
    #expect(alone.status == 0 && alone.output == done.output, "\(alone.output)\(alone.errors)")
  }

  @Test("status lists each object that was changed by hand")
  func drift() throws {
    let tool = try Tool.project()
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    let database = try RawDatabase(path: tool.folder.path("tasks.sqlite"))
    try database.execute("ALTER TABLE item ADD COLUMN note TEXT; CREATE TABLE extra (id INTEGER) STRICT;")
    let result = try tool.run("migrate", "status", "tasks.sqlite", "Tasks")
    #expect(result.status == 1)
    #expect(
      result.output.withFixedTimes == """
        tasks.sqlite: 1 migration applied
          applied  20261121183000_create  2026-11-30T08:00:00Z  sql
        it differs from the result of its migrations:
          table 'item' differs: unexpected column note TEXT
          table 'extra' isn't part of the program's schema (allowed)

        """)
  }

  @Test("A database created without migrations is recorded as it is")
  func adoption() throws {
    let tool = try Tool.project()
    try RawDatabase(path: tool.folder.path("tasks.sqlite")).execute(tool.run("ddl", "Tasks").output)
    let before = try tool.run("migrate", "status", "tasks.sqlite", "Tasks")
    #expect(before.status == 1)
    #expect(before.output == "tasks.sqlite: no migrations applied\n")
    #expect(
      before.errors == """
        tasks.sqlite: error: it was created without migrations and has the schema of '20261121183000_create'; the program, or \
        'postil migrate apply', will record the migrations up to that one as applied

        """,
      "\(before.errors)")
    let apply = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(
      apply.output == "20261121183000_create: recorded without running, because the database already has its schema\n",
      "\(apply.output)")
    #expect(try tool.run("migrate", "status", "tasks.sqlite", "Tasks").status == 0)
  }

  @Test("A database migrated with a file that was edited since is refused, and the file is named")
  func edited() throws {
    let tool = try Tool.project()
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    let path = "Tasks/Migrations/20261121183000_create.sql"
    try tool.write(try tool.read(path) + "-- more\n", to: path)
    for command in ["apply", "status"] {
      let result = try tool.run("migrate", command, "tasks.sqlite", "Tasks")
      #expect(result.status == 1)
      #expect(
        result.errors == """
          tasks.sqlite: error: '20261121183000_create' was edited after being applied to 'tasks.sqlite'. Restore the file from \
          version control, and write a new migration for the changes: 'postil migrate new NAME PATH'.

          """)
    }
  }

  @Test("down undoes the last migration if nothing is lost, and removes its record")
  func down() throws {
    let tool = try Tool.project()
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    let database = try RawDatabase(path: tool.folder.path("tasks.sqlite"))
    try database.execute("INSERT INTO item (title, due_day) VALUES ('Oil the door', 7)")
    let refused = try tool.run("migrate", "down", "tasks.sqlite", "Tasks")
    #expect(refused.status == 1, "\(refused.output)")
    try database.execute("UPDATE item SET due_day = NULL")
    let result = try tool.run("migrate", "down", "tasks.sqlite", "Tasks")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "tasks.sqlite: '20261121183001_add_due_day' undone\n")
    #expect(try rows(tool, "SELECT name FROM pragma_table_info('item')") == [["id"], ["title"]])
    #expect(
      try tool.run("migrate", "status", "tasks.sqlite", "Tasks").output.withFixedTimes == """
        tasks.sqlite: 1 migration applied
          applied  20261121183000_create       2026-11-30T08:00:00Z  sql
          pending  20261121183001_add_due_day

        """)
  }

  @Test("down fails without an undo")
  func noUndo() throws {
    let tool = try Tool.project(Version.withNote)
    _ = try tool.move(to: Version.first, "drop_note", at: 1, "--allow", "dropColumn")
    _ = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    let result = try tool.run("migrate", "down", "tasks.sqlite", "Tasks")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        tasks.sqlite: error: '20261121183001_drop_note' can't be undone, because 'Tasks/Migrations' contains no \
        '20261121183001_drop_note.down.sql'; restore a backup of the database, or write a migration that reverts the change

        """)
  }

  @Test(
    "A missing database exits with 2",
    arguments: [
      (["status", "no.sqlite", "Tasks"], "postil: error: database 'no.sqlite' doesn't exist"),
      (["down", "no.sqlite", "Tasks"], "postil: error: database 'no.sqlite' doesn't exist"),
      (["status", "Tasks"], "postil: error: 'Tasks' is a folder, not a database"),
      (
        ["status", "Tasks/Item.swift"],
        "postil: error: 'Tasks/Item.swift': SQLite error 26 (extended 26): file is not a database: 'Tasks/Item.swift' is not "
          + "an SQLite database, or is encrypted"
      ),
      (
        ["apply", "no/folder.sqlite", "Tasks"],
        "postil: error: 'no/folder.sqlite': SQLite error 14 (extended 14): unable to open database file: 'no/folder.sqlite' "
          + "can't be opened or created; check that its folder exists and is writable"
      ),
      (["apply", "no.sqlite"], "Error: Missing PATH; pass Swift files, or folders that contain Swift files."),
    ])
  func misuse(arguments: [String], message: String) throws {
    let tool = try Tool.project()
    let result = try tool.run(["migrate"] + arguments)
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(result.firstError == message, "\(result.errors)")
  }
}
