import ArgumentParser
import Foundation
import PostilMigrations

/// `postil migrate status`
struct MigrationStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says where a database is, and how it differs from the models.",
    discussion: """
      Prints which migrations were applied to the database and when, which are pending, and object by object how the \
      database differs from what its migrations make, or from the models where none is pending. Nothing is changed. \
      Without PATH only what was applied is printed.

        postil migrate status tasks.sqlite Sources/Tasks

      The exit status is 0 when the database is what the models ask for, 1 when something is to be done, 2 when the \
      command itself is wrong.
      """)

  @Argument(help: "The database's file.")
  var database: String

  @Argument(help: ArgumentHelp("Swift files, or folders that hold some.", valueName: "path"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("Takes all paths for this one target.", valueName: "name"))
  var target: String?

  @Option(help: .hidden)
  var targetList: String?

  func run() throws {
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
