/// Conversions of JSON to an array or a vector of PostgreSQL, and back. SQLite's values are JSON in both cases.
struct ArrayConversion {
  /// `bigint`
  private let element: String
  /// The type of a vector; `nil` for an array.
  private let vector: String?

  /// - Parameter type: a type of PostgreSQL.
  /// - Returns: `nil` if it is neither the type of an array nor of a vector.
  init?(_ type: String) {
    vector = type.hasPrefix("vector(") ? type : nil
    guard vector != nil || type.hasSuffix("[]") else { return nil }
    element = String(type.dropLast(2))
  }

  /// The JSON of an array.
  func json(_ value: String) -> String {
    vector != nil
      ? "\(value)::text::jsonb" : element == "uuid" ? "to_jsonb(upper(\(value)::text)::text[])" : "to_jsonb(\(value))"
  }

  /// The conversion, whose result is JSON, to an array.
  func converted(_ json: Conversion) -> Conversion {
    if let vector {
      return Conversion(
        "(\(json.expression))::text::\(vector)",
        failure: Conversion.any([json.failure, unreadable(json.expression, as: vector)]), loss: json.loss)
    }
    let array = PostgreSQLMigrationFunction.array(json.expression)
    return Conversion(
      element == "text" ? array : "\(array)::\(element)[]",
      failure: Conversion.any([json.failure, unreadable(json.expression)]), loss: json.loss)
  }

  /// Whether JSON isn't an array of so many numbers that a vector can have.
  private func unreadable(_ json: String, as vector: String) -> String {
    let path = "strict $[*] ? (@.type() != \"number\" || @ > 3.4028235e38 || @ < -3.4028235e38)"
    return
      "CASE WHEN jsonb_typeof(\(json)) = 'array' THEN jsonb_array_length(\(json)) <> \(vector.dropFirst(7).dropLast()) "
      + "OR jsonb_path_exists(\(json), '\(path)', '{}', true) ELSE true END"
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
