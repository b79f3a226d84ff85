import CSQLite
import PostilQuery
import PostilSQL

// Converts SQLite's errors to errors with the names of the models. Source: SQLite, "Result and Error Codes". This code runs
// only if something failed.

extension SQLiteConnection {
  /// The error for the result code of a statement that has just failed.
  @usableFromInline
  func error(_ code: Int32, statement: SQLiteStatement) -> any Error {
    error(
      code, sql: statement.sql, changing: statement.storage.pointee.changedTables,
      hasValues: statement.storage.pointee.parameterCount > 0)
  }

  /// The error for the result code of a statement that begins or ends a transaction.
  func error(_ code: Int32, statement: OpaquePointer) -> any Error {
    let isDeferredForeignKey = code == ExtendedCode.foreignKey && statement == commitTransaction
    if isDeferredForeignKey, let violation = unmetArity() { return violation }
    if isDeferredForeignKey, let (table, parent) = brokenForeignKey() {
      noteRollback(reason: String(cString: sqlite3_errmsg(handle)))
      return ConstraintViolation.foreignKey(table: tableName(table).with(.missingAtEnd(model: tableName(parent).model)))
    }
    return error(
      code, sql: sqlite3_sql(statement).map { String(cString: $0) } ?? "", changing: changedTables)
  }

  /// The error for the result code of a call that has just failed.
  func error(_ code: Int32, sql: String, changing changedTables: [String] = [], hasValues: Bool = false) -> any Error {
    // The following code uses the database too, which would replace the message.
    var message = String(cString: sqlite3_errmsg(handle))
    if hasValues { message = DatabaseError.messageWithoutValues(message, code: code, sql: sql) }
    noteRollback(reason: message)
    if code == SQLITE_INTERRUPT, isStopped { return stopError(state.load(ordering: .relaxed)) }
    if code == SQLITE_ERROR, let failure = failures.take(message, sql: sql) { return failure }
    if let violation = violation(code, message: message, sql: sql, changing: changedTables) { return violation }
    return DatabaseError(code, message: message, path: path, sql: sql, isUntrusted: options.isUntrusted)
  }

  private func violation(
    _ code: Int32, message: String, sql: String, changing changedTables: [String]
  ) -> ConstraintViolation? {
    switch code {
    case ExtendedCode.unique, ExtendedCode.primaryKey, ExtendedCode.rowID:
      guard let names = ConstraintMessage.names(in: message, after: "UNIQUE constraint failed: ") else { return nil }
      if let index = ConstraintMessage.indexName(names) { return uniqueViolation(index: index) }
      guard let (table, columns) = columns(names), !columns.isEmpty else { return nil }
      return .unique(table: table, columns: columns)
    case ExtendedCode.notNull:
      guard let names = ConstraintMessage.names(in: message, after: "NOT NULL constraint failed: "),
        let (table, columns) = columns(names), let column = columns.first
      else { return nil }
      return .notNull(table: table, column: column)
    case ExtendedCode.datatype:
      guard let (found, names) = ConstraintMessage.mismatch(in: message), let (table, columns) = columns(names),
        let column = columns.first
      else { return nil }
      return .datatype(table: table, column: column, found: found)
    case ExtendedCode.check:
      return ConstraintMessage.names(in: message, after: "CHECK constraint failed: ").map { name in
        .check(name: changedTables.lazy.compactMap { self.checkNames[$0]?[name] }.first ?? name)
      }
    case ExtendedCode.foreignKey,
      ExtendedCode.trigger where message == "FOREIGN KEY constraint failed":
      let table = changedTables.first ?? ""
      return .foreignKey(table: tableName(table).with(foreignKeyCause(of: sql, changing: table)))
    case ExtendedCode.trigger:
      return ConstraintViolation.refused(by: message) ?? .trigger(message: message)
    default:
      return nil
    }
  }

  /// The table and columns that a message names: those of the models, or where no model has them those of the database.
  private func columns(_ names: String) -> (TableName, [ColumnName])? {
    for table in tables.values.sorted(by: { $0.name.utf8.count > $1.name.utf8.count }) {
      if let columns = ConstraintMessage.columns(names, of: table.name, among: table.columns) {
        return (TableName(table.name, model: table.model), columns)
      }
    }
    let rows = try? rows(
      """
      SELECT t.name, c.name FROM sqlite_schema t, temp.pragma_table_info(t.name) c WHERE t.type = 'table'
      ORDER BY length(t.name) DESC
      """)
    for (table, rows) in Dictionary(grouping: rows ?? [], by: { $0[0] }) {
      let candidates = rows.map { ColumnName($0[1], property: $0[1]) }
      if let columns = ConstraintMessage.columns(names, of: table, among: candidates) {
        return (tableName(table), columns)
      }
    }
    return nil
  }

  /// SQLite reports only the name of a unique index over expressions; its table and plain columns are in the schema.
  private func uniqueViolation(index: String) -> ConstraintViolation? {
    let rows = try? rows(
      """
      SELECT i.tbl_name, coalesce(c.name, '') FROM sqlite_schema i, temp.pragma_index_info(i.name) c
      WHERE i.type = 'index' AND i.name = ?1 ORDER BY c.seqno
      """, index)
    guard let rows, let table = rows.first?[0] else { return nil }
    let known = tables[table]?.columns ?? []
    let columns = rows.map { $0[1] }.filter { !$0.isEmpty }
    return .unique(
      table: tableName(table),
      columns: columns.map { name in known.first { $0.name == name } ?? ColumnName(name, property: name) })
  }

  /// A table as the models name it; the file may have the name in another case.
  func tableName(_ name: String) -> TableName {
    let table = tables[name] ?? tables.values.first { $0.name.foldedName == name.foldedName }
    return TableName(table?.name ?? name, model: table?.model ?? name)
  }
}
