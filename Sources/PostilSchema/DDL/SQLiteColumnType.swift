import PostilSQL

/// How SQLite stores each column type.
///
/// | column type | SQLite | limited by |
/// |---|---|---|
/// | boolean | `INTEGER` | `IN (0, 1)` |
/// | integer of 8, 16, 32 bits | `INTEGER` | `BETWEEN … AND …` |
/// | integer of 64 bits, duration, unixSeconds, unixMilliseconds | `INTEGER` | the type itself |
/// | unsigned integer of 64 bits | `ANY` | an integer up to `Int64.max`, above that a text of 20 digits, which sorts after every integer |
/// | real, julianDay, referenceDate | `REAL` | |
/// | text, timestamp, iso8601Milliseconds, uuid | `TEXT` | |
/// | decimal | `TEXT COLLATE "decimal"` | the number of its digits, if the column limits them |
/// | day | `TEXT` | `date(…)` returns it unchanged |
/// | json | `TEXT` | `json_valid(…)` |
/// | bytes | `BLOB` | |
/// | uuidBytes | `BLOB` | a length of 16 |
/// | any | `ANY` | |
/// | packed | `BLOB` | a length that is a multiple of the element size |
///
/// Source: SQLite, "STRICT Tables", "Datatypes In SQLite", sections 2 and 4.1 (comparison of storage classes), "Date And Time
/// Functions" and "JSON Functions And Operators"; the collation is that of SQLite's own decimal extension.
package enum SQLiteColumnType {
  /// The type's name in a `STRICT` table.
  package static func name(of type: ColumnType) -> String {
    switch type {
    case .boolean, .integer, .duration, .unixSeconds, .unixMilliseconds: "INTEGER"
    case .unsignedInteger(let bits): bits < 64 ? "INTEGER" : "ANY"
    case .real, .julianDay, .referenceDate: "REAL"
    case .text, .timestamp, .iso8601Milliseconds, .uuid, .decimal, .day, .json: "TEXT"
    case .bytes, .uuidBytes, .packed: "BLOB"
    case .any: "ANY"
    }
  }

  /// The default collation of a column.
  static func collation(of type: ColumnType) -> String? { type == .decimal ? "decimal" : nil }

  /// The check that limits a column to the values of its type; `nil` if SQLite's own type does. It allows `NULL`.
  package static func check(of column: Column, in table: String) -> Check? {
    guard let condition = condition(of: column) else { return nil }
    let name =
      column.type == .json
      ? ObjectName.json(of: table, column: column.name) : ObjectName.range(of: table, column: column.name)
    return Check(name: name, expression: condition)
  }

  private static func condition(of column: Column) -> String? {
    let name = SQLText.identifier(column.name)
    switch column.type {
    case .boolean:
      return "\(name) IN (0, 1)"
    case .integer(let bits) where bits < 64:
      let bound = Int64(1) << Int64(max(1, bits) - 1)
      return "\(name) BETWEEN \(-bound) AND \(bound - 1)"
    case .unsignedInteger(let bits) where bits < 64:
      return "\(name) BETWEEN 0 AND \((UInt64(1) << UInt64(max(1, bits))) - 1)"
    case .unsignedInteger:
      return """
        CASE typeof(\(name)) WHEN 'integer' THEN \(name) >= 0 WHEN 'text' THEN length(\(name)) = 20 \
        ELSE \(name) IS NULL END
        """
    case .day:
      // A date that doesn't exist, such as the 30th of February, is returned unchanged unless something is added to it.
      return "\(name) IS date(\(name), '+0 days')"
    case .json:
      // 'NULL' isn't valid JSON in SQLite.
      var check = "json_valid(\(name))"
      // The numbers of a vector aren't infinite, which would be texts.
      if let count = column.dimensions {
        check += " AND json_array_length(\(name)) = \(count) AND \(name) NOT GLOB '*[^][0-9.,eE+ -]*'"
      }
      return column.isNullable ? "\(name) IS NULL OR \(check)" : check
    case .uuidBytes:
      return "length(\(name)) = 16"
    case .packed(let bytes) where bytes > 1:
      return "length(\(name)) % \(bytes) = 0"
    case .decimal:
      // A comparison would need the collation, which other programs don't have.
      return column.digits.map { digits in
        """
        \(name) NOT GLOB '*[^-.0-9]*' AND length(\(name)) - instr(\(name) || '.', '.') <= \(digits.scale) \
        AND instr(ltrim(\(name), '-0') || '.', '.') <= \(digits.precision - digits.scale + 1)
        """
      }
    case .integer, .real, .text, .bytes, .timestamp, .iso8601Milliseconds, .uuid, .unixSeconds, .unixMilliseconds,
      .julianDay, .referenceDate, .duration, .packed, .any:
      return nil
    }
  }
}

/// SQLite's types as shown in messages.
public enum SQLiteTypeName {
  /// `TEXT COLLATE NOCASE`
  public static func of(_ column: Column) -> String {
    let name = SQLiteColumnType.name(of: column.type)
    return (column.collation ?? SQLiteColumnType.collation(of: column.type)).map { "\(name) COLLATE \($0)" } ?? name
  }
}
