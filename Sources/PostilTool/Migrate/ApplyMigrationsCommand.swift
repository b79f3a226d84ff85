import ArgumentParser
import PostilMigrations

/// `postil migrate apply`
struct ApplyMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Applies the pending migrations to a database, or prints what would run.",
    discussion: """
      What the program does when it opens the database, for those who do it by hand: each migration in a transaction of \
      its own, its pre-checks first. A database that is not there is made. Steps in Swift are run by the program only: \
      this stops before a step that a file 'NAME.step' in the folder 'Migrations' declares. Declare every step, or let \
      the program apply its migrations.

      With '--dry-run' the statements are printed and nothing is changed.

        postil migrate apply tasks.sqlite Sources/Tasks --dry-run
        postil migrate apply tasks.sqlite Sources/Tasks
      """)

  @Argument(help: "The database's file.")
  var database: String

  @OptionGroup var sources: SourceOptions

  @Flag(help: "Prints the statements that would run, ready for sqlite3, and changes nothing.")
  var dryRun = false

  func run() throws {
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
