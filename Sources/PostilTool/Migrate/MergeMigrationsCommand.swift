import ArgumentParser
import PostilMigrations
import PostilSources

/// `postil migrate merge`
struct MergeMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges migrations from two branches.",
    discussion: """
      When two branches of the source code each add a migration, neither comes after the other, and the program \
      refuses both. This command replays them in both orders. If the order makes no difference, it writes a migration \
      after both, with the statements that still lead to the models (often none). If the order matters, it reports \
      why, and which migration to write again. Existing files are not changed.

        postil migrate merge Sources/Tasks
        postil migrate merge Sources/Tasks --dialect postgresql

      Migrations for PostgreSQL are merged if each part of the schema is changed by one branch only, and the models have the \
      changes of all branches. No server is needed.
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var draft: DraftOptions
  @OptionGroup var dialect: DialectOption

  @Option(help: ArgumentHelp("The name of the migration.", valueName: "name"))
  var name = "merge"

  func validate() throws {
    if dialect.isPostgreSQL, draft.sqlite != nil {
      throw ValidationError("'--sqlite' is for migrations of SQLite; remove it, or '--dialect postgresql'.")
    }
  }

  func run() throws {
    let request = try draft.request(name)
    try reportingRefusals {
      if dialect.isPostgreSQL { return try PostgreSQLTarget.one(sources.targets()).writeMerge(request) }
      let target = try MigratedTarget.one(sources.targets())
      let merge = try MigrationMerge(in: target.folder, for: target.models)
      guard !merge.heads.isEmpty else {
        return StandardStream.error.write("\(target.models.target): there are no branches; nothing was written\n")
      }
      try merge.draft(request).write(in: target.folder.path)
    }
  }
}
