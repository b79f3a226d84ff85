import PostilSchema

/// The values of a column that the runtime can't read as a type, as SQL. The conditions match `read(from:)` in
/// PostilQuery's `Values`.
enum StoredForm {
  /// Whether `value`, in a storage class of the type, can't be read; `nil` if every value can.
  static func unreadable(_ value: String, as type: ColumnType) -> String? {
    switch type {
    case .boolean: return "\(value) NOT IN (0, 1)"
    case .integer(let bits) where bits < 64:
      let bound = Int64(1) << Int64(bits - 1)
      return "\(value) NOT BETWEEN \(-bound) AND \(bound - 1)"
    case .unsignedInteger(let bits) where bits < 64:
      return "\(value) NOT BETWEEN 0 AND \((Int64(1) << Int64(bits)) - 1)"
    case .unsignedInteger:
      return "CASE typeof(\(value)) WHEN 'integer' THEN \(value) < 0 ELSE \(isNoWideText(value)) END"
    case .real(let bits) where bits < 64: return isBeyondFloat(value)
    case .timestamp: return isNoTimestamp(value)
    // 1,000,000,000,000 seconds from the beginning of 2001.
    case .unixSeconds: return "\(value) NOT BETWEEN -999021692799 AND 1000978307199"
    case .unixMilliseconds: return "\(value) NOT BETWEEN -999021692799999 AND 1000978307199999"
    case .julianDay: return "NOT (\(value) >= 1721059.5 AND \(value) < 5373484.5)"
    case .referenceDate: return "NOT abs(\(value)) <= 1.7976931348623157e308"
    case .day: return "\(value) IS NOT date(\(value), '+0 days') OR length(\(value)) <> 10"
    case .decimal: return isNoDecimal(value)
    case .uuid:
      // Four hyphens at their places, and 32 digits. An underscore is any character.
      return "\(value) NOT LIKE '________-____-____-____-____________' OR \(value) GLOB '*[^0-9A-Fa-f-]*' OR "
        + "length(replace(\(value), '-', '')) <> 32 OR length(CAST(\(value) AS BLOB)) <> 36"
    case .uuidBytes: return "length(\(value)) <> 16"
    case .packed(let bytes) where bytes > 1: return "length(\(value)) % \(bytes) <> 0"
    case .json: return "NOT json_valid(\(value))"
    case .integer, .real, .text, .bytes, .duration, .packed, .any: return nil
    }
  }

  /// Whether every value that can be read as `old` can be read as `new`, both stored in the same form.
  static func isReadable(everyValueOf old: ColumnType, as new: ColumnType) -> Bool {
    func range(_ type: ColumnType) -> ClosedRange<Int64>? {
      switch type {
      case .boolean: 0...1
      case .integer(let bits) where bits < 64: -(Int64(1) << Int64(bits - 1))...(Int64(1) << Int64(bits - 1)) - 1
      case .unsignedInteger(let bits) where bits < 64: 0...(Int64(1) << Int64(bits)) - 1
      case .unixSeconds: -999_021_692_799...1_000_978_307_199
      case .unixMilliseconds: -999_021_692_799_999...1_000_978_307_199_999
      case .unsignedInteger: 0...Int64.max
      default: nil
      }
    }
    guard let (old, new) = range(old).flatMap({ old in range(new).map { (old, $0) } }) else { return false }
    return new.contains(old.lowerBound) && new.contains(old.upperBound)
  }

  /// Whether a text isn't one that `DateScanner` reads. SQLite's functions accept more: days that don't exist in a month, hour
  /// 24, any white space, the text before a NUL. Source: SQLite, "Date And Time Functions", section 2 (time values).
  private static func isNoTimestamp(_ value: String) -> String {
    let day = "substr(\(value), 1, 10)"
    let time = "substr(\(value), 12)"
    return [
      "length(CAST(\(value) AS BLOB)) <> length(\(value))", "\(value) GLOB '*[^0-9TtZz:.+ -]*'",
      "\(day) IS NOT date(\(day), '+0 days')",
      // The year 0 is the first one of these functions that isn't negative.
      "length(\(value)) > 10 AND (\(value) NOT GLOB '??????????[ Tt][0-2][0-9]:[0-9][0-9]*' OR \(time) >= '24' OR "
        + "coalesce(datetime(\(day) || ' ' || \(time)), '-') GLOB '-*' OR substr(\(value), 17) GLOB '*[Zz+-]* ')",
    ].joined(separator: " OR ")
  }

  /// Whether a text isn't a decimal number of at most 38 digits.
  static func isNoDecimal(_ value: String) -> String {
    let digits = "CASE WHEN \(value) GLOB '[+-]*' THEN substr(\(value), 2) ELSE \(value) END"
    let significand = "replace(substr(\(value), 1, instr(lower(\(value)) || 'e', 'e') - 1), '.', '')"
    let size = "abs(CAST(\(value) AS REAL))"
    return [
      "length(CAST(\(value) AS BLOB)) <> length(\(value))", "\(value) GLOB '*[^0-9.eE+-]*'",
      "\(digits) NOT GLOB '[0-9.]*'", "NOT json_valid('1' || \(digits))",
      "length(rtrim(ltrim(\(significand), '+-0'), '0')) > 38", "\(size) >= 1e165",
      "\(size) < 1e-90 AND \(significand) GLOB '*[1-9]*'",
    ].joined(separator: " OR ")
  }

  static func isNoWideText(_ value: String) -> String {
    "length(CAST(\(value) AS BLOB)) <> 20 OR \(value) GLOB '*[^0-9]*' "
      + "OR \(value) NOT BETWEEN '09223372036854775808' AND '18446744073709551615'"
  }

  /// Whether a finite number is out of the range of `Float`.
  static func isBeyondFloat(_ value: String) -> String {
    "abs(\(value)) >= 3.4028235677973366e38 AND abs(\(value)) <= 1.7976931348623157e308"
  }

  /// Whether a blob contains a NUL or isn't UTF-8. Source: RFC 3629, section 4.
  static func isNoText(_ value: String) -> String {
    let next = "[89AB]"
    let bytes = "hex(substr(\(value), \"i\", 4))"
    func step(_ patterns: [String], _ length: Int) -> String {
      "WHEN \(patterns.map { "\(bytes) GLOB '\($0)'" }.joined(separator: " OR ")) THEN \(length)"
    }
    let steps = [
      step(["[0-7]*"], 1), step(["C[2-9A-F]\(next)*", "D?\(next)*"], 2),
      step(["E0[AB]?\(next)*", "E[1-9ABCEF]\(next)?\(next)*", "ED[89]?\(next)*"], 3),
      step(["F0[9AB]?\(next)?\(next)?", "F[1-3]\(next)?\(next)?\(next)?", "F48?\(next)?\(next)?"], 4),
    ].joined(separator: " ")
    return "instr(\(value), X'00') > 0 OR EXISTS (WITH RECURSIVE \"n\" (\"i\") AS (SELECT 1 UNION ALL SELECT \"i\" "
      + "+ CASE \(steps) END FROM \"n\" WHERE \"i\" <= length(\(value))) SELECT 1 FROM \"n\" WHERE \"i\" IS NULL)"
  }
}

extension ColumnType {
  /// The storage classes that the runtime reads as the type, starting with the one that it writes.
  var storages: [ValueStorage] {
    switch self {
    case .boolean, .integer, .duration, .unixSeconds, .unixMilliseconds: [.integer]
    case .unsignedInteger(let bits): bits < 64 ? [.integer] : [.integer, .text]
    case .real, .julianDay, .referenceDate: [.real, .integer]
    case .text, .timestamp, .uuid, .decimal, .day, .json: [.text]
    case .bytes, .uuidBytes, .packed: [.blob]
    case .any: ValueStorage.allCases
    }
  }

  /// Whether a conversion can produce a value outside the type, which a check of the column would reject.
  var isBounded: Bool {
    switch self {
    case .boolean: true
    case .integer(let bits), .unsignedInteger(let bits): bits < 64
    default: false
    }
  }
}
