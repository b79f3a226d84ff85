import Foundation
import PostilTestSupport
import Testing

@Suite("postil migrate verify")
struct VerifyMigrationsTests {
  @Test("verify prints what it verified, and exits with 0")
  func everythingHolds() throws {
    let tool = try Tool.project()
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    let result = try tool.run("migrate", "verify", "Tasks")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.output == """
        Tasks: 2 migrations produce the schema of the models
        Tasks: 2 undos restore the previous schema

        """)
  }

  @Test("The migrations of Models/House and of the README produce the schemas of their models")
  func ownModels() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
    for (path, target) in [("Models/House", "Houses"), ("Tests/TourTests", "Tasks")] {
      let result = try Tool().run("migrate", "verify", "\(root)/\(path)", "--target", target)
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test("Verification fails if the models were changed without a migration")
  func missing() throws {
    let tool = try Tool.project()
    try tool.write(Version.withDueDay, to: "Tasks/Item.swift")
    let result = try tool.run("migrate", "verify", "Tasks")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(
      result.errors == """
        Tasks/Migrations: error: the migrations don't produce the schema of the models of 'Tasks'; write the missing \
        migration with 'postil migrate new NAME PATH'
        Tasks/Migrations: note: table 'item' differs: column "due_day" INTEGER is missing

        """)
  }

  @Test("verify exits with 1 without migrations")
  func none() throws {
    let result = try Tool(["Tasks/Item.swift": Version.first]).run("migrate", "verify", "Tasks")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        postil: error: there are no migrations in 'Tasks/Migrations'; write the first one with 'postil migrate new create \
        PATH'

        """)
  }

  @Test("verify refuses an undo that doesn't restore the schema")
  func wrongUndo() throws {
    let tool = try Tool.project()
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    try tool.write("SELECT 1;\n", to: "Tasks/Migrations/20261121183001_add_due_day.down.sql")
    let result = try tool.run("migrate", "verify", "Tasks")
    #expect(result.status == 1)
    #expect(
      result.firstError == """
        Tasks/Migrations/20261121183001_add_due_day.down.sql: error: this doesn't undo '20261121183001_add_due_day', because the \
        schema differs from the one before it; fix or delete this file
        """)
  }

  @Test("verify names both branches, and the command that merges them")
  func branches() throws {
    let tool = try Tool.branches()
    let result = try tool.run("migrate", "verify", "Tasks")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Tasks/Migrations: error: the migrations '20261121183001_add_due_day' and '20261121183002_add_note' are branches of \
        '20261121183000_create'; run 'postil migrate merge PATH'

        """)
  }

  @Test("verify migrates copies of databases, and leaves the files unchanged")
  func databases() throws {
    let tool = try Tool.project()
    try tool.addRelease("1.0")
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    try tool.addRelease("1.1")
    let before = try Data(contentsOf: tool.folder.url.appending(path: "Releases/1.0.sqlite"))
    let result = try tool.run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        Tasks: 2 migrations produce the schema of the models
        Tasks: 2 undos restore the previous schema
        Releases/1.0.sqlite: 1 migration applied; the schema matches the models
        Releases/1.1.sqlite: 0 migrations applied; the schema matches the models

        """)
    #expect(try Data(contentsOf: tool.folder.url.appending(path: "Releases/1.0.sqlite")) == before)
    #expect(try tool.names(in: "Releases") == ["1.0.sqlite", "1.1.sqlite"])
  }

  @Test("verify fails if rows of an earlier version violate a migration")
  func rowsInTheWay() throws {
    let tool = try Tool.project()
    try tool.addRelease("1.0", rows: ["twice", "twice"])
    _ = try tool.move(to: Version.uniqueTitle, "unique", at: 1, "--allow", "newUnique")
    let result = try tool.run("migrate", "verify", "Tasks", "--databases", "Releases")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Releases/1.0.sqlite: error: '20261121183001_unique' was not applied because of rows in this database:
          - newUnique 'item.title': 1 row (SELECT coalesce(sum("rows" - 1), 0) FROM (SELECT count(*) AS "rows" FROM "item" WHERE \
        "title" IS NOT NULL GROUP BY "title" HAVING count(*) > 1)); change these rows first, in an earlier migration or step

        """)
  }

  @Test("verify checks every target with migrations")
  func targets() throws {
    let tool = try Tool.project()
    try tool.write(fine, to: "Other/Project.swift")
    let tasks = "Tasks: 1 migration produces the schema of the models\nTasks: 1 undo restores the previous schema\n"
    #expect(try tool.run("migrate", "verify", "Tasks", "Other").output == tasks)
    _ = try tool.run("migrate", "new", "create", "Other")
    let both = try tool.run("migrate", "verify", "Tasks", "Other")
    #expect(both.output == tasks + tasks.replacing("Tasks", with: "Other"))
    #expect(try tool.run("migrate", "verify", "Tasks", "Other", "--databases", "Other").status == 2)
  }

  @Test("verify exits with 2 if the folder of databases is invalid")
  func misuse() throws {
    let tool = try Tool.project()
    #expect(
      try tool.run("migrate", "verify", "Tasks", "--databases", "no").errors
        == "postil: error: folder 'no' doesn't exist\n")
    let result = try tool.run("migrate", "verify", "Tasks", "--databases", "Tasks")
    #expect(result.status == 2)
    #expect(result.errors == "postil: error: 'Tasks' contains no database: no .sqlite, .sqlite3 or .db file\n")
  }
}

extension Tool {
  /// A project to which two branches each brought a migration, and the models of both.
  static func branches() throws -> Tool {
    let tool = try project()
    _ = try tool.move(to: Version.withDueDay, "add_due_day", at: 1)
    let names = try tool.names(in: "Tasks/Migrations").filter { $0.contains("add_due_day") }
    let files = try names.map { ("Tasks/Migrations/\($0)", try tool.read("Tasks/Migrations/\($0)")) }
    for (path, _) in files { try tool.remove(path) }
    _ = try tool.move(to: Version.withNote, "add_note", at: 2)
    for (path, text) in files { try tool.write(text, to: path) }
    try tool.write(Version.source("var title: String\n  var dueDay: Int?\n  var note: String?"), to: "Tasks/Item.swift")
    return tool
  }

  /// A database of the version of now, with rows, among those that are kept.
  func addRelease(_ version: String, rows: [String] = ["Oil the door"]) throws {
    try FileManager.default.createDirectory(atPath: folder.path("Releases"), withIntermediateDirectories: true)
    #expect(try run("migrate", "apply", "Releases/\(version).sqlite", "Tasks").status == 0)
    let database = try RawDatabase(path: folder.path("Releases/\(version).sqlite"))
    for title in rows { try database.execute("INSERT INTO item (title) VALUES ('\(title)')") }
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: folder.path(path)) }
}
