import ArgumentParser
import Foundation
import PostilMigrations
import PostilSources

/// `postil migrate verify`
struct VerifyMigrationsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verifies that the migrations produce the schema of the models.",
    discussion: """
      Replays all files in an empty in-memory database and compares the result with the models. Each undo must restore \
      the previous schema, and a checkpoint must produce the same schema as the migrations it replaces. With \
      '--databases', copies of the databases in that folder, kept from earlier versions, are migrated and compared \
      too. Nothing is written: use it in CI. Steps in Swift that are declared by 'NAME.step' files are not run; the \
      output lists them.

        postil migrate verify Sources/Tasks --databases Tests/Databases
        postil migrate verify Sources/Tasks --server postgresql://localhost/postgres

      With '--server', applies the migrations for PostgreSQL to a temporary database of that server, compares it with a \
      second one that has the schema of the models, and drops both. The user must be allowed to create databases. The \
      statements of the last migration for PostgreSQL are examined: what they lose, lock and break has to be accepted in the file.

      The exit status is 0 when everything matches, 1 when it doesn't, 2 when the command is used incorrectly.
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "A folder with databases of earlier versions: .sqlite, .sqlite3 or .db files.", valueName: "dir"))
  var databases: String?

  @Option(
    help: ArgumentHelp(
      "Verifies the migrations for PostgreSQL in temporary databases of this server.", valueName: "url"))
  var server: String?

  @OptionGroup var schema: ServerSchemaOption

  @OptionGroup var dialect: DialectOption

  func validate() throws {
    try schema.validate(isServer: server != nil)
    guard server != nil || dialect.isPostgreSQL else { return }
    if databases != nil {
      throw ValidationError("'--databases' is for SQLite; remove it, or '--server' and '--dialect postgresql'.")
    }
    if let server, !ServerURL.matches(server) {
      throw ValidationError(
        "'\(server)' is not the URL of a PostgreSQL server; write 'postgresql://USER@HOST/DATABASE'.")
    }
  }

  func run() throws {
    let databases = try databases.map(Self.databases) ?? []
    let targets = try reportingRefusals {
      try MigratedTarget.all(sources.targets(), for: server == nil ? dialect.value : .postgresql)
    }
    let migrated = targets.filter { !$0.folder.files.isEmpty }
    if !databases.isEmpty, migrated.count > 1 {
      throw Misuse("'--databases' needs a single target; pass its PATH, or '--target NAME'")
    }
    guard !migrated.isEmpty else {
      let names = targets.map { "'\($0.folder.path)'" }.joined(separator: ", ")
      let dialect = targets.first?.folder.dialect
      StandardStream.error.write(
        "postil: error: there are no migrations\(dialect?.words ?? "") in \(names); write the first one with 'postil migrate new "
          + "create PATH\(dialect?.option ?? "")'\n")
      throw ExitCode.failure
    }
    var hasFailed = false
    for target in migrated {
      do {
        try reportingRefusals {
          let verification = try MigrationVerification(of: target.folder, for: target.models)
          for line in try verification.report(databases: databases) { StandardStream.output.write(line + "\n") }
          try verifyServer(target)
        }
      } catch is ExitCode {
        hasFailed = true
      }
    }
    if hasFailed { throw ExitCode.failure }
  }

  private func verifyServer(_ target: MigratedTarget) throws {
    if let server {
      try ServerMigration(url: server, schema: schema.schema, target: target).verify()
    } else if dialect.isPostgreSQL {
      StandardStream.output.write(
        "\(target.models.target): the schema after the last migration for PostgreSQL is that of the models; "
          + "'--server URL' runs the migrations\n")
    }
  }

  /// The databases in a folder, sorted by name.
  private static func databases(in folder: String) throws -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Misuse("folder '\(folder)' doesn't exist")
    }
    let databases = names.filter { name in
      !name.hasPrefix(".") && [".sqlite", ".sqlite3", ".db"].contains { name.lowercased().hasSuffix($0) }
    }
    guard !databases.isEmpty else {
      throw Misuse("'\(folder)' contains no database: no .sqlite, .sqlite3 or .db file")
    }
    return databases.sorted().map { folder + "/" + $0 }
  }
}
