import ArgumentParser
import PostilSchema

/// `postil ddl`
struct DDLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ddl",
    abstract: "Prints the statements that make the schema.",
    discussion: """
      The statements are in dependency order, the same for the same sources, with the structs' documentation as \
      comments: ready to read, to compare and to pipe into sqlite3.

        postil ddl Sources/Tasks | sqlite3 tasks.sqlite
        postil ddl Sources/Tasks > schema.sql && git diff schema.sql
      """)

  @OptionGroup var sources: SourceOptions

  @Option(help: ArgumentHelp("The database to write for: sqlite.", valueName: "name"))
  var dialect = "sqlite"

  func validate() throws {
    switch dialect {
    case "sqlite": return
    case "postgresql": throw ValidationError("PostgreSQL is planned and not written yet: use --dialect sqlite.")
    default: throw ValidationError("There is no dialect '\(dialect)': use --dialect sqlite.")
    }
  }

  func run() throws {
    let graphs = try sources.targets().compiled()
    // The schema of a target holds those of the targets that its models import.
    let imported = Set(graphs.flatMap(\.importedModules))
    let scripts = graphs.filter { !imported.contains($0.target) }.map { $0.schema.script(for: .sqlite).text }
    StandardStream.output.write(scripts.filter { !$0.isEmpty }.joined(separator: "\n"))
  }
}
