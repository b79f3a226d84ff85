import ArgumentParser

/// `postil migrate`
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Writes, verifies and applies migrations.",
    discussion: """
      Migrations are SQL files in a target's folder 'Migrations'. The build plugin embeds them, and the program \
      applies them when it opens a database. 'new' compares the schema after the last one with the models, and writes \
      the difference for you to review.

        postil migrate new add_due_day Sources/Tasks
        postil migrate verify Sources/Tasks
        postil migrate status tasks.sqlite Sources/Tasks
        postil migrate apply tasks.sqlite Sources/Tasks --dry-run

      Docs/Migrations.md is the guide.
      """,
    subcommands: [
      NewMigrationCommand.self, VerifyMigrationsCommand.self, MigrationStatusCommand.self, ApplyMigrationsCommand.self,
      DriftCommand.self, RecordMigrationsCommand.self, MergeMigrationsCommand.self, SquashMigrationsCommand.self,
      UndoMigrationCommand.self, RepairMigrationCommand.self,
    ])
}
