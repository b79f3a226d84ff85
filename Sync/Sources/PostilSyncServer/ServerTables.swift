import PostilSyncModels

extension SyncedTable {
  /// The table with the version of each row, and of those that were deleted.
  var rowName: String { "postil_sync_row_\(shortName)" }
  /// The table with the rows that each device has.
  var knownName: String { "postil_sync_known_\(shortName)" }
  /// The trigger and its function on PostgreSQL.
  var triggerName: String { "postil_sync_\(shortName)" }

  /// The name, short enough for PostgreSQL, which would cut a longer one after 63 bytes.
  private var shortName: String {
    guard name.utf8.count > 40 else { return name }
    var hash = StableHash()
    hash.add(name)
    return "\(name.prefix { $0.isASCII }.prefix(24))_\(hash.text)"
  }
}

/// The tables and triggers of a server.
enum ServerTables {
  /// Creates the tables and triggers that are missing.
  static func create(_ tables: [SyncedTable], on engine: ServerEngine, in db: some WriteTransaction) throws {
    let statements: [RawSQL] = [
      """
      CREATE TABLE IF NOT EXISTS postil_sync_device (
        device TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, processed BIGINT NOT NULL, time BIGINT NOT NULL,
        answer BIGINT NOT NULL, received BIGINT NOT NULL, load BIGINT NOT NULL, seen BIGINT NOT NULL
      )
      """,
      """
      CREATE TABLE IF NOT EXISTS postil_sync_part (
        device TEXT NOT NULL, number BIGINT NOT NULL, hash TEXT NOT NULL, size BIGINT NOT NULL, position BIGINT NOT NULL,
        bytes \(engine.bytes) NOT NULL, PRIMARY KEY (device, position)
      )
      """,
      "CREATE TABLE IF NOT EXISTS postil_sync_compaction (moment BIGINT NOT NULL, time BIGINT NOT NULL)",
      """
      CREATE TABLE IF NOT EXISTS postil_sync_rejection (
        device TEXT NOT NULL, number BIGINT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (device, number)
      )
      """,
    ]
    switch engine {
    case .sqlite:
      for statement in statements + versions { try statement.execute(in: db) }
      for table in tables { try create(table, in: db) }
    case .postgreSQL:
      #if PostgreSQL
        try PostgreSQLTables.lock(in: db)
        for statement in statements + PostgreSQLTables.statements { try statement.execute(in: db) }
        for table in tables { try PostgreSQLTables.create(table, in: db) }
      #endif
    }
  }

  /// Adds the rows that were written without the triggers, in a transaction after that of ``create(_:on:in:)``, which sees all of them.
  static func addRows(of tables: [SyncedTable], on engine: ServerEngine, in db: some WriteTransaction) throws {
    if case .sqlite = engine { try increaseVersion.execute(in: db) }
    for table in tables {
      let key = RawSQL.names(table.key)
      try RawSQL(
        """
        INSERT INTO \(identifier: table.rowName) (\(key), version, is_deleted)
        SELECT \(key), \(engine.newVersion), 0 FROM \(identifier: table.name) AS t
        WHERE NOT EXISTS (SELECT 1 FROM \(identifier: table.rowName) AS m WHERE \(.equal(table.key, "m", "t")))
        ON CONFLICT (\(key)) DO NOTHING
        """
      ).execute(in: db)
    }
  }

  // MARK: SQLite

  private static let versions: [RawSQL] = [
    "CREATE TABLE IF NOT EXISTS postil_sync_version (version INTEGER NOT NULL)",
    "INSERT INTO postil_sync_version SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM postil_sync_version)",
  ]

  private static let increaseVersion: RawSQL = "UPDATE postil_sync_version SET version = version + 1"

  private static func create(_ table: SyncedTable, in db: some WriteTransaction) throws {
    let key = RawSQL.names(table.key)
    let columns = table.key.map { "\(identifier: $0) NOT NULL" as RawSQL }.joined(separator: ", ")
    let present = try RawSQL(
      """
      SELECT count(*) FILTER (WHERE type = 'table'), count(*) FILTER (WHERE type = 'trigger') FROM sqlite_schema
      WHERE name IN (\(table.rowName), \(triggerName(table, "insert")), \(triggerName(table, "update")),
        \(triggerName(table, "delete")))
      """
    ).as(Int.self, Int.self).fetchOne(in: db)
    let statements: [RawSQL] = [
      """
      CREATE TABLE IF NOT EXISTS \(identifier: table.rowName) (
        \(columns), version INTEGER NOT NULL, is_deleted INTEGER NOT NULL, author TEXT, clocks TEXT, PRIMARY KEY (\(key))
      ) WITHOUT ROWID
      """,
      """
      CREATE TABLE IF NOT EXISTS \(identifier: table.knownName) (
        device TEXT NOT NULL, \(columns), version INTEGER, answer INTEGER NOT NULL, PRIMARY KEY (device, \(key))
      ) WITHOUT ROWID
      """,
      "CREATE INDEX IF NOT EXISTS \(identifier: "\(table.rowName)_version") ON \(identifier: table.rowName) (version)",
      """
      CREATE INDEX IF NOT EXISTS \(identifier: "\(table.knownName)_removed") ON \(identifier: table.knownName) (device)
        WHERE version IS NULL
      """,
      trigger(table, "insert", "AFTER INSERT", marking(table, "NEW", isDeleted: "0")),
      trigger(
        table, "update", "AFTER UPDATE",
        marking(table, "OLD", isDeleted: "1") + marking(table, "NEW", isDeleted: "0", increases: false)),
      trigger(table, "delete", "AFTER DELETE", marking(table, "OLD", isDeleted: "1")),
    ]
    for statement in statements { try statement.execute(in: db) }
    guard let present, present.0 == 1, present.1 < 3 else { return }
    // A migration dropped the triggers, and what it did to the rows isn't known.
    try increaseVersion.execute(in: db)
    try RawSQL("UPDATE \(identifier: table.rowName) SET version = (SELECT version FROM postil_sync_version)")
      .execute(in: db)
  }

  private static func triggerName(_ table: SyncedTable, _ event: String) -> String {
    "postil_sync_\(table.name)_\(event)"
  }

  private static func trigger(_ table: SyncedTable, _ event: String, _ time: RawSQL, _ body: [RawSQL]) -> RawSQL {
    """
    CREATE TRIGGER IF NOT EXISTS \(identifier: triggerName(table, event)) \(time) ON \(identifier: table.name)
    FOR EACH ROW BEGIN
      \(body.map { "\($0);" as RawSQL }.joined(separator: "\n  "))
    END
    """
  }

  /// The statements that give a row a new version.
  private static func marking(
    _ table: SyncedTable, _ row: RawSQL, isDeleted: RawSQL, increases: Bool = true
  ) -> [RawSQL] {
    let key = RawSQL.names(table.key)
    let mark: RawSQL = """
      INSERT INTO \(identifier: table.rowName) (\(key), version, is_deleted)
          SELECT \(.names(table.key, of: row)), version, \(isDeleted) FROM postil_sync_version WHERE 1 = 1
          ON CONFLICT (\(key)) DO UPDATE SET version = excluded.version, is_deleted = excluded.is_deleted, author = NULL
      """
    return increases ? [increaseVersion, mark] : [mark]
  }
}
