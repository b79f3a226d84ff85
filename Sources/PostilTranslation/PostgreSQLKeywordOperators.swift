import PostilSQL

/// Operators that are keywords: `IN`, `LIKE`, `GLOB`, `CASE` and `CAST`.
extension PostgreSQLTranslator {
  package func membership(
    _ value: SQLNode, in select: SQLSelect, isNegated: Bool, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    var parts: [Fragment] = []
    var nodes = [value]
    if case .row(let row) = value.form { nodes = row }
    for node in nodes { parts.append(try fragment(node, scope)) }
    let result = try self.select(select, scope, expecting: parts.map(\.type))
    guard result.columns.count == parts.count else { throw PostgreSQLRefusal(.unreadable("SELECT"), at: select.offset) }
    for (index, part) in parts.enumerated() {
      let type = result.columns[index].type
      parts[index] = typed(resolved(part, as: type), as: type)
    }
    let names = parts.indices.map { "\"c\($0 + 1)\"" }
    var list = names
    for (index, (part, column)) in zip(parts, result.columns).enumerated() {
      if part.type == column.type || part.type == .null || part.type.isNumber && column.type.isNumber {
        // The collation of the first operand is used.
        if part.collation == .nocase, column.collation != .nocase { list[index] += "::citext" }
      } else if nodes.count > 1, let cast = Self.cast(names[index], from: column.type, to: part.type) {
        list[index] = cast
      } else {
        throw PostgreSQLRefusal(.operands(part.type.name, "IN", column.type.name), at: value.offset)
      }
    }
    var found = result.sql
    if list != names {
      found = "SELECT \(list.joined(separator: ", ")) FROM (\(found)) AS \"found\" (\(names.joined(separator: ", ")))"
    }
    let left = parts.count == 1 ? parts[0].operand(.other) : "(\(parts.map(\.sql).joined(separator: ", ")))"
    return Fragment(
      "\(left) \(isNegated ? "NOT " : "")IN (\(found))", .membership, .boolean, isNullable: true)
  }

  /// `BETWEEN`. SQLite compares with each bound by a collation of its own.
  func between(
    _ value: SQLNode, _ low: SQLNode, _ high: SQLNode, isNegated: Bool, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    if collation(of: [value, low], scope) != collation(of: [value, high], scope) {
      let bounds: [SQLNode] = [(">=", low), ("<=", high)].map { sign, bound in
        SQLNode(form: .binary(sign, value, bound), offset: value.offset)
      }
      let condition = SQLNode(form: .all("AND", bounds), offset: value.offset)
      return try fragment(
        isNegated ? SQLNode(form: .unary("NOT", condition), offset: value.offset) : condition, scope)
    }
    var parts = try operands([value, low, high], scope, areSorted: true)
    // Both comparisons have the order of the value.
    if parts.contains(where: { $0.type == .text && !$0.isLiteralText }) { parts[0] = parts[0].sortedByBytes }
    // The grammar has no 'COLLATE' and 'AT TIME ZONE' in the first bound. Source: PostgreSQL 15, "gram.y", "b_expr".
    return Fragment(
      "\(parts[0].operand(.other)) \(isNegated ? "NOT " : "")BETWEEN \(parts[1].operand(.sign)) AND \(parts[2].operand(.other))",
      .membership, .boolean, isNullable: parts.contains(where: \.isNullable))
  }

  /// A text or an integer that is read from JSON, as a value of the type that it is compared with.
  private static func cast(_ name: String, from type: PostgreSQLType, to expected: PostgreSQLType) -> String? {
    switch (type, expected) {
    case (.text, .timestamp): "\(name)::timestamp AT TIME ZONE 'UTC'"
    case (.text, .date), (.text, .uuid): "\(name)::\(expected.name)"
    case (.integer, .boolean): "\(name) <> 0"
    default: nil
    }
  }

  /// `LIKE` ignores the case of ASCII letters and has no escape character by default. Source: SQLite, "SQL Language
  /// Expressions", section 5.
  package func match(
    _ word: String, _ value: SQLNode, _ pattern: SQLNode, escape: SQLNode?, isNegated: Bool, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    if word == "MATCH" {
      let found = try search(value, pattern, scope)
      return isNegated ? Fragment("NOT (\(found.sql))", .not, .boolean, isNullable: found.isNullable) : found
    }
    // With the collation "C", only ASCII letters have a case, as in SQLite.
    guard let written = self.text(try fragment(value, scope, as: .text)) else {
      throw PostgreSQLRefusal(.operands("this type", word, "text"), at: value.offset)
    }
    let text = plain(written).sortedByBytes
    let not = isNegated ? "NOT " : ""
    if word == "GLOB" {
      let expression: String
      var isNullable = text.isNullable
      switch pattern.form {
      case .text(let glob): expression = SQLText.literal(PostgreSQLPattern.expression(for: glob))
      case .parameter(let number):
        guard let parameters, parameters.convert(number, by: .pattern) else { fallthrough }
        expression = "$\(number)"
        isNullable = isNullable || parameters.isNull(number)
      default: throw PostgreSQLRefusal(.pattern(word), at: pattern.offset)
      }
      return Fragment(
        "\(text.operand(.sum)) \(isNegated ? "!~" : "~") \(expression)", .other, .boolean, isNullable: isNullable)
    }
    let right = plain(try fragment(pattern, scope, as: .text))
    guard right.type == .text else {
      throw PostgreSQLRefusal(.operands(text.type.name, word, right.type.name), at: pattern.offset)
    }
    // A pattern that ends with its escape matches nothing in SQLite, and is an error in PostgreSQL.
    let nothing = Fragment(
      "\(text.operand(.membership)) \(isNegated ? "=" : "<>") \(text.operand(.membership))", .comparison, .boolean,
      isNullable: text.isNullable)
    var unfinished: String?
    var sql = "\(text.operand(.sum)) \(not)ILIKE \(right.operand(.sum))"
    if let escape {
      switch escape.form {
      case .text(let sign) where sign.unicodeScalars.count == 1:
        sql += " ESCAPE \(SQLText.literal(sign))"
        if case .text(let literal) = pattern.form {
          let escapes = literal.unicodeScalars.reversed().prefix { $0 == sign.unicodeScalars.first }
          if escapes.count % 2 == 1 { return nothing }
        } else {
          unfinished =
            "(length(\(right.sql)) - length(rtrim(\(right.sql), \(SQLText.literal(sign))))) % 2 = 1"
        }
      case .parameter: sql += " ESCAPE \(try fragment(escape, scope, as: .text).operand(.sum))"
      default: throw PostgreSQLRefusal(.pattern("ESCAPE"), at: escape.offset)
      }
    } else if case .text(let literal) = pattern.form, !literal.contains("\\") {
    } else {
      sql += " ESCAPE ''"
    }
    let isNullable = text.isNullable || right.isNullable
    guard let unfinished else { return Fragment(sql, .membership, .boolean, isNullable: isNullable) }
    return Fragment(
      "CASE WHEN \(unfinished) THEN \(nothing.sql) ELSE \(sql) END", .atom, .boolean, isNullable: isNullable)
  }

  package func choice(
    _ base: SQLNode?, _ branches: [(when: SQLNode, then: SQLNode)], _ otherwise: SQLNode?, _ scope: Scope,
    _ expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> Fragment {
    var sql = "CASE"
    var conditions: [String] = []
    if let base {
      let parts = try operands([base] + branches.map(\.when), scope)
      sql += " \(parts[0].operand(.comparison))"
      conditions = parts.dropFirst().map(\.sql)
    } else {
      for branch in branches { conditions.append(try condition(branch.when, scope).sql) }
    }
    let results = try results(branches.map(\.then) + (otherwise.map { [$0] } ?? []), scope, expected)
    for (condition, result) in zip(conditions, results) { sql += " WHEN \(condition) THEN \(result.sql)" }
    if otherwise != nil, let last = results.last { sql += " ELSE \(last.sql)" }
    return Fragment(
      sql + " END", .atom, results.first { $0.type != .null }?.type ?? .null,
      isNullable: otherwise == nil || results.contains(where: \.isNullable))
  }

  /// Values of one type, one of which is the result.
  package func results(
    _ nodes: [SQLNode], _ scope: Scope, _ expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> [Fragment] {
    // A column has a collation in comparisons; the result of an expression has none.
    guard nodes.allSatisfy(isLiteral), let expected else { return try operands(nodes, scope, areResults: true) }
    var values: [Fragment] = []
    for node in nodes { values.append(try fragment(node, scope, as: expected)) }
    return values
  }

  package func cast(
    _ operand: SQLNode, to name: String, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    if name.contains("INT"), let part = try datePart(operand, scope) { return part }
    if name.contains("INT"), let days = try days(operand, scope) { return days }
    var value = try fragment(operand, scope)
    if value.type == .null {
      let type: PostgreSQLType =
        name.contains("INT")
        ? .integer(bits: 64) : name.contains("BLOB") ? .bytes : name.contains("REAL") ? .real(bits: 64) : .text
      return value.cast(to: type)
    }
    // Source: SQLite, "Datatypes In SQLite", section 3.1.
    if name.contains("INT") {
      if value.type == .jsonValue { return number(inJSON: value, isInteger: true) }
      switch value.type {
      case .integer: return value.cast(to: .integer(bits: 64))
      case .boolean: return value.cast(to: .integer(bits: 32))
      case .real, .numeric: return integer(of: value)
      case .text, .null: return number(startOf: plain(value), isInteger: true)
      default: break
      }
    } else if name.contains("CHAR") || name.contains("TEXT") || name.contains("CLOB") {
      // The result depends on the encoding of the database, which PostgreSQL takes for a setting.
      if value.type == .bytes, !needsImmutable {
        return Fragment("convert_from(\(value.sql), 'UTF8')", .atom, .text, isNullable: value.isNullable)
      }
      if let text = text(value) { return text }
    } else if name.contains("BLOB") {
      if value.type == .bytes { return value }
      if let text = text(value) { return bytes(of: plain(text)) }
    } else if name.contains("REAL") || name.contains("FLOA") || name.contains("DOUB") {
      if value.type == .jsonValue { return number(inJSON: value, isInteger: false) }
      if value.type == .boolean { value = value.cast(to: .integer(bits: 32)) }
      if value.type.isNumber { return value.cast(to: .real(bits: 64)) }
      if value.type == .text { return number(startOf: plain(value), isInteger: false) }
    } else if name == "NUMERIC", value.type.isNumber {
      return value
    }
    throw PostgreSQLRefusal(.cast("\(value.type.name) AS \(name)"), at: node.offset)
  }
}
