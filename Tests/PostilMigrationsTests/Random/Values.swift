import PostilSQL
import PostilSchema

/// Values of columns, as SQL.
enum Values {
  static let types: [ColumnType] = [
    .boolean, .integer(bits: 8), .integer(bits: 32), .integer(bits: 64), .unsignedInteger(bits: 16),
    .unsignedInteger(bits: 64), .real(bits: 64), .text, .text, .text, .bytes, .timestamp,
    .iso8601Milliseconds, .unixSeconds, .unixMilliseconds, .julianDay, .referenceDate, .day, .duration, .uuid,
    .uuidBytes, .packed(elementBytes: 4), .json,
  ]

  /// A default.
  static func literal(_ type: ColumnType) -> String {
    switch type {
    case .boolean: "1"
    case .integer, .unsignedInteger, .unixSeconds, .unixMilliseconds, .duration, .any: "5"
    case .real, .julianDay, .referenceDate: "2460000.5"
    case .text: "'none''s'"
    case .decimal: "'1.5'"
    case .timestamp: "'2026-01-02 03:04:05'"
    case .iso8601Milliseconds: "'2026-01-02 03:04:05.000'"
    case .day: "'2026-01-02'"
    case .uuid: "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'"
    case .uuidBytes: "X'E621E1F8C36C495A93FC0C247A3E6E5F'"
    case .bytes, .packed: "X'00010203'"
    case .json: "'{}'"
    }
  }

  /// A check that most values pass.
  static func check(_ column: String, _ type: ColumnType) -> String {
    switch type {
    case .text, .timestamp, .iso8601Milliseconds, .uuid, .day, .json, .decimal, .bytes, .packed, .uuidBytes:
      "length(\(column)) < 60"
    default: "\(column) <> 7"
    }
  }

  /// A random value.
  static func value(_ type: ColumnType, _ random: inout Generator) -> String {
    switch type {
    case .boolean: return random.once(in: 2) ? "0" : "1"
    case .integer(let bits) where bits < 64:
      return String(Int64.random(in: -(1 << Int64(bits - 1))...(1 << Int64(bits - 1)) - 1, using: &random))
    case .unsignedInteger(let bits) where bits < 64: return String(random.below(1 << bits))
    case .unsignedInteger: return random.once(in: 4) ? "'09999999999999999999'" : String(random.below(1000))
    case .integer, .duration: return random.once(in: 6) ? String(Int64.max) : String(random.below(400) - 100)
    case .unixSeconds: return String(random.below(2_000_000_000))
    case .unixMilliseconds: return String(random.below(2_000_000_000_000))
    case .real: return random.once(in: 3) ? "0.1" : "\(random.below(100)).25"
    case .referenceDate: return "\(random.below(900_000_000) - 100_000_000).25"
    case .any: return random.pick(["1", "2.5", "'a'", "X'00'"])
    case .julianDay: return "\(2_450_000 + random.below(9000)).5"
    case .text:
      return SQLText.literal(
        random.pick(["", "a", "Ab", "aB", "12", "-3", "1.5", "true", "it's", "ü", "word two", "\n"]))
    case .decimal: return "'\(random.below(100)).\(random.below(99))'"
    case .iso8601Milliseconds: return "'2026-01-1\(random.below(9)) 03:04:05.\(100 + random.below(900))'"
    case .timestamp:
      return
        "'20\(10 + random.below(20))-0\(1 + random.below(9))-1\(random.below(9)) 0\(random.below(9)):00:0\(random.below(9))'"
    case .day: return "'20\(10 + random.below(20))-0\(1 + random.below(9))-1\(random.below(9))'"
    case .uuid: return "'E621E1F8-C36C-495A-93FC-0C247A3E\(1000 + random.below(9000))'"
    case .uuidBytes: return "X'E621E1F8C36C495A93FC0C247A3E\(1000 + random.below(9000))'"
    case .bytes, .packed: return random.pick(["X''", "X'00010203'", "X'61626364'"])
    case .json: return random.pick(["'{}'", "'[1,2]'", "'3'", "'\"a\"'"])
    }
  }
}
