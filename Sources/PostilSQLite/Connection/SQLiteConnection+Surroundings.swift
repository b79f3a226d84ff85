import PostilQuery

// A program can run statements while another statement is still running: in the body of a loop over rows, and in a lazy sequence whose
// elements are inserted. Two combinations are refused, because their results would depend on chance:
// - a change of a table that the loop reads: SQLite doesn't define whether the loop sees the change;
// - a read of the table that is inserted into: rows are inserted in batches, so some elements may not be in the table yet.
// Source: SQLite, "Isolation In SQLite".

extension SQLiteConnection {
  /// Notes that a statement has started, and that others may run before it ends. The caller restores `surroundings` afterwards.
  @inlinable
  func surround(with statement: SQLiteStatement) {
    lastSurroundingNumber &+= 1
    statement.storage.pointee.surroundingNumber = lastSurroundingNumber
    statement.storage.pointee.outer = surroundings
    surroundings = statement
  }

  /// Checks that a statement may run in the loops and inserts that are running.
  /// - Throws: ``TransactionMisuse/statementNotAllowed(sql:reason:)``
  @usableFromInline
  func check(_ statement: SQLiteStatement, in surroundings: SQLiteStatement) throws {
    var next: SQLiteStatement? = surroundings
    while let outer = next {
      next = outer.storage.pointee.outer
      let isLoop = outer.storage.pointee.isReadOnly
      let (changing, reading) = isLoop ? (statement, outer) : (outer, statement)
      guard changing.storage.pointee.countsChanges else { continue }
      let read = try readTables(of: reading)
      guard let table = changing.storage.pointee.changedTables.first(where: read.contains) else { continue }
      let error = TransactionMisuse.statementNotAllowed(
        sql: statement.sql,
        reason: isLoop
          ? "it changes '\(table)', which the loop around it is reading, so the loop might repeat or miss rows, or not end; "
            + "loop over the result of 'fetchAll', or change the rows with one statement"
          : "it reads '\(table)' while a row for that table is made, and rows made before may not have been inserted yet; "
            + "make all rows first, as an array")
      // What makes an element may not be able to throw.
      if !isLoop { outer.storage.pointee.elementError = (error, outer.storage.pointee.surroundingNumber) }
      throw error
    }
    statement.storage.pointee.checkedIn = surroundings.storage.pointee.surroundingNumber
  }

  /// - Throws: the error of a statement that was refused while an element of the insert was made.
  @usableFromInline
  func checkElements(of statement: SQLiteStatement) throws {
    if let (error, run) = statement.storage.pointee.elementError, run == statement.storage.pointee.surroundingNumber {
      throw error
    }
  }

  private func readTables(of statement: SQLiteStatement) throws -> Set<String> {
    if let tables = statement.storage.pointee.readTables { return tables }
    observer.access = StatementAccess()
    defer { observer.access = nil }
    try prepare(statement.sql).destroy()
    let tables = Set((observer.access?.reads.parts ?? [:]).keys)
    statement.storage.pointee.readTables = tables
    return tables
  }
}
