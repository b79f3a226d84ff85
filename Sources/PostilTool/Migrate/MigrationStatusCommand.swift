import ArgumentParser
import Foundation
import PostilDialects
import PostilMigrations
import PostilSources

/// `postil migrate status`
struct MigrationStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows a database's migrations, and how it differs from the models.",
    discussion: """
      Prints the applied migrations with their times, the pending ones, and each object that differs from the result \
      of the migrations, or from the models if nothing is pending. Nothing is changed. Without PATH, prints only the \
      applied migrations.

        postil migrate status tasks.sqlite Sources/Tasks
        postil migrate status postgresql://app@db.example/tasks Sources/Tasks

      For a PostgreSQL server, the comparison needs a user who may create a database for it.

      The exit status is 0 when the database matches the models, 1 when it doesn't, 2 when the command is used \
      incorrectly.
      """)

  @Argument(help: "The database file, or the URL of a PostgreSQL server.")
  var database: String

  @Argument(help: ArgumentHelp("Swift files, or folders that contain Swift files.", valueName: "path"))
  var paths: [String] = []

  @OptionGroup var schema: ServerSchemaOption

  @Option(help: ArgumentHelp("Compiles all paths as one target with this name.", valueName: "name"))
  var target: String?

  @Option(help: .hidden)
  var targetList: String?

  func validate() throws { try schema.validate(isServer: ServerURL.matches(database)) }

  func run() throws {
    if ServerURL.matches(database) {
      return try reportingRefusals {
        let targets = try SourceOptions.targets(paths: paths, target: target, targetList: targetList)
        try ServerMigration(url: database, schema: schema.schema, target: MigratedTarget.one(targets, for: .postgresql))
          .status()
      }
    }
    try ExistingDatabase.check(database)
    try reportingRefusals {
      let status = try reportingDatabaseErrors(database) {
        guard !paths.isEmpty || targetList != nil else { return try DatabaseStatus(of: database) }
        let target = try MigratedTarget.one(
          SourceOptions.targets(paths: paths, target: target, targetList: targetList))
        return try DatabaseStatus(of: database, folder: target.folder, models: target.models)
      }
      for line in status.lines { StandardStream.output.write(line + "\n") }
      if !status.reasons.isEmpty { throw MigrationRefusal(status.reasons) }
    }
  }
}
