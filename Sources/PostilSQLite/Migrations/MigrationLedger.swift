import CSQLite
import PostilCatalog
import PostilQuery
import PostilSQL

/// A migration that a database notes as applied: a row of `postil_migration`.
package struct MigrationRecord: Hashable, Sendable {
  package let name: String
  /// Of the file when it was applied; empty for a step.
  package let checksum: String
  /// When, in UTC: `2026-11-21T18:30:00Z`.
  package let appliedAt: String
  package let milliseconds: Int
  /// `nil` for a kind that this version does not know.
  package let kind: MigrationOutcome.Kind?
}

/// The table in which a database notes its migrations.
enum MigrationLedger {
  static let table = MigrationTable.name

  static let ddl = """
    CREATE TABLE IF NOT EXISTS "postil_migration" (
      "position" INTEGER NOT NULL, -- in the order in which they were applied
      "name" TEXT NOT NULL, -- of the file without '.sql', or of the step in Swift
      "checksum" TEXT NOT NULL, -- of the file when it was applied
      "applied_at" TEXT NOT NULL, -- UTC
      "duration_ms" INTEGER NOT NULL,
      "kind" TEXT NOT NULL, -- 'sql', 'swift', 'adopted' or 'checkpoint'
      CONSTRAINT "postil_migration_pk" PRIMARY KEY ("position"),
      CONSTRAINT "postil_migration_name_unique" UNIQUE ("name")
    ) STRICT
    """

  /// The statement that notes a migration as applied now.
  static func insertion(name: String, checksum: String, milliseconds: Int64, kind: MigrationOutcome.Kind) -> String {
    """
    INSERT INTO "postil_migration" ("name", "checksum", "applied_at", "duration_ms", "kind")
    VALUES (\(SQLText.literal(name)), '\(checksum)', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), \(milliseconds), '\(kind.rawValue)')
    """
  }
}

/// What of a database decides about its migrations, seen in one snapshot.
struct MigrationState {
  /// What it notes, oldest first; `nil` where it has no table for that.
  let records: [MigrationRecord]?
  /// Its objects, without those of the table of migrations.
  let objects: [SchemaObject]

  var isNew: Bool { records?.isEmpty != false && objects.isEmpty }
}

extension SQLiteConnection {
  /// What the database notes and has, in one snapshot where no transaction is open.
  func migrationState() throws -> MigrationState {
    guard sqlite3_get_autocommit(handle) != 0 else { return try readMigrationState() }
    _ = try beginRead()
    defer { endRead() }
    return try readMigrationState()
  }

  private func readMigrationState() throws -> MigrationState {
    MigrationState(records: try migrationRecords(), objects: try objects())
  }

  private func migrationRecords() throws -> [MigrationRecord]? {
    let isThere = try rows(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND lower(name) = ?1", MigrationLedger.table)
    guard !isThere.isEmpty else { return nil }
    return try rows(
      """
      SELECT "name", "checksum", "applied_at", "duration_ms", "kind" FROM "postil_migration" ORDER BY "position"
      """
    ).map { row in
      MigrationRecord(
        name: row[0], checksum: row[1], appliedAt: row[2], milliseconds: Int(row[3]) ?? 0,
        kind: MigrationOutcome.Kind(rawValue: row[4]))
    }
  }
}
