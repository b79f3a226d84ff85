import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema

/// Generates rows of a table so that each value that a column can store occurs in one of them.
struct ProbeRows {
  private let table: TableShape
  private let replay: MigrationReplay
  private let columns: [NormalizedDefinition.Column]
  private let values: [[String]]
  /// The columns in which any two rows must differ.
  private let isKeyed: [Bool]

  init(of table: TableShape, in replay: MigrationReplay) {
    self.table = table
    self.replay = replay
    columns = table.columns.filter { $0.generation == nil }
    values = columns.map { column in ProbeValues.values(of: column, in: table) { try replay.texts($0) } }
    isKeyed = columns.map { column in
      table.isKeyed(column.name.foldedName)
        || table.table.indexes.contains { index in
          index.isUnique && index.terms.contains { $0.column.map { $0.isSameName(as: column.name) } ?? false }
        }
    }
  }

  /// Inserts every row that the table accepts.
  /// - Parameter isWanted: whether an inserted row is kept.
  /// - Returns: the statements that insert the kept rows.
  func insert(isWanted: () -> Bool) throws -> [String] {
    var statements: [String] = []
    for index in columns.indices {
      for value in values[index] {
        if let statement = try insert(value, at: index, serial: statements.count + 1, isWanted) {
          statements.append(statement)
        }
      }
    }
    return statements
  }

  /// Inserts a row with this value, and other values for the remaining columns.
  private func insert(
    _ value: String, at place: Int, serial: Int, _ isWanted: () -> Bool
  ) throws -> String? {
    for attempt in 0..<40 {
      let row = columns.indices.map { index in
        index == place ? value : other(at: index, serial: serial, attempt: attempt)
      }
      let statement =
        "INSERT INTO \(SQLText.identifier(table.name)) (\(SQLText.identifiers(columns.map(\.name)))) "
        + "VALUES (\(row.joined(separator: ", ")))"
      try replay.run(ddl: "SAVEPOINT postil_row")
      let isInserted = (try? replay.run(ddl: statement)) != nil
      let stays = isInserted && isWanted()
      do {
        if !stays { try replay.run(ddl: "ROLLBACK TO postil_row") }
        try replay.run(ddl: "RELEASE postil_row")
      } catch {
        // The row has ended the transaction, as 'RAISE(ROLLBACK, …)' in a trigger does. The rows before it are inserted again later.
        try replay.run(ddl: UndoProof.beginning)
        continue
      }
      if stays { return statement }
    }
    return nil
  }

  /// A value for a column that isn't tested.
  private func other(at index: Int, serial: Int, attempt: Int) -> String {
    let column = columns[index]
    // After a row with the largest key, SQLite assigns no other one to a table with AUTOINCREMENT. Source: SQLite, "SQLite Autoincrement",
    // section 3.
    if table.isRowID(column.name.foldedName), !table.isAutoincremented { return "NULL" }
    if isKeyed[index], attempt < 4 {
      switch DeclaredStorage(column.declaredType, isStrict: table.table.isStrict).storages[0] {
      case .integer: return String(1000 + serial)
      case .real: return "\(1000 + serial).5"
      case .text: return "'row \(serial)'"
      case .blob: return "X'\(String(0x1000_0000 + serial, radix: 16))'"
      }
    }
    let values = values[index]
    guard !values.isEmpty else { return "NULL" }
    return values[(isKeyed[index] ? serial + attempt : attempt * (index + 1)) % values.count]
  }
}
