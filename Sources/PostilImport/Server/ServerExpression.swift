import PostilSQL

/// Writes an expression of PostgreSQL's catalog for SQLite, such as `(priority = ANY (ARRAY[0, 1]))` as `priority IN (0, 1)`.
///
/// The server prints expressions with all parentheses and casts. What has no counterpart with the same meaning isn't written.
struct ServerExpression {
  private struct Unsupported: Error {}

  private var tokens: ArraySlice<ServerToken>
  /// The types of the table's columns, by name.
  private let types: [String: String]
  /// The names of enum types, whose values are texts.
  private let enums: Set<String>

  /// - Parameter columns: the columns that the expression may use.
  /// - Returns: `nil` if the expression can't be written.
  static func sqlite(_ sql: String, columns: [ServerCatalog.Column]) -> String? {
    let types = Dictionary(
      columns.map { ($0.name, $0.kind == "e" ? "text" : $0.type) }, uniquingKeysWith: { first, _ in first })
    let enums = Set(columns.filter { $0.kind == "e" }.map(\.declaredType))
    var expression = ServerExpression(tokens: ServerToken.tokens(of: sql)[...], types: types, enums: enums)
    guard let written = try? expression.disjunction(), expression.tokens.isEmpty else { return nil }
    return withoutParentheses(written)
  }

  /// The text without parentheses around all of it.
  private static func withoutParentheses(_ text: String) -> String {
    let tokens = SQLLexer.tokens(of: text)
    guard tokens.first?.is("(") == true, tokens.closing(of: 0) == tokens.count - 1 else { return text }
    return withoutParentheses(String(text.dropFirst().dropLast()))
  }

  // MARK: Tokens

  private func isNext(_ text: String) -> Bool { tokens.first.map { !$0.isQuoted && $0.text == text } ?? false }

  private mutating func skip(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func expect(_ text: String) throws { if !skip(text) { throw Unsupported() } }

  // MARK: Operators, from the weakest to the strongest

  private mutating func disjunction() throws -> String {
    var result = try conjunction()
    while skip("or") { result += " OR " + (try conjunction()) }
    return result
  }

  private mutating func conjunction() throws -> String {
    var result = try negation()
    while skip("and") { result += " AND " + (try negation()) }
    return result
  }

  private mutating func negation() throws -> String { skip("not") ? "NOT " + (try negation()) : try test() }

  private mutating func test() throws -> String {
    var result = try comparison()
    while skip("is") {
      let not = skip("not") ? "NOT " : ""
      if skip("null") {
        result += " IS \(not)NULL"
      } else {
        try expect("distinct")
        try expect("from")
        result += " IS \(not.isEmpty ? "NOT " : "")" + (try comparison())
      }
    }
    return result
  }

  private mutating func comparison() throws -> String {
    var result = try sum()
    while let symbol = tokens.first, symbol.kind == .symbol {
      switch symbol.text {
      case "=", "<>":
        tokens.removeFirst()
        if skip(symbol.text == "=" ? "any" : "all") {
          result += (symbol.text == "=" ? " IN (" : " NOT IN (") + (try list()) + ")"
        } else {
          result += " \(symbol.text) " + (try sum())
        }
      case "<", "<=", ">", ">=":
        tokens.removeFirst()
        result += " \(symbol.text) " + (try sum())
      // SQLite's LIKE ignores case.
      case "~~*", "!~~*":
        tokens.removeFirst()
        result += (symbol.text == "~~*" ? " LIKE " : " NOT LIKE ") + (try sum())
      default: return result
      }
    }
    return result
  }

  /// The elements of `(ARRAY[1, 2])` or `((ARRAY['a'::character varying])::text[])`.
  private mutating func list() throws -> String {
    try expect("(")
    var depth = 1
    while skip("(") { depth += 1 }
    try expect("array")
    try expect("[")
    var elements = [try disjunction()]
    while skip(",") { elements.append(try disjunction()) }
    try expect("]")
    while depth > 0 {
      if skip("::") {
        _ = try typeName()
      } else {
        try expect(")")
        depth -= 1
      }
    }
    return elements.map(Self.withoutParentheses).joined(separator: ", ")
  }

  private mutating func sum() throws -> String {
    var result = try product()
    while let symbol = ["+", "-", "||"].first(where: isNext) {
      tokens.removeFirst()
      result += " \(symbol) " + (try product())
    }
    return result
  }

  private mutating func product() throws -> String {
    var result = try cast().sql
    while let symbol = ["*", "/", "%"].first(where: isNext) {
      // A quotient of numbers with a fraction has other digits in SQLite.
      guard symbol == "*" || types.values.allSatisfy({ !$0.hasPrefix("numeric") }) else { throw Unsupported() }
      tokens.removeFirst()
      result += " \(symbol) " + (try cast().sql)
    }
    return result
  }

  // MARK: Casts

  /// What a cast is applied to.
  private struct Operand {
    var sql: String
    /// The type of a column; `nil` for anything else.
    var columnType: String?
    /// The value of a text literal; `nil` for anything else.
    var literal: String?
    var isNumber = false
  }

  private mutating func cast() throws -> Operand {
    if skip("-") {
      let operand = try cast()
      return Operand(sql: "-" + operand.sql, isNumber: operand.isNumber)
    }
    var operand = try primary()
    while skip("::") { operand = try cast(operand, to: typeName()) }
    return operand
  }

  private func cast(_ operand: Operand, to type: String) throws -> Operand {
    let isNumeric = Self.numbers.contains(type) || type == "double precision" || type == "real"
    if let literal = operand.literal {
      guard isNumeric else {
        // The texts of other values, such as times, aren't the same in SQLite.
        if Self.texts.contains(type) || enums.contains(type) || type == "date" { return operand }
        throw Unsupported()
      }
      guard Double(literal) != nil else { throw Unsupported() }
      return Operand(sql: literal, isNumber: true)
    }
    if operand.isNumber, isNumeric { return operand }
    guard let from = operand.columnType else { throw Unsupported() }
    let isText = Self.texts.contains(from) && Self.texts.contains(type)
    let isWider = Self.numbers.firstIndex(of: from).map { Self.numbers[$0...].contains(type) } ?? false
    guard isText || isWider else { throw Unsupported() }
    return operand
  }

  private static let texts: Set<String> = ["text", "character varying", "character", "bpchar", "citext"]
  /// Each type contains the values of those before it.
  private static let numbers = ["smallint", "integer", "bigint", "numeric"]

  /// The name of a type, without a length.
  private mutating func typeName() throws -> String {
    guard let first = tokens.popFirst(), first.kind == .name else { throw Unsupported() }
    var name = first.text
    while let next = tokens.first, next.kind == .name, !next.isQuoted,
      ["varying", "precision", "with", "without", "time", "zone"].contains(next.text)
    {
      tokens.removeFirst()
      name += " \(next.text)"
    }
    if skip("(") {
      while !skip(")") { if tokens.popFirst() == nil { throw Unsupported() } }
    }
    if skip("[") {
      try expect("]")
      name += "[]"
    }
    return name
  }

  // MARK: Operands

  private mutating func primary() throws -> Operand {
    guard let token = tokens.popFirst() else { throw Unsupported() }
    switch token.kind {
    case .number: return Operand(sql: token.text, isNumber: true)
    case .text: return Operand(sql: SQLText.literal(token.text), literal: token.text)
    case .symbol:
      guard token.text == "(" else { throw Unsupported() }
      let start = tokens
      let inner = try disjunction()
      try expect(")")
      // '(name)::text' is a cast of a column.
      let isColumn = start.count - tokens.count == 2 && start.first?.kind == .name
      return Operand(
        sql: isColumn || Double(inner) != nil ? inner : "(\(inner))",
        columnType: isColumn ? start.first.flatMap { types[$0.text] } : nil, isNumber: Double(inner) != nil)
    case .name: return try named(token)
    }
  }

  private mutating func named(_ token: ServerToken) throws -> Operand {
    if !token.isQuoted {
      switch token.text {
      case "true": return Operand(sql: "1", isNumber: true)
      case "false": return Operand(sql: "0", isNumber: true)
      case "null": return Operand(sql: "NULL", isNumber: true)
      case "current_timestamp": return Operand(sql: "CURRENT_TIMESTAMP")
      case "current_date": return Operand(sql: "CURRENT_DATE")
      case "case": return Operand(sql: try cases())
      default: break
      }
      if skip("(") { return Operand(sql: try call(token.text)) }
    }
    guard let type = types[token.text] else { throw Unsupported() }
    let isPlain = token.text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    return Operand(
      sql: isPlain && !token.isQuoted ? token.text : SQLText.identifier(token.text), columnType: type)
  }

  private static let functions = [
    "length": "length", "char_length": "length", "character_length": "length", "lower": "lower", "upper": "upper",
    "abs": "abs", "coalesce": "coalesce", "nullif": "nullif", "replace": "replace", "btrim": "trim", "ltrim": "ltrim",
    "rtrim": "rtrim", "strpos": "instr",
  ]

  private mutating func call(_ name: String) throws -> String {
    if name == "now" {
      try expect(")")
      return "CURRENT_TIMESTAMP"
    }
    guard let function = Self.functions[name] else { throw Unsupported() }
    var arguments = [try disjunction()]
    while skip(",") { arguments.append(try disjunction()) }
    try expect(")")
    return "\(function)(\(arguments.map(Self.withoutParentheses).joined(separator: ", ")))"
  }

  private mutating func cases() throws -> String {
    var result = "CASE"
    while skip("when") {
      result += " WHEN " + (try disjunction())
      try expect("then")
      result += " THEN " + (try disjunction())
    }
    if skip("else") { result += " ELSE " + (try disjunction()) }
    try expect("end")
    return result + " END"
  }
}
