import ArgumentParser
import PostilDialects
import PostilMigrations
import PostilSources

/// `postil migrate repair`
struct RepairMigrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Completes a PostgreSQL migration that was interrupted after its transaction, or takes it back.",
    discussion: """
      On PostgreSQL, indexes are built and rows are checked after the transaction of a migration, while programs write. \
      If one of these statements fails, the migration is incomplete: correct the cause, which 'postil migrate status' \
      shows, and run this command. It continues with that statement.

      With '--take-back', undoes the migration instead, with its '.postgresql.down.sql' file and in one transaction. \
      Fails if there is no such file, or if rows would lose values that were added since.

        postil migrate repair postgresql://app@db.example/tasks Sources/Tasks
        postil migrate repair postgresql://app@db.example/tasks Sources/Tasks --take-back
      """)

  @Argument(help: "The URL of a PostgreSQL server.")
  var database: String

  @OptionGroup var sources: SourceOptions

  @OptionGroup var schema: ServerSchemaOption

  @OptionGroup var waiting: WaitingOptions

  @Flag(help: "Undoes the incomplete migration instead of completing it.")
  var takeBack = false

  func validate() throws {
    guard ServerURL.matches(database) else {
      throw ValidationError(
        "'postil migrate repair' is for PostgreSQL; a migration of an SQLite database is one transaction, so it is never incomplete."
      )
    }
  }

  func run() throws {
    try reportingRefusals {
      try ServerMigration(
        url: database, schema: schema.schema, target: MigratedTarget.one(sources.targets(), for: .postgresql),
        waiting: waiting
      ).repair(takingBack: takeBack)
    }
  }
}
