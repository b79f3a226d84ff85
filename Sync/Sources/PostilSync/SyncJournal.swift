import Foundation
import PostilSyncModels

/// What a device records of its changes, in tables of its own beside those of the program, in the same transactions.
///
/// | table | contents |
/// |---|---|
/// | `postil_sync_state` | one row: the device's name, the number and time of the open transaction, what was acknowledged and received; `processed_seq` is the last change of the log that the server has processed; `clock_offset` is how many milliseconds the clock is wrong, for tests |
/// | `postil_sync_log` | the changes since the server's state that the device has, with the values before and after, in the order of the transactions; `ancestors` has those before that a `Merge` of the server gets, once the change was made again |
/// | `postil_sync_layout` | which columns the values of a change or of a row belong to |
/// | `postil_sync_hidden` | the transactions that the device can't show, because the server's rows leave no place for them |
/// | `postil_sync_rows` | the server's rows, and the keys of those that it removed, until the last part of the answer has arrived |
/// | `postil_sync_value` | bytes of large values of an answer, until all have arrived |
/// | `postil_sync_rejection` | the transactions that the server refused |
struct SyncJournal: Sendable {
  typealias DB = SQLiteWriteTransaction

  /// The synced tables, by name.
  let tables: [String: SyncedTable]
  /// The synced tables; a table comes after those that it references, where that is possible.
  let order: [SyncedTable]

  init(_ schema: any SyncedSchema.Type) {
    order = schema.syncedTables
    tables = Dictionary(order.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // The number is taken also by a block that changes nothing, so that the time of a change is that of its block.
  private static let beginning: FixedStatement =
    """
    UPDATE postil_sync_state SET tx = tx + 1,
      time = max(time + 1, (CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER) + clock_offset) * 65536)
    """

  /// Creates the tables and triggers that are missing, and records the rows of tables that weren't synced before.
  func install(in db: DB) throws {
    try Self.createTables(in: db)
    let width = order.map(\.columns.count).max() ?? 0
    for (table, sides) in [("postil_sync_log", ["o", "n"]), ("postil_sync_rows", ["c"])] {
      let present = try Self.columns(of: table, in: db)
      for index in 0..<width {
        for side in sides where !present.contains("\(side)\(index)") {
          try RawSQL("ALTER TABLE \(identifier: table) ADD COLUMN \(identifier: "\(side)\(index)")").execute(in: db)
        }
      }
    }
    let installed = try Dictionary(
      RawSQL("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'postil_sync_*'")
        .as(String.self, String.self).fetchAll(in: db), uniquingKeysWith: { first, _ in first })
    var wanted: [String: RawSQL] = [:]
    for table in order {
      let layout = try self.layout(of: table, in: db)
      for trigger in Self.triggers(of: table, layout.id) { wanted[trigger.name] = trigger.sql }
      if layout.isNewTable { try recordRows(of: table, layout.id, in: db) }
      // The answers so far didn't have the new columns.
      if layout.hasNewColumns { try reload(in: db) }
    }
    for (name, sql) in installed.sorted(by: { $0.key < $1.key }) {
      if let trigger = wanted[name], try trigger.rendered().sql == sql { continue }
      try RawSQL("DROP TRIGGER \(identifier: name)").execute(in: db)
    }
    for (name, sql) in wanted.sorted(by: { $0.key < $1.key }) {
      if let present = installed[name], try sql.rendered().sql == present { continue }
      try sql.execute(in: db)
    }
    // The database may be a copy: what the device sent after it was made has other numbers than what it sends now.
    try RawSQL("UPDATE postil_sync_state SET tx = max(tx, \(Self.now))").execute(in: db)
    db._beginTransactions(with: Self.beginning)
  }

  /// Milliseconds since 1970.
  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// The names of a table's columns.
  private static func columns(of table: String, in db: DB) throws -> Set<String> {
    try Set(RawSQL("SELECT name FROM pragma_table_info(\(table))").as(String.self).fetchAll(in: db))
  }

  private static func createTables(in db: DB) throws {
    let statements: [RawSQL] = [
      """
      CREATE TABLE IF NOT EXISTS postil_sync_state (
        id INTEGER PRIMARY KEY CHECK (id = 1), device TEXT NOT NULL, tx INTEGER NOT NULL, time INTEGER NOT NULL,
        base INTEGER NOT NULL, received INTEGER NOT NULL, acknowledged INTEGER NOT NULL, is_applying INTEGER NOT NULL,
        is_loading INTEGER NOT NULL, load INTEGER NOT NULL,
        clock_offset INTEGER NOT NULL, processed_seq INTEGER NOT NULL, position TEXT
      )
      """,
      """
      CREATE TABLE IF NOT EXISTS postil_sync_layout (
        id INTEGER PRIMARY KEY, table_name TEXT NOT NULL, columns TEXT NOT NULL, is_present INTEGER NOT NULL DEFAULT 0,
        UNIQUE (table_name, columns)
      )
      """,
      """
      CREATE TABLE IF NOT EXISTS postil_sync_log (
        seq INTEGER PRIMARY KEY, tx INTEGER NOT NULL, time INTEGER NOT NULL, base INTEGER NOT NULL,
        layout INTEGER NOT NULL, kind TEXT NOT NULL, ancestors TEXT
      )
      """,
      "CREATE TABLE IF NOT EXISTS postil_sync_hidden (tx INTEGER PRIMARY KEY)",
      """
      CREATE TABLE IF NOT EXISTS postil_sync_rows (
        seq INTEGER PRIMARY KEY, layout INTEGER NOT NULL, is_removed INTEGER NOT NULL
      )
      """,
      """
      CREATE TABLE IF NOT EXISTS postil_sync_value (
        name TEXT NOT NULL, position INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, position)
      )
      """,
      """
      CREATE TABLE IF NOT EXISTS postil_sync_rejection (
        tx INTEGER PRIMARY KEY, reason TEXT NOT NULL, changes BLOB NOT NULL
      )
      """,
    ]
    for statement in statements { try statement.execute(in: db) }
    try RawSQL(
      """
      INSERT OR IGNORE INTO postil_sync_state
      VALUES (1, \(UUID().uuidString), 1, 0, 0, 0, 0, 0, 1, \(Self.now), 0, 0, NULL)
      """
    ).execute(in: db)
  }

  /// The number of a table's present columns, whether the table wasn't synced before, and whether it has columns that the program before
  /// this one hadn't.
  private func layout(
    of table: SyncedTable, in db: DB
  ) throws -> (id: Int, isNewTable: Bool, hasNewColumns: Bool) {
    let before = try RawSQL("SELECT columns FROM postil_sync_layout WHERE table_name = \(table.name) AND is_present")
      .as(String.self).fetchOne(in: db)
    let id = try layoutNumber(of: table, table.columnNames, in: db)
    try RawSQL("UPDATE postil_sync_layout SET is_present = (id = \(id)) WHERE table_name = \(table.name)").execute(
      in: db)
    let old = try before.map { try JSONDecoder().decode(Set<String>.self, from: Data($0.utf8)) }
    return (id, old == nil, old.map { !Set(table.columnNames).isSubset(of: $0) } ?? true)
  }

  /// The number of a list of a table's columns.
  func layoutNumber(of table: SyncedTable, _ columns: [String], in db: DB) throws -> Int {
    let columns = String(decoding: try JSONEncoder().encode(columns), as: UTF8.self)
    try RawSQL("INSERT OR IGNORE INTO postil_sync_layout (table_name, columns) VALUES (\(table.name), \(columns))")
      .execute(in: db)
    return try RawSQL("SELECT id FROM postil_sync_layout WHERE table_name = \(table.name) AND columns = \(columns)")
      .as(Int.self).fetchOne(in: db) ?? 0
  }

  /// Makes the device load all rows with the next answers.
  func reload(in db: DB) throws {
    try RawSQL(
      """
      UPDATE postil_sync_state SET received = 0, is_loading = 1, load = max(load + 1, \(Self.now), 0), position = NULL
      """
    ).execute(in: db)
    try RawSQL("DELETE FROM postil_sync_rows").execute(in: db)
  }

  /// The triggers that record the changes of a table.
  private static func triggers(of table: SyncedTable, _ layout: Int) -> [(name: String, sql: RawSQL)] {
    let columns = table.columnNames
    func recording(_ kind: RawSQL, old: Bool, new: Bool) -> RawSQL {
      var targets: [String] = []
      var values: [RawSQL] = []
      for (index, column) in columns.enumerated() {
        if old {
          targets.append("o\(index)")
          values.append("OLD.\(identifier: column)")
        }
        if new {
          targets.append("n\(index)")
          values.append("NEW.\(identifier: column)")
        }
      }
      return """
        INSERT INTO postil_sync_log (tx, time, base, layout, kind, \(.names(targets)))
          SELECT tx, time, base, \(.number(layout)), \(kind), \(values.joined(separator: ", "))
          FROM postil_sync_state WHERE is_applying = 0;
        """
    }
    func trigger(_ event: String, _ head: RawSQL, _ body: RawSQL) -> (String, RawSQL) {
      let name = "postil_sync_\(table.name)_\(event)"
      return (name, "CREATE TRIGGER \(identifier: name) \(head) BEGIN\n  \(body)\nEND")
    }
    let changed = columns.map { "OLD.\(identifier: $0) COLLATE BINARY IS NOT NEW.\(identifier: $0)" as RawSQL }
    return [
      trigger(
        "insert", "AFTER INSERT ON \(identifier: table.name) FOR EACH ROW", recording("'insert'", old: false, new: true)
      ),
      trigger(
        "update",
        "AFTER UPDATE ON \(identifier: table.name) FOR EACH ROW WHEN \(changed.joined(separator: " OR "))",
        recording("'update'", old: true, new: true)),
      trigger(
        "delete", "AFTER DELETE ON \(identifier: table.name) FOR EACH ROW", recording("'delete'", old: true, new: false)
      ),
    ]
  }

  /// Records the rows of a table as new ones.
  private func recordRows(of table: SyncedTable, _ layout: Int, in db: DB) throws {
    let targets = table.columns.indices.map { "n\($0)" }
    try RawSQL(
      """
      INSERT INTO postil_sync_log (tx, time, base, layout, kind, \(.names(targets)))
      SELECT s.tx, s.time, s.base, \(layout), 'insert', \(.names(table.columnNames, of: "t"))
      FROM \(identifier: table.name) t, postil_sync_state s
      """
    ).execute(in: db)
  }
}
