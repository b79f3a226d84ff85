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
    case .timestamp, .iso8601Milliseconds: return isNoTimestamp(value)
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

  /// Whether a text isn't one that `DateScanner` reads, or ends with a space, or has a lowercase `t`, which SQLite's functions don't read.
  /// They accept more: days that don't exist in a month, hour 24, times directly after the day, any white space, the text before a NUL.
  /// Their years begin with 0, and earlier ones are negative. Source: SQLite, "Date And Time Functions", section 2 (time values).
  private static func isNoTimestamp(_ value: String) -> String {
    [
      "instr(\(value), char(0))", "\(value) GLOB '*[^0-9TZz:.+ -]*'", "\(value) GLOB '* '",
      "instr(\(value), date(substr(\(value), 1, 10), '+0 days')) IS NOT 1",
      "substr(replace(\(value), 'T', ' ') || ' 00', 11, 3) NOT BETWEEN ' 00' AND ' 23'",
      "coalesce(datetime(\(value)), '-') GLOB '-*'",
    ].joined(separator: " OR ")
  }

  /// Whether a text isn't a decimal number of at most 38 digits, including those of an exponent.
  ///
  /// With a 1 instead of its sign, the text is a number of JSON, which can't begin with a zero or a point. JSON ends with a bracket, so
  /// that a NUL can't end it.
  private static func isNoDecimal(_ value: String) -> String {
    [
      "\(value) GLOB '*[^0-9.eE+-]*'", "\(value) NOT GLOB '[0-9.]*' AND \(value) NOT GLOB '[+-][0-9.]*'",
      "NOT json_valid('[1' || ltrim(\(value), '+-') || ']')", "length(trim(replace(\(value), '.', ''), '+-0')) > 38",
      "abs(\(value)) NOT BETWEEN 1e-90 AND 1e165 AND ltrim(\(value), '+-0.') GLOB '[1-9]*'",
    ].joined(separator: " OR ")
  }

  /// Whether a floating-point number isn't one that `Decimal` can hold.
  static func isNoDecimal(number value: String) -> String {
    "NOT abs(\(value)) < 1e165 OR \(value) <> 0 AND abs(\(value)) < 1e-90"
  }

  static func isNoWideText(_ value: String) -> String {
    "length(CAST(\(value) AS BLOB)) <> 20 OR \(value) GLOB '*[^0-9]*' "
      + "OR \(value) NOT BETWEEN '09223372036854775808' AND '18446744073709551615'"
  }

  /// Whether a finite number is out of the range of `Float`.
  static func isBeyondFloat(_ value: String) -> String {
    "abs(\(value)) >= 3.4028235677973366e38 AND abs(\(value)) <= 1.7976931348623157e308"
  }

  /// Whether a blob contains a NUL or isn't UTF-8: one of its characters is written with other bytes. The first character of four bytes
  /// is read, so that the time doesn't grow with the square of the length. SQLite has no text for U+FFFE and U+FFFF.
  static func isNoText(_ value: String) -> String {
    "instr(\(value), X'00') OR EXISTS (WITH c (i, b) AS (SELECT 1, X'' UNION ALL SELECT i + length(b), "
      + "CAST(char(unicode(CAST(substr(\(value), i + length(b), 4) AS TEXT))) AS BLOB) FROM c WHERE i + length(b) <= length(\(value))) "
      + "SELECT 1 FROM c WHERE substr(\(value), i, length(b)) <> b)"
  }
}

extension ColumnType {
  /// The storage classes that the runtime reads as the type, starting with the one that it writes.
  var storages: [ValueStorage] {
    switch self {
    case .boolean, .integer, .duration, .unixSeconds, .unixMilliseconds: [.integer]
    case .unsignedInteger(let bits): bits < 64 ? [.integer] : [.integer, .text]
    case .real, .julianDay, .referenceDate: [.real, .integer]
    case .text, .timestamp, .iso8601Milliseconds, .uuid, .decimal, .day, .json: [.text]
    case .bytes, .uuidBytes, .packed: [.blob]
    case .any: ValueStorage.allCases
    }
  }

  /// Whether a column without models is assumed to have the type.
  var isPlain: Bool { ValueStorage.allCases.contains { $0.plainType == self } }

  /// Whether a conversion can produce a value outside the type, which a check of the column would reject.
  var isBounded: Bool {
    switch self {
    case .boolean: true
    case .integer(let bits), .unsignedInteger(let bits): bits < 64
    default: false
    }
  }
}
