import ArgumentParser
import PostilMigrations

/// `postil migrate down`
struct UndoMigrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "down",
    abstract: "Undoes the migration that was applied to a database last.",
    discussion: """
      Runs the file that ends in '.down.sql' of the last migration, in one transaction, and forgets that it was \
      applied. Refused where there is no such file, and where rows would lose what they got since. For work on a \
      developer's machine: programs never go back.

        postil migrate down tasks.sqlite Sources/Tasks
      """)

  @Argument(help: "The database's file.")
  var database: String

  @OptionGroup var sources: SourceOptions

  func run() throws {
    try ExistingDatabase.check(database)
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets())
      let change = DatabaseChange(of: database, folder: target.folder, models: target.models)
      try reportingDatabaseErrors(database) {
        for line in try change.undoLast() { StandardStream.output.write(line + "\n") }
      }
    }
  }
}
