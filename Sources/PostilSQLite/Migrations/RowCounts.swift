import CSQLite
import PostilQuery
import PostilSQL

/// The numbers of rows and references in the tables that reference a table, which a delete rule would change.
package struct RowCounts {
  /// The counts of one table.
  package struct Table {
    package let name: String
    /// The columns of its foreign keys.
    let columns: [String]
    /// The number of rows, then for each column the number of values that aren't `NULL`.
    let numbers: [Int]

    /// The query that returns the numbers.
    package var query: String { RowCounts.query(name, columns) }
  }

  package let tables: [Table]

  /// - Parameter withItsOwn: whether the table's own rows are counted too.
  init(of table: String, on connection: SQLiteConnection, withItsOwn: Bool) throws {
    let references = try connection.rows(
      """
      SELECT t.name, f."from" FROM sqlite_schema t, temp.pragma_foreign_key_list(t.name) f
      WHERE t.type = 'table' AND lower(f."table") = lower(?1) AND lower(t.name) <> lower(?1) ORDER BY t.name, f.id DESC, f.seq
      """, table)
    var columns: [(table: String, columns: [String])] = []
    let isThere = try !connection.rows(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND lower(name) = lower(?1)", table
    ).isEmpty
    if withItsOwn, isThere { columns.append((table, [])) }
    for reference in references {
      if columns.last?.table != reference[0] { columns.append((reference[0], [])) }
      if !columns[columns.count - 1].columns.contains(reference[1]) {
        columns[columns.count - 1].columns.append(reference[1])
      }
    }
    tables = try columns.map { table, columns in
      Table(name: table, columns: columns, numbers: try Self.count(table, columns, connection))
    }
  }

  /// The numbers that have changed.
  func changes(on connection: SQLiteConnection) throws -> [MigrationError.RowChange] {
    var changes: [MigrationError.RowChange] = []
    for table in tables {
      let now = try Self.countIfPresent(table, connection)
      for (index, before) in table.numbers.enumerated() where now?[index] != before {
        changes.append(
          MigrationError.RowChange(
            table: table.name, column: index == 0 ? nil : table.columns[index - 1], before: before,
            after: now?[index]))
      }
    }
    return changes
  }

  /// - Returns: `nil` if the table or one of the columns is missing.
  private static func countIfPresent(_ table: Table, _ connection: SQLiteConnection) throws -> [Int]? {
    do {
      return try count(table.name, table.columns, connection)
    } catch let error as DatabaseError where error.code == SQLITE_ERROR {
      return nil
    }
  }

  private static func count(_ table: String, _ columns: [String], _ connection: SQLiteConnection) throws -> [Int] {
    try connection.rows(query(table, columns)).first?.compactMap { Int($0) } ?? []
  }

  private static func query(_ table: String, _ columns: [String]) -> String {
    let counts = ["count(*)"] + columns.map { "count(\(SQLText.identifier($0)))" }
    return "SELECT \(counts.joined(separator: ", ")) FROM \(SQLText.identifier(table))"
  }
}
