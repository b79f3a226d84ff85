import Foundation
import PostilTestSupport
import Testing

/// Projects with steps in Swift, which the tool has only by name: 'Migrations/NAME.step'.
@Suite("postil migrate, with steps in Swift")
struct StepTests {
  private static let path = "Tasks/Migrations/fill_days.step"

  /// A project in which a step gives a day to every item before the column is required, and a database of the first version.
  private func project(declared: Bool = true) throws -> Tool {
    let tool = try Tool.project()
    try tool.addRelease("1.0")
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    try tool.addRelease("1.1")
    let required = try tool.move(
      to: Version.source("var title: String\n  var dueDay: Int"), "require_due_day", at: 2, "--allow", "newRequired")
    #expect(required.status == 0, "\(required.errors)")
    if declared {
      try tool.write(
        "-- Gives a day to every item.\n-- @step(after: \"20261121183001_add_due_day\")\n", to: Self.path)
    }
    return tool
  }

  @Test("Without the declaration of a step, rows of an earlier version violate the migration after it")
  func undeclared() throws {
    let result = try project(declared: false).run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Releases/1.0.sqlite: error: '20261121183002_require_due_day' was not applied because of rows in this database:
          - newRequired 'item.due_day': 1 row (SELECT count(*) FROM "item" WHERE "due_day" IS NULL); change these rows first, in \
        an earlier migration or step
        Releases/1.1.sqlite: error: '20261121183002_require_due_day' was not applied because of rows in this database:
          - newRequired 'item.due_day': 1 row (SELECT count(*) FROM "item" WHERE "due_day" IS NULL); change these rows first, in \
        an earlier migration or step

        """)
  }

  @Test("verify applies the files around a step, and reports that it wasn't run")
  func verify() throws {
    let tool = try project()
    let result = try tool.run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(result.status == 0, "\(result.errors)")
    let note =
      "note: without it '20261121183002_require_due_day' can't be applied to the rows, so the migrations from there on were "
      + "applied to the schema without rows; to verify them with rows, keep a database that the program has migrated"
    #expect(
      result.output == """
        Tasks: 3 migrations produce the schema of the models
        Tasks: 3 undos restore the previous schema
        Tasks: 1 step in Swift is not run: 'fill_days'
        Releases/1.0.sqlite: 2 migrations applied; the schema matches the models
        Releases/1.0.sqlite: note: the step 'fill_days' in Swift was not run
        Releases/1.0.sqlite: \(note)
        Releases/1.1.sqlite: 1 migration applied; the schema matches the models
        Releases/1.1.sqlite: note: the step 'fill_days' in Swift was not run
        Releases/1.1.sqlite: \(note)

        """)
    #expect(try tool.run("migrate", "verify", "Tasks").status == 0)
  }

  @Test("A database in which the step was run is verified with its rows")
  func done() throws {
    let tool = try project()
    let database = try RawDatabase(path: tool.folder.path("Releases/1.1.sqlite"))
    try database.execute("UPDATE item SET due_day = 7; " + Self.record)
    try tool.remove("Releases/1.0.sqlite")
    let result = try tool.run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(result.errors.isEmpty)
    #expect(
      result.output == """
        Tasks: 3 migrations produce the schema of the models
        Tasks: 3 undos restore the previous schema
        Tasks: 1 step in Swift is not run: 'fill_days'
        Releases/1.1.sqlite: 1 migration applied; the schema matches the models

        """)
  }

  @Test("Rows that violate a migration before the step are found")
  func before() throws {
    let tool = try Tool.project()
    try tool.addRelease("1.0", rows: ["twice", "twice"])
    _ = try tool.move(to: Version.uniqueTitle, "unique", at: 1, "--allow", "newUnique")
    try tool.write("-- @step(after: \"20261121183001_unique\")\n", to: Self.path)
    let result = try tool.run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Releases/1.0.sqlite: error: '20261121183001_unique' was not applied because of rows in this database:
          - newUnique 'item.title': 1 row (SELECT coalesce(sum("rows" - 1), 0) FROM (SELECT count(*) AS "rows" FROM "item" WHERE \
        "title" IS NOT NULL GROUP BY "title" HAVING count(*) > 1)); change these rows first, in an earlier migration or step

        """)
  }

  @Test("apply stops before the step, status shows it, and both continue after the program has run it")
  func apply() throws {
    let tool = try project()
    try FileManager.default.moveItem(
      atPath: tool.folder.path("Releases/1.0.sqlite"), toPath: tool.folder.path("tasks.sqlite"))
    let status = try tool.run("migrate", "status", "tasks.sqlite", "Tasks")
    #expect(
      status.output.withFixedTimes == """
        tasks.sqlite: 1 migration applied
          applied  20261121183000_create           2026-11-30T08:00:00Z  sql
          pending  20261121183001_add_due_day
          pending  fill_days                       swift
          pending  20261121183002_require_due_day

        """)
    #expect(
      status.errors
        == "tasks.sqlite: error: 3 migrations are pending: the program applies them when it starts; "
        + "'postil migrate apply' stops before 'fill_days', a step in Swift\n")
    let script = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks", "--dry-run")
    #expect(script.status == 0 && script.errors.isEmpty)
    #expect(
      script.output == Version.dueDayScript + """

        -- The next migration is 'fill_days', a step in Swift, which only the program can run.

        """)
    let stopped = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(stopped.status == 1)
    #expect(stopped.output.withFixedTimes == "20261121183001_add_due_day: applied in 3 ms\n")
    #expect(
      stopped.errors
        == "tasks.sqlite: error: the next one is 'fill_days', a step in Swift, which only the program can run; start the program, "
        + "which runs it and then applies the 1 migration after it\n")
    let again = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(again.status == 1 && again.output.isEmpty && again.errors == stopped.errors)
    let database = try RawDatabase(path: tool.folder.path("tasks.sqlite"))
    #expect(try database.rows("SELECT title, due_day FROM item") == [["Oil the door", nil]])
    try database.execute("UPDATE item SET due_day = 7; " + Self.record)
    let finished = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try database.rows("SELECT title, due_day FROM item") == [["Oil the door", "7"]])
    #expect(try tool.run("migrate", "status", "tasks.sqlite", "Tasks").status == 0)
  }

  @Test("A step at the end stops apply too, and doesn't affect the schema")
  func last() throws {
    let tool = try Tool.project()
    try tool.write("-- @step(after: \"20261121183000_create\")\n", to: Self.path)
    let result = try tool.run("migrate", "apply", "tasks.sqlite", "Tasks")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        tasks.sqlite: error: the next one is 'fill_days', a step in Swift, which only the program can run; start the program

        """)
    let verified = try tool.run("migrate", "verify", "Tasks")
    #expect(verified.status == 0)
    #expect(
      verified.output == """
        Tasks: 1 migration produces the schema of the models
        Tasks: 1 undo restores the previous schema
        Tasks: 1 step in Swift is not run: 'fill_days'

        """)
  }

  @Test(
    "An invalid declaration, or one without a place in the order, is refused",
    arguments: [
      (
        "SELECT 1;\n",
        "fill_days.step:1:1: error: the declaration of a step can't contain statements, because the step is written in Swift; "
          + form
      ),
      (
        "-- Nothing.\n",
        "fill_days.step: error: the declaration of the step 'fill_days' doesn't name a migration; " + form
      ),
      ("\n-- @stpe(after: \"a\")\n", "fill_days.step:2:1: error: '@stpe' isn't the declaration of a step; " + form),
      ("-- @step(\"a\")\n", "fill_days.step:1:1: error: '@step' isn't the declaration of a step; " + form),
      ("-- @step(after: \"a\"\n", "fill_days.step:1:1: error: unmatched '(' after '@step'; " + form),
      (
        "-- @step(after: \"a\")\n",
        "fill_days.step: error: the step 'fill_days' comes after 'a', which doesn't exist; name a migration or another step, or "
          + "delete this file if the step was run on every database"
      ),
      (
        "-- @step(after: \"fill_days\")\n",
        "fill_days.step: error: the step 'fill_days' comes after itself; name a migration"
      ),
      (
        "-- @step(after: \"20261121183000_create\")\n-- @step(after: \"b\")\n",
        "fill_days.step: error: the declaration of the step 'fill_days' names several migrations; " + form
      ),
    ])
  func wrong(text: String, message: String) throws {
    let tool = try Tool.project()
    try tool.write(text, to: Self.path)
    let result = try tool.run("migrate", "verify", "Tasks")
    #expect(result.status == 1)
    #expect(result.errors == "Tasks/Migrations/\(message)\n")
  }

  private static let form = "write '-- @step(after: \"20261121183000_add_slug\")'"

  /// What the program records when it has run the step.
  private static let record = """
    INSERT INTO postil_migration (name, checksum, applied_at, duration_ms, kind)
    VALUES ('fill_days', '', '2026-11-22T00:00:00Z', 1, 'swift')
    """
}
