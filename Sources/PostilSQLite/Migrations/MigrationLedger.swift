import CSQLite
import PostilEvolution
import PostilQuery
import PostilSQL

/// An applied migration: a row of `postil_migration`.
package struct MigrationRecord: Hashable, Sendable {
  package let name: String
  /// The checksum of the file when it was applied; empty for a step.
  package let checksum: String
  /// The time in UTC: `2026-11-21T18:30:00Z`.
  package let appliedAt: String
  package let milliseconds: Int
  /// `nil` for a kind that was written by a later version.
  package let kind: MigrationOutcome.Kind?

  package init(name: String, checksum: String, appliedAt: String, milliseconds: Int, kind: MigrationOutcome.Kind?) {
    (self.name, self.checksum, self.appliedAt) = (name, checksum, appliedAt)
    (self.milliseconds, self.kind) = (milliseconds, kind)
  }
}

/// The table that records the applied migrations of a database.
package enum MigrationLedger {
  package static let table = MigrationTable.name

  package static let ddl = """
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

  /// The statement that records a migration as applied now.
  package static func insertion(
    name: String, checksum: String, milliseconds: Int64, kind: MigrationOutcome.Kind
  ) -> String {
    """
    INSERT INTO "postil_migration" ("name", "checksum", "applied_at", "duration_ms", "kind")
    VALUES (\(SQLText.literal(name)), '\(checksum)', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), \(milliseconds), '\(kind.rawValue)')
    """
  }
}

/// The state of a database that decides about its migrations, in one snapshot.
package struct MigrationState {
  /// The applied migrations, oldest first; `nil` without the table of migrations.
  package let records: [MigrationRecord]?
  /// The objects, without those of the table of migrations.
  package let objects: [SchemaObject]

  package var isNew: Bool { records?.isEmpty != false && objects.isEmpty }
}

extension SQLiteConnection {
  /// The state of the database, in one snapshot if no transaction is open.
  package func migrationState() throws -> MigrationState {
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
