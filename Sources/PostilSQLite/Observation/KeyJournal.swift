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
  /// Whether nobody reads the changes any more.
  let isLeft: () -> Bool
  /// Collects the changes before the commit.
  let collect: (KeyJournal, SQLiteWriteTransaction) -> Report

  /// The table has a row for each changed key: whether a row had it before the transaction, and whether a row has it now,
  /// `NULL` if none was changed.
  var creation: String {
    """
    CREATE TEMP TABLE \(name) (existed, "exists", \(columns), UNIQUE (\(columns)));
    """
  }

  private static let events = ["before insert", "before update", "after insert", "after delete", "after update"]

  /// The triggers on a table. A change of the key is the deletion of one row and the insertion of another. `REPLACE` fires no trigger for
  /// the row that it deletes. So a row that has the key already is noted before, without saying that anything will be changed.
  func triggers(on table: String) -> String {
    let main = "main.\(SQLText.identifier(table))"
    let isKey = keyColumns.map(SQLText.identifier).map { "\(main).\($0) = NEW.\($0)" }.joined(separator: " AND ")
    let noted =
      "INSERT INTO \(name) SELECT 1, NULL, \(values("NEW")) WHERE EXISTS (SELECT 1 FROM \(main) WHERE \(isKey)) "
      + "ON CONFLICT DO NOTHING;"
    let inserted = "INSERT INTO \(name) VALUES (0, 1, \(values("NEW"))) ON CONFLICT DO UPDATE SET \"exists\" = 1;"
    let deleted = "INSERT INTO \(name) VALUES (1, 0, \(values("OLD"))) ON CONFLICT DO UPDATE SET \"exists\" = 0;"
    return zip(Self.events, [noted, noted, inserted, deleted, deleted + " " + inserted]).map { event, body in
      "CREATE TEMP TRIGGER \(trigger(event)) \(event) ON \(main) BEGIN \(body) END;"
    }.joined(separator: "\n")
  }

  private func trigger(_ event: String) -> String { SQLText.identifier("\(name) \(event)") }

  var removal: String {
    Self.events.map { "DROP TRIGGER IF EXISTS temp.\(trigger($0));" }.joined() + "DROP TABLE IF EXISTS temp.\(name);"
  }

  /// The changes of the open transaction that were already removed from the table.
  func takeChanges<Key: KeyValue>(
    in db: SQLiteWriteTransaction, _ readKey: (inout _SQLiteRow) throws -> Key
  ) throws -> KeyChanges<Key> {
    var (changes, isEmpty) = (KeyChanges<Key>(), true)
    try db.forEachRow(_RenderedStatement(sql: "SELECT * FROM temp.\(name)")) { row in
      let (existed, exists) = try (row.read(Bool.self), row.read(Bool?.self))
      let key = try readKey(&row)
      isEmpty = false
      switch (existed, exists) {
      case (false, true): changes.inserted.insert(key)
      case (true, true): changes.updated.insert(key)
      case (true, false): changes.deleted.insert(key)
      case (false, false), (_, nil): break
      }
    }
    if !isEmpty { try db.execute(_RenderedStatement(sql: "DELETE FROM temp.\(name)")) }
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
    _ id: ReadIdentity, of table: _TableDescription, isLeft: @escaping () -> Bool,
    _ collect: @escaping (KeyJournal, SQLiteWriteTransaction) -> KeyJournal.Report
  ) throws {
    journalCount += 1
    let journal = KeyJournal(
      name: "postil_keys_\(journalCount)", keyColumns: table.primaryKey, isLeft: isLeft, collect: collect)
    try untraced { try run(journal.creation + journal.triggers(on: table.name)) }
    keyJournals[id] = journal
  }

  /// Removes the journals that nobody reads from the database, before the commit of the open transaction, whichever it is. Each stays in
  /// ``keyJournals`` until the commit has succeeded: its triggers are back if the transaction is rolled back.
  /// - Returns: the removed ones.
  func removeLeftJournals() -> [ReadIdentity] {
    let left = keyJournals.filter { $0.value.isLeft() }
    return left.compactMap { id, journal in (try? untraced { try run(journal.removal) }).map { id } }
  }

  /// What observers get once the open transaction is committed.
  /// - Parameter left: the journals that have been removed.
  func takeKeyChanges(without left: [ReadIdentity]) -> [KeyJournal.Report] {
    let db = SQLiteWriteTransaction(connection: self, serial: openSerial)
    return untraced { keyJournals.filter { !left.contains($0.key) }.values.map { $0.collect($0, db) } }
  }
}
