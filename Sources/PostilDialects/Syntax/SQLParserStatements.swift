/// The statements of triggers. Source: SQLite, "CREATE TRIGGER".
extension SQLParser {
  /// Parses one statement.
  static func statement(_ sql: String) throws(PostgreSQLRefusal) -> SQLTriggerStatement {
    var parser = try SQLParser(sql)
    let statement = try parser.statement()
    try parser.end()
    return statement
  }

  private mutating func statement() throws(PostgreSQLRefusal) -> SQLTriggerStatement {
    let start = offset
    if take("INSERT") {
      if isWord("OR") { throw PostgreSQLRefusal(.conflictWord, at: offset) }
      try expect("INTO")
      return .insert(try insert(from: start))
    }
    if take("UPDATE") {
      if isWord("OR") { throw PostgreSQLRefusal(.conflictWord, at: offset) }
      let table = try name()
      try expect("SET")
      let assignments = try assignments()
      if isWord("FROM") { throw PostgreSQLRefusal(.updateFrom, at: offset) }
      return .update(table: table, assignments, condition: try condition(), offset: start)
    }
    if take("DELETE") {
      try expect("FROM")
      return .delete(table: try name(), condition: try condition(), offset: start)
    }
    if take("SELECT") {
      let function = offset
      guard take("RAISE") else { throw PostgreSQLRefusal(.selectWithoutEffect, at: start) }
      try expectSymbol("(")
      if take("IGNORE") {
        try expectSymbol(")")
        return .ignore(condition: try condition(), offset: start)
      }
      guard take("ABORT") else { throw PostgreSQLRefusal(.raise(token.name), at: function) }
      try expectSymbol(",")
      let message = try expression()
      try expectSymbol(")")
      return .refuse(message: message, condition: try condition())
    }
    if isWord("REPLACE") { throw PostgreSQLRefusal(.conflictWord, at: offset) }
    throw unreadable
  }

  private mutating func condition() throws(PostgreSQLRefusal) -> SQLNode? { take("WHERE") ? try expression() : nil }

  private mutating func assignments() throws(PostgreSQLRefusal) -> [SQLTriggerStatement.Assignment] {
    var assignments: [SQLTriggerStatement.Assignment] = []
    repeat {
      let start = offset
      let column = try name()
      try expectSymbol("=")
      assignments.append(SQLTriggerStatement.Assignment(column: column, value: try expression(), offset: start))
    } while takeSymbol(",")
    return assignments
  }

  private mutating func insert(from start: Int) throws(PostgreSQLRefusal) -> SQLTriggerStatement.Insert {
    var insert = SQLTriggerStatement.Insert(table: try name(), columns: [], offset: start)
    if isSymbol("(") { insert.columns = try names() }
    if !take("DEFAULT", "VALUES") { insert.select = try select() }
    guard take("ON", "CONFLICT") else { return insert }
    var conflict = SQLTriggerStatement.Conflict(columns: isSymbol("(") ? try names() : [])
    if isWord("WHERE") { throw PostgreSQLRefusal(.partialConflict, at: offset) }
    try expect("DO")
    if !take("NOTHING") {
      try expect("UPDATE")
      try expect("SET")
      conflict.assignments = try assignments()
      conflict.condition = try condition()
    }
    insert.conflict = conflict
    return insert
  }
}
