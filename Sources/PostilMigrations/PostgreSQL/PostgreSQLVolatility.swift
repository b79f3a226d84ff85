import PostilSQL

/// Expressions that have another value for each row.
enum PostgreSQLVolatility {
  private static let functions: Set<String> = [
    "gen_random_uuid", "random", "clock_timestamp", "nextval", "timeofday", "uuid_generate_v1", "uuid_generate_v4",
    "uuidv4",
    "uuidv7",
  ]

  /// Whether an expression calls one of the server's functions with another result for each call. As a default of a new column, it
  /// rewrites the table. Source: PostgreSQL 15, "ALTER TABLE", Notes.
  static func isVolatile(_ tokens: ArraySlice<SQLToken>) -> Bool { tokens.contains { $0.is(in: functions) } }
}
