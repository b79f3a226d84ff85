/// Conversions of JSON to an array of PostgreSQL, and back. SQLite's values are JSON in both cases.
struct ArrayConversion {
  /// `bigint`
  private let element: String

  /// - Parameter type: a type of PostgreSQL.
  /// - Returns: `nil` if it isn't the type of an array.
  init?(_ type: String) {
    guard type.hasSuffix("[]") else { return nil }
    element = String(type.dropLast(2))
  }

  /// The JSON of an array.
  func json(_ value: String) -> String {
    element == "uuid" ? "to_jsonb(upper(\(value)::text)::text[])" : "to_jsonb(\(value))"
  }

  /// The conversion, whose result is JSON, to an array.
  func converted(_ json: Conversion) -> Conversion {
    let array = PostgreSQLMigrationFunction.array(json.expression)
    return Conversion(
      element == "text" ? array : "\(array)::\(element)[]",
      failure: Conversion.any([json.failure, unreadable(json.expression)]), loss: json.loss)
  }

  /// Whether JSON isn't an array of such values. Source: PostgreSQL 15, section 9.16.2.
  private func unreadable(_ json: String) -> String {
    let other =
      switch element {
      case "boolean": "@.type() != \"boolean\""
      case "smallint": number(-32768, 32767)
      case "integer": number(Int(Int32.min), Int(Int32.max))
      case "bigint": number(.min, .max)
      case "real", "double precision":
        "@.type() != \"number\" && @ != \"NaN\" && @ != \"Infinity\" && @ != \"-Infinity\""
      case "uuid":
        "@.type() != \"string\" || !(@ like_regex \"^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$\")"
      default: "@.type() != \"string\""
      }
    let path = "strict $[*] ? (@.type() != \"null\" && (\(other)))"
    return "jsonb_typeof(\(json)) <> 'array' OR jsonb_path_exists(\(json), '\(path)', '{}', true)"
  }

  private func number(_ least: Int, _ greatest: Int) -> String {
    "@.type() != \"number\" || @ < \(least) || @ > \(greatest) || @.floor() != @"
  }
}
