import PostilEvolution
import PostilQuery
import PostilSQL

/// Ensures that a rebuild of a table keeps its rows, those of the tables that reference it, and the objects that somebody added to
/// it. Source: SQLite, "ALTER TABLE", section 7, "Making Other Kinds Of Table Schema Changes".
struct RebuildGuard {
  let table: String
  private let counts: RowCounts
  /// The indexes and triggers of the table, the views, and their triggers.
  private let objects: [SchemaObject]
  private let hasSequence: Bool
  private let hasStatistics: Bool

  /// Reads the state before the rebuild.
  init(of table: String, _ run: MigrationRun) throws {
    self.table = table
    counts = try RowCounts(of: table, on: run.connection, withItsOwn: true)
    objects = try Self.objects(of: table, run.connection)
    hasSequence = try run.connection.hasTable("sqlite_sequence")
    hasStatistics = try run.connection.hasTable("sqlite_stat1")
    let name = SQLText.literal(table)
    run.record?(.comment("The state of \(SQLText.identifier(table)) that the rebuild has to keep."))
    if hasSequence {
      try run.execute(SequenceSQL(of: table).keep)
    }
    if hasStatistics {
      try run.execute(
        """
        CREATE TEMP TABLE "postil_statistics" AS SELECT s.tbl, s.idx, s.stat, i.sql FROM sqlite_stat1 s
        LEFT JOIN sqlite_schema i ON i.type = 'index' AND i.name = s.idx WHERE lower(s.tbl) = lower(\(name))
        """)
    }
    run.record?(.count(counts))
  }

  /// Creates the missing objects, and compares the rows.
  /// - Throws: ``MigrationError/objectNotKept(name:kind:object:reason:)``,
  ///   ``MigrationError/rowsChanged(name:table:changes:)``
  func finish(_ run: MigrationRun) throws {
    let present = try Self.objects(of: table, run.connection)
    for object in objects where !present.contains(where: { $0.isSameObject(as: object) }) {
      do {
        try run.execute(object.sql)
      } catch {
        let reason = (error as? DatabaseError)?.message ?? "\(error)"
        throw MigrationError.objectNotKept(
          name: run.name, kind: object.kind, object: object.name, reason: reason)
      }
    }
    try keepSequence(run)
    try keepStatistics(run)
    let changes = try counts.changes(on: run.connection)
    guard changes.isEmpty else {
      throw MigrationError.rowsChanged(name: run.name, table: table, changes: changes)
    }
    run.record?(.compare(counts))
  }

  /// Ensures that the key of a deleted row isn't used again. Source: SQLite, "Autoincrement".
  private func keepSequence(_ run: MigrationRun) throws {
    guard hasSequence else { return }
    for statement in SequenceSQL(of: table).restore { try run.execute(statement) }
  }

  /// Keeps the results of `ANALYZE` for the same indexes.
  private func keepStatistics(_ run: MigrationRun) throws {
    guard hasStatistics else { return }
    let name = SQLText.literal(table)
    try run.execute(
      """
      INSERT INTO sqlite_stat1 (tbl, idx, stat) SELECT s.tbl, s.idx, s.stat FROM temp."postil_statistics" s
      WHERE (s.idx IS NULL OR EXISTS (SELECT 1 FROM sqlite_schema i WHERE i.type = 'index' AND i.name = s.idx
      AND lower(i.tbl_name) = lower(\(name)) AND i.sql IS s.sql))
      AND NOT EXISTS (SELECT 1 FROM sqlite_stat1 n WHERE n.tbl = s.tbl AND n.idx IS s.idx)
      """)
    try run.execute(#"DROP TABLE temp."postil_statistics""#)
  }

  private static func objects(of table: String, _ connection: SQLiteConnection) throws -> [SchemaObject] {
    try connection.rows(
      """
      SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND (type = 'view'
      OR type IN ('index', 'trigger') AND lower(tbl_name) = lower(?1)
      OR type = 'trigger' AND tbl_name IN (SELECT name FROM sqlite_schema WHERE type = 'view'))
      ORDER BY type = 'trigger', rowid
      """, table
    )
    .map { SchemaObject(kind: $0[0], name: $0[1], sql: $0[2]) }
  }
}

/// The statements that keep the last key of a table with `AUTOINCREMENT` during a rebuild.
/// Source: SQLite, "Autoincrement".
package struct SequenceSQL {
  /// The statement before the rebuild.
  package let keep: String
  /// The statements after it, in order.
  package let restore: [String]

  /// - Parameter table: its name before and after the rebuild.
  package init(of table: String) {
    let name = SQLText.literal(table)
    keep =
      #"CREATE TEMP TABLE "postil_sequence" AS SELECT seq FROM sqlite_sequence WHERE lower(name) = lower(\#(name))"#
    restore = [
      """
      UPDATE sqlite_sequence SET seq = max(seq, (SELECT seq FROM temp."postil_sequence")) WHERE lower(name) = lower(\(name))
      AND EXISTS (SELECT 1 FROM temp."postil_sequence")
      """,
      #"DROP TABLE temp."postil_sequence""#,
    ]
  }
}

extension SQLiteConnection {
  /// Whether the database has a table of this name, including SQLite's own.
  func hasTable(_ name: String) throws -> Bool {
    try !rows("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", name).isEmpty
  }
}
