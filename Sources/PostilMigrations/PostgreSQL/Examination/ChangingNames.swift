/// The names that tables and columns have in the course of a migration, in lower case. Names that are exchanged are taken as one.
struct ChangingNames {
  private var tables: [Set<String>] = []
  private var columns: [(table: String, names: Set<String>)] = []

  mutating func rename(table: String, to name: String) {
    let touched = tables.filter { $0.contains(table) || $0.contains(name) }
    tables.removeAll { $0.contains(table) || $0.contains(name) }
    tables.append(touched.reduce([table, name]) { $0.union($1) })
  }

  mutating func rename(column: String, to name: String, of table: String) {
    let isTouched = { (entry: (table: String, names: Set<String>)) in
      entry.table == table && (entry.names.contains(column) || entry.names.contains(name))
    }
    let touched = columns.filter(isTouched)
    columns.removeAll(where: isTouched)
    columns.append((table, touched.reduce([column, name]) { $0.union($1.names) }))
  }

  /// All names of a table.
  func tables(like table: String) -> Set<String> { tables.first { $0.contains(table) } ?? [table] }

  /// All names of a column.
  func columns(like column: String, of table: String) -> Set<String> {
    let tables = tables(like: table)
    return columns.filter { tables.contains($0.table) && $0.names.contains(column) }
      .reduce([column]) { $0.union($1.names) }
  }
}
