#if PostgreSQL
  import PostilPostgreSQL
  import PostilSQL
  import PostilTranslation

  /// The tables of the server's database, inside the transaction that fills them.
  struct TargetTables {
    private let tables: [CopiedTable]
    private let server: ServerSession
    /// The disabled triggers: the table, the name, and the words that enable it.
    private var triggers: [[String]] = []
    /// The deferred foreign keys: the table, and the name.
    private var lateKeys: [[String]] = []

    init(_ tables: [CopiedTable], on server: ServerSession) {
      (self.tables, self.server) = (tables, server)
    }

    private func quoted(_ table: CopiedTable) -> String { SQLText.identifier(table.serverName) }

    /// Compares the tables and columns with the models, and prepares the session for reading and writing texts.
    /// - Throws: ``CopyRefusal/missingOnServer(_:)``
    func checkColumns() throws {
      // Texts in the forms that are written and read here, whatever the settings of the server are. Citus can't read from the clients what it
      // writes to its own tables.
      try server.run(
        """
        SET LOCAL client_encoding = 'UTF8'; SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD';
        SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0;
        SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL citus.enable_local_execution = off
        """)
      let rows = try server.rows(
        """
        SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relkind IN ('r', 'p') AND c.relnamespace IN (\(PostgreSQLNames.schema)) AND a.attnum > 0 AND NOT a.attisdropped
        """)
      let columns = Dictionary(grouping: rows) { $0[0] ?? "" }.mapValues { Set($0.map { $0[1] ?? "" }) }
      let missing = tables.flatMap { table -> [String] in
        guard let found = columns[table.serverName] else { return [table.name] }
        return table.columns.filter { !found.contains(PostgreSQLNames.short($0.name)) }.map {
          "\(table.name).\($0.name)"
        }
      }
      guard missing.isEmpty else { throw CopyRefusal.missingOnServer(missing) }
    }

    /// Compares the tables and columns with the models, locks the tables, and finds rows in them.
    /// - Throws: ``CopyRefusal/missingOnServer(_:)``, ``CopyRefusal/rowsOnServer(_:)``
    func check() throws {
      try checkColumns()
      guard !tables.isEmpty else { return }
      // Nobody else writes to them before the commit.
      try server.run("LOCK TABLE \(tables.map(quoted).joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE")
      let filled = try tables.filter { try server.rows("SELECT FROM \(quoted($0)) LIMIT 1").count > 0 }
      guard filled.isEmpty else { throw CopyRefusal.rowsOnServer(filled.map(\.name)) }
    }

    /// Disables triggers, because the copied rows are what they have left in the file, and defers the foreign keys to tables that are
    /// copied later.
    mutating func prepare() throws {
      let names = tables.map { SQLText.literal($0.serverName) }.joined(separator: ", ")
      let ours = "SELECT oid FROM pg_class WHERE relname IN (\(names)) AND relnamespace IN (\(PostgreSQLNames.schema))"
      triggers = try server.rows(
        """
        SELECT tgrelid::regclass, quote_ident(tgname),
          CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END
        FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgparentid = 0 AND tgrelid IN (\(ours)) ORDER BY tgname
        """
      ).map { row in row.map { $0 ?? "" } }
      for trigger in triggers { try server.run("ALTER TABLE \(trigger[0]) DISABLE TRIGGER \(trigger[1])") }
      let order = tables.enumerated().map { "(\($0), \(SQLText.literal(quoted($1)))::regclass)" }.joined(
        separator: ", ")
      lateKeys = try server.rows(
        """
        WITH place (number, relation) AS (VALUES \(order))
        SELECT k.conrelid::regclass, quote_ident(k.conname) FROM pg_constraint k
        JOIN place own ON own.relation = k.conrelid JOIN place other ON other.relation = k.confrelid
        WHERE k.contype = 'f' AND k.conparentid = 0 AND NOT k.condeferrable AND other.number > own.number ORDER BY 1, 2
        """
      ).map { row in row.map { $0 ?? "" } }
      for key in lateKeys {
        try server.run("ALTER TABLE \(key[0]) ALTER CONSTRAINT \(key[1]) DEFERRABLE INITIALLY DEFERRED")
      }
      try server.run("SET CONSTRAINTS ALL DEFERRED")
    }

    /// Checks the deferred foreign keys, and undoes ``prepare()``.
    /// - Throws: ``CopyRefusal/refused(table:message:)``
    func finish() throws {
      do {
        try server.run("SET CONSTRAINTS ALL IMMEDIATE")
      } catch let error as PostgreSQLError {
        throw CopyRefusal(error, table: nil)
      }
      for key in lateKeys { try server.run("ALTER TABLE \(key[0]) ALTER CONSTRAINT \(key[1]) NOT DEFERRABLE") }
      for trigger in triggers { try server.run("ALTER TABLE \(trigger[0]) \(trigger[2]) TRIGGER \(trigger[1])") }
      for table in tables { try server.run("ANALYZE \(quoted(table))") }
    }

    /// Continues the keys that the server assigns after those of the file.
    func setSequences(of table: CopiedTable, assigned keys: [(column: String, key: Int64)]) throws {
      for (column, key) in keys where key > 0 {
        _ = try server.rows(
          "SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint)",
          [quoted(table), PostgreSQLNames.short(column), "\(key)"])
      }
    }
  }
#endif
