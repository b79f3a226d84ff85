import ArgumentParser
import PostilMigrations

/// `postil migrate new`
struct NewMigrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes what is missing between the migrations so far and the models.",
    discussion: """
      The files of the target's folder 'Migrations' are replayed in memory and compared with the models. What is \
      missing becomes one file of SQL in the folder, named by the time and NAME, and a second one that undoes it where \
      that loses nothing. Their paths are printed. Where nothing is missing nothing is written.

      A change that can lose something, or that rows of a database can refuse, is a finding: nothing is written until \
      '--allow' says that it is meant. A rename is said in the models, with '@renamed(from:)'.

        postil migrate new add_due_day Sources/Tasks
        postil migrate new drop_notes Sources/Tasks --allow dropColumn:item.note
        postil migrate new fill_slugs Sources/Tasks --empty

      The exit status is 0 when a file was written or nothing is missing, 1 when something has to be mended or allowed \
      first, 2 when the command itself is wrong.
      """)

  @Argument(help: "What the migration does, as 'add_due_day'.")
  var name: String

  @OptionGroup var sources: SourceOptions
  @OptionGroup var draft: DraftOptions

  @Flag(help: "Writes a file without statements, for those that you write yourself.")
  var empty = false

  func run() throws {
    let request = try draft.request(name)
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets(), preferringMigrations: false)
      let drafting = try MigrationDrafting(in: target.folder, for: target.models)
      if empty { return try drafting.emptyDraft(request).write(in: target.folder.path) }
      guard let draft = try drafting.draft(request) else {
        let name = target.models.target
        StandardStream.error.write("\(name): the migrations lead to the models, nothing was written\n")
        if !drafting.isRecorded, !target.folder.files.isEmpty {
          StandardStream.error.write(
            "\(target.folder.path): note: these migrations don't record what columns hold, so a change between types that SQL "
              + "stores alike, such as 'unixSeconds' and 'unixMilliseconds', can't be seen; the next file that is written "
              + "records it\n")
        }
        return
      }
      try draft.write(in: target.folder.path)
    }
  }
}
