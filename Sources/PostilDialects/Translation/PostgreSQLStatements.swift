import PostilSQL
import PostilSchema

/// The statements of triggers.
extension PostgreSQLTranslator {
  /// A trigger's statement in PL/pgSQL, without its semicolon.
  /// - Parameter isBefore: whether the trigger runs before the row changes.
  func statement(_ sql: String, _ scope: Scope, isBefore: Bool) throws(PostgreSQLRefusal) -> String {
    switch try SQLParser.statement(sql) {
    case .insert(let insert): return try self.insert(insert, scope)
    case .update(let table, let assignments, let condition, let offset):
      let source = try relation(table, at: offset)
      let inner = scope.inner([source])
      let list = try self.assignments(assignments, of: source, inner)
      return "UPDATE \(PostgreSQLNames.quoted(source.name)) SET \(list)\(try self.clause(condition, inner))"
    case .delete(let table, let condition, let offset):
      let source = try relation(table, at: offset)
      return "DELETE FROM \(PostgreSQLNames.quoted(source.name))\(try clause(condition, scope.inner([source])))"
    case .refuse(let message, let condition):
      let text = try fragment(message, scope, as: .text).sql
      return try conditional(
        "RAISE EXCEPTION USING MESSAGE = \(text), ERRCODE = 'integrity_constraint_violation'", condition, scope)
    case .ignore(let condition, let offset):
      guard isBefore else { throw PostgreSQLRefusal(.ignoreAfter, at: offset) }
      return try conditional("RETURN NULL", condition, scope)
    }
  }

  private func conditional(
    _ statement: String, _ condition: SQLNode?, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> String {
    guard let condition else { return statement }
    return "IF \(try self.condition(condition, scope).sql) THEN \(statement); END IF"
  }

  private func relation(_ name: String, at offset: Int) throws(PostgreSQLRefusal) -> Scope.Source {
    guard let source = relations[name.foldedName] else {
      throw PostgreSQLRefusal(.unknownTable(name), at: offset)
    }
    return source
  }

  private func clause(_ condition: SQLNode?, _ scope: Scope) throws(PostgreSQLRefusal) -> String {
    guard let condition else { return "" }
    return "\n    WHERE \(try self.condition(condition, scope).sql)"
  }

  private func assignments(
    _ assignments: [SQLTriggerStatement.Assignment], of source: Scope.Source, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> String {
    var list: [String] = []
    for assignment in assignments {
      guard let column = column(assignment.column, of: source) else {
        throw PostgreSQLRefusal(.unknownColumn(assignment.column), at: assignment.offset)
      }
      list.append("\(PostgreSQLNames.quoted(column.name)) = \(try value(assignment.value, for: column, scope).sql)")
    }
    return list.joined(separator: ", ")
  }

  private func column(_ name: String, of source: Scope.Source) -> Scope.Column? {
    source.columns.first { $0.name.foldedName == name.foldedName }
  }

  private func insert(_ insert: SQLTriggerStatement.Insert, _ scope: Scope) throws(PostgreSQLRefusal) -> String {
    let source = try relation(insert.table, at: insert.offset)
    var columns: [Scope.Column] = []
    for name in insert.columns {
      guard let column = column(name, of: source) else {
        throw PostgreSQLRefusal(.unknownColumn(name), at: insert.offset)
      }
      columns.append(column)
    }
    if insert.columns.isEmpty { columns = source.columns }
    var sql = "INSERT INTO \(PostgreSQLNames.quoted(source.name))"
    if insert.select != nil { sql += " (\(PostgreSQLNames.quoted(columns.map(\.name))))" }
    if let select = insert.select {
      let result = try self.select(select, scope, expecting: columns.map(\.type))
      for (column, value) in zip(columns, result.columns) where !fits(value.type, column.type) {
        throw PostgreSQLRefusal(.value(value.type.name, column: column.name, column.type.name), at: select.offset)
      }
      sql += "\n    \(result.sql)"
    } else {
      sql += " DEFAULT VALUES"
    }
    guard let conflict = insert.conflict else { return sql }
    sql += "\n    ON CONFLICT"
    if !conflict.columns.isEmpty { sql += " (\(PostgreSQLNames.quoted(conflict.columns)))" }
    guard let assignments = conflict.assignments else { return sql + " DO NOTHING" }
    var excluded = source
    excluded.name = "excluded"
    var inner = scope.inner([source, excluded])
    inner.qualified = source.name
    sql += " DO UPDATE SET \(try self.assignments(assignments, of: source, inner))"
    return sql + (try clause(conflict.condition, inner))
  }

  private func fits(_ type: PostgreSQLType, _ column: PostgreSQLType) -> Bool {
    type == column || type == .null || type.isNumber && column.isNumber
  }
}
