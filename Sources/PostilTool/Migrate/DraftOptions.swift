import ArgumentParser
import Foundation
import PostilMigrations
import PostilSources

/// Options of commands that write a migration.
struct DraftOptions: ParsableArguments {
  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "Allows a finding: its code, or its code and its subject.",
      discussion: "Each finding shows its option: '--allow dropColumn:item.note' for one, '--allow dropColumn' for "
        + "all with that code. Can be repeated.", valueName: "code"))
  var allowances: [String] = []

  @Option(
    help: ArgumentHelp(
      "The timestamp in the file name: 14 digits, UTC.", discussion: "By default the current time.", valueName: "time"))
  var timestamp: String?

  @Option(
    help: ArgumentHelp(
      "The oldest SQLite version that will run the file; by default \(SQLiteVersion.floor).",
      discussion: "SQLite 3.53 and later add and drop checks and NOT NULL with ALTER TABLE; for older versions the "
        + "table is rebuilt.", valueName: "version"))
  var sqlite: String?

  func validate() throws {
    try Self.validate(timestamp)
    if let sqlite { _ = try Self.engine(sqlite) }
    for text in allowances {
      do { _ = try MigrationAllowance(text) } catch { throw ValidationError(error.message) }
    }
  }

  /// The request for a migration whose name is made from these words.
  /// - Throws: ``Misuse`` if the words contain no letter and no digit.
  func request(_ words: String) throws -> MigrationRequest {
    try Self.request(
      words, timestamp: timestamp, allowing: try allowances.map { try MigrationAllowance($0) },
      engine: try sqlite.map(Self.engine) ?? .floor)
  }

  private static func engine(_ text: String) throws -> SQLiteVersion {
    guard let version = SQLiteVersion(text) else {
      throw ValidationError("'\(text)' is not an SQLite version; write two numbers, such as '\(SQLiteVersion.floor)'.")
    }
    guard version >= .floor else {
      throw ValidationError("'\(text)' is too old; Postil requires SQLite \(SQLiteVersion.floor) or later.")
    }
    guard version <= .proving else {
      throw ValidationError(
        "A migration for SQLite \(version) can't be tested with this tool's SQLite \(SQLiteVersion.proving); build "
          + "the tool with a newer version."
      )
    }
    return version
  }

  static func validate(_ timestamp: String?) throws {
    if let timestamp, !MigrationName.isTimestamp(timestamp) {
      throw ValidationError("'\(timestamp)' is not a timestamp; write 14 digits, such as 20261121183000.")
    }
  }

  static func request(
    _ words: String, timestamp: String?, allowing: [MigrationAllowance] = [], engine: SQLiteVersion = .floor
  ) throws -> MigrationRequest {
    let timestamp = timestamp ?? MigrationName.timestamp(Date())
    guard let name = MigrationName.name(words, timestamp: timestamp) else {
      throw Misuse("'\(words)' is not a valid migration name; describe the change in letters from a to z")
    }
    return MigrationRequest(name: name, allowing: allowing, engine: engine)
  }
}
