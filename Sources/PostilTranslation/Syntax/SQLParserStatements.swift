/// Statements. Source: SQLite, "SQL As Understood By SQLite".
extension SQLParser {
  /// Parses one statement.
  package static func statement(_ sql: String) throws(PostgreSQLRefusal) -> SQLStatementNode {
    var parser = try SQLParser(sql)
    let statement = try parser.statement()
    try parser.end()
    return statement
  }

  private mutating func statement() throws(PostgreSQLRefusal) -> SQLStatementNode {
    let start = self
    let isRecursive = isWord("WITH") && isFollowed(by: "RECURSIVE")
    let named = try commonTables()
    if take("INSERT") {
      if isWord("OR") { throw PostgreSQLRefusal(.conflictWord, at: offset) }
      try expect("INTO")
      var insert = try insert(from: start.offset)
      (insert.named, insert.isRecursive) = (named, isRecursive)
      return .insert(insert)
    }
    if take("UPDATE") {
      if isWord("OR") { throw PostgreSQLRefusal(.conflictWord, at: offset) }
      let table = try name()
      let alias = take("AS") ? try name() : try alias()
      try expect("SET")
      var change = SQLStatementNode.Change(
        named: named, isRecursive: isRecursive, table: table, alias: alias, assignments: try assignments(),
        offset: start.offset)
      if take("FROM") { change.sources = try sources() }
      change.condition = try condition()
      change.returning = try returning()
      return .update(change)
    }
    if take("DELETE") {
      try expect("FROM")
      var change = SQLStatementNode.Change(
        named: named, isRecursive: isRecursive, table: try name(), assignments: [], offset: start.offset)
      change.alias = take("AS") ? try name() : try alias()
      change.condition = try condition()
      change.returning = try returning()
      return .delete(change)
    }
    if isWord("SELECT"), isFollowed(by: "RAISE") { return try raise() }
    if isWord("REPLACE") { throw PostgreSQLRefusal(.conflictWord, at: offset) }
    self = start
    guard isSelect else { throw unreadable }
    return .select(try select())
  }

  private mutating func raise() throws(PostgreSQLRefusal) -> SQLStatementNode {
    let start = offset
    advance()
    let function = offset
    advance()
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

  private mutating func condition() throws(PostgreSQLRefusal) -> SQLNode? { take("WHERE") ? try expression() : nil }

  private mutating func returning() throws(PostgreSQLRefusal) -> [SQLSelect.Result] {
    guard take("RETURNING") else { return [] }
    var results = [try result()]
    while takeSymbol(",") { results.append(try result()) }
    return results
  }

  private mutating func assignments() throws(PostgreSQLRefusal) -> [SQLStatementNode.Assignment] {
    var assignments: [SQLStatementNode.Assignment] = []
    repeat {
      let start = offset
      let columns = isSymbol("(") ? try names() : [try name()]
      try expectSymbol("=")
      assignments.append(SQLStatementNode.Assignment(columns: columns, value: try expression(), offset: start))
    } while takeSymbol(",")
    return assignments
  }

  private mutating func insert(from start: Int) throws(PostgreSQLRefusal) -> SQLStatementNode.Insert {
    var insert = SQLStatementNode.Insert(table: try name(), columns: [], offset: start)
    if take("AS") { insert.alias = try name() }
    if isSymbol("(") { insert.columns = try names() }
    if !take("DEFAULT", "VALUES") { insert.select = try select() }
    if take("ON", "CONFLICT") { insert.conflict = try conflict() }
    insert.returning = try returning()
    return insert
  }

  private mutating func conflict() throws(PostgreSQLRefusal) -> SQLStatementNode.Conflict {
    var conflict = SQLStatementNode.Conflict(columns: isSymbol("(") ? try names() : [])
    if take("WHERE") { conflict.target = try expression() }
    try expect("DO")
    if !take("NOTHING") {
      try expect("UPDATE")
      try expect("SET")
      conflict.assignments = try assignments()
      conflict.condition = try condition()
    }
    return conflict
  }
}
