import ArgumentParser
import PostilMigrations
import PostilSources

/// `postil migrate squash`
struct SquashMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "squash",
    abstract: "Writes one migration that replaces all existing ones.",
    discussion: """
      The new file contains the whole schema. A new database starts with it; a database that has every migration it \
      replaces records it without running it. The earlier files stay for databases that have only some of them; delete \
      those files when every database has all of them.

        postil migrate squash Sources/Tasks
        postil migrate squash Sources/Tasks --dialect postgresql
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var dialect: DialectOption

  @Option(help: ArgumentHelp("The name of the migration.", valueName: "name"))
  var name = "checkpoint"

  @Option(
    help: ArgumentHelp(
      "The timestamp in the file name: 14 digits, UTC.", discussion: "By default the current time.", valueName: "time"))
  var timestamp: String?

  func validate() throws { try DraftOptions.validate(timestamp) }

  func run() throws {
    let request = try DraftOptions.request(name, timestamp: timestamp)
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets(), for: dialect.value)
      let checkpoint = try MigrationCheckpoint(in: target.folder, for: target.models)
      try checkpoint.draft(request).write(in: target.folder)
    }
  }
}
