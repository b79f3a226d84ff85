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

  /// Gives rows that wait for each other's unique values other ones for a moment.
  func makeRoom(for rows: [(table: SyncedTable, columns: [String], row: [SyncValue])], in db: DB) throws {
    for (table, columns, row) in rows {
      let key = table.key(of: row, columns)
      let unique = try RawSQL(
        """
        SELECT DISTINCT c.name FROM pragma_index_list(\(table.name)) i, pragma_index_info(i.name) c
        WHERE i."unique" AND i.origin <> 'pk' AND c.name IS NOT NULL
        """
      ).as(String.self).fetchAll(in: db).filter { !table.key.contains($0) }
      for column in unique {
        let value: SyncValue
        switch columns.firstIndex(of: column).map({ row[$0] }) {
        case .text?: value = .text(UUID().uuidString)
        case .integer?: value = .integer(.random(in: Int64.min..<0))
        case .real?: value = .real(-.random(in: 1...1e300))
        default: continue
        }
        // A check may not allow the value. Then the row stays as it is.
        _ = try? db.savepoint { try update(table, key, [(column, value)], in: db) }
      }
    }
  }
}
