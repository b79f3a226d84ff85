import PostilCompiler
import Testing

@Suite("The files of 'Migrations'")
struct EmbeddedMigrationsTests {
  private func read(_ files: [String: String]) -> EmbeddedMigrations {
    EmbeddedMigrations(
      reading: files.map { CompilerPipeline.Source(path: "Tasks/Migrations/\($0.key)", bytes: Array($0.value.utf8)) })
  }

  private func header(after name: String? = nil) -> String {
    "-- @migration(\(name.map { "after: \"\($0)\", " } ?? "")schema: \"1\")\n"
  }

  private func messages(_ files: [String: String]) -> [String] { read(files).diagnostics.flatMap(\.lines) }

  @Test("Files are embedded in the order of their names, without undos")
  func order() throws {
    let migrations = read([
      "20261121183000_b.sql": header(after: "20261121183000_a"), "20261121183000_b.down.sql": "SELECT 1;",
      "20261120090000_z.sql": header(), "20261121183000_a.sql": header(after: "20261120090000_z"),
    ])
    #expect(migrations.diagnostics.isEmpty)
    #expect(migrations.files.map(\.name) == ["20261120090000_z", "20261121183000_a", "20261121183000_b"])
    #expect(migrations.files[0].sql == header() && migrations.undos.map(\.sql) == ["SELECT 1;"])
  }

  @Test("Line endings and byte order marks don't change the embedded text")
  func normalForm() throws {
    let migrations = read(["20261121183000_a.sql": "\u{FEFF}-- @migration(schema: \"1\")\r\n-- A\r\rB\r\n\r\n"])
    #expect(migrations.files.map(\.sql) == [header() + "-- A\r\rB\n\n"])
  }

  @Test("The schema's file contains the files unchanged, whatever their content")
  func literal() throws {
    let graph = try compile("// @table\nstruct Item: Sendable {\n  let id: ID\n}")
    let sql = header() + "-- \\(x) \"\"\" \"\"\"# \\#(y)\n\n  SELECT 'ü';\n"
    let files = read(["20261121183000_a.sql": sql, "20261121183001_b.sql": header() + "-- \u{1}\t\r"]).files
    let text = Emitter(graph: graph, migrations: files).schemaFile().text
    #expect(
      text.hasSuffix(
        #####"""

          /// The migrations from each earlier schema to this one.
          static let migrations = SchemaMigrations([
            SchemaMigrations.File(
              name: "20261121183000_a",
              sql: ##"""
                -- @migration(schema: "1")
                -- \(x) """ """# \#(y)

                  SELECT 'ü';

                """##),
            SchemaMigrations.File(
              name: "20261121183001_b",
              sql: """
                -- @migration(schema: \"1\")
                -- \u{1}\t\r
                """),
          ])
        }

        """#####), "\(text)")
  }

  @Test("Migrations are public if the schema is, and an empty list before the first one")
  func access() throws {
    let graph = try compile("// @table\npublic struct Item: Sendable {\n  public let id: ID\n}")
    let files = read(["20261121183000_a.sql": header()]).files
    #expect(Emitter(graph: graph, migrations: files).schemaFile().text.contains("public static let migrations"))
    #expect(Emitter(graph: graph).schemaFile().text.contains("public static let migrations = SchemaMigrations([])"))
  }

  @Test(
    "Invalid file names are refused, with a valid one",
    arguments: [
      ("Add Due.sql", "20261121183000_add_due.sql"), ("20261121183000.sql", "20261121183000_changes.sql"),
      ("20261121183000_.sql", "20261121183000_changes.sql"),
      ("20261121183000-Add-Due.sql", "20261121183000_add_due.sql"),
      ("2026112118300_a.sql", "20261121183000_2026112118300_a.sql"),
      ("20261121183000_größe.down.sql", "20261121183000_gr_e.down.sql"), ("a.SQL", "20261121183000_a_sql.sql"),
    ])
  func names(name: String, suggestion: String) {
    let messages = messages([name: ""])
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("Tasks/Migrations/\(name):1:1: error: invalid migration file name '\(name)'"))
    #expect(messages[0].contains("rename it to '\(suggestion)'"), "\(messages)")
  }

  @Test("Undos without a migration are refused")
  func undoOfNothing() {
    #expect(
      messages(["20261121183000_a.down.sql": ""]) == [
        "Tasks/Migrations/20261121183000_a.down.sql:1:1: error: '20261121183000_a.down.sql' has no matching "
          + "migration, because '20261121183000_a.sql' is missing; remove it, or restore '20261121183000_a.sql'"
      ])
  }

  @Test("Files that aren't text are refused at the invalid byte")
  func bytes() {
    for byte: UInt8 in [0, 0xFF] {
      let migrations = EmbeddedMigrations(reading: [
        CompilerPipeline.Source(path: "20261121183000_a.sql", bytes: Array("A\n  ".utf8) + [byte])
      ])
      #expect(migrations.files.isEmpty)
      #expect(
        migrations.diagnostics.flatMap(\.lines) == [
          "20261121183000_a.sql:2:3: error: this file isn't valid UTF-8 text; save it as UTF-8, without zero bytes"
        ])
    }
  }

  @Test("Migrations of a target without models are a warning: nothing embeds them")
  func withoutModels() throws {
    let graph = try #require(CompilerPipeline(target: "Tasks").run(sources: []).graph)
    let migrations = read(["20261121183000_a.sql": header()])
    #expect(
      migrations.warnings(for: graph).flatMap(\.lines) == [
        "Tasks/Migrations/20261121183000_a.sql:1:1: warning: 'Tasks' has migrations but no models; put "
          + "'// @table' above a struct, or move the files to the target that contains the models"
      ])
    #expect(try read([:]).warnings(for: graph).isEmpty && migrations.warnings(for: compile(item(""))).isEmpty)
  }
}
