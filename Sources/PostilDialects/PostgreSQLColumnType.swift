import PostilSchema
import PostilTranslation

/// PostgreSQL's types for column types.
///
///  column type | PostgreSQL | limited by |
/// |---|---|---|
/// | boolean | `boolean` | |
/// | integer of 8 bits | `smallint` | `BETWEEN … AND …` |
/// | integer of 16, 32, 64 bits | `smallint`, `integer`, `bigint` | |
/// | unsigned integer of 8, 16, 32 bits | `smallint`, `integer`, `bigint` | `BETWEEN … AND …` |
/// | unsigned integer of 64 bits | `numeric(20, 0)` | `BETWEEN … AND …` |
/// | real of 32 or 64 bits | `real`, `double precision` | |
/// | text | `text`, which is sorted as the database sorts; `text COLLATE "C"` in keys and with `@collate(binary)` | |
/// | text with `@collate(nocase)` | `citext` | |
/// | bytes | `bytea` | |
/// | timestamp, iso8601Milliseconds | `timestamptz` | |
/// | unixSeconds, unixMilliseconds | `bigint`, because they are declared as numbers | |
/// | julianDay, referenceDate | `double precision` | |
/// | day | `date` | |
/// | duration | `bigint`, because an `interval` has no nanoseconds | |
/// | decimal | `numeric` | the number of its digits, if the column limits them: `numeric(10, 2)` would round a value |
/// | uuid, uuidBytes | `uuid` | |
///  packed | `bytea` | a length that is a multiple of the element size |
/// | json | `jsonb`, an array of the elements' type: `bigint[]`, or `vector(3)` | |
///  any | not supported: a column holds values of one type | |
///
/// Source: PostgreSQL 15, chapter 8, "Data Types".
package enum PostgreSQLColumnType {
  /// The type of an expression over the column.
  package static func type(of type: ColumnType) -> PostgreSQLType {
    switch type {
    case .boolean: .boolean
    case .integer(let bits): .integer(bits: bits <= 16 ? 16 : bits <= 32 ? 32 : 64)
    case .unsignedInteger(let bits): bits < 64 ? .integer(bits: bits < 16 ? 16 : bits < 32 ? 32 : 64) : .numeric
    case .real(let bits): .real(bits: bits)
    case .text, .any: .text
    case .bytes, .packed: .bytes
    case .timestamp, .iso8601Milliseconds: .timestamp
    case .unixSeconds, .unixMilliseconds, .duration: .integer(bits: 64)
    case .julianDay, .referenceDate: .real(bits: 64)
    case .day: .date
    case .decimal: .numeric
    case .uuid, .uuidBytes: .uuid
    case .json: .json
    }
  }

  /// The type of an expression over the column, of an array or of a vector.
  static func type(of column: Column) -> PostgreSQLType {
    column.dimensions != nil ? .vector : column.elements.map { .array(of: type(of: $0)) } ?? type(of: column.type)
  }

  /// The type in a column's definition.
  static func name(of type: ColumnType) -> String {
    type == .unsignedInteger(bits: 64) ? "numeric(20, 0)" : self.type(of: type).name
  }

  /// The function that makes a range of two values. The end of a closed range of integers would overflow in its own type.
  static func range(of type: ColumnType, isClosed: Bool) -> String {
    switch self.type(of: type) {
    case .timestamp: "tstzrange"
    case .date: "daterange"
    case .integer(let bits) where !isClosed: bits < 64 ? "int4range" : "int8range"
    default: "numrange"
    }
  }

  /// The check that limits a column to the values of its type; `nil` if PostgreSQL's type does. `NULL` passes.
  static func check(of column: Column, named name: String) -> String? {
    switch column.type {
    case .integer(let bits) where ![16, 32, 64].contains(bits):
      "\(name) BETWEEN \(-(Int64(1) << Int64(max(1, bits) - 1))) AND \((Int64(1) << Int64(max(1, bits) - 1)) - 1)"
    case .unsignedInteger(let bits):
      "\(name) BETWEEN 0 AND \(bits < 64 ? (UInt64(1) << UInt64(max(1, bits))) - 1 : UInt64.max)"
    case .packed(let bytes) where bytes > 1: "octet_length(\(name)) % \(bytes) = 0"
    case .decimal:
      column.digits.map { digits in
        let bound = "1" + String(repeating: "0", count: digits.precision - digits.scale)
        return "\(name) = round(\(name), \(digits.scale)) AND abs(\(name)) < \(bound)"
      }
    default: nil
    }
  }
}
