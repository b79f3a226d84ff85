import CSQLite
import PostilQuery
import PostilSQL

// SQLite reports that a foreign key failed, but not which one, nor on which side. This code runs only if one failed.

extension SQLiteConnection {
  /// Why a foreign key fails in a statement; `nil` if several reasons are possible.
  /// - Parameter table: the table that the statement itself changes.
  func foreignKeyCause(of sql: String, changing table: String) -> ForeignKeyCause? {
    guard let access = try? untraced({ try actions(of: sql) }) else { return nil }
    if access.deletes.contains(table), !access.inserts.contains(table) { return referenced(table, isDeleted: true) }
    let updates = Set((access.updates[table] ?? []).map(\.foldedName))
    let isInserting = access.inserts.contains(table)
    let references = referencingColumns(of: table)
    let isMissing = isInserting ? !references.isEmpty : !references.isDisjoint(with: updates)
    let isKeyChanged = !referencedColumns(of: table).isDisjoint(with: updates)
    // `REPLACE` deletes rows, which SQLite doesn't report.
    let isReplacing = isInserting && SQLLexer.tokens(of: sql).contains { $0.is("replace") }
    switch (isMissing, isKeyChanged, isReplacing) {
    case (true, false, false): return .missing
    case (false, true, false): return referenced(table, isDeleted: false)
    case (false, false, true): return referenced(table, isDeleted: true)
    default: return nil
    }
  }

  /// The table whose row keeps the open transaction from being committed, and the table in which the referenced row is missing.
  ///
  /// Finding it requires checking every foreign key of the database; this is aborted if it takes long.
  func brokenForeignKey() -> (table: String, parent: String)? {
    sqlite3_progress_handler(handle, 2_000_000, { _ in 1 }, nil)
    defer { installStopCheck() }
    guard let row = (try? rows("PRAGMA foreign_key_check"))?.first else { return nil }
    return (row[0], row[2])
  }

  /// What SQLite reports about a statement while it prepares it.
  private func actions(of sql: String) throws -> StatementAccess? {
    observer.access = StatementAccess()
    defer { observer.access = nil }
    try prepare(sql).destroy()
    return observer.access
  }

  private func referenced(_ table: String, isDeleted: Bool) -> ForeignKeyCause? {
    let models = modelsReferencing(table)
    return models.isEmpty ? nil : .referenced(by: models, isDeleted: isDeleted)
  }

  /// The columns of a table's foreign keys.
  private func referencingColumns(of table: String) -> Set<String> {
    columns(#"SELECT "from" FROM temp.pragma_foreign_key_list(?1)"#, table)
  }

  /// The columns of a table that foreign keys reference. A foreign key without them references the primary key.
  private func referencedColumns(of table: String) -> Set<String> {
    columns(
      """
      SELECT coalesce(f."to", c.name) FROM sqlite_schema s, temp.pragma_foreign_key_list(s.name) f
      LEFT JOIN temp.pragma_table_info(?1) c ON f."to" IS NULL AND c.pk > 0
      WHERE s.type = 'table' AND f."table" = ?1 COLLATE NOCASE
      """, table)
  }

  private func columns(_ sql: String, _ table: String) -> Set<String> {
    Set((try? rows(sql, table))?.map { $0[0].foldedName } ?? [])
  }

  /// The models whose rows keep rows of a table from being deleted, directly or through deletes that cascade.
  private func modelsReferencing(_ table: String) -> [String] {
    let tables = try? rows(
      """
      WITH RECURSIVE deleted(name) AS (
        VALUES (?1)
        UNION
        SELECT s.name FROM deleted d, sqlite_schema s, temp.pragma_foreign_key_list(s.name) f
        WHERE s.type = 'table' AND f."table" = d.name COLLATE NOCASE AND f.on_delete = 'CASCADE'
      )
      SELECT DISTINCT s.name FROM deleted d, sqlite_schema s, temp.pragma_foreign_key_list(s.name) f
      WHERE s.type = 'table' AND f."table" = d.name COLLATE NOCASE AND f.on_delete IN ('RESTRICT', 'NO ACTION')
      ORDER BY s.name
      """, table)
    let filled = (tables ?? []).filter {
      (try? rows("SELECT 1 FROM \(SQLText.identifier($0[0])) LIMIT 1"))?.isEmpty == false
    }
    return filled.map { tableName($0[0]).model }
  }
}
