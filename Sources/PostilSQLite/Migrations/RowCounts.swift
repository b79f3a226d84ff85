import PostilQuery
import PostilSQL

/// How many rows the tables have that refer to one table, and how many of them refer: what a delete rule would change.
struct RowCounts {
  /// A table whose rows are counted, and those of its columns that refer.
  struct Counted {
    let table: String
    let columns: [String]
    /// The rows, then for each column those in which it is not `NULL`.
    let numbers: [Int]

    /// The query that counts.
    var query: String { RowCounts.query(table, columns) }
  }

  private(set) var counted: [Counted] = []

  /// Counts.
  /// - Parameter withItsOwn: whether the table's own rows are counted too.
  init(of table: String, on connection: SQLiteConnection, withItsOwn: Bool) throws {
    let references = try connection.rows(
      """
      SELECT t.name, f."from" FROM sqlite_schema t, pragma_foreign_key_list(t.name) f
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
    counted = try columns.map { table, columns in
      Counted(table: table, columns: columns, numbers: try Self.count(table, columns, connection))
    }
  }

  /// What is different now.
  func changes(on connection: SQLiteConnection) throws -> [MigrationError.RowChange] {
    var changes: [MigrationError.RowChange] = []
    for counted in counted {
      let now = try? Self.count(counted.table, counted.columns, connection)
      for (index, before) in counted.numbers.enumerated() where now?[index] != before {
        changes.append(
          MigrationError.RowChange(
            table: counted.table, column: index == 0 ? nil : counted.columns[index - 1], before: before,
            after: now?[index]))
      }
    }
    return changes
  }

  private static func count(_ table: String, _ columns: [String], _ connection: SQLiteConnection) throws -> [Int] {
    try connection.rows(query(table, columns)).first?.compactMap { Int($0) } ?? []
  }

  private static func query(_ table: String, _ columns: [String]) -> String {
    let counts = ["count(*)"] + columns.map { "count(\(SQLText.identifier($0)))" }
    return "SELECT \(counts.joined(separator: ", ")) FROM \(SQLText.identifier(table))"
  }
}
