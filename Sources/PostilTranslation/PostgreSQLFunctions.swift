/// Functions of SQLite that PostgreSQL also has or can replace. Source: SQLite, "Built-In Scalar SQL Functions" and
/// "Built-in Aggregate Functions"; PostgreSQL 15, chapter 9.
extension PostgreSQLTranslator {
  package func call(
    _ call: SQLCall, _ node: SQLNode, _ scope: Scope, _ expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> Fragment {
    if PostgreSQLClock.functions.contains(call.name) { return try date(call, node, scope, expected) }
    let count = call.arguments.count
    if let window = call.window, !Self.isAggregate(call.name, count) { return try windowed(call, window, node, scope) }
    if Self.isAggregate(call.name, count) {
      var rows = self
      // The argument of an aggregate is a value of each row.
      if call.window == nil { rows.groups.removeAll { $0.depth == scope.outer.count } }
      return try rows.aggregate(call, node, scope)
    }
    func wrong() -> PostgreSQLRefusal { PostgreSQLRefusal(.arguments(call.name), at: node.offset) }
    func texts() throws(PostgreSQLRefusal) -> [Fragment] {
      var texts: [Fragment] = []
      for argument in call.arguments {
        guard let text = text(try fragment(argument, scope, as: .text)) else { throw wrong() }
        texts.append(plain(text))
      }
      return texts
    }
    func made(_ name: String, _ arguments: [Fragment], _ type: PostgreSQLType) -> Fragment {
      Fragment(
        "\(name)(\(arguments.map(\.sql).joined(separator: ", ")))", .atom, type,
        isNullable: arguments.contains(where: \.isNullable))
    }
    switch (call.name, count) {
    case ("length", 1):
      let value = plain(try fragment(call.arguments[0], scope, as: .text))
      switch value.type {
      case .text, .null: return made("length", [value], .integer(bits: 32))
      case .bytes: return made("octet_length", [value], .integer(bits: 32))
      default: throw wrong()
      }
    case ("octet_length", 1):
      let value = try fragment(call.arguments[0], scope)
      guard value.type == .text || value.type == .bytes else { throw wrong() }
      return made("octet_length", [value], .integer(bits: 32))
    case ("lower", 1), ("upper", 1):
      // With the collation "C", only ASCII letters have a case, as in SQLite.
      var result = made(call.name, try texts().map(\.sortedByBytes), .text)
      result.isSortedByBytes = true
      return result
    case ("trim", 1), ("trim", 2): return made("btrim", try texts(), .text)
    case ("ltrim", 1), ("ltrim", 2), ("rtrim", 1), ("rtrim", 2), ("replace", 3):
      let texts = try texts()
      var result = made(call.name, texts, .text)
      result.isDateText = texts[0].isDateText && call.name == "rtrim"
      return result
    case ("instr", 2): return made("strpos", try texts(), .integer(bits: 32))
    case ("substr", 2), ("substr", 3), ("substring", 2), ("substring", 3): return try slice(call, node, scope)
    case ("abs", 1):
      parameters?.noteOperation()
      let value = Self.widened(try number(call.arguments[0], scope))
      guard value.type.isNumber else { throw wrong() }
      return made("abs", [value], value.type)
    case ("coalesce", 2...), ("ifnull", 2):
      let values = try results(call.arguments, scope, expected)
      var result = made("coalesce", values, values.first { $0.type != .null }?.type ?? .null)
      result.isNullable = values.allSatisfy(\.isNullable)
      return result
    case ("nullif", 2):
      let values = try operands(call.arguments, scope)
      var result = made("nullif", values, values[0].type)
      result.isNullable = true
      result.collation = values.compactMap(\.collation).first
      return computed(result)
    case ("iif", 3):
      return try choice(
        nil, [(when: call.arguments[0], then: call.arguments[1])], call.arguments[2], scope, expected)
    case ("min", 2...), ("max", 2...):
      if let sum = try sum(call, node, scope) { return sum }
      let values = try operands(call.arguments, scope, areSorted: true)
      guard !values.contains(where: { $0.type == .jsonValue }) else { throw wrong() }
      var result = made(call.name == "min" ? "least" : "greatest", values, values[0].type)
      result.collation = values.compactMap(\.collation).first
      result = computed(result)
      // PostgreSQL's functions ignore NULL; SQLite's return it.
      let nullable = values.filter(\.isNullable).map { "\($0.operand(.comparison)) IS NOT NULL" }
      guard !nullable.isEmpty else { return result }
      result.sql = "CASE WHEN \(nullable.joined(separator: " AND ")) THEN \(result.sql) END"
      result.strength = .atom
      return result
    case ("hex", 1):
      var value = try fragment(call.arguments[0], scope)
      // It is an empty text for 'NULL'.
      func empty(_ sql: String) -> Fragment {
        Fragment(value.isNullable ? "coalesce(\(sql), '')" : sql, .atom, .text, isNullable: false)
      }
      if value.type == .uuid, parameters != nil {
        // In a query, it is a UUID that SQLite stores as bytes: the others are texts there.
        return empty("upper(replace(\(value.operand(.cast))::text, '-', ''))")
      }
      if value.type != .bytes {
        // SQLite returns the bytes of the text of other values.
        guard let text = text(value) else { throw wrong() }
        value = bytes(of: plain(text))
      }
      return empty("upper(encode(\(value.sql), 'hex'))")
    case ("postil_context", 1):
      let name = try texts()[0].operand(.sum)
      return Fragment("nullif(current_setting('postil.' || \(name), true), '')", .atom, .text, isNullable: true)
    case ("random", 0) where parameters != nil:
      // 64 random bits: PostgreSQL's 'random()' has fewer. The last 48 bits of a UUID are random. Source: PostgreSQL 15, section 9.14.
      let bits = "right(gen_random_uuid()::text, 12) || right(gen_random_uuid()::text, 4)"
      return Fragment("('x' || \(bits))::bit(64)::bigint", .cast, .integer(bits: 64), isNullable: false)
    case ("random", _), ("randomblob", _), ("changes", _), ("last_insert_rowid", _), ("total_changes", _):
      throw PostgreSQLRefusal(.changingFunction(call.name), at: node.offset)
    default:
      if let value = try localStart(call, node, scope) { return value }
      if let value = try searchFunction(call, node, scope) { return value }
      if let value = try jsonFunction(call, node, scope) { return value }
      if let value = try decimalFunction(call, node, scope) { return value }
      if let value = try mathematicalFunction(call, node, scope) { return value }
      throw PostgreSQLRefusal(.function(call.name), at: node.offset)
    }
  }

  // MARK: Aggregates

  /// Whether it is an aggregate of the rows of a group, and not of a window.
  package static func isAggregate(_ call: SQLCall) -> Bool {
    call.window == nil && isAggregate(call.name, call.arguments.count)
  }

  private static func isAggregate(_ name: String, _ count: Int) -> Bool {
    switch name {
    case "count", "sum", "total", "avg", "group_concat", "json_group_array", "json_group_object", "postil_decimal_sum",
      "postil_decimal_average", "postil_percentile":
      true
    case "min", "max": count == 1
    default: false
    }
  }

  /// ` OVER (PARTITION BY … ORDER BY … ROWS …)`
  private func over(_ window: SQLWindow?, _ scope: Scope) throws(PostgreSQLRefusal) -> String {
    guard let window else { return "" }
    var clauses: [String] = []
    if !window.partition.isEmpty {
      var terms: [String] = []
      for node in window.partition { terms.append(try fragment(node, scope).sql) }
      clauses.append("PARTITION BY \(terms.joined(separator: ", "))")
    }
    var offsetType = PostgreSQLType.integer(bits: 64)
    var orderTerms = window.order
    if let first = window.frame.first, String(first.source).asKeyword == "RANGE", window.order.count == 1,
      let parameters
    {
      // The offsets of a range have the type of the term that rows are sorted by.
      let numbers = window.frame.compactMap(\.parameterNumber)
      if try fragment(window.order[0].node, scope).type.isReal || numbers.contains(where: parameters.isReal) {
        offsetType = .real(bits: 64)
        let node = window.order[0].node
        if !numbers.isEmpty { orderTerms[0].node = SQLNode(form: .cast(node, "REAL"), offset: node.offset) }
      }
    }
    if !window.order.isEmpty {
      var terms: [String] = []
      for term in orderTerms {
        terms.append(
          try order(term, scope, aliases: [:], columns: [], isCompound: false, outputs: [], isDistinct: false))
      }
      clauses.append("ORDER BY \(terms.joined(separator: ", "))")
    }
    var frame: [String] = []
    for token in window.frame {
      guard let number = token.parameterNumber else {
        frame.append(String(token.source))
        continue
      }
      guard let parameters else { throw PostgreSQLRefusal(.unreadable("?\(number)"), at: token.offset) }
      frame.append(parameters.value(number, as: offsetType).sql)
    }
    if !frame.isEmpty { clauses.append(frame.joined(separator: " ")) }
    return " OVER (\(clauses.joined(separator: " ")))"
  }

  /// A function that exists only over windows.
  private func windowed(
    _ call: SQLCall, _ window: SQLWindow, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    let over = try over(window, scope)
    func made(_ arguments: [Fragment], _ type: PostgreSQLType, isNullable: Bool) -> Fragment {
      Fragment(
        "\(call.name)(\(arguments.map(\.sql).joined(separator: ", ")))\(over)", .atom, type, isNullable: isNullable)
    }
    var arguments: [Fragment] = []
    for (index, argument) in call.arguments.enumerated() {
      // The default of 'lag' and 'lead' has the type of the value. As in SQLite, the result has no collation.
      arguments.append(plain(try fragment(argument, scope, as: index == 2 ? arguments[0].type : nil)))
    }
    // The counts of rows in these functions are 'integer'.
    func counted(_ index: Int) {
      if arguments.indices.contains(index) { arguments[index] = arguments[index].cast(to: .integer(bits: 32)) }
    }
    switch call.name {
    case "row_number", "rank", "dense_rank": return made([], .integer(bits: 64), isNullable: false)
    case "percent_rank", "cume_dist": return made([], .real(bits: 64), isNullable: false)
    case "ntile" where arguments.count == 1:
      counted(0)
      return made(arguments, .integer(bits: 32), isNullable: false)
    case "first_value" where arguments.count == 1, "last_value" where arguments.count == 1:
      return made(arguments, arguments[0].type, isNullable: true)
    case "nth_value" where arguments.count == 2, "lag" where 1...3 ~= arguments.count,
      "lead" where 1...3 ~= arguments.count:
      counted(1)
      return made(arguments, arguments[0].type, isNullable: true)
    default: throw PostgreSQLRefusal(.function(call.name), at: node.offset)
    }
  }

  /// ` FILTER (WHERE …) OVER (…)`
  func suffix(_ call: SQLCall, _ scope: Scope) throws(PostgreSQLRefusal) -> String {
    var filter = ""
    if let condition = call.filter { filter = " FILTER (WHERE \(try self.condition(condition, scope).sql))" }
    return filter + (try over(call.window, scope))
  }

  private func aggregate(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    func wrong() -> PostgreSQLRefusal { PostgreSQLRefusal(.arguments(call.name), at: node.offset) }
    if let value = try jsonFunction(call, node, scope) { return value }
    if let value = try decimalAggregate(call, node, scope) { return value }
    let suffix = try suffix(call, scope)
    let distinct = call.isDistinct ? "DISTINCT " : ""
    if call.name == "count" {
      let argument = call.isStar || call.arguments.isEmpty ? "*" : try fragment(call.arguments[0], scope).sql
      return Fragment("count(\(distinct)\(argument))\(suffix)", .atom, .integer(bits: 64), isNullable: false)
    }
    if call.name == "postil_percentile", call.arguments.count == 2 {
      let real = PostgreSQLType.real(bits: 64)
      let value = try number(call.arguments[0], scope).cast(to: real).sql
      let fraction = try fragment(call.arguments[1], scope, as: real).sql
      return Fragment(
        "percentile_cont(\(fraction)) WITHIN GROUP (ORDER BY \(value))\(suffix)", .atom, real, isNullable: true)
    }
    guard let first = call.arguments.first, call.arguments.count == 1 || call.name == "group_concat" else {
      throw wrong()
    }
    var value = try fragment(first, scope)
    if value.type == .boolean { value = value.cast(to: .integer(bits: 32)) }
    switch call.name {
    case "min", "max":
      if value.type == .jsonValue { return try extreme(value, call, node, scope) }
      guard ![.uuid, .json, .bytes].contains(value.type) else { throw wrong() }
      return computed(
        Fragment(
          "\(call.name)(\(value.sortedByBytes.sql))\(suffix)", .atom, value.type, isNullable: true,
          collation: value.collation))
    case "group_concat":
      let separator = call.arguments.count > 1 ? try fragment(call.arguments[1], scope, as: .text).sql : "','"
      guard let text = text(value) else { throw wrong() }
      return Fragment(
        "string_agg(\(distinct)\(plain(text).sql), \(separator))\(suffix)", .atom, .text, isNullable: true)
    default: value = try number(first, scope)
    }
    guard value.type.isNumber else { throw wrong() }
    // PostgreSQL would add 'real' numbers with the precision of 'real'.
    if value.type == .real(bits: 32) { value = value.cast(to: .real(bits: 64)) }
    parameters?.noteOperation()
    let sum = "\(call.name == "avg" ? "avg" : "sum")(\(distinct)\(value.sql))\(suffix)"
    switch (call.name, value.type) {
    case ("sum", .integer): return Fragment("\(sum)::bigint", .cast, .integer(bits: 64), isNullable: true)
    case ("sum", let type):
      return Fragment(sql(sum, type), .cast, type == .numeric ? .numeric : .real(bits: 64), isNullable: true)
    case ("avg", _): return Fragment("\(sum)::double precision", .cast, .real(bits: 64), isNullable: true)
    default:
      return Fragment("coalesce(\(sum)::double precision, 0)", .atom, .real(bits: 64), isNullable: false)
    }
  }

  private func sql(_ sum: String, _ type: PostgreSQLType) -> String {
    type == .numeric ? sum : "\(sum)::double precision"
  }
}
