import PostilSQL

/// Translates SQL from SQLite to PostgreSQL. If it isn't certain that both have the same meaning for every row, the
/// translation fails with the position.
///
///     done = 0                 NOT done, as `"done" = false`
///     pieces * cents           "pieces"::bigint * "cents", for SQLite's integers have 64 bits
///     title LIKE 'a%'          "title" ILIKE 'a%'
///     due_at < datetime('now') "due_at" < date_trunc('second', …)
///
/// PostgreSQL rejects operands whose types don't match, so the translator determines the type of each expression.
package struct PostgreSQLTranslator {
  /// Tables and views, by folded name.
  package var relations: [String: PostgreSQLScope.Source] = [:]
  /// The columns of a view that are the primary key of its table, by the view's folded name: an insert into the view returns them.
  package var keysOfViews: [String: [String]] = [:]
  /// Full-text indexes, by folded name.
  package var searches: [String: PostgreSQLSearchIndex] = [:]
  /// Whether functions that depend on settings aren't allowed, as in indexes and generated columns.
  package var needsImmutable = false
  /// Whether a generated column is replaced by its expression, because another generated column can't use it.
  package var expandsGenerated = false
  /// Whether a row is read before its generated columns are computed.
  package var isBefore = false
  /// The parameters of a statement; `nil` for the parts of a schema, which have none.
  package var parameters: PostgreSQLParameters?

  /// The groups around an expression, outermost first.
  var groups: [PostgreSQLGroups] = []

  package typealias Fragment = PostgreSQLFragment
  package typealias Scope = PostgreSQLScope

  package init() {}

  /// Adds a column to a table or view.
  package mutating func add(_ column: Scope.Column, to table: String, isKey: Bool) {
    let name = table.foldedName
    relations[name, default: Scope.Source(name: table, columns: [])].columns.append(column)
    if isKey { relations[name]?.key.append(column.name) }
  }

  /// The scope of a constraint, default or index of a table.
  package func scope(of table: String) -> Scope {
    Scope(sources: relations[table.foldedName].map { [$0] } ?? [])
  }

  // MARK: What the parts of a schema need

  /// The condition of a check or a partial index.
  package func condition(_ sql: String, _ scope: Scope) throws(PostgreSQLRefusal) -> String {
    try condition(SQLParser.expression(sql), scope).sql
  }

  /// The value of a node, converted to the type of a column.
  package func value(_ node: SQLNode, for column: Scope.Column, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let fragment = try fragment(node, scope, as: column.type)
    guard let value = assigned(fragment, to: column.type) else {
      throw PostgreSQLRefusal(
        .value(fragment.type.name, column: column.name, column.type.name), at: node.offset)
    }
    return value
  }

  /// A value converted to another type; `nil` if the conversion may be wrong.
  package func assigned(_ fragment: Fragment, to type: PostgreSQLType) -> Fragment? {
    let fragment = typed(resolved(fragment, as: type), as: type)
    if fragment.type == type || fragment.type == .null { return fragment }
    if case .array(let element) = type { return array(of: fragment, element) }
    if type == .vector { return fragment.type == .json ? fragment.cast(to: .text).cast(to: .vector) : nil }
    if let moment = moment(fragment, as: type) { return moment }
    switch (fragment.type, type) {
    case (.boolean, .integer): return fragment.cast(to: .integer(bits: 32))
    case (.integer, .boolean), (.numeric, .boolean):
      return Fragment("\(fragment.operand(.membership)) <> 0", .comparison, .boolean, isNullable: fragment.isNullable)
    case (.integer, .integer), (.integer, .numeric), (.integer, .real), (.numeric, .numeric), (.real, .real):
      return fragment
    case (.numeric, .integer), (.real, .numeric), (.numeric, .real): return fragment.cast(to: type)
    default: return nil
    }
  }

  /// An element of a parameter's array as a value of this type.
  func resolved(_ fragment: Fragment, as type: PostgreSQLType) -> Fragment {
    guard case .element(let number) = fragment.type, let parameters else { return fragment }
    if type != .null { parameters.elements(of: number, are: type == .jsonValue ? .json : type) }
    guard let element = parameters.elementType(of: number) else { return fragment }
    guard element == .json else {
      var resolved = fragment
      resolved.type = element
      return resolved
    }
    return jsonValue(of: fragment.sql, path: [])
  }

  // MARK: Expressions

  package func condition(_ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let fragment = try fragment(node, scope, as: .boolean)
    guard let condition = assigned(fragment, to: .boolean) else {
      throw PostgreSQLRefusal(.condition(fragment.type.name), at: node.offset)
    }
    return condition
  }

  /// - Parameter expected: the type of a literal, a parameter or a value in JSON. Other expressions have their own types.
  package func fragment(_ node: SQLNode, _ scope: Scope, as expected: PostgreSQLType? = nil) throws(PostgreSQLRefusal)
    -> Fragment
  {
    if let parameters, !groups.isEmpty {
      var ungrouped = self
      ungrouped.groups = []
      if let term = try? ungrouped.untyped(node, scope, as: expected) {
        for group in groups.reversed() {
          if let term = group.term(term, parameters) { return expected.map { typed(term, as: $0) } ?? term }
        }
      }
    }
    let fragment = try untyped(node, scope, as: expected)
    return expected.map { typed(fragment, as: $0) } ?? fragment
  }

  private func untyped(
    _ node: SQLNode, _ scope: Scope, as expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> Fragment {
    switch node.form {
    case .null, .integer, .real, .text, .blob: return try literal(node, as: expected)
    case .parameter(let number):
      guard let parameters else { throw PostgreSQLRefusal(.unreadable("?\(number)"), at: node.offset) }
      return parameters.value(number, as: expected)
    case .name(let parts):
      if parts.count == 1, let word = keyword(parts[0], expected) { return word }
      return try column(parts, at: node.offset, scope, as: expected)
    case .unary(let symbol, let operand): return try unary(symbol, operand, node, scope, expected)
    case .all(let word, let conditions): return try all(word, conditions, scope)
    case .binary(let symbol, let left, let right): return try binary(symbol, left, right, node, scope)
    case .isNull(let operand, let isNegated):
      let array = try array(operand, scope)
      let value: Fragment
      if let array { value = array } else { value = try fragment(operand, scope) }
      return Fragment(
        "\(value.operand(.comparison)) IS \(isNegated ? "NOT " : "")NULL", .identity, .boolean, isNullable: false)
    case .between(let value, let low, let high, let isNegated):
      return try between(value, low, high, isNegated: isNegated, scope)
    case .list(let value, let items, let isNegated):
      let parts = try operands([value] + items, scope, isList: true)
      let list = parts.dropFirst().map(\.sql).joined(separator: ", ")
      return Fragment(
        "\(parts[0].operand(.other)) \(isNegated ? "NOT " : "")IN (\(list))", .membership, .boolean,
        isNullable: parts.contains(where: \.isNullable))
    case .membership(let value, let select, let isNegated):
      return try membership(value, in: select, isNegated: isNegated, scope)
    case .match(let word, let value, let pattern, let escape, let isNegated):
      return try match(word, value, pattern, escape: escape, isNegated: isNegated, scope)
    case .choice(let base, let branches, let otherwise):
      return try choice(base, branches, otherwise, scope, expected)
    case .cast(let operand, let type): return try cast(operand, to: type, node, scope)
    case .collate(let operand, let name): return try collated(operand, name, node, scope)
    case .call(let call):
      if case .array? = expected, let array = try appended(call, scope) { return array }
      return try self.call(call, node, scope, expected)
    case .exists(let select):
      if let contains = try contains(select, scope) { return contains }
      return Fragment(
        "EXISTS (\(try self.select(select, scope, isExistence: true).sql))", .atom, .boolean, isNullable: false)
    case .select(let select):
      guard !needsImmutable else { throw PostgreSQLRefusal(.subquery, at: node.offset) }
      if let distance = try distance(select, scope) { return distance }
      let result = try self.select(select, scope, expecting: expected.map { [$0] } ?? [])
      guard result.columns.count == 1, let column = result.columns.first else {
        throw PostgreSQLRefusal(.unreadable("SELECT"), at: node.offset)
      }
      if column.type == .null { return Fragment("NULL", .atom, .null, isNullable: true) }
      return computed(Fragment("(\(result.sql))", .atom, column.type, isNullable: true, collation: column.collation))
    case .row: throw PostgreSQLRefusal(.unreadable("("), at: node.offset)
    }
  }

  private func keyword(_ word: String, _ expected: PostgreSQLType?) -> Fragment? {
    switch word.asKeyword {
    case "TRUE", "FALSE":
      let isTrue = word.asKeyword == "TRUE"
      if expected?.isNumber == true {
        return Fragment(isTrue ? "1" : "0", .atom, .integer(bits: 32), isNullable: false)
      }
      return Fragment(isTrue ? "true" : "false", .atom, .boolean, isNullable: false)
    case "CURRENT_TIMESTAMP": return now(to: "second", expected)
    case "CURRENT_DATE": return adapted(PostgreSQLClock.utcNow, .date, expected)
    default: return nil
    }
  }

  /// - Parameter expected: the type of the column, if it is an array that is stored in another one.
  package func column(
    _ parts: [String], at offset: Int, _ scope: Scope, as expected: PostgreSQLType? = nil
  ) throws(PostgreSQLRefusal) -> Fragment {
    if let value = try searchColumn(parts, at: offset, scope) { return value }
    if parts.count == 1, let alias = scope.aliases[parts[0].foldedName],
      (try? scope.column(parts, at: offset)) == nil
    {
      return alias
    }
    let (source, column, level) = try scope.column(parts, at: offset)
    // PostgreSQL takes a column that is always NULL for a text.
    if column.type == .null { return Fragment("NULL", .atom, .null, isNullable: true) }
    if let expression = column.generation {
      if expandsGenerated {
        var value = try value(SQLParser.expression(expression), for: column, scope)
        value = value.compared(by: column.collation ?? .binary)
        value.collation = column.collation
        value.sql = value.strength == .atom ? value.sql : "(\(value.sql))"
        value.strength = .atom
        return value
      }
      if isBefore, source.isRow, source.name == "NEW" {
        throw PostgreSQLRefusal(.generatedBefore(column.name), at: offset)
      }
    }
    let name = PostgreSQLNames.quoted(column.name)
    let isQualified =
      source.isRow || parts.count > 1 || level == 0 && scope.qualified == source.name
      || level > 0 && isHidden(column.name, by: Array(([scope.sources] + scope.outer).prefix(level).joined()))
    var result = Fragment(
      isQualified ? "\(source.qualifier).\(name)" : name, .atom, column.type,
      isNullable: column.isNullable || source.isOptional, collation: column.collation)
    (result.isSortedByBytes, result.isUnsigned) = (column.isSortedByBytes, column.isUnsigned)
    result = resolved(result, as: .null)
    if case .array(let element) = column.type, expected != column.type || !groups.isEmpty {
      guard !needsImmutable else { throw PostgreSQLRefusal(.array(column.name), at: offset) }
      result = result.json(element)
    }
    if column.type == .vector, expected != .vector || !groups.isEmpty {
      result = result.cast(to: .text).cast(to: .json)
    }
    let depth = scope.outer.count - level
    if let group = groups.last(where: { $0.depth == depth }), !group.determines(source) {
      return group.value(of: result)
    }
    return result
  }

  private func isHidden(_ name: String, by sources: [Scope.Source]) -> Bool {
    sources.contains { $0.columns.contains { $0.name.foldedName == name.foldedName } }
  }

  private func collated(
    _ operand: SQLNode, _ name: String, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    let value = try fragment(operand, scope, as: .text)
    if name.foldedName == "decimal" {
      // The order of a decimal number, which is a 'numeric' here.
      if value.type == .text { return value.cast(to: .numeric) }
      if value.type.isNumber || value.type == .null { return value }
    }
    guard let collation = PostgreSQLCollation(name) else {
      throw PostgreSQLRefusal(.collation(name), at: node.offset)
    }
    var named = value.compared(by: collation)
    if collation == .binary { named = named.sortedByBytes }
    if value.type == .text {
      named.collation = collation
      named.isCollationNamed = true
    }
    return named
  }
}
