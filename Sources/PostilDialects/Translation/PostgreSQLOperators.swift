/// Operators.
extension PostgreSQLTranslator {
  // MARK: Operands that stand beside one another

  /// Operands that are compared: literals take the type of the others, and all are of one family.
  /// - Parameters:
  ///   - areResults: whether one of them is the result, and nothing is compared.
  ///   - areSorted: whether it counts which is greater.
  ///   - isList: whether the first is looked for among the others, and alone says how.
  func operands(
    _ nodes: [SQLNode], _ scope: Scope, areResults: Bool = false, areSorted: Bool = false,
    isList: Bool = false
  ) throws(PostgreSQLRefusal) -> [Fragment] {
    var fragments: [Fragment?] = nodes.map { _ in nil }
    var known: PostgreSQLType?
    let ranks = nodes.map(adaptability)
    for rank in 0...2 {
      for index in nodes.indices where ranks[index] == rank {
        let fragment = try fragment(nodes[index], scope, as: rank == 0 ? nil : known)
        fragments[index] = fragment
        if known == nil || known == .null || known == .boolean && fragment.type.isNumber { known = fragment.type }
      }
    }
    var values = fragments.compactMap { $0 }
    guard let known else { return values }
    for index in values.indices { values[index] = try alike(values[index], known, nodes[index]) }
    return areResults ? values.map(computed) : collated(values, areSorted: areSorted, isList: isList)
  }

  /// How readily a piece takes the type of what stands beside it: a literal does, a date of the clock may.
  private func adaptability(_ node: SQLNode) -> Int {
    switch node.form {
    case .null, .integer, .real, .text, .blob: 2
    case .unary("-", let operand): adaptability(operand)
    case .name(let parts) where parts.count == 1 && ["TRUE", "FALSE"].contains(parts[0].asKeyword): 2
    case .name(let parts) where parts.count == 1 && parts[0].asKeyword.hasPrefix("CURRENT_"): 1
    case .call(let call) where PostgreSQLClock.functions.contains(call.name): 1
    default: 0
    }
  }

  private func alike(_ value: Fragment, _ type: PostgreSQLType, _ node: SQLNode) throws(PostgreSQLRefusal) -> Fragment {
    if value.type == type || value.type == .null || type == .null { return value }
    if value.type.isNumber, type.isNumber { return value }
    if value.type == .boolean, type.isNumber { return value.cast(to: .integer(bits: 32)) }
    throw PostgreSQLRefusal(.operands(value.type.name, "beside", type.name), at: node.offset)
  }

  /// SQLite compares by the first collation that is named, else by that of the first column, and by bytes where there is neither. PostgreSQL compares a `citext`
  /// without regard to case only where both are, and sorts as the database does unless it is told otherwise.
  private func collated(_ values: [Fragment], areSorted: Bool, isList: Bool) -> [Fragment] {
    let leading =
      isList
      ? 0 : values.firstIndex(where: \.isCollationNamed) ?? values.firstIndex { $0.collation != nil } ?? 0
    let collation = values[leading].collation ?? .binary
    var values = values.map { $0.isLiteralText ? $0 : $0.compared(by: collation) }
    if areSorted, !values.contains(where: \.isSortedByBytes),
      let text = values.firstIndex(where: { $0.type == .text && !$0.isLiteralText })
        ?? values.firstIndex(where: { $0.type == .text })
    {
      values[text] = values[text].sortedByBytes
    }
    return values
  }

  /// A text whose bytes count.
  func plain(_ value: Fragment) -> Fragment { value.compared(by: .binary) }

  /// A value that is computed, and so has no collation of its own.
  func computed(_ value: Fragment) -> Fragment {
    var computed = plain(value)
    computed.collation = nil
    computed.isCollationNamed = false
    return computed
  }

  // MARK: Operators

  func unary(
    _ symbol: String, _ operand: SQLNode, _ node: SQLNode, _ scope: Scope, _ expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> Fragment {
    if symbol == "NOT" {
      let value = try condition(operand, scope)
      return Fragment("NOT \(value.operand(.not))", .not, .boolean, isNullable: value.isNullable)
    }
    var value = try number(fragment(operand, scope, as: expected?.isNumber == true ? expected : nil), symbol, operand)
    if symbol == "+" { return value }
    if symbol == "~", !value.type.isInteger {
      throw PostgreSQLRefusal(.operands(value.type.name, symbol, ""), at: node.offset)
    }
    value.sql = "\(symbol)\(value.operand(.cast))"
    // PostgreSQL's '~' takes in what follows it as far as a sum goes.
    value.strength = symbol == "~" ? .other : .sign
    return value
  }

  /// Conditions with `AND` or `OR` between them.
  func all(_ word: String, _ nodes: [SQLNode], _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let strength = word == "AND" ? Fragment.Strength.and : .or
    var conditions: [Fragment] = []
    for node in nodes { conditions.append(try condition(node, scope)) }
    return Fragment(
      conditions.map { $0.operand(strength) }.joined(separator: " \(word) "), strength, .boolean,
      isNullable: conditions.contains(where: \.isNullable))
  }

  func binary(
    _ symbol: String, _ left: SQLNode, _ right: SQLNode, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    switch symbol {
    case "IS", "IS NOT": return try identity(left, right, isNegated: symbol == "IS NOT", scope)
    case "=", "<>", "<", "<=", ">", ">=": return try comparison(symbol, left, right, scope)
    case "||":
      let parts = [try joinable(left, scope), try joinable(right, scope)]
      return Fragment(
        "\(parts[0].operand(.other)) || \(parts[1].operand(.sum))", .other, .text,
        isNullable: parts.contains(where: \.isNullable))
    case "->", "->>": throw PostgreSQLRefusal(.jsonPath, at: node.offset)
    case "&", "|", "<<", ">>": return try bits(symbol, left, right, node, scope)
    default: return try arithmetic(symbol, left, right, scope)
    }
  }

  private func comparison(
    _ symbol: String, _ left: SQLNode, _ right: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    if case .row(let lefts) = left.form, case .row(let rights) = right.form, lefts.count == rights.count {
      var pairs: [[Fragment]] = []
      let areSorted = symbol != "=" && symbol != "<>"
      for (left, right) in zip(lefts, rights) {
        pairs.append(try operands([left, right], scope, areSorted: areSorted))
      }
      let rows = [0, 1].map { side in "(\(pairs.map { $0[side].sql }.joined(separator: ", ")))" }
      return Fragment("\(rows[0]) \(symbol) \(rows[1])", .comparison, .boolean, isNullable: true)
    }
    let values = try operands([left, right], scope, areSorted: symbol != "=" && symbol != "<>")
    if values.contains(where: { $0.type == .json }) {
      throw PostgreSQLRefusal(.operands("jsonb", symbol, values[1].type.name), at: left.offset)
    }
    return Fragment(
      "\(values[0].operand(.membership)) \(symbol) \(values[1].operand(.membership))", .comparison, .boolean,
      isNullable: values.contains(where: \.isNullable))
  }

  private func identity(
    _ left: SQLNode, _ right: SQLNode, isNegated: Bool, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    let not = isNegated ? "NOT " : ""
    if case .name(let parts) = right.form, parts.count == 1, ["TRUE", "FALSE"].contains(parts[0].asKeyword) {
      let value = try condition(left, scope)
      return Fragment(
        "\(value.operand(.comparison)) IS \(not)\(parts[0].asKeyword)", .identity, .boolean, isNullable: false)
    }
    let values = try operands([left, right], scope)
    return Fragment(
      "\(values[0].operand(.comparison)) IS \(isNegated ? "" : "NOT ")DISTINCT FROM \(values[1].operand(.comparison))",
      .identity, .boolean, isNullable: false)
  }

  private func number(_ value: Fragment, _ symbol: String, _ node: SQLNode) throws(PostgreSQLRefusal) -> Fragment {
    if value.type.isNumber || value.type == .null { return value }
    if value.type == .boolean { return value.cast(to: .integer(bits: 32)) }
    throw PostgreSQLRefusal(.operands(value.type.name, symbol, ""), at: node.offset)
  }

  private func arithmetic(
    _ symbol: String, _ left: SQLNode, _ right: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    let isDivision = symbol == "/" || symbol == "%"
    // A number with a point is read as the type of what stands beside it, so that comes first.
    let nodes = [left, right]
    var read: [Fragment?] = [nil, nil]
    for isPointed in [false, true] {
      for index in nodes.indices where isReal(nodes[index]) == isPointed {
        let expected = isPointed ? read[1 - index]?.type : nil
        read[index] = try number(fragment(nodes[index], scope, as: expected), symbol, nodes[index])
      }
    }
    var values = read.compactMap { $0 }
    let types = values.map(\.type)
    if isDivision, types.contains(.numeric) || symbol == "%" && types.contains(where: { !$0.isInteger && $0 != .null })
    {
      throw PostgreSQLRefusal(.operands(types[0].name, symbol, types[1].name), at: left.offset)
    }
    let type: PostgreSQLType
    if types.allSatisfy(\.isInteger) {
      type = .integer(bits: 64)
      // SQLite's integers have 64 bits wherever they come from.
      if !types.contains(.integer(bits: 64)) {
        let wide = isLiteral(left) && !isLiteral(right) ? 1 : 0
        values[wide] = values[wide].cast(to: type)
      }
    } else {
      type = types.contains(where: { if case .real = $0 { true } else { false } }) ? .real(bits: 64) : .numeric
      // A number with a point is a 'numeric' to PostgreSQL.
      for (index, node) in [left, right].enumerated() {
        if isReal(node), type == .real(bits: 64), types[1 - index].isInteger {
          values[index] = values[index].cast(to: type)
        }
      }
    }
    if isDivision, !isNonzero(right) {
      values[1] = Fragment("nullif(\(values[1].sql), 0)", .atom, types[1], isNullable: true)
    }
    let strength: Fragment.Strength = symbol == "+" || symbol == "-" ? .sum : .product
    let tighter: Fragment.Strength = strength == .sum ? .product : .collation
    return Fragment(
      "\(values[0].operand(strength)) \(symbol) \(values[1].operand(tighter))", strength, type,
      isNullable: values.contains(where: \.isNullable))
  }

  private func bits(
    _ symbol: String, _ left: SQLNode, _ right: SQLNode, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    var values = [try number(fragment(left, scope), symbol, left), try number(fragment(right, scope), symbol, right)]
    guard values.allSatisfy({ $0.type.isInteger }) else {
      throw PostgreSQLRefusal(.operands(values[0].type.name, symbol, values[1].type.name), at: node.offset)
    }
    if values[0].type != .integer(bits: 64) { values[0] = values[0].cast(to: .integer(bits: 64)) }
    if symbol == "<<" || symbol == ">>", values[1].type == .integer(bits: 64) {
      values[1] = values[1].cast(to: .integer(bits: 32))
    }
    return Fragment(
      "\(values[0].operand(.sum)) \(symbol) \(values[1].operand(.sum))", .other, .integer(bits: 64),
      isNullable: values.contains(where: \.isNullable))
  }

  /// A value as a part of a text.
  private func joinable(_ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let value = try fragment(node, scope, as: isLiteral(node) ? nil : .text)
    switch value.type {
    case .text, .null: return computed(value)
    case .integer: return value.cast(to: .text)
    case .boolean: return value.cast(to: .integer(bits: 32)).cast(to: .text)
    default: throw PostgreSQLRefusal(.concatenation(value.type.name), at: node.offset)
    }
  }

  private func isLiteral(_ node: SQLNode) -> Bool { adaptability(node) == 2 }

  private func isReal(_ node: SQLNode) -> Bool { if case .real = node.form { true } else { false } }

  private func isNonzero(_ node: SQLNode) -> Bool {
    switch node.form {
    case .integer(let digits): Int64(digits) != 0
    case .real(let digits): digits.contains { ("1"..."9").contains($0) }
    case .unary("-", let operand): isNonzero(operand)
    default: false
    }
  }

  // MARK: What has words for an operator

  func membership(
    _ value: SQLNode, in select: SQLSelect, isNegated: Bool, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    var parts: [Fragment] = []
    var nodes = [value]
    if case .row(let row) = value.form { nodes = row }
    for node in nodes { parts.append(try fragment(node, scope)) }
    let result = try self.select(select, scope, expecting: parts.map(\.type))
    guard result.columns.count == parts.count else { throw PostgreSQLRefusal(.unreadable("SELECT"), at: select.offset) }
    for (part, column) in zip(parts, result.columns)
    where part.type != column.type && !(part.type.isNumber && column.type.isNumber) {
      throw PostgreSQLRefusal(.operands(part.type.name, "IN", column.type.name), at: value.offset)
    }
    // The collation of what stands first is the one that counts.
    let isNocase = zip(parts, result.columns).map { $0.collation == .nocase && $1.collation != .nocase }
    var found = result.sql
    if isNocase.contains(true) {
      let names = parts.indices.map { "\"c\($0 + 1)\"" }
      let list = zip(names, isNocase).map { $1 ? "\($0)::citext" : $0 }
      found = "SELECT \(list.joined(separator: ", ")) FROM (\(found)) AS \"found\" (\(names.joined(separator: ", ")))"
    }
    let left = parts.count == 1 ? parts[0].operand(.other) : "(\(parts.map(\.sql).joined(separator: ", ")))"
    return Fragment(
      "\(left) \(isNegated ? "NOT " : "")IN (\(found))", .membership, .boolean, isNullable: true)
  }

  /// `LIKE` takes no notice of the case of ASCII letters, and nothing escapes in its patterns.
  /// Source: SQLite, "SQL Language Expressions", section 5.
  func match(
    _ word: String, _ value: SQLNode, _ pattern: SQLNode, escape: SQLNode?, isNegated: Bool, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    // The collation "C" knows the case of ASCII letters alone, as SQLite does.
    let text = plain(try fragment(value, scope, as: .text)).sortedByBytes
    guard text.type == .text else {
      throw PostgreSQLRefusal(.operands(text.type.name, word, "text"), at: value.offset)
    }
    let not = isNegated ? "NOT " : ""
    if word == "GLOB" {
      guard case .text(let glob) = pattern.form, let expression = PostgreSQLPattern.expression(for: glob) else {
        throw PostgreSQLRefusal(.pattern(word), at: pattern.offset)
      }
      return Fragment(
        "\(text.operand(.sum)) \(isNegated ? "!~" : "~") \(SQLText.literal(expression))", .other, .boolean,
        isNullable: text.isNullable)
    }
    let right = plain(try fragment(pattern, scope, as: .text))
    guard right.type == .text else {
      throw PostgreSQLRefusal(.operands(text.type.name, word, right.type.name), at: pattern.offset)
    }
    var sql = "\(text.operand(.sum)) \(not)ILIKE \(right.operand(.sum))"
    if let escape {
      guard case .text(let sign) = escape.form, sign.unicodeScalars.count == 1 else {
        throw PostgreSQLRefusal(.pattern("ESCAPE"), at: escape.offset)
      }
      sql += " ESCAPE \(SQLText.literal(sign))"
    } else if case .text(let literal) = pattern.form, !literal.contains("\\") {
    } else {
      sql += " ESCAPE ''"
    }
    return Fragment(sql, .membership, .boolean, isNullable: text.isNullable || right.isNullable)
  }

  func choice(
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

  /// Values of which one is the result: they are of one type.
  func results(
    _ nodes: [SQLNode], _ scope: Scope, _ expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> [Fragment] {
    // A column has its collation in a comparison, what is made of it has not.
    guard nodes.allSatisfy(isLiteral), let expected else { return try operands(nodes, scope, areResults: true) }
    var values: [Fragment] = []
    for node in nodes { values.append(try fragment(node, scope, as: expected)) }
    return values
  }

  func cast(
    _ operand: SQLNode, to name: String, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    if name.contains("INT"), let part = try datePart(operand, scope) { return part }
    let value = try fragment(operand, scope)
    // Source: SQLite, "Datatypes In SQLite", section 3.1.
    if name.contains("INT") {
      switch value.type {
      case .integer: return value.cast(to: .integer(bits: 64))
      case .boolean: return value.cast(to: .integer(bits: 32))
      case .real, .numeric:
        return Fragment("trunc(\(value.sql))::bigint", .cast, .integer(bits: 64), isNullable: value.isNullable)
      default: break
      }
    } else if name.contains("CHAR") || name.contains("TEXT") || name.contains("CLOB") {
      switch value.type {
      case .text: return value
      case .integer: return value.cast(to: .text)
      case .boolean: return value.cast(to: .integer(bits: 32)).cast(to: .text)
      default: break
      }
    } else if name.contains("REAL") || name.contains("FLOA") || name.contains("DOUB") {
      if value.type.isNumber { return value.cast(to: .real(bits: 64)) }
    } else if name == "NUMERIC", value.type.isNumber {
      return value
    }
    throw PostgreSQLRefusal(.cast("\(value.type.name) AS \(name)"), at: node.offset)
  }
}

/// Patterns of `GLOB`. Source: SQLite, "SQL Language Expressions", section 5.
enum PostgreSQLPattern {
  /// The regular expression that matches the same; `nil` where a bracket is not closed.
  static func expression(for glob: String) -> String? {
    var result = "^"
    var rest = glob.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": result += ".*"
      case "?": result += "."
      case "[":
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        guard let close = rest.dropFirst().firstIndex(of: "]"), !rest[..<close].contains("\\"),
          !rest[..<close].contains("[")
        else { return nil }
        result += isNegated ? "[^" : "["
        result += String(String.UnicodeScalarView(rest[..<close])) + "]"
        rest = rest[rest.index(after: close)...]
      case ".", "+", "(", ")", "{", "}", "|", "^", "$", "\\", "]": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "$"
  }
}
