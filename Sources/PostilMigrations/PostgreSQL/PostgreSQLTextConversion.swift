import PostilSchema

/// Conversions from and to text in PostgreSQL.
enum PostgreSQLTextConversion {
  /// The value of another type as text, as SQLite's migrations write it.
  static func to(_ value: String, _ old: ColumnType) -> PostgreSQLConversion? {
    switch old {
    case .uuid, .uuidBytes: return PostgreSQLConversion("upper(\(value)::text)")
    case .boolean: return PostgreSQLConversion("CASE \(value) WHEN true THEN 'true' WHEN false THEN 'false' END")
    case .day:
      return PostgreSQLConversion(
        "to_char(\(value), 'YYYY-MM-DD')", failure: PostgreSQLTimeConversion.beyond(value, old))
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

  /// Text that is JSON. `jsonb` has no NUL and no half of a surrogate pair.
  static func json(_ text: String) -> PostgreSQLConversion {
    let json = PostgreSQLMigrationFunction.json(text)
    return PostgreSQLConversion(json, failure: "\(json) IS NULL")
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
    let decimal = PostgreSQLMigrationFunction.decimal(text)
    return PostgreSQLConversion(decimal, failure: "\(decimal) IS NULL")
  }

  private static func real(_ text: String, _ bits: Int, _ type: String) -> PostgreSQLConversion {
    let number = PostgreSQLMigrationFunction.real(text)
    let failure = "\(number) IS NULL"
    return PostgreSQLConversion(
      "\(number)::\(type)", failure: bits < 64 ? "\(failure) OR \(PostgreSQLConversion.beyondFloat(number))" : failure,
      loss: "\(number)::\(type)::text::numeric <> \(number)")
  }
}
