import PostilSQL

/// `ORDER BY`.
extension PostgreSQLTranslator {
  /// A term of `ORDER BY`. NULL comes first in SQLite and last in PostgreSQL.
  package func order(
    _ term: SQLSelect.Order, _ scope: Scope, aliases: [String: Fragment], columns: [Scope.Column], isCompound: Bool,
    outputs: [Fragment], isDistinct: Bool
  ) throws(PostgreSQLRefusal) -> String {
    var sql: String
    var isNullable = true
    var isDescending = term.isDescending
    if case .integer(let digits) = term.node.form {
      sql = digits
      if !isCompound, !isDistinct, let place = Int(digits), outputs.indices.contains(place - 1) {
        let value = outputs[place - 1]
        if value.type == .jsonValue { return jsonOrder(value, term) }
        if value.type == .text { sql = value.sortedByBytes.sql }
      }
    } else if case .name(let parts) = term.node.form, parts.count == 1,
      isCompound || aliases[parts[0].foldedName] != nil,
      let column = columns.first(where: { $0.name.foldedName == parts[0].foldedName })
    {
      sql = PostgreSQLNames.quoted(column.name)
      isNullable = column.isNullable
      if !isCompound, !isDistinct, let value = aliases[parts[0].foldedName] {
        if value.type == .jsonValue { return jsonOrder(value, term) }
        if value.type == .text { sql = value.sortedByBytes.sql }
      }
    } else {
      guard !isCompound else { throw PostgreSQLRefusal(.orderOfSeveral, at: term.node.offset) }
      var value = try fragment(term.node, scope).sortedByBytes
      if value.type == .jsonValue, !isDistinct {
        return jsonOrder(value, term)
      }
      if isDistinct {
        guard value.type != .jsonValue, let place = position(of: value, in: outputs) else {
          throw PostgreSQLRefusal(.orderOfSeveral, at: term.node.offset)
        }
        value.sql = "\(place + 1)"
      }
      sql = isDistinct ? value.sql : value.termSQL
      isNullable = value.isNullable
      if let nearest = value.nearest, nearest.isDescending == isDescending, !isDistinct {
        (sql, isDescending) = (nearest.sql, false)
      }
    }
    if isDescending { sql += " DESC" }
    if let nulls = term.nulls { return "\(sql) NULLS \(nulls)" }
    return isNullable ? "\(sql) NULLS \(term.isDescending ? "LAST" : "FIRST")" : sql
  }
}

extension PostgreSQLTranslator {
  /// The terms that sort by a value in JSON.
  private func jsonOrder(_ value: Fragment, _ term: SQLSelect.Order) -> String {
    let (direction, nulls) = term.isDescending ? (" DESC", "LAST") : ("", "FIRST")
    return jsonOrder(value).map { "\($0)\(direction) NULLS \(term.nulls ?? nulls)" }.joined(separator: ", ")
  }

  /// The result with this SQL, whose parameters may have other numbers.
  private func position(of value: Fragment, in outputs: [Fragment]) -> Int? {
    if let place = outputs.firstIndex(where: { $0.sql == value.sql }) { return place }
    // A condition is a result as '(…) IS TRUE'.
    if value.type == .boolean, value.strength != .identity || !value.sql.hasSuffix(" IS TRUE") {
      let result = Fragment("\(value.operand(.comparison)) IS TRUE", .identity, .boolean, isNullable: false)
      if let place = position(of: result, in: outputs) { return place }
    }
    guard let parameters else { return nil }
    let (pattern, numbers) = PostgreSQLGroups.pattern(of: value.sql)
    let places = outputs.indices.filter { PostgreSQLGroups.pattern(of: outputs[$0].sql).0 == pattern }
    guard let place = parameters.chosen(places) else { return nil }
    parameters.equate(PostgreSQLGroups.pattern(of: outputs[place].sql).1, numbers)
    return place
  }
}

/// A result column by which distinct or combined rows are sorted.
package enum SortedResult: Hashable {
  case position(Int)
  case name(String)
  /// Any result, because an expression is sorted by.
  case any
}

extension SQLSelect {
  /// The result columns by which rows are sorted. PostgreSQL can sort distinct and combined rows only by result columns.
  package var sortedResults: Set<SortedResult> {
    guard cores.count > 1 || cores[0].isDistinct else { return [] }
    return Set(
      order.compactMap { term in
        switch term.node.form {
        case .integer(let digits): Int(digits).map { .position($0 - 1) }
        case .name(let parts): parts.last.map { .name($0.foldedName) }
        default: .any
        }
      })
  }
}

extension SQLSelect.Order {
  /// Whether the term is a result column.
  var isOfResult: Bool {
    switch node.form {
    case .integer: true
    case .name(let parts): parts.count == 1
    default: false
    }
  }
}

extension SQLNode {
  /// The term of an order with the names of result columns instead of their numbers: `1 COLLATE NOCASE`.
  func naming(_ columns: [String]) -> SQLNode {
    var node = self
    switch form {
    case .integer(let digits):
      if let number = Int(digits), columns.indices.contains(number - 1) { node.form = .name([columns[number - 1]]) }
    case .collate(let operand, let name): node.form = .collate(operand.naming(columns), name)
    default: break
    }
    return node
  }
}

extension PostgreSQLFragment {
  /// The SQL as a term of an order or a group, in which PostgreSQL takes a constant for a mistake.
  var termSQL: String {
    let isConstant =
      ["NULL", "true", "false"].contains(sql) || sql.first.map { $0 == "'" || $0 == "-" || $0.isNumber } ?? false
    return isConstant && strength >= .sign && !sql.contains("\"") && !sql.contains("$")
      ? "\(operand(.cast))::\(type.name)" : sql
  }
}
