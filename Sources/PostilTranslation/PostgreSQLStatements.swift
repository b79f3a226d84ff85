import PostilSQL

/// A statement of a program for PostgreSQL.
package struct PostgreSQLStatement {
  /// The statement with the parameters `$1`, `$2` and so on.
  package var sql: String
  /// The types of the parameters.
  package var parameters: [PostgreSQLParameters.ParameterType]
  /// Whether a parameter has the type of the value that was bound. Other values can need another statement.
  package var dependsOnValues: Bool
  /// The result columns that are values in JSON, of different types.
  package var jsonValues: [Int]

  /// The pairs of parameters, counted from 1, whose values must be equal, because one stands for both.
  package var equalParameters: [[Int]]
  /// The integer columns that are set to computed values, which can be too large.
  package var computedColumns: [ComputedColumn]
  /// Whether all operations on numbers belong to those values.
  package var computesOnlyColumns: Bool

  /// An integer column.
  package struct ComputedColumn: Hashable, Sendable {
    package var table: String
    package var column: String
    /// The number of bits of its type.
    package var bits: Int
  }

  init(sql: String, _ parameters: PostgreSQLParameters, jsonValues: [Int] = []) {
    self.sql = sql
    self.parameters = parameters.types
    dependsOnValues = parameters.dependsOnValues
    self.jsonValues = jsonValues
    equalParameters = parameters.equal.sorted { $0.lexicographicallyPrecedes($1) }
    computedColumns = parameters.computedColumns
    computesOnlyColumns = parameters.operationCount == parameters.assignedOperationCount
  }
}

/// Statements that change rows.
extension PostgreSQLTranslator {
  /// A statement of a trigger in PL/pgSQL, without its semicolon.
  /// - Parameter isBefore: whether the trigger runs before the row changes.
  package func statement(_ sql: String, _ scope: Scope, isBefore: Bool) throws(PostgreSQLRefusal) -> String {
    let statement = try SQLParser.statement(sql)
    switch statement {
    case .insert(let insert):
      if let target = insert.conflict?.target { throw PostgreSQLRefusal(.partialConflict, at: target.offset) }
      return try self.change(statement, scope, separator: "\n    ").sql
    case .update(let change), .delete(let change):
      if let source = change.sources.first { throw PostgreSQLRefusal(.updateFrom, at: source.offset) }
      return try self.change(statement, scope, separator: "\n    ").sql
    case .select(let select): throw PostgreSQLRefusal(.selectWithoutEffect, at: select.offset)
    case .refuse(let message, let condition):
      let text = try fragment(message, scope, as: .text).sql
      return try conditional(
        "RAISE EXCEPTION USING MESSAGE = \(text), ERRCODE = 'integrity_constraint_violation'", condition, scope)
    case .ignore(let condition, let offset):
      guard isBefore else { throw PostgreSQLRefusal(.ignoreAfter, at: offset) }
      return try conditional("RETURN NULL", condition, scope)
    }
  }

  /// The names of the sources whose column `key` or `id` a statement reads; an empty name if it can be that of any.
  private static func keyReaders(_ tokens: [SQLToken]) -> Set<String> {
    var names: Set<String> = []
    for (index, token) in tokens.enumerated() {
      let previous = index > 0 ? tokens[index - 1] : nil
      let isQualified = index > 1 && previous?.is(".") == true
      let column = token.isName ? token.name.foldedName : nil
      let isEvery = token.is("*") && (isQualified || previous?.is(in: [",", "select", "distinct"]) == true)
      // Without a source, 'id' is the column of a table.
      guard isEvery || column == "key" || column == "id" && isQualified else { continue }
      names.insert(isQualified ? tokens[index - 2].name.foldedName : "")
    }
    return names
  }

  /// A statement of a program.
  /// - Parameters:
  ///   - bound: the types of the values that are bound to its parameters; the type of `NULL` is open.
  ///   - returnsKey: whether an `INSERT` returns the primary key.
  ///   - attempt: the number of translations before whose ``PostgreSQLStatement/equalParameters`` weren't equal.
  /// - Returns: the statement with the parameters `$1`, `$2` and so on, and their types.
  package func statement(
    _ sql: String, bound: [PostgreSQLType], returnsKey: Bool = false, attempt: Int = 0
  ) throws(PostgreSQLRefusal) -> PostgreSQLStatement {
    let tokens = SQLLexer.tokens(of: sql)
    let parameters = PostgreSQLParameters(bound: bound, keyReaders: Self.keyReaders(tokens), attempt: attempt)
    var translator = self
    translator.parameters = parameters
    var statement = try SQLParser.statement(sql)
    if returnsKey, case .insert(var insert) = statement {
      let ofTable = try relation(insert.table, at: insert.offset).key
      let key = keysOfViews[insert.table.foldedName] ?? ofTable
      insert.returning = key.map { .expression(SQLNode(form: .name([$0]), offset: insert.offset), alias: nil) }
      statement = .insert(insert)
    }
    if case .insert(let insert) = statement,
      searchSource(insert.table) != nil
        || insert.table.hasSuffix("_entries") && searchSource(String(insert.table.dropLast(8))) != nil
    {
      // 'rebuild' and 'optimize': PostgreSQL keeps its indexes up to date.
      for index in bound.indices { _ = parameters.value(index + 1, as: .text) }
      let used = bound.indices.map { " AND $\($0 + 1) IS NULL" }.joined()
      return PostgreSQLStatement(sql: "SELECT WHERE false\(used)", parameters)
    }
    let (text, columns): (String, [Scope.Column])
    if case .select(let select) = statement {
      let result = try translator.select(select, Scope())
      (text, columns) = (result.sql, result.columns)
    } else {
      (text, columns) = try translator.change(statement, Scope(), separator: " ")
    }
    let values = columns.indices.filter { columns[$0].type == .jsonValue }
    return PostgreSQLStatement(sql: text, parameters, jsonValues: values)
  }

  private func conditional(
    _ statement: String, _ condition: SQLNode?, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> String {
    guard let condition else { return statement }
    return "IF \(try self.condition(condition, scope).sql) THEN \(statement); END IF"
  }

  /// - Parameter separator: the text between clauses.
  /// - Returns: the statement, and the columns that it returns.
  private func change(
    _ statement: SQLStatementNode, _ scope: Scope, separator: String
  ) throws(PostgreSQLRefusal) -> (sql: String, columns: [Scope.Column]) {
    var translator = self
    var clauses: [String] = []
    var returned = PostgreSQLResults()
    switch statement {
    case .insert(let insert):
      if let tables = try translator.add(insert.named, isRecursive: insert.isRecursive, scope) {
        clauses.append(tables)
      }
      clauses += try translator.insert(insert, scope)
      var source = try translator.relation(insert.table, at: insert.offset)
      source.alias = insert.alias
      returned = try translator.results(insert.returning, scope.inner([source]), isReturning: true)
    case .update(let change), .delete(let change):
      if let tables = try translator.add(change.named, isRecursive: change.isRecursive, scope) {
        clauses.append(tables)
      }
      var source = try translator.relation(change.table, at: change.offset)
      let name = PostgreSQLNames.quoted(source.name)
      let alias = change.alias.map { " AS \(PostgreSQLNames.quoted($0))" } ?? ""
      let (columns, table) = (source.columns, source.name)
      source.name = change.alias ?? source.name
      var inner = scope.inner([source])
      if case .delete = statement {
        clauses.append("DELETE FROM \(name)\(alias)")
      } else {
        let sources = try translator.sources(change.sources, in: &inner)
        let list = try translator.assignments(change.assignments, of: columns, in: table, inner)
        clauses.append("UPDATE \(name)\(alias) SET \(list)")
        if !sources.isEmpty { clauses.append("FROM \(sources)") }
      }
      if let condition = change.condition { clauses.append("WHERE \(try translator.condition(condition, inner).sql)") }
      (inner.sources[0].name, inner.sources[0].alias) = (table, change.alias)
      inner.sources.removeSubrange(1...)
      returned = try translator.results(change.returning, inner, isReturning: true)
    case .select, .refuse, .ignore: break
    }
    if !returned.list.isEmpty { clauses.append("RETURNING \(returned.list.joined(separator: ", "))") }
    return (clauses.joined(separator: separator), returned.columns)
  }

  private func relation(_ name: String, at offset: Int) throws(PostgreSQLRefusal) -> Scope.Source {
    guard let source = relations[name.foldedName] else {
      throw PostgreSQLRefusal(.unknownTable(name), at: offset)
    }
    return source
  }

  private func assignments(
    _ assignments: [SQLStatementNode.Assignment], of columns: [Scope.Column], in table: String, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> String {
    var list: [String] = []
    for assignment in assignments {
      var targets: [Scope.Column] = []
      for name in assignment.columns {
        guard let column = column(name, of: columns) else {
          throw PostgreSQLRefusal(.unknownColumn(name), at: assignment.offset)
        }
        targets.append(column)
      }
      if targets.count == 1 {
        let count = parameters?.operationCount ?? 0
        let value = try value(assignment.value, for: targets[0], scope).sql
        if case .integer(let bits) = targets[0].type, !isLiteral(assignment.value) {
          parameters?.noteComputed(.init(table: table, column: targets[0].name, bits: bits), after: count)
        }
        list.append("\(PostgreSQLNames.quoted(targets[0].name)) = \(value)")
      } else {
        list.append("(\(PostgreSQLNames.quoted(targets.map(\.name)))) = \(try values(assignment, for: targets, scope))")
      }
    }
    return list.joined(separator: ", ")
  }

  /// The values of several columns: a row, or a subquery.
  private func values(
    _ assignment: SQLStatementNode.Assignment, for columns: [Scope.Column], _ scope: Scope
  ) throws(PostgreSQLRefusal) -> String {
    switch assignment.value.form {
    case .row(let nodes) where nodes.count == columns.count:
      var values: [String] = []
      for (node, column) in zip(nodes, columns) { values.append(try value(node, for: column, scope).sql) }
      return "(\(values.joined(separator: ", ")))"
    case .select(let select): return "(\(try self.select(select, scope, expecting: columns.map(\.type)).sql))"
    default: throw PostgreSQLRefusal(.unreadable("="), at: assignment.offset)
    }
  }

  private func column(_ name: String, of columns: [Scope.Column]) -> Scope.Column? {
    columns.first { $0.name.foldedName == name.foldedName }
  }

  private func insert(_ insert: SQLStatementNode.Insert, _ scope: Scope) throws(PostgreSQLRefusal) -> [String] {
    var source = try relation(insert.table, at: insert.offset)
    var columns: [Scope.Column] = []
    for name in insert.columns {
      guard let column = column(name, of: source.columns) else {
        throw PostgreSQLRefusal(.unknownColumn(name), at: insert.offset)
      }
      columns.append(column)
    }
    if insert.columns.isEmpty { columns = source.columns }
    var sql = "INSERT INTO \(PostgreSQLNames.quoted(source.name))"
    if let alias = insert.alias { sql += " AS \(PostgreSQLNames.quoted(alias))" }
    var clauses: [String] = []
    if let select = insert.select {
      clauses.append(sql + " (\(PostgreSQLNames.quoted(columns.map(\.name))))")
      let result = try self.select(select, scope, expecting: columns.map(\.type))
      for (column, value) in zip(columns, result.columns) where !fits(value.type, column.type) {
        throw PostgreSQLRefusal(.value(value.type.name, column: column.name, column.type.name), at: select.offset)
      }
      clauses.append(result.sql)
    } else {
      clauses.append(sql + " DEFAULT VALUES")
    }
    let table = source.name
    source.name = insert.alias ?? source.name
    if let conflict = insert.conflict { clauses.append(try self.conflict(conflict, of: source, in: table, scope)) }
    return clauses
  }

  private func conflict(
    _ conflict: SQLStatementNode.Conflict, of source: Scope.Source, in table: String, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> String {
    var sql = "ON CONFLICT"
    if !conflict.columns.isEmpty { sql += " (\(PostgreSQLNames.quoted(conflict.columns)))" }
    if let target = conflict.target { sql += " WHERE \(try condition(target, scope.inner([source])).sql)" }
    guard let assignments = conflict.assignments else { return sql + " DO NOTHING" }
    var excluded = source
    excluded.name = "excluded"
    var inner = scope.inner([source, excluded])
    inner.qualified = source.name
    sql += " DO UPDATE SET \(try self.assignments(assignments, of: source.columns, in: table, inner))"
    if let condition = conflict.condition { sql += " WHERE \(try self.condition(condition, inner).sql)" }
    return sql
  }

  /// Whether values of a type can be stored in a column, or combined with its values.
  func fits(_ type: PostgreSQLType, _ column: PostgreSQLType) -> Bool {
    type == column || type == .null || type.isNumber && column.isNumber
  }
}
