import PostilSchema

/// Conversions from and to text in PostgreSQL.
enum PostgreSQLTextConversion {
  /// The value of another type as text, as SQLite's migrations write it.
  static func to(_ value: String, _ old: ColumnType) -> PostgreSQLConversion? {
    switch old {
    case .uuid, .uuidBytes: return PostgreSQLConversion("upper(\(value)::text)")
    case .boolean: return PostgreSQLConversion("CASE \(value) WHEN true THEN 'true' WHEN false THEN 'false' END")
    case .day: return PostgreSQLConversion("to_char(\(value), 'YYYY-MM-DD')")
    case _ where PostgreSQLTimeConversion.isTime(old):
      guard let moment = PostgreSQLTimeConversion.moment(value, old) else { return nil }
      return PostgreSQLConversion(
        "rtrim(rtrim(to_char(\(moment) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), '0'), '.')",
        failure: PostgreSQLTimeConversion.beyond(value, old), loss: PostgreSQLTimeConversion.finer(value, old))
    default: return PostgreSQLConversion("\(value)::text")
    }
  }

  /// The text as another type.
  static func from(_ text: String, to new: ColumnType, type: String) -> PostgreSQLConversion? {
    if PostgreSQLConversion.isInteger(new) { return integer(text, new, type) }
    switch new {
    case .uuid, .uuidBytes:
      return PostgreSQLConversion(
        "\(text)::\(type)", failure: "\(text) !~ '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$'")
    case .boolean:
      return PostgreSQLConversion(
        "(lower(\(text)) IN ('true', '1'))", failure: "lower(\(text)) NOT IN ('true', 'false', '1', '0')")
    case .decimal: return decimal(text)
    case .real(let bits): return real(text, bits, type)
    case _ where PostgreSQLTimeConversion.isTime(new) || new == .day:
      return PostgreSQLTimeConversion.ofText(text, to: new)
    default: return nil
    }
  }

  /// Text that is JSON. PostgreSQL 15 can't be asked whether it is. Strings become `~`, other scalars `0`, and then each object or array of
  /// these becomes `0`, until nothing changes. `jsonb` has no NUL and no half of a surrogate pair. Source: RFC 8259.
  static func json(_ text: String) -> PostgreSQLConversion {
    let string = #""([^"\\\u0001-\u001f]|\\(["\\/bfnrt]|u[0-9A-Fa-f]{4}))*""#
    let other = "-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,3})?|true|false|null"
    let scalars = [(string, "~"), (other, "0"), (#"[ \t\n\r]"#, "")]
      .reduce("translate(\(text), '~', '!')") { "regexp_replace(\($0), '\($1.0)', '\($1.1)', 'g')" }
    let value = "[0~]"
    let container = #"\[(\#(value)(,\#(value))*)?\]|\{(~:\#(value)(,~:\#(value))*)?\}"#
    return PostgreSQLConversion(
      "\(text)::jsonb",
      failure: #"regexp_replace(\#(text), '\\u[dD][89abAB]..\\u[dD][c-fC-F]..', '', 'g') ~ '\\u(0000|[dD][89a-fA-F])' "#
        + #"OR NOT EXISTS (WITH RECURSIVE "json" ("text") AS (SELECT \#(scalars) UNION SELECT regexp_replace("text", "#
        + #"'\#(container)', '0', 'g') FROM "json") SELECT FROM "json" WHERE "text" IN ('0', '~'))"#)
  }

  /// Only the text that is written for a number: leading zeros and signs would be lost.
  private static func integer(_ text: String, _ new: ColumnType, _ type: String) -> PostgreSQLConversion? {
    guard let (least, greatest) = PostgreSQLConversion.range(new) else { return nil }
    return PostgreSQLConversion(
      "\(text)::\(type)",
      failure:
        "CASE WHEN \(text) ~ '^(0|-?[1-9][0-9]{0,19})$' THEN \(text)::numeric NOT BETWEEN \(least) AND \(greatest) "
        + "ELSE true END")
  }

  private static func decimal(_ text: String) -> PostgreSQLConversion {
    let digits = "btrim(replace(regexp_replace(\(text), '[eE].*$', ''), '.', ''), '+-0')"
    return PostgreSQLConversion(
      "\(text)::numeric",
      failure:
        "CASE WHEN \(text) ~ '^[+-]?([0-9]+([.][0-9]+)?|[.][0-9]+)([eE][+-]?[0-9]{1,3})?$' THEN length(\(digits)) > 38 OR "
        + "\(PostgreSQLConversion.noDecimal("\(text)::numeric")) ELSE true END")
  }

  private static func real(_ text: String, _ bits: Int, _ type: String) -> PostgreSQLConversion {
    let number = "\(text)::numeric"
    // The server refuses numbers that are too small to have all of their digits.
    let beyond =
      bits < 64
      ? PostgreSQLConversion.beyondFloat(number) + " OR abs(\(number)) > 1.7976931348623157e308"
      : "abs(\(number)) > 1.7976931348623157e308 OR \(number) <> 0 AND abs(\(number)) < 2.2250738585072014e-308"
    return PostgreSQLConversion(
      "\(text)::\(type)",
      failure:
        "CASE WHEN \(text) ~ '^ *-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,3})? *$' THEN \(beyond) ELSE true END",
      loss: "\(text)::\(type)::text::numeric <> \(number)")
  }
}
