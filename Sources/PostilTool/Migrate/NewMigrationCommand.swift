import ArgumentParser
import PostilMigrations
import PostilSources

/// `postil migrate new`
struct NewMigrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a migration for the changes of the models.",
    discussion: """
      Compares the schema that was recorded after the last migration of the target's folder 'Migrations' with the models. \
      The difference is written to an SQL file in that folder, named after the time and NAME, and the schema after it to \
      'NAME.schema.json', from which the next one is planned. If it can be undone without loss, a third file contains the \
      undo. Prints the paths. Writes no migration if there is no difference.

      A change that can lose data, or that existing rows can violate, is a finding: nothing is written until you allow \
      it with '--allow'. Renames are annotated in the models, with '@renamed(from:)'.

        postil migrate new add_due_day Sources/Tasks
        postil migrate new drop_notes Sources/Tasks --allow dropColumn:item.note
        postil migrate new fill_slugs Sources/Tasks --empty
        postil migrate new add_due_day Sources/Tasks --dialect postgresql

      A migration for PostgreSQL is 'NAME.postgresql.sql'. No server is needed.

      The exit status is 0 when a file was written or nothing is missing, 1 when something must be fixed or allowed \
      first, 2 when the command is used incorrectly.
      """)

  @Argument(help: "What the migration does, such as 'add_due_day'.")
  var name: String

  @OptionGroup var sources: SourceOptions
  @OptionGroup var draft: DraftOptions

  @Flag(help: "Writes a file without statements, for you to fill in.")
  var empty = false

  @Flag(
    help: ArgumentHelp(
      "PostgreSQL: writes two migrations, between which the running version and the new one can both run.",
      discussion:
        "For renamed columns, also with another type, renamed tables, new required columns, dropped defaults, and columns that become "
        + "optional. The first adds what the new version needs. The second, which "
        + "'postil migrate apply --contract' applies when every instance runs the new version, drops what the old one needs."
    ))
  var expand = false

  @Option(
    help: ArgumentHelp("With '--expand': about how many rows are filled in one transaction.", valueName: "rows"))
  var batchSize = 10_000

  @OptionGroup var dialect: DialectOption

  func validate() throws {
    if expand, empty { throw ValidationError("'--empty' and '--expand' can't be combined; remove one of them.") }
    if expand, !dialect.isPostgreSQL {
      throw ValidationError(
        "'--expand' is for PostgreSQL: an SQLite file is migrated by the program that opens it. Add '--dialect postgresql'."
      )
    }
    guard batchSize > 0 else { throw ValidationError("'--batch-size' must be at least 1.") }
    if dialect.isPostgreSQL, draft.sqlite != nil {
      throw ValidationError("'--sqlite' is for migrations of SQLite; remove it, or '--dialect postgresql'.")
    }
  }

  func run() throws {
    let request = try draft.request(name)
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets(), for: dialect.value, preferringMigrations: false)
      let drafting = try MigrationDrafting(in: target.folder, for: target.models)
      let drafts =
        if expand {
          try drafting.expansion(request, second: MigrationName.second(after: request.name), batchSize: batchSize)
        } else {
          [try empty ? drafting.emptyDraft(request) : drafting.draft(request)].compactMap(\.self)
        }
      for draft in drafts { try draft.write(in: target.folder) }
      if drafts.isEmpty { try reportNothing(target) }
    }
  }

  private func reportNothing(_ target: MigratedTarget) throws {
    StandardStream.error.write(
      "\(target.models.target): the migrations\(target.folder.dialect.words) match the models; nothing was written\n")
    guard !target.folder.files.isEmpty else { return }
    let recording = try MigrationRecording(of: target.folder, for: target.models)
    if recording.isMissing { try MigrationFiles.write(recording.text(), to: recording.path, in: target.folder.path) }
  }
}
