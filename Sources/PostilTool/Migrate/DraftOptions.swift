import ArgumentParser
import Foundation
import PostilMigrations

/// What is said about a migration that is written.
struct DraftOptions: ParsableArguments {
  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "Lets a finding pass: its code, or its code and what it is about.",
      discussion: "Each finding says what to write: --allow dropColumn:item.note for one, --allow dropColumn for all "
        + "of its code. May be given several times.", valueName: "code"))
  var allowances: [String] = []

  @Option(
    help: ArgumentHelp(
      "The time in the file's name: 14 digits, UTC.", discussion: "The time of day without it.", valueName: "time"))
  var timestamp: String?

  @Option(
    help: ArgumentHelp(
      "The oldest SQLite that will run the file: 3.37 without it.",
      discussion: "From 3.53 on ALTER TABLE can add and drop checks and NOT NULL by itself; before that the table is "
        + "made anew.", valueName: "version"))
  var sqlite: String?

  func validate() throws {
    try Self.validate(timestamp)
    if let sqlite { _ = try Self.engine(sqlite) }
    for text in allowances {
      do { _ = try MigrationAllowance(text) } catch { throw ValidationError("\(error.message).") }
    }
  }

  /// What is asked for, under a name made of these words.
  /// - Throws: ``Misuse`` where no name can be made of them.
  func request(_ words: String) throws -> MigrationRequest {
    try Self.request(
      words, timestamp: timestamp, allowing: try allowances.map { try MigrationAllowance($0) },
      engine: try sqlite.map(Self.engine) ?? .floor)
  }

  private static func engine(_ text: String) throws -> SQLiteVersion {
    guard let version = SQLiteVersion(text) else {
      throw ValidationError("'\(text)' is no version of SQLite: write it as 3.37.")
    }
    guard version >= .floor else {
      throw ValidationError("Postil runs on SQLite \(SQLiteVersion.floor) and later, and '\(text)' is older.")
    }
    guard version <= .proving else {
      throw ValidationError(
        "A plan for SQLite \(version) cannot be proved here: this tool has \(SQLiteVersion.proving). Build it with a newer one."
      )
    }
    return version
  }

  static func validate(_ timestamp: String?) throws {
    if let timestamp, !MigrationName.isTimestamp(timestamp) {
      throw ValidationError("'\(timestamp)' is no time: write 14 digits, as 20261121183000.")
    }
  }

  static func request(
    _ words: String, timestamp: String?, allowing: [MigrationAllowance] = [], engine: SQLiteVersion = .floor
  ) throws -> MigrationRequest {
    let timestamp = timestamp ?? MigrationName.timestamp(Date())
    guard let name = MigrationName.name(words, timestamp: timestamp) else {
      throw Misuse("no name can be made of '\(words)': write what the migration does, in letters from a to z")
    }
    return MigrationRequest(name: name, allowing: allowing, engine: engine)
  }
}
