import ArgumentParser
import PostilDialects
import PostilDictionary
import PostilMigrations
import PostilSchema
import PostilSources

/// `postil ddl`
struct DDLCommand: ParsableCommand {
  /// The output formats of a schema.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case sql, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "ddl",
    abstract: "Prints the SQL statements that create the schema.",
    discussion: """
      The statements are in dependency order and the same for the same sources. The structs' documentation becomes SQL \
      comments.

        postil ddl Sources/Tasks | sqlite3 tasks.sqlite
        postil ddl Sources/Tasks > schema.sql && git diff schema.sql
        postil ddl Sources/Tasks --dialect postgresql | psql -v ON_ERROR_STOP=1 tasks
        postil ddl Sources/Tasks --format markdown > SCHEMA.md

      With '--from', prints the script that changes one schema into another. Each schema is an SQLite database, an SQL \
      script, the fingerprint of a migration, or 'models', which is the default of '--to'.

        postil ddl Sources/Tasks --from tasks.sqlite
        postil ddl Sources/Tasks --from 8c1d0e2f3a4b5c6d --to models
        postil ddl --from before.sql --to after.sql
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "The target database: sqlite, postgresql, cockroachdb or yugabytedb.",
      discussion: "The PostgreSQL script needs version 15 or later. The last two leave out what those servers lack.",
      valueName: "name"))
  var dialect = "sqlite"

  @Option(
    help: ArgumentHelp(
      "sql or markdown.",
      discussion: "Markdown prints a data dictionary: every table with its columns, keys, relationships and "
        + "documentation.",
      valueName: "name"))
  var format: Format = .sql

  @Option(
    help: ArgumentHelp(
      "Prints a script that starts from this schema.",
      discussion: "An SQLite database, an SQL script, the fingerprint of a migration, or 'models'.",
      valueName: "schema"))
  var from: String?

  @Option(help: ArgumentHelp("The schema that the script produces; by default the models.", valueName: "schema"))
  var to: String?

  func validate() throws {
    if to != nil, from == nil { throw ValidationError("'--to' requires '--from'.") }
    if from != nil {
      guard dialect == "sqlite" else {
        throw ValidationError("A script between two schemas is always for SQLite; remove '--dialect'.")
      }
      guard format == .sql else {
        throw ValidationError("A script between two schemas is always SQL; remove '--format'.")
      }
    }
    guard DDLDialect(rawValue: dialect) == nil else { return }
    throw ValidationError("Unknown dialect '\(dialect)'; use 'sqlite', 'postgresql', 'cockroachdb' or 'yugabytedb'.")
  }

  func run() throws {
    if let from { return try printScript(from: SchemaSide(argument: from), to: SchemaSide(argument: to ?? "models")) }
    let dialect = DDLDialect(rawValue: dialect) ?? .sqlite
    let wholes = try sources.targets().compiled(for: dialect).wholes
    if format == .markdown {
      return StandardStream.output.write(
        wholes.map { DataDictionary($0, dialect: dialect).text }.joined(separator: "\n"))
    }
    let scripts = wholes.map { $0.schema.script(for: dialect) }
    StandardStream.output.write(DDLScript.joined(scripts, dialect: dialect).text)
  }

  /// The script between two schemas. The sources are read only if one of the schemas depends on the models.
  private func printScript(from: SchemaSide, to: SchemaSide) throws {
    let target = from.isAboutModels || to.isAboutModels ? try MigratedTarget.one(sources.targets()) : nil
    let difference = SchemaDifference(models: target?.models, folder: target?.folder)
    StandardStream.output.write(try reportingRefusals { try difference.script(from: from, to: to) })
  }
}
