import ArgumentParser
import PostilDialects
import PostilMigrations
import PostilSources

/// `postil migrate down`
struct UndoMigrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "down",
    abstract: "Undoes the last migration that was applied to a database.",
    discussion: """
      Runs the '.down.sql' file of the last migration in one transaction, and removes its record. Fails if there is no \
      such file, or if rows would lose values that were added since. Use it during development; programs never undo \
      migrations.

        postil migrate down tasks.sqlite Sources/Tasks
        postil migrate down postgresql://localhost/tasks Sources/Tasks
      """)

  @Argument(help: "The database file, or the URL of a PostgreSQL server.")
  var database: String

  @OptionGroup var sources: SourceOptions

  @OptionGroup var schema: ServerSchemaOption

  @OptionGroup var waiting: WaitingOptions

  func validate() throws { try schema.validate(isServer: ServerURL.matches(database)) }

  func run() throws {
    if ServerURL.matches(database) {
      return try reportingRefusals {
        try ServerMigration(
          url: database, schema: schema.schema, target: MigratedTarget.one(sources.targets(), for: .postgresql),
          waiting: waiting
        ).undo()
      }
    }
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
