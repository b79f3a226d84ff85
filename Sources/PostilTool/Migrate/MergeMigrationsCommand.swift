import ArgumentParser
import Foundation
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
      why. Then '--rewrite' plans one of the branches again, after the other: it writes one migration from the other \
      branch to the models, and deletes the files of the branch. Choose a branch that was not applied to any database \
      that you care about. Without '--rewrite', existing files are not changed.

        postil migrate merge Sources/Tasks
        postil migrate merge Sources/Tasks --rewrite 20261124100000_add_colours
        postil migrate merge Sources/Tasks --dialect postgresql

      Migrations for PostgreSQL are merged if each part of the schema is changed by one branch only, and the models have the \
      changes of all branches. No server is needed.
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var draft: DraftOptions
  @OptionGroup var dialect: DialectOption

  @Option(help: ArgumentHelp("The name of the migration.", valueName: "name"))
  var name = "merge"

  @Option(
    help: ArgumentHelp(
      "Plan a branch again after the other one, and delete its files. Its last migration names it.",
      valueName: "migration"))
  var rewrite: String?

  func validate() throws {
    if dialect.isPostgreSQL, rewrite != nil {
      throw ValidationError("'--rewrite' is for migrations of SQLite; remove it, or '--dialect postgresql'.")
    }
    if dialect.isPostgreSQL, draft.sqlite != nil {
      throw ValidationError("'--sqlite' is for migrations of SQLite; remove it, or '--dialect postgresql'.")
    }
  }

  func run() throws {
    let request = try draft.request(name)
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets(), for: dialect.value)
      let merge = try MigrationMerge(in: target.folder, for: target.models)
      guard !merge.heads.isEmpty else {
        return StandardStream.error.write(
          "\(target.models.target): there are no branches\(target.folder.dialect.words); nothing was written\n")
      }
      guard let rewrite else { return try merge.draft(request).write(in: target.folder) }
      let rewriting = try merge.rewriting(rewrite, request)
      try rewriting.draft?.write(in: target.folder)
      for name in rewriting.replaced { try delete(name, in: target.folder) }
      for statement in rewriting.statements {
        StandardStream.error.write(
          "\(target.folder.path): warning: this statement of '\(rewrite)' isn't in the new file; add it if it is still needed: "
            + "\(statement)\n")
      }
    }
  }

  /// Deletes the files of a migration, and prints their paths.
  private func delete(_ name: String, in folder: MigrationFolder) throws {
    for path in [folder.path(of: name)] + [folder.records[name], folder.undos[name]].compactMap({ $0?.path }) {
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw Misuse("cannot delete '\(path)': \(error.localizedDescription)")
      }
      StandardStream.error.write("\(path): deleted\n")
    }
  }
}
