/// The text that SQLite stores for a value, and values read from text.
extension PostgreSQLTranslator {
  /// A value as the text that SQLite has for it; `nil` if PostgreSQL writes another text.
  func text(_ value: Fragment) -> Fragment? {
    func made(_ sql: String, isDateText: Bool = false) -> Fragment {
      var text = Fragment(sql, .atom, .text, isNullable: value.isNullable)
      text.isDateText = isDateText
      return text
    }
    switch value.type {
    case .text, .null: return value
    // PostgreSQL writes dates by settings of the session.
    case .date where needsImmutable, .timestamp where needsImmutable: return nil
    case .integer: return value.cast(to: .text)
    case .boolean: return value.cast(to: .integer(bits: 32)).cast(to: .text)
    case .numeric: return made("trim_scale(\(value.sql))::text").with(.cast)
    case .uuid: return made("upper(\(value.operand(.cast))::text)")
    case .date: return made("to_char(\(value.operand(.cast))::timestamp, 'YYYY-MM-DD')", isDateText: true)
    case .timestamp:
      let moment = "\(value.operand(.collation)) AT TIME ZONE 'UTC'"
      return made("rtrim(rtrim(to_char(\(moment), 'YYYY-MM-DD HH24:MI:SS.US'), '0'), '.')", isDateText: true)
    case .json: return value.cast(to: .text)
    case .jsonValue: return typed(value, as: .text)
    case .real, .bytes, .element, .array, .vector: return nil
    }
  }

  /// The date or time of a text; `nil` for other texts and types.
  func moment(_ value: Fragment, as type: PostgreSQLType) -> Fragment? {
    switch (value.type, type) {
    case (.text, .timestamp) where value.isDateText:
      return Fragment(
        "\(value.operand(.cast))::timestamp AT TIME ZONE 'UTC'", .product, .timestamp, isNullable: value.isNullable)
    case (.text, .date) where value.isDateText:
      return Fragment("\(value.operand(.cast))::date", .cast, .date, isNullable: value.isNullable)
    default: return nil
    }
  }

  /// `substr(title, 2, 3)`. A negative start counts from the end, and a negative length counts backwards.
  func slice(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let value = try fragment(call.arguments[0], scope, as: .text)
    let bounds = call.arguments.dropFirst().map(Self.number)
    if value.type == .timestamp, let moment = slice(of: value, bounds) { return moment }
    guard let source = value.type == .bytes ? value : text(value).map(plain) else {
      throw PostgreSQLRefusal(.arguments(call.name), at: node.offset)
    }
    var numbers: [Fragment] = []
    for argument in call.arguments.dropFirst() {
      let number = typed(try fragment(argument, scope, as: .integer(bits: 64)), as: .integer(bits: 64))
      guard number.type.isInteger || number.type == .numeric || number.type == .null else {
        throw PostgreSQLRefusal(.arguments(call.name), at: argument.offset)
      }
      numbers.append(number.type == .integer(bits: 32) ? number : number.cast(to: .integer(bits: 32)))
    }
    var start = numbers[0].sql
    if bounds[0].map({ $0 < 0 }) ?? true {
      let length = source.type == .bytes ? "octet_length(\(source.sql))" : "length(\(source.sql))"
      let fromEnd = "\(length) + \(numbers[0].operand(.product)) + 1"
      start =
        bounds[0] == nil
        ? "CASE WHEN \(numbers[0].operand(.membership)) < 0 THEN \(fromEnd) ELSE \(start) END" : fromEnd
    }
    var arguments = [source.sql, start]
    if numbers.count > 1 {
      if bounds[1].map({ $0 < 0 }) ?? true {
        arguments[1] = "\(start.hasPrefix("CASE") ? start : "(\(start))") + least(\(numbers[1].sql), 0)"
        arguments.append("abs(\(numbers[1].sql))")
      } else {
        arguments.append(numbers[1].sql)
      }
    }
    var result = Fragment(
      "substr(\(arguments.joined(separator: ", ")))", .atom, source.type == .bytes ? .bytes : .text,
      isNullable: source.isNullable || numbers.contains(where: \.isNullable))
    result.isDateText = source.isDateText || value.type == .jsonValue || isParameter(call.arguments[0])
    return result
  }

  /// The value of an integer literal.
  private static func number(_ node: SQLNode) -> Int32? {
    switch node.form {
    case .integer(let digits): Int32(digits)
    case .unary("-", let operand): number(operand).map { -$0 }
    default: nil
    }
  }

  /// `substr(due_at, 1, 19)`, which SQLite applies to the text of a time: the time without fractions, or its day; `nil` for other parts.
  private func slice(of moment: Fragment, _ bounds: [Int32?]) -> Fragment? {
    switch bounds {
    case [1, 19]:
      Fragment("date_trunc('second', \(moment.sql))", .atom, .timestamp, isNullable: moment.isNullable)
    case [1, 10]:
      Fragment(
        "(\(moment.operand(.collation)) AT TIME ZONE 'UTC')::date", .cast, .date, isNullable: moment.isNullable)
    default: nil
    }
  }

  /// The bytes of a text.
  func bytes(of text: Fragment) -> Fragment {
    // 'convert_to' isn't immutable, because an encoding can be redefined. A backslash is an escape in this form of bytes.
    needsImmutable
      ? Fragment("replace(\(text.sql), '\\', '\\\\')::bytea", .cast, .bytes, isNullable: text.isNullable)
      : Fragment("convert_to(\(text.sql), 'UTF8')", .atom, .bytes, isNullable: text.isNullable)
  }
}

extension PostgreSQLFragment {
  /// The piece with another binding strength.
  func with(_ strength: Strength) -> PostgreSQLFragment {
    var result = self
    result.strength = strength
    return result
  }
}
