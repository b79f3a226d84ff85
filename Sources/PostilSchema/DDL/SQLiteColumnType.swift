/// How SQLite stores what a column means.
///
/// | column type | SQLite | kept in range by |
/// |---|---|---|
/// | boolean | `INTEGER` | `IN (0, 1)` |
/// | integer of 8, 16, 32 bits | `INTEGER` | `BETWEEN … AND …` |
/// | integer of 64 bits | `INTEGER` | the type itself |
/// | unsigned integer of 64 bits | `ANY` | an integer up to `Int64.max`, above it a text of 20 digits, which sorts after every integer |
/// | real | `REAL` | |
/// | text, timestamp, uuid | `TEXT` | |
/// | bytes | `BLOB` | |
///
/// Source: SQLite, "STRICT Tables" and "Datatypes In SQLite", sections 2 and 4.1 (comparison of storage classes).
enum SQLiteColumnType {
  /// The type's name in a `STRICT` table.
  static func name(of type: ColumnType) -> String {
    switch type {
    case .boolean, .integer: "INTEGER"
    case .unsignedInteger(let bits): bits < 64 ? "INTEGER" : "ANY"
    case .real: "REAL"
    case .text, .timestamp, .uuid: "TEXT"
    case .bytes: "BLOB"
    }
  }

  /// The condition that keeps a column within what its type means; `nil` where SQLite's own type does. `NULL` passes.
  static func rangeCondition(of column: Column) -> String? {
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
    case .integer, .real, .text, .bytes, .timestamp, .uuid:
      return nil
    }
  }
}
