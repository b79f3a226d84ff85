import PostilSQL
import PostilTranslation

/// Functions that a migration creates for its connection, so that its checks are short enough to be read.
///
/// Each converts a value, and returns `NULL` for one that can't be converted: PostgreSQL 15 has no other way to ask, and a cast that fails
/// ends the query. They are in the connection's own schema, `pg_temp`, so nobody has to drop them.
enum PostgreSQLMigrationFunction: String, CaseIterable {
  /// Text as a point in time.
  case time
  /// Text as JSON.
  case json
  /// Bytes as text.
  case text
  /// Text as a decimal number.
  case decimal
  /// Text as a number that isn't too large for a floating-point number.
  case real
  /// A JSON array as an array of texts.
  case array

  private var name: String { "pg_temp.postil_\(rawValue)" }

  /// The call with an argument.
  func callAsFunction(_ argument: String) -> String { "\(name)(\(argument))" }

  /// The functions that an SQL text calls.
  static func called(in sql: String) -> [PostgreSQLMigrationFunction] {
    allCases.filter { sql.contains("\($0.name)(") }
  }

  /// The statement that creates it.
  var definition: String { definition(named: "\(PostgreSQLMigrationStatement.temporaryFunction)postil_\(rawValue)") }

  // MARK: - triggers

  /// The name of the function for triggers, which other connections call too.
  private var nameForTriggers: String { SQLText.identifier("postil_expand_\(rawValue)") }

  /// An expression with the functions for triggers.
  static func forTriggers(_ sql: String) -> String {
    called(in: sql).reduce(sql) { $0.replacing("\($1.name)(", with: "\($1.nameForTriggers)(") }
  }

  /// The functions for triggers that statements call.
  static func calledByTriggers(in statements: [String]) -> [PostgreSQLMigrationFunction] {
    allCases.filter { function in statements.contains { $0.contains("\(function.nameForTriggers)(") } }
  }

  var definitionForTriggers: String { definition(named: "CREATE FUNCTION \(nameForTriggers)") }
  var dropForTriggers: String { "DROP FUNCTION \(nameForTriggers)(\(parts.argument))" }

  private func definition(named beginning: String) -> String {
    let (argument, result, body) = parts
    return """
      \(beginning)(value \(argument)) RETURNS \(result) LANGUAGE plpgsql AS $$
      BEGIN
        \(body)
      EXCEPTION WHEN OTHERS THEN
        RETURN NULL;
      END
      $$
      """
  }

  private var parts: (argument: String, result: String, body: String) {
    switch self {
    case .time:
      // The forms that the runtime reads, in the years from 1 to 9999. The server checks the days.
      (
        "text", "timestamptz",
        """
        IF value !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?'
            '( *([Zz]|[+-](0[0-9]|1[0-4]):[0-5][0-9]))?)?$' THEN
            RETURN NULL;
          END IF;
          IF length(value) < 11 OR value !~ '([Zz]|[+-][0-9]{2}:[0-9]{2})$' THEN
            value := value || ' Z';
          END IF;
          RETURN CASE WHEN value::timestamptz >= '0001-01-01 00:00Z' AND value::timestamptz < '10000-01-01 00:00Z' THEN value END;
        """
      )
    case .json: ("text", "jsonb", "RETURN value::jsonb;")
    case .array:
      (
        "jsonb", "text[]",
        "RETURN CASE WHEN value IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements_text(value)) END;"
      )
    // UTF-8 without NUL.
    case .text: ("bytea", "text", "RETURN convert_from(value, 'UTF8');")
    case .decimal:
      // At most 38 digits, including those of an exponent.
      (
        "text", "numeric",
        """
        IF value !~ '^[+-]?([0-9]+([.][0-9]+)?|[.][0-9]+)([eE][+-]?[0-9]{1,3})?$'
            OR length(btrim(replace(value, '.', ''), '+-0')) > 38 THEN
            RETURN NULL;
          END IF;
          RETURN CASE WHEN abs(value::numeric) <= 1e165 AND (value::numeric = 0 OR abs(value::numeric) >= 1e-90) THEN value END;
        """
      )
    case .real:
      (
        "text", "numeric",
        """
        IF value !~ '^ *-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,3})? *$' THEN
            RETURN NULL;
          END IF;
          RETURN CASE WHEN abs(value::numeric) <= 1.7976931348623157e308 THEN value END;
        """
      )
    }
  }
}
