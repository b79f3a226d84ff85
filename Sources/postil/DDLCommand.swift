import ArgumentParser
import PostilDictionary
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
        postil ddl Sources/Tasks --dialect postgresql | psql tasks
        postil ddl Sources/Tasks --format markdown > SCHEMA.md
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

  func validate() throws {
    guard DDLDialect(rawValue: dialect) == nil else { return }
    throw ValidationError("There is no dialect '\(dialect)': use --dialect sqlite or --dialect postgresql.")
  }

  func run() throws {
    let dialect = DDLDialect(rawValue: dialect) ?? .sqlite
    let graphs = try sources.targets().compiled(for: dialect)
    // The schema of a target holds those of the targets that its models import.
    let imported = Set(graphs.flatMap(\.importedModules))
    let wholes = graphs.filter { !imported.contains($0.target) }
    if format == .markdown {
      return StandardStream.output.write(
        wholes.map { DataDictionary($0, dialect: dialect).text }.joined(separator: "\n"))
    }
    let scripts = wholes.map { $0.schema.script(for: dialect).text }
    StandardStream.output.write(scripts.filter { !$0.isEmpty }.joined(separator: "\n"))
  }
}
