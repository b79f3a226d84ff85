/// Functions of SQLite that PostgreSQL also has or can replace. Source: SQLite, "Built-In Scalar SQL Functions" and
/// "Built-in Aggregate Functions"; PostgreSQL 15, chapter 9.
extension PostgreSQLTranslator {
  func call(
    _ call: SQLCall, _ node: SQLNode, _ scope: Scope, _ expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> Fragment {
    if PostgreSQLClock.functions.contains(call.name) { return try date(call, node, scope, expected) }
    let count = call.arguments.count
    if Self.isAggregate(call) { return try aggregate(call, node, scope) }
    func wrong() -> PostgreSQLRefusal { PostgreSQLRefusal(.arguments(call.name), at: node.offset) }
    func texts() throws(PostgreSQLRefusal) -> [Fragment] {
      var texts: [Fragment] = []
      for argument in call.arguments {
        let text = plain(try fragment(argument, scope, as: .text))
        guard text.type == .text || text.type == .null else { throw wrong() }
        texts.append(text)
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
      return made(call.name, try texts(), .text)
    case ("instr", 2): return made("strpos", try texts(), .integer(bits: 32))
    case ("substr", 2), ("substr", 3), ("substring", 2), ("substring", 3):
      let text = plain(try fragment(call.arguments[0], scope, as: .text))
      var arguments = [text]
      for (index, argument) in call.arguments.dropFirst().enumerated() {
        // In SQLite, a negative start counts from the end, and a negative length counts backwards.
        guard case .integer(let digits) = argument.form, let value = Int32(digits), value >= 1 - index else {
          throw wrong()
        }
        arguments.append(try fragment(argument, scope))
      }
      guard text.type == .text else { throw wrong() }
      return made("substr", arguments, .text)
    case ("abs", 1):
      let value = try fragment(call.arguments[0], scope)
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
      // PostgreSQL's functions ignore NULL; SQLite's return it.
      let values = try operands(call.arguments, scope, areSorted: true)
      guard !values.contains(where: \.isNullable) else { throw wrong() }
      var result = made(call.name == "min" ? "least" : "greatest", values, values[0].type)
      result.collation = values.compactMap(\.collation).first
      return computed(result)
    case ("hex", 1):
      let value = try fragment(call.arguments[0], scope)
      guard value.type == .bytes else { throw wrong() }
      return Fragment(
        "upper(encode(\(value.sql), 'hex'))", .atom, .text, isNullable: value.isNullable)
    case ("json_valid", 1):
      let value = try fragment(call.arguments[0], scope)
      guard value.type == .json else { throw wrong() }
      return Fragment("\(value.operand(.comparison)) IS NOT NULL", .identity, .boolean, isNullable: false)
    case ("json_array_length", 1):
      let value = try fragment(call.arguments[0], scope)
      guard value.type == .json else { throw wrong() }
      return Fragment(
        "CASE jsonb_typeof(\(value.sql)) WHEN 'array' THEN jsonb_array_length(\(value.sql)) ELSE 0 END", .atom,
        .integer(bits: 32), isNullable: value.isNullable)
    case ("json_extract", _), ("json", _), ("json_type", _): throw PostgreSQLRefusal(.jsonPath, at: node.offset)
    case ("random", _), ("randomblob", _), ("changes", _), ("last_insert_rowid", _), ("total_changes", _):
      throw PostgreSQLRefusal(.changingFunction(call.name), at: node.offset)
    default: throw PostgreSQLRefusal(.function(call.name), at: node.offset)
    }
  }

  // MARK: Aggregates

  static func isAggregate(_ call: SQLCall) -> Bool {
    switch call.name {
    case "count", "sum", "total", "avg", "group_concat": true
    case "min", "max": call.arguments.count == 1
    default: false
    }
  }

  private func aggregate(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    func wrong() -> PostgreSQLRefusal { PostgreSQLRefusal(.arguments(call.name), at: node.offset) }
    let filter =
      try call.filter.map { node throws(PostgreSQLRefusal) in " FILTER (WHERE \(try condition(node, scope).sql))" }
      ?? ""
    let distinct = call.isDistinct ? "DISTINCT " : ""
    if call.name == "count" {
      let argument = call.isStar || call.arguments.isEmpty ? "*" : try fragment(call.arguments[0], scope).sql
      return Fragment("count(\(distinct)\(argument))\(filter)", .atom, .integer(bits: 64), isNullable: false)
    }
    guard let first = call.arguments.first, call.arguments.count == 1 || call.name == "group_concat" else {
      throw wrong()
    }
    var value = try fragment(first, scope)
    if value.type == .boolean { value = value.cast(to: .integer(bits: 32)) }
    switch call.name {
    case "min", "max":
      guard ![.uuid, .json, .bytes].contains(value.type) else { throw wrong() }
      return computed(
        Fragment(
          "\(call.name)(\(value.sortedByBytes.sql))\(filter)", .atom, value.type, isNullable: true,
          collation: value.collation))
    case "group_concat":
      let separator = call.arguments.count > 1 ? try fragment(call.arguments[1], scope, as: .text).sql : "','"
      if value.type.isInteger { value = value.cast(to: .text) }
      guard value.type == .text else { throw wrong() }
      return Fragment(
        "string_agg(\(distinct)\(plain(value).sql), \(separator))\(filter)", .atom, .text, isNullable: true)
    default: break
    }
    guard value.type.isNumber else { throw wrong() }
    let sum = "\(call.name == "avg" ? "avg" : "sum")(\(distinct)\(value.sql))\(filter)"
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
