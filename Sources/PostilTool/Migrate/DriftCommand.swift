import ArgumentParser
import PostilDialects
import PostilSources

/// `postil migrate drift`
struct DriftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Shows how the database of a PostgreSQL server differs from the result of its migrations.",
    discussion: """
      Applies the recorded migrations to a temporary database of the same server, compares the two, and drops it. The \
      user must be allowed to create databases. For an SQLite database, 'postil migrate status' shows the differences.

        postil migrate drift postgresql://app@db.example/tasks Sources/Tasks

      The exit status is 0 when there is no difference, 1 when there is one, 2 when the command is used incorrectly.
      """)

  @Argument(help: "The URL of the database.")
  var database: String

  @OptionGroup var sources: SourceOptions

  @OptionGroup var schema: ServerSchemaOption

  func run() throws {
    guard ServerURL.matches(database) else {
      throw Misuse(
        "'\(database)' is not the URL of a PostgreSQL server; for an SQLite database, run 'postil migrate status'")
    }
    try reportingRefusals {
      try ServerMigration(
        url: database, schema: schema.schema, target: MigratedTarget.one(sources.targets(), for: .postgresql)
      ).drift()
    }
  }
}
