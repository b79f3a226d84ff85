import CSQLite
import PostilQuery

extension SQLiteConnection {
  /// A database in memory with the schema of this one and none of its rows, but for those that note migrations.
  func copyOfSchema(noting records: [MigrationRecord]?) throws -> SQLiteConnection {
    let copy = try SQLiteConnection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options: SQLiteOptions(), tables: [:])
    do {
      // A table may have become what it is while other rules held; views may need what comes behind them.
      try copy.run("PRAGMA legacy_alter_table = ON")
      let objects = try texts(
        """
        SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
        ORDER BY type <> 'table', type = 'trigger', rowid
        """)
      for sql in objects { try copy.runOnce(sql) }
      try copy.run("PRAGMA legacy_alter_table = OFF")
      if try hasTable("sqlite_stat1") { try copy.run("ANALYZE") }
      for record in records ?? [] {
        try copy.runOnce(
          MigrationLedger.insertion(
            name: record.name, checksum: record.checksum, milliseconds: Int64(record.milliseconds),
            kind: record.kind ?? .sql))
      }
    } catch {
      copy.close()
      throw error
    }
    return copy
  }
}
