/// Mathematical functions, and the exact arithmetic of `Decimal`, which is `numeric` in PostgreSQL.
extension PostgreSQLTranslator {
  private func number(_ node: SQLNode, of call: SQLCall, _ scope: Scope, as type: PostgreSQLType)
    throws(PostgreSQLRefusal) -> Fragment
  {
    let value = try number(node, scope, as: type)
    guard value.type.isNumber || value.type == .null else {
      throw PostgreSQLRefusal(.arguments(call.name), at: node.offset)
    }
    return value
  }

  // MARK: Decimal

  /// A function of decimal numbers, of those that Postil adds to SQLite; `nil` for other functions.
  func decimalFunction(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard call.name.hasPrefix("postil_decimal_") else { return nil }
    var values: [Fragment] = []
    for (index, argument) in call.arguments.enumerated() {
      let isCount = call.name == "postil_decimal_round" && index == 1
      values.append(try number(argument, of: call, scope, as: isCount ? .integer(bits: 64) : .numeric))
    }
    let isNullable = values.contains(where: \.isNullable)
    func operation(_ sign: String, _ strength: Fragment.Strength, _ right: Fragment.Strength) -> Fragment {
      Fragment(
        "\(values[0].operand(strength)) \(sign) \(values[1].operand(right))", strength, .numeric, isNullable: isNullable
      )
    }
    switch (call.name, values.count) {
    case ("postil_decimal_add", 2): return operation("+", .sum, .product)
    case ("postil_decimal_subtract", 2): return operation("-", .sum, .product)
    case ("postil_decimal_multiply", 2): return operation("*", .product, .collation)
    case ("postil_decimal_divide", 2):
      let quotient = quotient(values[0].sql, values[1].sql)
      return Fragment(
        "(SELECT \(rounded("\"q\"")) FROM (SELECT \(quotient) AS \"q\") AS \"quotient\")", .atom, .numeric,
        isNullable: true)
    case ("postil_decimal_round", 2):
      return Fragment(
        "round(\(values[0].sql), \(values[1].cast(to: .integer(bits: 32)).sql))", .atom, .numeric,
        isNullable: isNullable)
    case ("postil_decimal_abs", 1): return Fragment("abs(\(values[0].sql))", .atom, .numeric, isNullable: isNullable)
    default: return nil
    }
  }

  /// A sum or an average of decimal numbers; `nil` for other aggregates.
  func decimalAggregate(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard call.name.hasPrefix("postil_decimal_"), call.arguments.count == 1 else { return nil }
    let value = try number(call.arguments[0], of: call, scope, as: .numeric)
    let suffix = try suffix(call, scope)
    let argument = "\(call.isDistinct ? "DISTINCT " : "")\(value.sql)"
    let sum = "sum(\(argument))\(suffix)"
    if call.name == "postil_decimal_sum" { return Fragment(sum, .atom, .numeric, isNullable: true) }
    // Equal aggregates are computed once. Citus doesn't allow aggregates of its tables in a subquery.
    return Fragment(rounded("(\(quotient(sum, "count(\(argument))\(suffix)")))"), .atom, .numeric, isNullable: true)
  }

  /// A quotient; `NULL` for a division by zero. PostgreSQL calculates as many decimal places as the dividend has.
  private func quotient(_ left: String, _ right: String) -> String { "((\(left)) + 0e-165) / nullif(\(right), 0)" }

  /// A quotient with 38 significant digits, halves rounded away from zero.
  private func rounded(_ q: String) -> String {
    "trim_scale(round(\(q), CASE WHEN abs(\(q)) >= 1 THEN 38 - length(trunc(abs(\(q)))::text) "
      + "ELSE 38 + length(substring(\(q)::text FROM '0[.](0*)')) END))"
  }

  // MARK: Mathematics

  /// The natural logarithms of the largest and of the smallest floating-point number.
  private static let (largestExponent, smallestExponent) = ("709.782712893", "-745.13")

  /// A mathematical function; `nil` for others. An undefined result is `NULL` in SQLite, and an error in PostgreSQL. Source: SQLite,
  /// "Built-In Mathematical SQL Functions".
  func mathematicalFunction(
    _ call: SQLCall, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment? {
    let real = PostgreSQLType.real(bits: 64)
    func reals() throws(PostgreSQLRefusal) -> [String] {
      var values: [String] = []
      for argument in call.arguments {
        values.append(try number(argument, of: call, scope, as: real).cast(to: real).sql)
      }
      return values
    }
    func made(_ sql: String, _ type: PostgreSQLType = .real(bits: 64), where condition: String? = nil) -> Fragment {
      Fragment(condition.map { "CASE WHEN \($0) THEN \(sql) END" } ?? sql, .atom, type, isNullable: true)
    }
    switch (call.name, call.arguments.count) {
    case ("round", 1), ("round", 2): return try rounded(call, scope)
    case ("ceil", 1), ("ceiling", 1), ("floor", 1), ("trunc", 1):
      let value = try number(call.arguments[0], of: call, scope, as: real)
      if value.type.isInteger { return value }
      return Fragment("\(call.name)(\(value.sql))", .atom, value.type, isNullable: value.isNullable)
    case ("sign", 1):
      let value = try number(call.arguments[0], of: call, scope, as: real)
      return Fragment("sign(\(value.sql))::integer", .cast, .integer(bits: 32), isNullable: value.isNullable)
    case ("sqrt", 1):
      let value = try reals()[0]
      return made("sqrt(\(value))", where: "\(value) >= 0")
    case ("ln", 1), ("log10", 1), ("log2", 1), ("log", 1):
      let value = try reals()[0]
      let sql =
        switch call.name {
        case "ln": "ln(\(value))"
        case "log2": "ln(\(value)) / ln(2::double precision)"
        default: "log10(\(value))"
        }
      return made(sql, where: "\(value) > 0")
    case ("log", 2):
      let values = try reals()
      return made(
        "ln(\(values[1])) / nullif(ln(\(values[0])), 0)", where: "\(values[0]) > 0 AND \(values[1]) > 0")
    case ("pow", 2), ("power", 2):
      let values = try reals()
      // PostgreSQL fails if a power is too large or too small for a floating-point number.
      let size = "\(values[1]) * ln(nullif(abs(\(values[0])), 0))"
      let infinity =
        "CASE WHEN \(values[0]) < 0 AND \(values[1]) / 2 <> trunc(\(values[1]) / 2) THEN '-Infinity' ELSE 'Infinity' END"
      return made(
        "CASE WHEN \(values[0]) = 0 AND \(values[1]) < 0 THEN 'Infinity' WHEN \(size) > \(Self.largestExponent) "
          + "THEN \(infinity)::double precision WHEN \(size) < \(Self.smallestExponent) THEN 0 "
          + "ELSE power(\(values[0]), \(values[1])) END",
        where: "\(values[0]) >= 0 OR \(values[1]) = trunc(\(values[1]))")
    case ("asin", 1), ("acos", 1):
      let value = try reals()[0]
      return made("\(call.name)(\(value))", where: "abs(\(value)) <= 1")
    case ("exp", 1):
      let value = try reals()[0]
      return made(
        "CASE WHEN \(value) > \(Self.largestExponent) THEN 'Infinity' WHEN \(value) < \(Self.smallestExponent) THEN 0 "
          + "ELSE exp(\(value)) END")
    case ("sin", 1), ("cos", 1), ("tan", 1):
      let value = try reals()[0]
      return made("\(call.name)(\(value))", where: "abs(\(value)) < 'Infinity'")
    case ("atan", 1), ("radians", 1), ("degrees", 1):
      return made("\(call.name)(\(try reals()[0]))")
    case ("atan2", 2): return made("atan2(\(try reals().joined(separator: ", ")))")
    case ("pi", 0): return made("pi()")
    case ("unicode", 1):
      guard let text = text(try fragment(call.arguments[0], scope, as: .text)) else { return nil }
      return Fragment("nullif(ascii(\(text.sql)), 0)", .atom, .integer(bits: 32), isNullable: true)
    case ("typeof", 1): return try storageClass(try fragment(call.arguments[0], scope))
    case ("printf", 2), ("format", 2):
      // The form of floating-point numbers in JSON, from which they are read back exactly.
      guard case .text("%!.18g") = call.arguments[0].form else { return nil }
      let value = try number(call.arguments[1], of: call, scope, as: real).cast(to: real)
      return Fragment("\(value.sql)::text", .cast, .text, isNullable: value.isNullable)
    default: return nil
    }
  }

  /// SQLite rounds halves away from zero; PostgreSQL rounds floating-point numbers to the even one.
  private func rounded(_ call: SQLCall, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let real = PostgreSQLType.real(bits: 64)
    let value = try number(call.arguments[0], of: call, scope, as: real)
    if value.type == .numeric, call.arguments.count == 1 {
      return Fragment("round(\(value.sql))", .atom, .numeric, isNullable: value.isNullable)
    }
    let number = value.type == real ? value : value.cast(to: real)
    guard call.arguments.count == 2 else {
      return Fragment(
        "trunc(\(number.operand(.sum)) + sign(\(number.sql)) * 0.5)", .atom, real, isNullable: value.isNullable)
    }
    let digits = try self.number(call.arguments[1], of: call, scope, as: .integer(bits: 64)).cast(
      to: .integer(bits: 32))
    return Fragment(
      "round(\(number.operand(.cast))::text::numeric, greatest(\(digits.sql), 0))::double precision", .cast, real,
      isNullable: value.isNullable || digits.isNullable)
  }

  /// `typeof(x)`
  private func storageClass(_ value: Fragment) throws(PostgreSQLRefusal) -> Fragment? {
    let name: String
    switch value.type {
    case .integer, .boolean: name = "integer"
    case .real: name = "real"
    case .text, .timestamp, .date, .uuid, .json: name = "text"
    case .bytes: name = "blob"
    case .null: return Fragment("'null'", .atom, .text, isNullable: false)
    case .numeric, .jsonValue, .element, .array, .vector: return nil
    }
    guard value.isNullable else { return Fragment("'\(name)'", .atom, .text, isNullable: false) }
    return Fragment(
      "CASE WHEN \(value.operand(.comparison)) IS NULL THEN 'null' ELSE '\(name)' END", .atom, .text, isNullable: false)
  }
}
