import ArgumentParser
import PostilMigrations

/// `postil migrate merge`
struct MergeMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins migrations that were written without each other.",
    discussion: """
      Where two branches of the source each brought a migration, neither comes after the other and a program refuses \
      both. This replays them in either order and, where that makes no difference, writes a migration behind both, with \
      what still leads to the models; often that is nothing. Where the order matters it says why, and which to write \
      anew. The files that are there stay as they are.

        postil migrate merge Sources/Tasks
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var draft: DraftOptions

  @Option(help: ArgumentHelp("What to call the migration.", valueName: "name"))
  var name = "merge"

  func run() throws {
    let request = try draft.request(name)
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets())
      let merge = try MigrationMerge(in: target.folder, for: target.models)
      guard !merge.heads.isEmpty else {
        return StandardStream.error.write("\(target.models.target): there are no branches, nothing was written\n")
      }
      try merge.draft(request).write(in: target.folder.path)
    }
  }
}
