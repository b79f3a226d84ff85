import ArgumentParser
import PostilDialects
import PostilMigrations
import PostilSources

/// `postil migrate record`
struct RecordMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records the schema that the migrations lead to.",
    discussion: """
      'postil migrate new' records the schema after a migration in a file 'NAME.schema.json' beside it, and plans the next migration \
      from it. If you write or edit a migration, and it leads to another schema, this command writes the record after the last \
      migration again: it replays the files in memory.

      Columns keep the types that were recorded, because statements don't show whether they convert values, such as seconds to \
      milliseconds. If they do, write the new type of the column into the file.

        postil migrate record Sources/Tasks
        postil migrate record Sources/Tasks --server postgresql://localhost/postgres

      With '--server', the migrations for PostgreSQL must lead to the schema of the models, as 'postil migrate verify' checks, and \
      this schema is recorded.
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "Records the schema of the migrations for PostgreSQL, after a check in temporary databases of this server.",
      valueName: "url"))
  var server: String?

  func validate() throws {
    if let server, !ServerURL.matches(server) {
      throw ValidationError(
        "'\(server)' is not the URL of a PostgreSQL server; write 'postgresql://USER@HOST/DATABASE'.")
    }
  }

  func run() throws {
    try reportingRefusals {
      let target = try MigratedTarget.one(sources.targets(), for: server == nil ? .sqlite : .postgresql)
      let recording = try MigrationRecording(of: target.folder, for: target.models)
      if let server { try ServerMigration(url: server, schema: nil, target: target).verify() }
      try MigrationFiles.write(recording.text(), to: recording.path, in: target.folder.path, overwriting: true)
    }
  }
}
