import PostilSQL

/// Literals. They get the type of the other operand.
extension PostgreSQLTranslator {
  package func literal(_ node: SQLNode, as expected: PostgreSQLType?) throws(PostgreSQLRefusal) -> Fragment {
    func known(_ sql: String, _ type: PostgreSQLType) -> Fragment { Fragment(sql, .atom, type, isNullable: false) }
    func refusal(_ text: String) -> PostgreSQLRefusal {
      PostgreSQLRefusal(.literal(text, expected?.name ?? "text"), at: node.offset)
    }
    switch node.form {
    case .null: return Fragment("NULL", .atom, .null, isNullable: true)
    case .integer(let digits):
      switch expected {
      case .boolean where digits == "0" || digits == "1": return known(digits == "1" ? "true" : "false", .boolean)
      case nil, .boolean, .integer, .numeric, .real, .null:
        return known(digits, .integer(bits: Int32(digits) == nil ? 64 : 32))
      default: throw refusal(digits)
      }
    case .real(let digits):
      switch expected {
      case .numeric: return known(digits, .numeric)
      case nil, .boolean, .integer, .real, .null: return known(digits, .real(bits: 64))
      default: throw refusal(digits)
      }
    case .text(let text):
      let literal = SQLText.literal(text)
      switch expected {
      case nil, .text, .null: return known(literal, .text)
      case .numeric where PostgreSQLLiteralText.isNumber(text): return known(text, .numeric)
      case .timestamp:
        guard let moment = PostgreSQLLiteralText.moment(text) else { throw refusal(literal) }
        return known("TIMESTAMPTZ \(SQLText.literal(moment))", .timestamp)
      case .date where PostgreSQLLiteralText.isDay(text): return known("DATE \(literal)", .date)
      case .uuid where PostgreSQLLiteralText.isUUID(text): return known("UUID \(literal)", .uuid)
      case .json where !text.contains("\\u0000"): return known("JSONB \(literal)", .json)
      case .array(let element):
        guard let array = PostgreSQLLiteralText.array(text) else { throw refusal(literal) }
        return known("\(SQLText.literal(array))::\(element.name)[]", .array(of: element)).with(.cast)
      case .vector where PostgreSQLLiteralText.array(text) != nil:
        return known("\(literal)::vector", .vector).with(.cast)
      // Text isn't a condition.
      default: throw refusal(literal)
      }
    case .blob(let digits):
      switch expected {
      case nil, .bytes, .null: return known("BYTEA '\\x\(digits)'", .bytes)
      case .uuid where digits.utf8.count == 32: return known("UUID '\(digits)'", .uuid)
      default: throw refusal("x'\(digits)'")
      }
    default: throw PostgreSQLRefusal(.unreadable(""), at: node.offset)
    }
  }
}

/// The dates, numbers and keys in string literals.
package enum PostgreSQLLiteralText {
  /// A JSON array of texts, numbers and truth values as PostgreSQL writes arrays: `{"a",null}`. `nil` for other JSON, and for texts whose
  /// escapes mean something else there. Source: PostgreSQL 15, section 8.15.6.
  static func array(_ json: String) -> String? {
    guard let open = json.firstIndex(where: { !$0.isWhitespace }), json[open] == "[",
      let close = json.lastIndex(where: { !$0.isWhitespace }), open < close, json[close] == "]"
    else { return nil }
    let items = json[json.index(after: open)..<close]
    var (isText, isEscape) = (false, false)
    for character in items {
      if isEscape {
        guard character == "\"" || character == "\\" else { return nil }
        isEscape = false
      } else if character == "\"" {
        isText.toggle()
      } else if isText {
        isEscape = character == "\\"
      } else if "[]{}".contains(character) {
        return nil
      }
    }
    return isText ? nil : "{\(items)}"
  }

  /// Whether the text is an existing day, written as `2026-11-21`.
  package static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2], parts.joined().allSatisfy(isDigit),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0, (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return day >= 1 && day <= days[month - 1]
  }

  /// `2026-11-21 18:31:00+00` for a date with or without a time, which SQLite reads as UTC; `nil` for other texts.
  package static func moment(_ text: String) -> String? {
    let day = String(text.prefix(10))
    guard isDay(day) else { return nil }
    let rest = text.dropFirst(10)
    if rest.isEmpty { return "\(day) 00:00:00+00" }
    guard let first = rest.first, first == " " || first == "T" else { return nil }
    var time = rest.dropFirst()
    if time.last == "Z" { time = time.dropLast() }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hour = Int(parts[0]), (0...23).contains(hour),
      let minute = Int(parts[1]), (0...59).contains(minute), parts[0].utf8.count == 2, parts[1].utf8.count == 2
    else { return nil }
    let seconds = parts.count == 3 ? String(parts[2]) : "00"
    let pieces = seconds.split(separator: ".", omittingEmptySubsequences: false)
    guard pieces.count <= 2, pieces[0].utf8.count == 2, let second = Int(pieces[0]), (0...59).contains(second),
      pieces.count == 1 || !pieces[1].isEmpty && pieces[1].allSatisfy(isDigit) && pieces[1].utf8.count <= 6
    else { return nil }
    return "\(day) \(parts[0]):\(parts[1]):\(seconds)+00"
  }

  /// Digits, optionally with a sign and a decimal point.
  package static func isNumber(_ text: String) -> Bool {
    let digits = text.first == "-" ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }

  /// `8-4-4-4-12` hexadecimal digits.
  package static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
