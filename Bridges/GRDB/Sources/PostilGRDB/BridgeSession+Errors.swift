import GRDB
import Postil
@_spi(Bridges) import PostilQuery
@_spi(Bridges) import PostilSQLite

/// GRDB's errors as those of Postil.
extension BridgeSession {
  /// Runs `body` and throws the errors that a store would throw. Other errors than those of GRDB are thrown as they are.
  func converting<Result>(_ sql: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as GRDB.DatabaseError {
      throw converted(error, sql: error.sql ?? sql)
    }
  }

  private func converted(_ error: GRDB.DatabaseError, sql: String) -> any Error {
    let message = error.message ?? ""
    if error.resultCode == .SQLITE_ABORT, !database.isInsideTransaction {
      return TransactionMisuse.rolledBack(reason: message)
    }
    if error.resultCode == .SQLITE_READONLY {
      return TransactionMisuse.statementNotAllowed(
        sql: sql, reason: "a 'read' block can't change anything; use 'write'")
    }
    return violation(error.extendedResultCode, message: message, sql: sql)
      ?? Postil.DatabaseError(
        code: error.resultCode.rawValue, extendedCode: error.extendedResultCode.rawValue, message: message, sql: sql)
  }

  /// Source: SQLite, "Result and Error Codes", section 4.
  private func violation(_ code: ResultCode, message: String, sql: String) -> (any Error)? {
    func names(after prefix: String) -> String? { ConstraintMessage.names(in: message, after: prefix) }
    switch code {
    case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
      guard let names = names(after: "UNIQUE constraint failed: ") else { return nil }
      if let index = ConstraintMessage.indexName(names) { return violation(index: index) }
      return columns(names).map { ConstraintViolation.unique(table: $0.0, columns: $0.1) }
    case .SQLITE_CONSTRAINT_NOTNULL:
      return names(after: "NOT NULL constraint failed: ").flatMap(columns).map {
        ConstraintViolation.notNull(table: $0.0, column: $0.1[0])
      }
    case .SQLITE_CONSTRAINT_DATATYPE:
      guard let (found, names) = ConstraintMessage.mismatch(in: message), let (table, columns) = columns(names) else {
        return nil
      }
      return ConstraintViolation.datatype(table: table, column: columns[0], found: found)
    case .SQLITE_CONSTRAINT_CHECK:
      return names(after: "CHECK constraint failed: ").map { ConstraintViolation.check(name: $0) }
    case .SQLITE_CONSTRAINT_FOREIGNKEY,
      .SQLITE_CONSTRAINT_TRIGGER where message == "FOREIGN KEY constraint failed":
      return ConstraintViolation.foreignKey(table: tableName(Self.changedTable(of: sql)))
    case .SQLITE_CONSTRAINT_TRIGGER:
      return ConstraintViolation.refused(by: message)
    default:
      return nil
    }
  }

  /// The table and the columns that a message names: those of the schema, or those of the database.
  private func columns(_ names: String) -> (TableName, [ColumnName])? {
    for table in tables.sorted(by: { $0.name.utf8.count > $1.name.utf8.count }) {
      if let columns = ConstraintMessage.columns(names, of: table.name, among: table.columns) {
        return (TableName(table.name, model: table.model), columns)
      }
    }
    let found = try? firstColumn("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY length(name) DESC")
    for table in found ?? [] {
      let candidates = (try? firstColumn("SELECT name FROM pragma_table_info(?1)", table)) ?? []
      if let columns = ConstraintMessage.columns(
        names, of: table, among: candidates.map { ColumnName($0, property: $0) })
      {
        return (tableName(table), columns)
      }
    }
    return nil
  }

  /// SQLite reports only the name of a unique index over expressions.
  private func violation(index: String) -> ConstraintViolation? {
    guard let table = try? firstColumn("SELECT tbl_name FROM sqlite_schema WHERE name = ?1", index).first else {
      return nil
    }
    let known = tables.first { $0.name == table }?.columns ?? []
    let names = (try? firstColumn("SELECT name FROM pragma_index_info(?1) WHERE name IS NOT NULL", index)) ?? []
    return .unique(
      table: tableName(table),
      columns: names.map { name in known.first { $0.name == name } ?? ColumnName(name, property: name) })
  }

  private func tableName(_ name: String) -> TableName {
    let table = tables.first { $0.name.lowercased() == name.lowercased() }
    return TableName(table?.name ?? name, model: table?.model ?? name)
  }

  /// The table that a statement inserts into, updates or deletes from; empty if that isn't the beginning of the statement.
  private static func changedTable(of sql: String) -> String {
    let beginning =
      /(?i)\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(?:"((?:[^"]|"")+)"|(\w+))/
    guard let match = sql.prefixMatch(of: beginning) else { return "" }
    return (match.1.map(String.init) ?? match.2.map(String.init) ?? "").replacing("\"\"", with: "\"")
  }
}
