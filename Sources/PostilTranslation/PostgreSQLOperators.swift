/// Operators that are symbols.
extension PostgreSQLTranslator {
  package func unary(
    _ symbol: String, _ operand: SQLNode, _ node: SQLNode, _ scope: Scope, _ expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> Fragment {
    if symbol == "NOT" {
      if parameters != nil, let opposite = operand.opposite { return try fragment(opposite, scope) }
      let value = try condition(operand, scope)
      return Fragment("NOT \(value.operand(grouped(.not)))", .not, .boolean, isNullable: value.isNullable)
    }
    // SQLite's '+' does nothing, also to text.
    if symbol == "+" { return try fragment(operand, scope, as: expected) }
    var value = try number(operand, symbol, scope, as: expected?.isNumber == true ? expected : nil)
    if symbol == "~", !value.type.isInteger {
      throw PostgreSQLRefusal(.operands(value.type.name, symbol, ""), at: node.offset)
    }
    if symbol == "-", !isLiteral(operand) {
      parameters?.noteOperation()
      value = Self.widened(value)
    }
    value.sql = "\(symbol)\(value.operand(.cast))"
    // PostgreSQL's '~' binds more weakly than '+'.
    value.strength = symbol == "~" ? .other : .sign
    return value
  }

  /// Conditions joined by `AND` or `OR`.
  package func all(_ word: String, _ nodes: [SQLNode], _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let strength = word == "AND" ? Fragment.Strength.and : .or
    var conditions: [Fragment] = []
    for node in nodes { conditions.append(try condition(node, scope)) }
    return Fragment(
      conditions.map { $0.operand(strength) }.joined(separator: " \(word) "), strength, .boolean,
      isNullable: conditions.contains(where: \.isNullable))
  }

  package func binary(
    _ symbol: String, _ left: SQLNode, _ right: SQLNode, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    switch symbol {
    case "IS", "IS NOT": return try identity(left, right, isNegated: symbol == "IS NOT", scope)
    case "=", "<>", "<", "<=", ">", ">=": return try comparison(symbol, left, right, scope)
    case "||":
      if let sum = try sum(left, right, scope) { return sum }
      let parts = [try joinable(left, scope), try joinable(right, scope)]
      var joined = Fragment(
        "\(parts[0].operand(.other)) || \(parts[1].operand(.sum))", .other, .text,
        isNullable: parts.contains(where: \.isNullable))
      joined.isDateText = parts.contains(where: \.isDateText)
      return joined
    case "->", "->>": return try member(symbol, left, right, scope)
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
    if case .row(let lefts) = left.form, case .select(let select) = right.form {
      var values: [Fragment] = []
      for node in lefts { values.append(try fragment(node, scope)) }
      let result = try self.select(select, scope, expecting: values.map(\.type))
      for (value, column) in zip(values, result.columns)
      where value.type != column.type && !(value.type.isNumber && column.type.isNumber) {
        throw PostgreSQLRefusal(.operands(value.type.name, symbol, column.type.name), at: left.offset)
      }
      return Fragment(
        "(\(values.map(\.sql).joined(separator: ", "))) \(symbol) (\(result.sql))", .comparison, .boolean,
        isNullable: true)
    }
    if symbol == "=", let suffix = try suffix(left, right, scope) { return suffix }
    let isEquality = symbol == "=" || symbol == "<>"
    let arrays = isEquality ? try arrays(left, right, scope) : nil
    let values: [Fragment]
    if let arrays { values = arrays } else { values = try operands([left, right], scope, areSorted: !isEquality) }
    // JSON that a program compares is equal if it has the same content.
    if values.contains(where: { $0.type == .json }), parameters == nil || !isEquality {
      throw PostgreSQLRefusal(.operands("jsonb", symbol, values[1].type.name), at: left.offset)
    }
    if !isEquality, values.allSatisfy({ $0.type == .jsonValue }) {
      let rows = values.map { "(\(jsonOrder($0).joined(separator: ", ")))" }
      return Fragment("\(rows[0]) \(symbol) \(rows[1])", .comparison, .boolean, isNullable: true)
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
        "\(value.operand(grouped(.comparison))) IS \(not)\(parts[0].asKeyword)", .identity, .boolean, isNullable: false)
    }
    let arrays = try arrays(left, right, scope)
    let values: [Fragment]
    if let arrays { values = arrays } else { values = try operands([left, right], scope) }
    return Fragment(
      "\(values[0].operand(.comparison)) IS \(isNegated ? "" : "NOT ")DISTINCT FROM \(values[1].operand(.comparison))",
      .identity, .boolean, isNullable: false)
  }

  /// The strength from which on a condition is an operand without parentheses. People read a query with more of them more easily. The SQL of a
  /// schema has only those that it needs, because migrations record its text.
  private func grouped(_ needed: Fragment.Strength) -> Fragment.Strength { parameters == nil ? needed : .cast }

  /// An integer with 64 bits, as all integers have in SQLite: the negative of the least one with 16 bits has more.
  static func widened(_ value: Fragment) -> Fragment {
    guard case .integer(let bits) = value.type, bits < 64 else { return value }
    return value.cast(to: .integer(bits: 64))
  }

  /// A number, or a truth value as a number.
  private func number(
    _ node: SQLNode, _ symbol: String, _ scope: Scope, as expected: PostgreSQLType? = nil
  ) throws(PostgreSQLRefusal) -> Fragment {
    let value = try number(node, scope, as: expected)
    if value.type.isNumber || value.type == .null { return value }
    throw PostgreSQLRefusal(.operands(value.type.name, symbol, ""), at: node.offset)
  }

  /// The value of a node where a number is expected. A bound `NULL` and a value in JSON become numbers, and a truth value 0 or 1.
  func number(
    _ node: SQLNode, _ scope: Scope, as expected: PostgreSQLType? = nil
  ) throws(PostgreSQLRefusal) -> Fragment {
    var expected = expected
    if expected == nil, case .parameter(let number) = node.form, parameters?.isNull(number) == true {
      expected = .integer(bits: 64)
    }
    let value = typed(try fragment(node, scope, as: expected), as: expected ?? .numeric)
    if value.type == .null {
      let type = expected?.isNumber == true ? expected : nil
      return value.cast(to: type ?? .integer(bits: 64))
    }
    return value.type == .boolean ? value.cast(to: .integer(bits: 32)) : value
  }

  private func arithmetic(
    _ symbol: String, _ left: SQLNode, _ right: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    parameters?.noteOperation()
    let isDivision = symbol == "/" || symbol == "%"
    // A number with a decimal point gets the type of the other operand, so that operand is read first.
    let nodes = [left, right]
    var read: [Fragment?] = [nil, nil]
    for isPointed in [false, true] {
      for index in nodes.indices where isReal(nodes[index]) == isPointed {
        let expected = isPointed ? read[1 - index]?.type : nil
        read[index] = try number(nodes[index], symbol, scope, as: expected)
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
      // All integers in SQLite have 64 bits.
      if !types.contains(.integer(bits: 64)) {
        let wide = isLiteral(left) && !isLiteral(right) ? 1 : 0
        values[wide] = values[wide].cast(to: type)
      }
    } else {
      type = types.contains(where: { if case .real = $0 { true } else { false } }) ? .real(bits: 64) : .numeric
      // PostgreSQL reads a number with a decimal point as 'numeric'.
      for (index, node) in [left, right].enumerated() {
        if isReal(node), type == .real(bits: 64), types[1 - index].isInteger {
          values[index] = values[index].cast(to: type)
        }
      }
      // Two 'real' numbers would be computed with the precision of 'real'.
      if types == [.real(bits: 32), .real(bits: 32)] { values[0] = values[0].cast(to: type) }
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
    var values = [try number(left, symbol, scope), try number(right, symbol, scope)]
    guard values.allSatisfy({ $0.type.isInteger }) else {
      throw PostgreSQLRefusal(.operands(values[0].type.name, symbol, values[1].type.name), at: node.offset)
    }
    if values[0].type != .integer(bits: 64) { values[0] = values[0].cast(to: .integer(bits: 64)) }
    if symbol == "<<" || symbol == ">>" {
      let places: Int? = if case .integer(let digits) = right.form { Int(digits) } else { nil }
      guard let places, 0..<64 ~= places else { return shift(symbol, values[0], values[1]) }
    }
    return Fragment(
      "\(values[0].operand(.sum)) \(symbol) \(values[1].operand(.sum))", .other, .integer(bits: 64),
      isNullable: values.contains(where: \.isNullable))
  }

  /// An integer whose bits are shifted by any number. PostgreSQL uses the lowest six bits of the number, and SQLite shifts all bits out, or in
  /// the other direction if it is negative. Source: SQLite, "SQL Language Expressions".
  private func shift(_ symbol: String, _ value: Fragment, _ count: Fragment) -> Fragment {
    let (bits, number) = (value.operand(.sum), count.operand(.membership))
    let places = "\(count.operand(.cast))::integer"
    let isLeft = symbol == "<<"
    let (emptied, signed) = ("\(bits) & 0", "\(bits) >> 63")
    let sql =
      "CASE WHEN \(number) >= 64 THEN \(isLeft ? emptied : signed) WHEN \(number) >= 0 THEN \(bits) \(symbol) \(places) "
      + "WHEN \(number) > -64 THEN \(bits) \(isLeft ? ">>" : "<<") -(\(places)) WHEN \(number) <= -64 THEN \(isLeft ? signed : emptied) END"
    return Fragment(sql, .atom, .integer(bits: 64), isNullable: value.isNullable || count.isNullable)
  }

  /// A value as an operand of a concatenation.
  private func joinable(_ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let value = try fragment(node, scope, as: isLiteral(node) ? nil : .text)
    guard value.type != .null else { return value }
    guard let text = text(value) else {
      throw PostgreSQLRefusal(.concatenation(value.type.name), at: node.offset)
    }
    return computed(text)
  }

  private func isReal(_ node: SQLNode) -> Bool { if case .real = node.form { true } else { false } }

  private func isNonzero(_ node: SQLNode) -> Bool {
    switch node.form {
    case .integer(let digits): Int64(digits) != 0
    case .real(let digits): digits.contains { ("1"..."9").contains($0) }
    case .unary("-", let operand): isNonzero(operand)
    default: false
    }
  }
}
