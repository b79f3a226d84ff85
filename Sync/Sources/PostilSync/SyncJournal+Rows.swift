import Foundation
import PostilSyncModels

// Single rows, of tables that are known only at run time.
extension SyncJournal {
  /// The columns among these that the table has now, with their values.
  private func present(
    _ table: SyncedTable, _ columns: [String], _ values: [SyncValue]
  ) -> (names: [String], values: [SyncValue]) {
    let known = Set(table.columnNames)
    let pairs = zip(columns, values).filter { known.contains($0.0) }
    return (pairs.map(\.0), pairs.map(\.1))
  }

  /// Inserts a row, or changes the row with its key.
  func upsert(_ table: SyncedTable, _ columns: [String], _ values: [SyncValue], in db: DB) throws {
    let (names, values) = present(table, columns, values)
    let changed = names.filter { !table.key.contains($0) }
      .map { "\(identifier: $0) = excluded.\(identifier: $0)" as RawSQL }
    let action: RawSQL = changed.isEmpty ? "NOTHING" : "UPDATE SET \(changed.joined(separator: ", "))"
    try RawSQL(
      """
      INSERT INTO \(identifier: table.name) (\(.names(names))) VALUES (\(.values(values)))
      ON CONFLICT (\(.names(table.key))) DO \(action)
      """
    ).execute(in: db)
  }

  /// Changes columns of a row, if it is there.
  func update(
    _ table: SyncedTable, _ key: [SyncValue], _ values: [(column: String, value: SyncValue)], in db: DB
  ) throws {
    let known = Set(table.columnNames)
    let changes = values.filter { known.contains($0.column) }
      .map { "\(identifier: $0.column) = \(.value($0.value))" as RawSQL }
    guard !changes.isEmpty else { return }
    try RawSQL(
      "UPDATE \(identifier: table.name) SET \(changes.joined(separator: ", ")) WHERE \(.equal(table.key, key))"
    ).execute(in: db)
  }

  /// Makes an update again, with the row as it is now: to columns with sums, what was added is added, and other members of JSON objects
  /// stay.
  /// - Returns: `false` if the row isn't there.
  func redo(_ update: SyncChange, _ table: SyncedTable, in db: DB) throws -> Bool {
    var changes: [RawSQL] = []
    for column in table.columns {
      let name = RawSQL.name(column.name)
      if let value = update.values[column.name] {
        let isAdded = column.merge == .sum && value != .null
        changes.append(
          isAdded ? "\(name) = coalesce(\(name), 0) + \(.value(value))" : "\(name) = \(.value(value))")
      } else if let members = update.members?[column.name] {
        let row = try RawSQL("SELECT \(name) FROM \(identifier: table.name) WHERE \(.equal(table.key, update.key))")
          .rows
          .fetchOne(in: db)
        guard let row else { return false }
        // What isn't an object any more has no members. The server decides the same.
        guard var object = JSONObject(SyncValue(row.values[0])) else { continue }
        object.apply(members)
        changes.append("\(name) = \(object.text)")
      }
    }
    guard !changes.isEmpty else { return true }
    return try RawSQL(
      "UPDATE \(identifier: table.name) SET \(changes.joined(separator: ", ")) WHERE \(.equal(table.key, update.key))"
    ).execute(in: db) > 0
  }

  /// Deletes a row, if it is there.
  func delete(_ table: SyncedTable, _ key: [SyncValue], in db: DB) throws {
    try RawSQL("DELETE FROM \(identifier: table.name) WHERE \(.equal(table.key, key))").execute(in: db)
  }
}
