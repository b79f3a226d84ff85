import ArgumentParser
import PostilRows
import PostilSeeds
import PostilServer
import PostilSources

/// `postil seed`
struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Fills a database with the rows of JSON files, for development and demonstrations.",
    discussion: """
      Reads the JSON files in the folder 'Seeds' of the target, or those that are listed after the paths. Each contains \
      rows by their models, with labels by which other rows refer to them:

        {
          "Project": { "home": { "name": "Home" } },
          "Item": { "oil": { "title": "Oil the door", "project": "home" } },
          "Tag": [ { "name": "urgent" } ]
        }

      The command can be repeated: it inserts the rows that are missing, updates those whose values differ, and leaves \
      all others. It deletes no rows. Everything happens in one transaction; after a mistake, nothing is changed.

        postil seed tasks.sqlite Sources/Tasks
        postil seed tasks.sqlite Sources/Tasks --dry-run
        postil seed postgresql://app@db.example/tasks Sources/Tasks Demo/large.json

      The tables must exist. Docs/Seeds.md describes the files.
      """)

  @Argument(help: "The database file, or the URL of a PostgreSQL server.")
  var database: String

  @OptionGroup var sources: SourceOptions

  @OptionGroup var schema: ServerSchemaOption

  @Flag(help: "Prints what would be done, and changes nothing.")
  var dryRun = false

  func validate() throws {
    try schema.validate(isServer: ServerURL.matches(database))
  }

  func run() async throws {
    let isServer = ServerURL.matches(database)
    #if PostgreSQL
      let seeded = isServer ? SeededDatabase.server(database, schema: schema.schema) : .file(database)
    #else
      if isServer { throw ServerURL.unsupported(database) }
      let seeded = SeededDatabase.file(database)
    #endif
    let files = sources.paths.filter { $0.hasSuffix(".json") }
    let targets = try SourceOptions.targets(
      paths: sources.paths.filter { !$0.hasSuffix(".json") }, target: sources.target, targetList: sources.targetList)
    if !isServer { try ExistingDatabase.check(database) }
    let report: SeedReport
    do {
      let models = try CompiledModels(targets)
      let seeds = files.isEmpty ? try SeedFile.all(of: targets) : try files.map(SeedFile.init(reading:))
      let plan = try SeedPlan(seeds, models: models)
      report = try await seeded.run(plan, isTrial: dryRun)
    } catch {
      throw failure(error)
    }
    if dryRun { for change in report.changes { StandardStream.output.write(change + "\n") } }
    let width = report.counts.map(\.name.count).max() ?? 0
    for (name, counts) in report.counts {
      StandardStream.output.write("\(name)\(String(repeating: " ", count: width - name.count))  \(counts.text)\n")
    }
    if dryRun { StandardStream.output.write("Nothing was changed, because of '--dry-run'.\n") }
  }

  /// Reports mistakes in files, and returns the error to end with.
  private func failure(_ error: any Error) -> any Error {
    let shown = ServerURL.shown(database)
    switch error {
    case is Misuse, is ExitCode: return error
    case let failure as CompilationFailure: return mistakes(failure.lines)
    case let failure as SeedFailure: return mistakes(failure.diagnostics.flatMap(\.lines))
    case let mismatch as SeedMismatch:
      return Misuse(
        "'\(shown)' doesn't have the tables of the models: \(mismatch.reason); create or migrate them first, with "
          + "'postil migrate apply' or 'postil ddl'")
    default:
      #if PostgreSQL
        if let unusable = error as? UnusableServer {
          return Misuse("cannot connect to '\(shown)': \(unusable.reason)")
        }
      #endif
      return Misuse("'\(shown)': \(error)")
    }
  }

  private func mistakes(_ lines: [String]) -> ExitCode {
    for line in lines { StandardStream.error.write(line + "\n") }
    return ExitCode.failure
  }
}
