import ArgumentParser
import PostilDialects
import PostilDictionary
import PostilMigrations
import PostilSchema

/// `postil ddl`
struct DDLCommand: ParsableCommand {
  /// What a schema can be written as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case sql, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "ddl",
    abstract: "Prints the statements that make the schema.",
    discussion: """
      The statements are in dependency order, the same for the same sources, with the structs' documentation as \
      comments: ready to read, to compare and to pipe into sqlite3.

        postil ddl Sources/Tasks | sqlite3 tasks.sqlite
        postil ddl Sources/Tasks > schema.sql && git diff schema.sql
        postil ddl Sources/Tasks --dialect postgresql | psql -v ON_ERROR_STOP=1 tasks
        postil ddl Sources/Tasks --format markdown > SCHEMA.md

      With '--from' it is the script that leads from one schema to another: each is a SQLite database, an SQL script, \
      the fingerprint of a migration, or 'models', which '--to' is without being said.

        postil ddl Sources/Tasks --from tasks.sqlite
        postil ddl Sources/Tasks --from 8c1d0e2f3a4b5c6d --to models
        postil ddl --from before.sql --to after.sql
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "The database to write for: sqlite or postgresql.",
      discussion: "The script for PostgreSQL is for version 15 and later.", valueName: "name"))
  var dialect = "sqlite"

  @Option(
    help: ArgumentHelp(
      "sql or markdown.",
      discussion: "Markdown is a data dictionary: every table with its columns, keys, relationships and documentation.",
      valueName: "name"))
  var format: Format = .sql

  @Option(
    help: ArgumentHelp(
      "Prints the script that leads from this schema.",
      discussion: "A SQLite database, an SQL script, the fingerprint of a migration, or 'models'.",
      valueName: "schema"))
  var from: String?

  @Option(help: ArgumentHelp("The schema that the script leads to; the models without it.", valueName: "schema"))
  var to: String?

  func validate() throws {
    if to != nil, from == nil { throw ValidationError("'--to' says where a script leads: write '--from' too.") }
    if from != nil {
      guard dialect == "sqlite" else {
        throw ValidationError("The script between two schemas is for SQLite: write it without '--dialect'.")
      }
      guard format == .sql else {
        throw ValidationError("The script between two schemas is SQL: write it without '--format'.")
      }
    }
    guard DDLDialect(rawValue: dialect) == nil else { return }
    throw ValidationError("There is no dialect '\(dialect)': use --dialect sqlite or --dialect postgresql.")
  }

  func run() throws {
    if let from { return try printScript(from: SchemaSide(argument: from), to: SchemaSide(argument: to ?? "models")) }
    let dialect = DDLDialect(rawValue: dialect) ?? .sqlite
    let graphs = try sources.targets().compiled(for: dialect)
    // The schema of a target holds those of the targets that its models import.
    let imported = Set(graphs.flatMap(\.importedModules))
    let wholes = graphs.filter { !imported.contains($0.target) }
    if format == .markdown {
      return StandardStream.output.write(
        wholes.map { DataDictionary($0, dialect: dialect).text }.joined(separator: "\n"))
    }
    let scripts = wholes.map { $0.schema.script(for: dialect) }
    StandardStream.output.write(DDLScript.joined(scripts, dialect: dialect).text)
  }

  /// The script between two schemas. The sources are looked at where one of them is about models.
  private func printScript(from: SchemaSide, to: SchemaSide) throws {
    let target = from.isAboutModels || to.isAboutModels ? try MigratedTarget.one(sources.targets()) : nil
    let difference = SchemaDifference(models: target?.models, folder: target?.folder)
    StandardStream.output.write(try reportingRefusals { try difference.script(from: from, to: to) })
  }
}
