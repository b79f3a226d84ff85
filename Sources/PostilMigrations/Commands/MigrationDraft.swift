import PostilSQLite

/// A migration that was planned and tested but isn't written yet.
package struct MigrationDraft: Sendable {
  /// `20261121183000_add_due_day`
  package var name: String
  package var text: String
  /// The file that records the schema after it; `nil` for the first one of two steps.
  package var record: String?
  /// The undo, if it doesn't lose data.
  package var undo: String?
  /// The reason why there is no undo.
  package var undoReason: String?
}

/// The options of the migration to write.
package struct MigrationRequest: Sendable {
  /// `20261121183000_add_due_day`
  package var name: String
  /// The allowed findings.
  package var allowing: [MigrationAllowance]
  /// The oldest SQLite that will run the file.
  package var engine: SQLiteVersion

  /// Creates a request.
  package init(name: String, allowing: [MigrationAllowance] = [], engine: SQLiteVersion = .floor) {
    self.name = name
    self.allowing = allowing
    self.engine = engine
  }
}

extension SQLiteVersion {
  /// The SQLite version with which plans are tested: the one linked into this program.
  package static var proving: SQLiteVersion {
    SQLiteVersion(number: Int32(MigrationReplay.libraryVersion))
  }
}
