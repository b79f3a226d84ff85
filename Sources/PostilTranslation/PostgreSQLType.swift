/// The PostgreSQL type of an expression, as far as the translator needs it.
package indirect enum PostgreSQLType: Hashable, Sendable {
  case boolean
  /// `smallint`, `integer` and `bigint`, by the number of bits.
  case integer(bits: Int)
  case numeric
  case real(bits: Int)
  case text, bytes, timestamp, date, uuid, json
  /// A value in JSON, as `jsonb`; a JSON `null` is `NULL`. Its use decides on its type.
  case jsonValue
  /// The type of a column of arrays, and of what is stored in it. Other expressions read such a column as JSON.
  case array(of: PostgreSQLType)
  /// The type of a column of vectors, likewise.
  case vector
  /// The type of `NULL`, which matches every type.
  case null
  /// The type of the elements of a parameter's array, before their use has decided on it.
  case element(of: Int)

  /// The name of the type in DDL and casts.
  package var name: String {
    switch self {
    case .boolean: "boolean"
    case .integer(let bits): bits <= 16 ? "smallint" : bits <= 32 ? "integer" : "bigint"
    case .numeric: "numeric"
    case .real(let bits): bits <= 32 ? "real" : "double precision"
    case .text, .null, .element: "text"
    case .bytes: "bytea"
    case .timestamp: "timestamptz"
    case .date: "date"
    case .uuid: "uuid"
    case .json, .jsonValue: "jsonb"
    case .array(let element): "\(element.name)[]"
    case .vector: "vector"
    }
  }

  package var isNumber: Bool {
    switch self {
    case .integer, .numeric, .real: true
    default: false
    }
  }

  package var isInteger: Bool { if case .integer = self { true } else { false } }

  /// Whether values are arrays or vectors, which expressions read as JSON.
  var isArray: Bool { if case .array = self { true } else { self == .vector } }

  package var isReal: Bool { if case .real = self { true } else { false } }

  /// Whether the type says nothing about the types of other operands.
  var isOpen: Bool {
    switch self {
    case .null, .element, .jsonValue: true
    default: false
    }
  }
}
