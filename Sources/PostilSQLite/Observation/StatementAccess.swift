import CSQLite
import PostilQuery
import PostilSQL

/// What a statement reads and writes: by itself, through views, through triggers and through the actions of foreign keys.
/// Source: SQLite, "Compile-Time Authorization Callbacks".
struct StatementAccess {
  private(set) var reads = DatabaseRegion()
  /// Inserts and deletes change all columns, updates those that they set.
  fileprivate(set) var writes = DatabaseRegion()
  /// The columns that updates set, by their tables.
  fileprivate(set) var updates: [String: Set<String>] = [:]
  /// The tables that it inserts into, and those that it deletes from.
  private(set) var inserts: Set<String> = []
  private(set) var deletes: Set<String> = []
  private(set) var changesSchema = false
  /// The written tables of which SQLite's update hook doesn't report every changed row.
  fileprivate(set) var unreportedTables: Set<String> = []
  /// The key that limits the statement to some rows of a table: `WHERE "id" = ?1`.
  fileprivate(set) var key: Key?

  /// A column with unique values: another name of the rowid, or the only column of a unique index.
  struct Key {
    let table: String
    let column: String
    let isRowID: Bool
    /// Whether the statement returns a row only for a row with the key.
    let returnsRows: Bool
  }

  /// Collects what the authorizer is asked to allow.
  mutating func note(_ action: Int32, table: String, column: UnsafePointer<CChar>?) {
    switch action {
    case SQLITE_READ:
      let column = column.map { String(cString: $0) } ?? ""
      reads.insert(.init(columns: column.isEmpty ? [] : [column], rows: nil), of: table)
    case SQLITE_UPDATE where !table.hasPrefix("sqlite_"):
      let column = column.map { String(cString: $0) } ?? ""
      updates[table, default: []].insert(column)
      writes.insert(.init(columns: [column], rows: nil), of: table)
    case SQLITE_INSERT where !table.hasPrefix("sqlite_"), SQLITE_DELETE where !table.hasPrefix("sqlite_"):
      if action == SQLITE_INSERT { inserts.insert(table) } else { deletes.insert(table) }
      writes.insert(.init(columns: nil, rows: nil), of: table)
    default:
      changesSchema = changesSchema || PrepareObserver.isSchemaChange(action)
    }
  }
}

/// The accesses of statements in one version of the schema.
struct StatementAccessCache {
  /// The connection's `snapshotPreparations` in that version.
  fileprivate var preparations: Int32 = -1
  /// By the bytes of the text: `String` takes texts with other bytes for equal.
  fileprivate var accesses: [[UInt8]: StatementAccess] = [:]
}

extension SQLiteConnection {
  /// Forgets the accesses if the schema had changed when ``noteSchema()`` last looked: SQLite prepares statements again by itself, and a
  /// new trigger makes them write to more tables.
  /// - Returns: whether the schema has changed. `VACUUM`, which may give rows other rowids, counts as a change.
  func refreshAccesses() -> Bool {
    guard accesses.preparations != snapshotPreparations else { return false }
    accesses = StatementAccessCache(preparations: snapshotPreparations)
    return true
  }

  /// What a statement reads and writes.
  func access(of sql: String) throws -> StatementAccess {
    let key = Array(sql.utf8)
    if let access = accesses.accesses[key] { return access }
    var access = try untraced { try findAccess(of: sql) }
    if !access.writes.isEmpty { try untraced { try complete(&access, of: sql) } }
    // The texts that a program writes itself can differ each time.
    if accesses.accesses.count >= 1024 { accesses.accesses = [:] }
    accesses.accesses[key] = access
    return access
  }

  /// Runs statements of the connection's own, which are neither traced nor reported.
  func untraced<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let watch else { return try body() }
    sqlite3_trace_v2(handle, 0, nil, nil)
    defer { watch.install(on: handle) }
    return try body()
  }

  private func findAccess(of sql: String) throws -> StatementAccess {
    observer.access = StatementAccess()
    defer { observer.access = nil }
    try prepare(sql).destroy()
    var access = observer.access ?? StatementAccess()
    observer.access = nil
    let tables = access.reads.parts.keys.filter { $0 != "json_each" }
    if access.writes.isEmpty, let conditions = KeyConditions(sql), tables.count == 1, let table = tables.first,
      table.foldedName == conditions.table
    {
      let (columns, returnsRows) = (conditions.values.keys.sorted(), conditions.returnsColumns)
      if let column = columns.first(where: { isRowID($0, of: table) }) {
        access.key = .init(table: table, column: column, isRowID: true, returnsRows: returnsRows)
      } else if isRowID("ROWID", of: table), let column = try columns.first(where: { try isUnique($0, of: table) }) {
        access.key = .init(table: table, column: column, isRowID: false, returnsRows: returnsRows)
      }
    }
    return access
  }

  /// Adds what the authorizer doesn't tell about the tables that a statement writes to.
  private func complete(_ access: inout StatementAccess, of sql: String) throws {
    let isSilent = try mayChangeSilently(sql)
    for table in access.writes.parts.keys {
      let isReported = try !isSilent && !rows(Self.tableWithRowIDs, table).isEmpty
      // Of a row whose rowid changes, the hook reports the new one only.
      if !isReported || access.updates[table]?.contains(where: { isRowID($0, of: table) }) ?? false {
        access.unreportedTables.insert(table)
      }
      if try isSilent || !rows(Self.generatedColumns, table).isEmpty {
        access.writes.insert(.init(columns: nil, rows: nil), of: table)
      }
    }
  }

  /// The update hook isn't called for tables without rowids, nor for virtual tables. Source: SQLite, "Data Change Notification
  /// Callbacks".
  private static let tableWithRowIDs =
    "SELECT name FROM temp.pragma_table_list(?1) WHERE schema = 'main' AND type = 'table' AND NOT wr"
  private static let generatedColumns = "SELECT name FROM temp.pragma_table_xinfo(?1) WHERE hidden IN (2, 3)"

  /// Whether a column is another name of the rowid. SQLite's planner decides that: there are exceptions among primary keys
  /// of integers. Source: SQLite, "ROWIDs and the INTEGER PRIMARY KEY".
  private func isRowID(_ column: String, of table: String) -> Bool {
    let (table, column) = (SQLText.identifier(table), column == "ROWID" ? column : SQLText.identifier(column))
    let plan = try? rows("EXPLAIN QUERY PLAN SELECT 1 FROM \(table) WHERE \(column) = 1")
    return plan?.contains { $0.last?.hasSuffix("USING INTEGER PRIMARY KEY (rowid=?)") ?? false } ?? false
  }

  /// Whether at most one row has a value that the column is compared with.
  private func isUnique(_ column: String, of table: String) throws -> Bool {
    var collation: UnsafePointer<CChar>?
    guard sqlite3_table_column_metadata(handle, "main", table, column, nil, &collation, nil, nil, nil) == SQLITE_OK,
      let collation
    else { return false }
    let indexes = try rows(
      """
      SELECT 1 FROM temp.pragma_index_list(?1) i JOIN temp.pragma_index_xinfo(i.name) c
      WHERE "unique" AND NOT partial AND key AND c.name = ?2 COLLATE NOCASE AND coll = ?3 COLLATE NOCASE
        AND (SELECT count(*) FROM temp.pragma_index_info(i.name)) = 1
      """, table, column, String(cString: collation))
    return !indexes.isEmpty
  }

  /// Whether a statement may delete rows without a call of the update hook: by `REPLACE`, whether it, a trigger or a constraint says
  /// so, or by a `DELETE` without `WHERE`, which truncates the table.
  private func mayChangeSilently(_ sql: String) throws -> Bool {
    let schema = try texts(
      "SELECT sql FROM sqlite_schema WHERE sql LIKE '%replace%' OR type = 'trigger' AND sql LIKE '%delete%'")
    return (schema + [sql]).contains { text in
      SQLLexer.tokens(of: text).split(at: ";").contains { tokens in
        if tokens.contains(where: { $0.is("replace") }) { return true }
        let delete = tokens.indices.dropLast().last { tokens[$0].is("delete") && tokens[$0 + 1].is("from") }
        guard let delete else { return false }
        return !tokens[delete...].contains { $0.is("where") }
      }
    }
  }
}
