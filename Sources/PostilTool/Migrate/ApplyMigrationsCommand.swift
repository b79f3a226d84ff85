import ArgumentParser
import PostilDialects
import PostilMigrations
import PostilSources

/// `postil migrate apply`
struct ApplyMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Applies the pending migrations to a database, or prints what would run.",
    discussion: """
      Does by hand what the program does when it opens the database: applies the pending migrations, each after its \
      pre-checks. Only the program can run steps in Swift: this command stops before a step that is declared by a file \
      'NAME.step' in the folder 'Migrations'. Declare every step, or let the program apply its migrations.

      On SQLite, all of them are one transaction: if one fails, the database is as it was before. A database that \
      doesn't exist is created. On PostgreSQL, each is a transaction, and indexes are built after it. The schema is \
      compared with the result of the migrations before and after that, if the user may create a temporary database.

      With '--dry-run', prints the statements and changes nothing.

        postil migrate apply tasks.sqlite Sources/Tasks --dry-run
        postil migrate apply tasks.sqlite Sources/Tasks
        postil migrate apply postgresql://app@db.example/tasks Sources/Tasks
      """)

  @Argument(help: "The database file, or the URL of a PostgreSQL server.")
  var database: String

  @OptionGroup var sources: SourceOptions

  @OptionGroup var schema: ServerSchemaOption

  @OptionGroup var waiting: WaitingOptions

  @Flag(help: "Prints the statements that would run, as a script for sqlite3 or psql, and changes nothing.")
  var dryRun = false

  @Flag(
    help: "Records all migrations without running them, if the PostgreSQL database has the schema that they produce.")
  var adopt = false

  @Flag(
    help:
      "PostgreSQL: also applies the second step of '--expand', because every instance of the program runs the new version."
  )
  var contract = false

  func validate() throws {
    if contract, !ServerURL.matches(database) { throw ValidationError("'--contract' is for PostgreSQL; remove it.") }
    try schema.validate(isServer: ServerURL.matches(database))
    if adopt, dryRun { throw ValidationError("'--adopt' runs no statements that '--dry-run' could print.") }
    if adopt, !ServerURL.matches(database) {
      throw ValidationError(
        "'--adopt' is for PostgreSQL; an SQLite database without records is recognized by its schema.")
    }
  }

  func run() throws {
    if ServerURL.matches(database) {
      return try reportingRefusals {
        let migration = ServerMigration(
          url: database, schema: schema.schema, target: try MigratedTarget.one(sources.targets(), for: .postgresql),
          waiting: waiting,
          contracting: contract)
        if dryRun { try migration.script() } else { try migration.apply(adopting: adopt) }
      }
    }
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets())
      let change = DatabaseChange(of: database, folder: target.folder, models: target.models)
      try reportingDatabaseErrors(database) {
        if dryRun { return StandardStream.output.write(try change.script()) }
        let (lines, refusal) = try change.apply()
        for line in lines { StandardStream.output.write(line + "\n") }
        if let refusal { throw refusal }
      }
    }
  }
}
