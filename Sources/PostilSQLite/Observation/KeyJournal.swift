import PostilQuery
import PostilSQL

/// The keys of a table that the open transaction has changed, in a temporary table that triggers fill.
///
/// SQLite's update hook reports rowids only, not all of them, and what a savepoint has undone; triggers see every row with its key,
/// and what they write is undone too.
struct KeyJournal {
  /// Tells the subscription of the changes of a transaction that has been committed.
  typealias Report = () -> Void

  let name: String
  let keyColumns: [String]
  /// Collects the changes before the commit.
  let collect: (KeyJournal, SQLiteWriteTransaction) -> Report

  /// The table has a row for each changed key: whether a row had it before the transaction, and whether a row has it now.
  var creation: String {
    """
    CREATE TEMP TABLE \(name) (existed, "exists", \(columns), UNIQUE (\(columns)));
    """
  }

  /// The triggers on a table. A change of the key is the deletion of one row and the insertion of another.
  func triggers(on table: String) -> String {
    let inserted = "INSERT INTO \(name) VALUES (0, 1, \(values("NEW"))) ON CONFLICT DO UPDATE SET \"exists\" = 1;"
    let deleted = "INSERT INTO \(name) VALUES (1, 0, \(values("OLD"))) ON CONFLICT DO UPDATE SET \"exists\" = 0;"
    return [("insert", inserted), ("delete", deleted), ("update", deleted + " " + inserted)].map { event, body in
      "CREATE TEMP TRIGGER \(name)_\(event) AFTER \(event) ON main.\(SQLText.identifier(table)) BEGIN \(body) END;"
    }.joined(separator: "\n")
  }

  var removal: String {
    ["insert", "delete", "update"].map { "DROP TRIGGER temp.\(name)_\($0);" }.joined() + "DROP TABLE temp.\(name);"
  }

  /// The changes of the open transaction that were already removed from the table.
  func takeChanges<Key: KeyValue>(
    in db: SQLiteWriteTransaction, _ readKey: (inout _SQLiteRow) throws -> Key
  ) throws -> KeyChanges<Key> {
    var changes = KeyChanges<Key>()
    try db.forEachRow(RenderedStatement(sql: "SELECT * FROM temp.\(name)")) { row in
      let (existed, exists) = try (row.read(Bool.self), row.read(Bool.self))
      let key = try readKey(&row)
      switch (existed, exists) {
      case (false, true): changes.inserted.insert(key)
      case (true, true): changes.updated.insert(key)
      case (true, false): changes.deleted.insert(key)
      case (false, false): break
      }
    }
    if changes != KeyChanges() { try db.execute(RenderedStatement(sql: "DELETE FROM temp.\(name)")) }
    return changes
  }

  private var columns: String { SQLText.identifiers(keyColumns) }

  private func values(_ row: String) -> String {
    keyColumns.map { "\(row).\(SQLText.identifier($0))" }.joined(separator: ", ")
  }
}

extension SQLiteConnection {
  /// Begins to collect the changed keys of a table.
  func addKeyJournal(
    _ id: ObjectIdentifier, of table: _TableDescription,
    _ collect: @escaping (KeyJournal, SQLiteWriteTransaction) -> KeyJournal.Report
  ) throws {
    journalCount += 1
    let journal = KeyJournal(name: "postil_keys_\(journalCount)", keyColumns: table.primaryKey, collect: collect)
    try untraced { try run(journal.creation + journal.triggers(on: table.name)) }
    keyJournals[id] = journal
  }

  func removeKeyJournal(_ id: ObjectIdentifier) throws {
    guard let journal = keyJournals.removeValue(forKey: id) else { return }
    try untraced { try run(journal.removal) }
  }

  /// What observers get once the open transaction is committed.
  func takeKeyChanges() -> [KeyJournal.Report] {
    let db = SQLiteWriteTransaction(connection: self, serial: openSerial)
    return untraced { keyJournals.values.map { $0.collect($0, db) } }
  }
}
