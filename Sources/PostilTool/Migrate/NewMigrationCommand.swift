import ArgumentParser
import PostilMigrations
import PostilSources

/// `postil migrate new`
struct NewMigrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a migration for the changes of the models.",
    discussion: """
      Replays the files of the target's folder 'Migrations' in memory, and compares the result with the models. The \
      difference is written to an SQL file in that folder, named after the time and NAME. If it can be undone without \
      loss, a second file contains the undo. Prints the paths. Writes nothing if there is no difference.

      A change that can lose data, or that existing rows can violate, is a finding: nothing is written until you allow \
      it with '--allow'. Renames are annotated in the models, with '@renamed(from:)'.

        postil migrate new add_due_day Sources/Tasks
        postil migrate new drop_notes Sources/Tasks --allow dropColumn:item.note
        postil migrate new fill_slugs Sources/Tasks --empty
        postil migrate new add_due_day Sources/Tasks --dialect postgresql

      A migration for PostgreSQL is 'NAME.postgresql.sql', beside the schema after it, 'NAME.postgresql.schema.sql', from \
      which the next one is planned. No server is needed.

      The exit status is 0 when a file was written or nothing is missing, 1 when something must be fixed or allowed \
      first, 2 when the command is used incorrectly.
      """)

  @Argument(help: "What the migration does, such as 'add_due_day'.")
  var name: String

  @OptionGroup var sources: SourceOptions
  @OptionGroup var draft: DraftOptions

  @Flag(help: "Writes a file without statements, for you to fill in.")
  var empty = false

  @OptionGroup var dialect: DialectOption

  func validate() throws {
    if dialect.isPostgreSQL, draft.sqlite != nil {
      throw ValidationError("'--sqlite' is for migrations of SQLite; remove it, or '--dialect postgresql'.")
    }
  }

  func run() throws {
    let request = try draft.request(name)
    try reportingRefusals {
      if dialect.isPostgreSQL {
        return try PostgreSQLTarget.one(sources.targets()).writeMigration(request, isEmpty: empty)
      }
      let target = try MigratedTarget.one(sources.targets(), preferringMigrations: false)
      let drafting = try MigrationDrafting(in: target.folder, for: target.models)
      if empty { return try drafting.emptyDraft(request).write(in: target.folder.path) }
      guard let draft = try drafting.draft(request) else {
        let name = target.models.target
        StandardStream.error.write("\(name): the migrations match the models; nothing was written\n")
        if !drafting.isRecorded, !target.folder.files.isEmpty {
          StandardStream.error.write(
            "\(target.folder.path): note: these migrations don't record the types of columns, so a change between "
              + "types that SQL stores alike, such as 'unixSeconds' and 'unixMilliseconds', can't be detected; the "
              + "next file that is written records it\n")
        }
        return
      }
      try draft.write(in: target.folder.path)
    }
  }
}
