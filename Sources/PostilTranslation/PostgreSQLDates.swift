import PostilSQL

/// Translates SQLite's date functions to PostgreSQL's types. SQLite calculates in UTC. Source: SQLite, "Date And Time
/// Functions"; PostgreSQL 15, sections 9.8 and 9.9.
package enum PostgreSQLClock {
  /// The date functions.
  package static let functions: Set<String> = ["date", "datetime", "time", "strftime", "julianday", "unixepoch"]

  /// The start time of the statement, in UTC, without a time zone.
  package static let utcNow = "statement_timestamp() AT TIME ZONE 'UTC'"
}

extension PostgreSQLTranslator {
  /// A date function. It returns text or a time, depending on `expected`.
  package func date(
    _ call: SQLCall, _ node: SQLNode, _ scope: Scope, _ expected: PostgreSQLType?
  ) throws(PostgreSQLRefusal) -> Fragment {
    var arguments = call.arguments[...]
    var format: String?
    if call.name == "strftime" {
      let first = arguments.popFirst()
      if case .parameter(let number)? = first?.form, let parameters, parameters.convert(number, by: .dateFormat) {
        let moment = try moment(arguments, of: call.name, node, scope)
        return Fragment("to_char(\(moment.sql), $\(number))", .atom, .text, isNullable: true)
      }
      guard case .text(let text)? = first?.form else {
        throw PostgreSQLRefusal(.arguments(call.name), at: node.offset)
      }
      format = text
    }
    let moment = try moment(arguments, of: call.name, node, scope)
    switch call.name {
    case "date": return try checked(adapted(moment.sql, .date, expected, moment.isNullable), node)
    case "datetime": return try checked(adapted(moment.sql, .timestamp, expected, moment.isNullable), node)
    case "time":
      return try checked(text(moment, "HH24:MI:SS"), node)
    case "julianday":
      // SQLite calculates with milliseconds since the start of the Julian calendar.
      return Fragment(
        "(floor(\(epoch(moment)) * 1000 + 0.5) + 210866760000000)::double precision / 86400000", .product,
        .real(bits: 64),
        isNullable: moment.isNullable)
    case "unixepoch":
      return Fragment("floor(\(epoch(moment)))::bigint", .cast, .integer(bits: 64), isNullable: moment.isNullable)
    default:
      let format = format ?? ""
      if expected == .timestamp, let unit = Self.units[format] {
        return Fragment(
          "date_trunc('\(unit)', \(moment.sql)) AT TIME ZONE 'UTC'", .product, .timestamp, isNullable: moment.isNullable
        )
      }
      if expected == .date, format == "%Y-%m-%d" { return adapted(moment.sql, .date, .date, moment.isNullable) }
      return try checked(text(moment, try pattern(format, node)), node)
    }
  }

  private static let units = [
    "%Y-%m-%d %H:%M:%f": "milliseconds", "%Y-%m-%d %H:%M:%S": "second", "%Y-%m-%dT%H:%M:%SZ": "second",
    "%Y-%m-%d %H:%M": "minute",
  ]

  /// `CAST(strftime('%Y', due_at) AS INTEGER)`; `nil` for other operands.
  package func datePart(_ operand: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    let fields = [
      "%Y": "year", "%m": "month", "%d": "day", "%H": "hour", "%M": "minute", "%w": "dow", "%j": "doy",
    ]
    guard case .call(let call) = operand.form, call.name == "strftime",
      case .text(let format)? = call.arguments.first?.form
    else { return nil }
    let moment = try moment(call.arguments.dropFirst(), of: call.name, operand, scope)
    if format == "%s" {
      return Fragment("floor(\(epoch(moment)))::bigint", .cast, .integer(bits: 64), isNullable: moment.isNullable)
    }
    if format == "%Y%m%d" {
      return Fragment(
        "to_char(\(moment.sql), 'YYYYMMDD')::integer", .cast, .integer(bits: 32), isNullable: moment.isNullable)
    }
    guard let field = format == "%S" ? "second" : fields[format] else { return nil }
    let part = "extract(\(field) FROM \(moment.sql))"
    return Fragment(
      "\(field == "second" ? "floor(\(part))" : part)::integer", .cast, .integer(bits: 32),
      isNullable: moment.isNullable)
  }

  /// The start of the day, month or year in a time zone: `postil_start_of_day(?1, paid_at)`; `nil` for other functions.
  func localStart(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    let units = ["postil_start_of_day": "day", "postil_start_of_month": "month", "postil_start_of_year": "year"]
    guard let unit = units[call.name] else { return nil }
    let time = try localMoment(call, node, scope)
    let midnight = "date_trunc('\(unit)', \(time.value.sql))"
    // Of two midnights, PostgreSQL takes the second. The first one follows the microsecond before. Where the calendar leaves out the day
    // before, only midnight itself exists.
    let (instant, step) = ("AT TIME ZONE \(time.zone)", "INTERVAL '1 microsecond'")
    let start = "least(\(midnight) \(instant), (\(midnight) - \(step)) \(instant) + \(step))"
    guard call.arguments.count == 3 else {
      return Fragment(start, .atom, .timestamp, isNullable: time.value.isNullable)
    }
    return Fragment(
      "floor(extract(epoch FROM \(start)))::bigint", .cast, .integer(bits: 64), isNullable: time.value.isNullable)
  }

  /// The local time of a function whose first argument is a time zone, and the SQL of the zone.
  private func localMoment(
    _ call: SQLCall, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> (value: Fragment, zone: String) {
    guard case .parameter(let number)? = call.arguments.first?.form, let parameters,
      parameters.convert(number, by: .timeZone)
    else { throw PostgreSQLRefusal(.arguments(call.name), at: node.offset) }
    return (try moment(call.arguments.dropFirst(), of: call.name, node, scope, in: "$\(number)"), "$\(number)")
  }

  /// The current time, or the time of a column, as a `timestamp` without a time zone in UTC or another zone.
  private func moment(
    _ arguments: ArraySlice<SQLNode>, of function: String, _ node: SQLNode, _ scope: Scope, in zone: String = "'UTC'"
  ) throws(PostgreSQLRefusal) -> Fragment {
    var result = Fragment("statement_timestamp() AT TIME ZONE \(zone)", .product, .timestamp, isNullable: false)
    var modifiers = arguments.dropFirst()
    if case .call(let call)? = arguments.first?.form, call.name == "postil_local_time" {
      result = try localMoment(call, node, scope).value
    } else if let first = arguments.first, !isNow(first) {
      var value = try fragment(first, scope, as: isText(first) ? .timestamp : nil)
      if value.type == .jsonValue || value.type == .text && isParameter(first) {
        // It must be the text of a date.
        value = typed(value, as: .text)
        value.isDateText = true
      }
      switch value.type {
      case .timestamp: result.sql = "\(value.operand(.collation)) AT TIME ZONE \(zone)"
      case .date: result = value.castToMoment
      case .text where value.isDateText:
        result = Fragment("\(value.operand(.cast))::timestamp", .cast, .timestamp, isNullable: value.isNullable)
        if zone != "'UTC'" {
          result.sql += " AT TIME ZONE 'UTC' AT TIME ZONE \(zone)"
          result.strength = .product
        }
      case .integer, .real, .numeric:
        let isUnix = modifiers.first.map { isText($0, "unixepoch") } ?? false
        if isUnix { modifiers.removeFirst() }
        result.sql = "\(time(of: value, isUnix: isUnix)) AT TIME ZONE \(zone)"
      default: throw PostgreSQLRefusal(.arguments(function), at: first.offset)
      }
      result.isNullable = value.isNullable
    } else if needsImmutable {
      throw PostgreSQLRefusal(.changingFunction(function), at: node.offset)
    }
    for modifier in modifiers {
      if case .text(let text) = modifier.form {
        guard let next = modified(result, by: text) else {
          throw PostgreSQLRefusal(.modifier(function), at: modifier.offset)
        }
        result = next
      } else {
        let value = try fragment(modifier, scope, as: .text)
        guard value.type == .text, !needsImmutable else {
          throw PostgreSQLRefusal(.modifier(function), at: modifier.offset)
        }
        result = shifted(result, by: "\(value.operand(.cast))::interval")
        result.isNullable = result.isNullable || value.isNullable
      }
    }
    return result
  }

  /// The time of a number: seconds since 1970, or days of the Julian calendar. SQLite rounds to milliseconds.
  private func time(of value: Fragment, isUnix: Bool) -> String {
    if isUnix, value.type.isInteger { return "to_timestamp(\(value.sql))" }
    let milliseconds =
      isUnix ? "\(value.operand(.product)) * 1000" : "(\(value.operand(.sum)) - 2440587.5) * 86400000"
    return "to_timestamp(floor(\(milliseconds) + 0.5) / 1000)"
  }

  private func isNow(_ node: SQLNode) -> Bool { isText(node, "now") }

  private func isText(_ node: SQLNode, _ word: String) -> Bool {
    if case .text(let text) = node.form { text.lowercased() == word } else { false }
  }

  func isParameter(_ node: SQLNode) -> Bool { if case .parameter = node.form { true } else { false } }

  private func isText(_ node: SQLNode) -> Bool { if case .text = node.form { true } else { false } }

  /// Adds an interval of months, days or seconds. SQLite changes the month first and keeps the day, so that 31 January and a month are
  /// 3 March; PostgreSQL's own sum is 28 February.
  private func shifted(_ value: Fragment, by interval: String) -> Fragment {
    let month = "date_trunc('month', \(value.sql))"
    return Fragment(
      "\(month) + \(interval) + (\(value.operand(.sum)) - \(month))", .sum, .timestamp, isNullable: value.isNullable)
  }

  /// Applies `+3 days` or `start of month`.
  private func modified(_ value: Fragment, by modifier: String) -> Fragment? {
    let words = modifier.lowercased().split(separator: " ")
    var result = value
    if words.count == 3, words[0] == "start", words[1] == "of", ["day", "month", "year"].contains(words[2]) {
      result.sql = "date_trunc('\(words[2])', \(value.sql))"
      result.strength = .atom
      return result
    }
    guard words.count == 2, let amount = Int32(words[0].first == "+" ? words[0].dropFirst() : words[0]) else {
      return nil
    }
    let unit = words[1].last == "s" ? words[1].dropLast() : words[1]
    if unit == "month" || unit == "year" { return shifted(value, by: "INTERVAL '\(amount) \(unit)s'") }
    guard ["day", "hour", "minute", "second"].contains(unit) else { return nil }
    // The interval is in seconds, so that the length of a day doesn't depend on the time zone.
    let seconds = Int64(amount) * ["day": 86400, "hour": 3600, "minute": 60, "second": 1][String(unit), default: 1]
    result.sql = "\(value.operand(.sum)) + INTERVAL '\(seconds) seconds'"
    result.strength = .sum
    return result
  }

  private func epoch(_ moment: Fragment) -> String { "extract(epoch FROM \(moment.sql))" }

  private func text(_ moment: Fragment, _ pattern: String) -> Fragment {
    var result = Fragment(
      "to_char(\(moment.sql), \(SQLText.literal(pattern)))", .atom, .text, isNullable: moment.isNullable)
    result.isVolatile = true
    result.isDateText = pattern.hasPrefix("YYYY-MM-DD")
    return result
  }

  /// A time in the expected type: `date`, `timestamptz` or the text that SQLite returns.
  package func adapted(
    _ moment: String, _ type: PostgreSQLType, _ expected: PostgreSQLType?, _ isNullable: Bool = false
  ) -> Fragment {
    let moment = Fragment(moment, .or, .timestamp, isNullable: isNullable)
    if expected == .text { return text(moment, type == .date ? "YYYY-MM-DD" : "YYYY-MM-DD HH24:MI:SS") }
    if expected ?? type == .date, type == .date {
      return Fragment("(\(moment.sql))::date", .cast, .date, isNullable: isNullable)
    }
    let unit = type == .date ? "day" : "second"
    return Fragment(
      "date_trunc('\(unit)', \(moment.sql)) AT TIME ZONE 'UTC'", .product, .timestamp, isNullable: isNullable)
  }

  package func now(to unit: String, _ expected: PostgreSQLType?) -> Fragment {
    adapted(PostgreSQLClock.utcNow, .timestamp, expected)
  }

  /// Rejects the text of a date in an index, because it depends on settings in PostgreSQL.
  private func checked(_ value: Fragment, _ node: SQLNode) throws(PostgreSQLRefusal) -> Fragment {
    if value.isVolatile, needsImmutable { throw PostgreSQLRefusal(.format("text"), at: node.offset) }
    return value
  }

  /// The `to_char` pattern for a `strftime` format.
  private func pattern(_ format: String, _ node: SQLNode) throws(PostgreSQLRefusal) -> String {
    guard let pattern = PostgreSQLClock.pattern(for: format) else {
      throw PostgreSQLRefusal(.format(format), at: node.offset)
    }
    return pattern
  }
}

extension PostgreSQLClock {
  private static let codes = [
    "Y": "YYYY", "m": "MM", "d": "DD", "H": "HH24", "M": "MI", "S": "SS", "f": "SS.MS", "j": "DDD", "%": "%",
  ]

  /// The name of a time zone in Foundation as PostgreSQL reads it. In a zone without a name, the sign is that of POSIX: `<+0100>-01:00`.
  package static func zone(_ identifier: String) -> String {
    guard identifier.hasPrefix("GMT"), let sign = identifier.dropFirst(3).first, sign == "+" || sign == "-" else {
      return identifier
    }
    let digits = identifier.dropFirst(4)
    return "<\(sign)\(digits)>\(sign == "+" ? "-" : "+")\(digits.prefix(2)):\(digits.suffix(2))"
  }

  /// The `to_char` pattern for a `strftime` format; `nil` if there is none.
  package static func pattern(for format: String) -> String? {
    var result = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      if character == "%" {
        guard let code = rest.popFirst().flatMap({ codes[String($0)] }) else { return nil }
        result += code
      } else if character == "\"" || character == "\\" {
        return nil
      } else {
        result += character.isLetter || character.isNumber ? "\"\(character)\"" : String(character)
      }
    }
    return result
  }
}

extension PostgreSQLFragment {
  /// The time at which a day starts, without a time zone.
  fileprivate var castToMoment: PostgreSQLFragment {
    PostgreSQLFragment("\(operand(.cast))::timestamp", .cast, .timestamp, isNullable: isNullable)
  }
}
