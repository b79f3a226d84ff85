import Foundation
import Testing

@Suite("postil generate")
struct GenerateCommandTests {
  @Test("generate writes a file for each source with models and one for the schema, into a new folder")
  func output() throws {
    let tool = try Tool(["Tasks/Project.swift": fine, "Tasks/Other.swift": "struct Other {}"])
    let result = try tool.run("generate", "Tasks", "--output", "out/deep")
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.errors.isEmpty)
    #expect(try tool.names(in: "out/deep") == ["Project+Postil.swift", "TasksSchema.swift"])
  }

  @Test("generate keeps unchanged files, removes files of deleted models, and touches no other files")
  func changes() throws {
    let tool = try Tool(["Tasks/Project.swift": fine, "Tasks/Item.swift": suspicious])
    _ = try tool.run("generate", "Tasks", "-o", "out")
    try tool.write("// mine", to: "out/Mine+Postil.swift")
    let long = Date(timeIntervalSince1970: 1_000_000)
    let kept = tool.folder.path("out/Project+Postil.swift")
    try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: kept)
    try FileManager.default.removeItem(atPath: tool.folder.path("Tasks/Item.swift"))
    #expect(try tool.run("generate", "Tasks", "-o", "out").status == 0)
    #expect(try tool.names(in: "out") == ["Mine+Postil.swift", "Project+Postil.swift", "TasksSchema.swift"])
    #expect(try FileManager.default.attributesOfItem(atPath: kept)[.modificationDate] as? Date == long)
    // The schema is the one of a target that never had the model.
    #expect(try tool.run("generate", "Tasks", "-o", "new").status == 0)
    #expect(try tool.read("out/TasksSchema.swift") == tool.read("new/TasksSchema.swift"))
  }

  @Test("generate ignores its own output among the sources")
  func ownOutput() throws {
    let tool = try Tool(["Tasks/Project.swift": fine])
    #expect(try tool.run("generate", "Tasks", "--output", "Tasks/Generated").status == 0)
    let first = try tool.read("Tasks/Generated/TasksSchema.swift")
    #expect(try tool.run("generate", "Tasks", "--output", "Tasks/Generated").status == 0)
    #expect(try tool.read("Tasks/Generated/TasksSchema.swift") == first)
    #expect(try tool.names(in: "Tasks/Generated") == ["Project+Postil.swift", "TasksSchema.swift"])
  }

  @Test("Each of several targets gets its own folder")
  func targets() throws {
    let tool = try Tool(["One/Project.swift": fine, "Two/Item.swift": suspicious])
    #expect(try tool.run("generate", "One", "Two", "--output", "out").status == 0)
    #expect(try tool.names(in: "out") == ["One", "Two"])
    #expect(try tool.names(in: "out/Two") == ["Item+Postil.swift", "TwoSchema.swift"])
    #expect(try tool.run("generate", "One", "Two", "--target", "All", "--output", "all").status == 0)
    #expect(try tool.names(in: "all") == ["AllSchema.swift", "Item+Postil.swift", "Project+Postil.swift"])
  }

  @Test("The schema embeds the files of the target's folder 'Migrations'")
  func migrations() throws {
    let tool = try Tool([
      "One/Project.swift": fine, "Two/Item.swift": suspicious,
      "One/Migrations/20261121183000_create.sql": "-- first\n-- @migration(schema: \"1\")\n",
      "One/Migrations/20261121183000_create.down.sql": "-- undo\n", "One/Migrations/README.md": "-- readme",
      "One/Migrations/Old/20261120183000_before.sql": "-- older\n",
    ])
    #expect(try tool.run("generate", "One/", "Two", "--output", "out").status == 0)
    let text = try tool.read("out/One/OneSchema.swift")
    #expect(
      text == #"""
        // Written by Postil from the models of One. Don't edit this file; change the annotations instead.

        import Postil

        nonisolated enum OneSchema: DatabaseSchema {
          /// The statements that create the schema, in dependency order.
          static let ddl =
            """
            -- A project.
            CREATE TABLE "project" (
              "id"   INTEGER NOT NULL,
              "name" TEXT    NOT NULL,
              CONSTRAINT "project_pkey" PRIMARY KEY ("id")
            ) STRICT;

            """

          /// Changes exactly when `ddl` changes.
          static let fingerprint = "0517e9b601709581"

          /// The tables of all models.
          static let tables: [_TableDescription] = [Project.table]

          /// The migrations from each earlier schema to this one.
          static let migrations = SchemaMigrations([
            SchemaMigrations.File(
              name: "20261121183000_create",
              sql: """
                -- first
                -- @migration(schema: "1")

                """),
          ])
        }

        """#)
    #expect(
      try tool.read("out/Two/TwoSchema.swift") == #"""
        // Written by Postil from the models of Two. Don't edit this file; change the annotations instead.

        import Postil

        nonisolated enum TwoSchema: DatabaseSchema {
          /// The statements that create the schema, in dependency order.
          static let ddl =
            """
            CREATE TABLE "item" (
              "id"    INTEGER NOT NULL,
              "price" REAL    NOT NULL,
              CONSTRAINT "item_pkey" PRIMARY KEY ("id")
            ) STRICT;

            """

          /// Changes exactly when `ddl` changes.
          static let fingerprint = "97982bd667a5db32"

          /// The tables of all models.
          static let tables: [_TableDescription] = [Item.table]

          /// There are no migrations yet.
          static let migrations = SchemaMigrations([])
        }

        """#)
    #expect(try tool.run("generate", "One/Project.swift", "--output", "file").status == 0)
    #expect(try tool.read("file/OneSchema.swift") == text)
  }

  @Test("An invalid file in 'Migrations' exits with 1, and nothing is written")
  func wrongMigration() throws {
    let tool = try Tool(["Tasks/Project.swift": fine, "Tasks/Migrations/first.sql": "-- first\n"])
    let result = try tool.run("generate", "Tasks", "--output", "out")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Tasks/Migrations/first.sql:1:1: error: invalid migration file name 'first.sql'; a name is the UTC time in 14 digits, \
        '_', and a description in lowercase letters, digits and '_'; rename it to '20261121183000_first.sql', or create \
        migrations with 'postil migrate new'

        """)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path("out")))
  }

  @Test("reports unreadable directives and branches of migrations")
  func unreadableMigrations() throws {
    let first = "20261121183000_a"
    let tool = try Tool([
      "Tasks/Project.swift": fine, "Tasks/Migrations/\(first).sql": "-- A.\n-- @migrashun(schema: \"1\")\n",
      "Tasks/Migrations/\(first).down.sql": "-- @rebuilt(\"item\")\n",
      "Branches/Project.swift": fine, "Branches/Migrations/\(first).sql": "-- @migration(schema: \"1\")\n",
      "Branches/Migrations/20261121183001_b.sql": "-- @migration(after: \"\(first)\")\n",
      "Branches/Migrations/20261121183002_c.sql": "-- @migration(after: \"\(first)\")\n",
    ])
    let result = try tool.run("generate", "Tasks", "--output", "out")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        Tasks/Migrations/\(first).sql:2:4: error: unknown directive '@migrashun'; write '-- @migration(after: "NAME", schema: \
        "FINGERPRINT")'
        Tasks/Migrations/\(first).down.sql:1:4: error: unknown directive '@rebuilt'; write '-- @rebuild("table")'

        """)
    let branches = try tool.run("generate", "Branches", "--output", "out")
    #expect(branches.status == 1)
    #expect(
      branches.errors == """
        Branches/Migrations: error: the migrations '20261121183001_b' and '20261121183002_c' are branches of '\(first)'; run \
        'postil migrate merge PATH'

        """)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path("out")))
  }

  @Test("An error in the sources exits with 1, and nothing is written")
  func mistake() throws {
    let tool = try Tool(["Tasks/Item.swift": wrong])
    let result = try tool.run("generate", "Tasks", "--output", "out")
    #expect(result.status == 1)
    #expect(
      result.errors == "Tasks/Item.swift:5:6: error: unknown annotation '@chekc'; did you mean '@check'?\n")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.path("out")))
  }

  @Test("A missing output folder exits with 2")
  func misuse() throws {
    let tool = try Tool(["Tasks/Project.swift": fine, "file": ""])
    #expect(try tool.run("generate", "Tasks").status == 2)
    let result = try tool.run("generate", "Tasks", "--output", "file")
    #expect(result.status == 2)
    #expect(
      result.errors == """
        postil: error: cannot write to 'file': The operation could not be completed. A file with the same name already exists.

        """)
  }
}
