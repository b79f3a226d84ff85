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

  /// Changes columns of a row, if it is there. To columns with sums, what was added is added.
  /// - Returns: whether it is there.
  @discardableResult
  func update(
    _ table: SyncedTable, _ key: [SyncValue], _ values: [(column: String, value: SyncValue)],
    adding sums: [String: SyncValue] = [:], in db: DB
  ) throws -> Bool {
    let rules = Dictionary(table.columns.map { ($0.name, $0.merge) }, uniquingKeysWith: { first, _ in first })
    let changes = values.compactMap { column, value -> RawSQL? in
      guard let rule = rules[column] else { return nil }
      if rule == .sum, let added = sums[column], added != .null {
        return "\(identifier: column) = coalesce(\(identifier: column), 0) + \(.value(added))"
      }
      return "\(identifier: column) = \(.value(value))"
    }
    guard !changes.isEmpty else { return true }
    return try RawSQL(
      "UPDATE \(identifier: table.name) SET \(changes.joined(separator: ", ")) WHERE \(.equal(table.key, key))"
    ).execute(in: db) > 0
  }

  /// Deletes a row, if it is there.
  func delete(_ table: SyncedTable, _ key: [SyncValue], in db: DB) throws {
    try RawSQL("DELETE FROM \(identifier: table.name) WHERE \(.equal(table.key, key))").execute(in: db)
  }
}
