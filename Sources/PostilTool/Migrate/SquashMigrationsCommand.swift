import ArgumentParser
import PostilMigrations

/// `postil migrate squash`
struct SquashMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "squash",
    abstract: "Writes one migration that stands for all so far.",
    discussion: """
      The file holds the whole schema: a new database begins with it, and one that has all that it stands for records \
      it without running it. The files before it stay, for databases that are in the middle of them; remove those files \
      when every database is past them.

        postil migrate squash Sources/Tasks
      """)

  @OptionGroup var sources: SourceOptions

  @Option(help: ArgumentHelp("What to call the migration.", valueName: "name"))
  var name = "checkpoint"

  @Option(
    help: ArgumentHelp(
      "The time in the file's name: 14 digits, UTC.", discussion: "The time of day without it.", valueName: "time"))
  var timestamp: String?

  func validate() throws { try DraftOptions.validate(timestamp) }

  func run() throws {
    let request = try DraftOptions.request(name, timestamp: timestamp)
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets())
      let checkpoint = try MigrationCheckpoint(in: target.folder, for: target.models)
      try checkpoint.draft(request).write(in: target.folder.path)
    }
  }
}
