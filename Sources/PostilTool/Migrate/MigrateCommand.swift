import ArgumentParser

/// `postil migrate`
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Writes, proves and applies migrations.",
    discussion: """
      Migrations are files of SQL in the folder 'Migrations' of a target, which the build plugin embeds and the program \
      applies when it opens a database. 'new' compares the models with what the files so far make, in memory, and \
      writes what is missing; people review it.

        postil migrate new add_due_day Sources/Tasks
        postil migrate verify Sources/Tasks
        postil migrate status tasks.sqlite Sources/Tasks
        postil migrate apply tasks.sqlite Sources/Tasks --dry-run

      Docs/Migrations.md teaches it.
      """,
    subcommands: [
      NewMigrationCommand.self, VerifyMigrationsCommand.self, MigrationStatusCommand.self, ApplyMigrationsCommand.self,
      MergeMigrationsCommand.self, SquashMigrationsCommand.self, UndoMigrationCommand.self,
    ])
}
