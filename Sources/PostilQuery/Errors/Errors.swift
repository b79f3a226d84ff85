/// A constraint of the schema refused a statement; the names are the model's.
public enum ConstraintViolation: Error, Hashable, Sendable {
  /// A row with the same value in these columns is there already.
  case unique(table: TableName, columns: [ColumnName])
  /// A row that is referenced does not exist, or a row that is still referenced would go.
  case foreignKey(table: TableName)
  /// The column takes no `NULL`.
  case notNull(table: TableName, column: ColumnName)
  /// A `CHECK` failed; `name` is the constraint's name in the schema.
  case check(name: String)
  /// A relationship would have fewer or more members than its annotation allows.
  case arity(relationship: String, count: Int)
}

/// The name of a table, with the model that it stores; two are equal when their names in the database are.
public struct TableName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the database: `item`.
  public let name: String
  /// The name in Swift: `Item`.
  public let model: String

  public init(_ name: String, model: String) {
    self.name = name
    self.model = model
  }

  public init(stringLiteral name: String) { self.init(name, model: name) }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { model }
}

extension ConstraintViolation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unique(let table, let columns):
      let names = columns.map { "\(table.model).\($0.property)" }.joined(separator: ", ")
      return "a row with the same \(names) exists already: fetch and update it, or use upsert"
    case .foreignKey(let table):
      return "\(table.model): a row that is referenced does not exist, or a row that is still referenced would be deleted"
    case .notNull(let table, let column):
      return "\(table.model).\(column.property) must have a value"
    case .check(let name):
      return "the check '\(name)' refused the row"
    case .arity(let relationship, let count):
      return "'\(relationship)' cannot have \(count) members"
    }
  }
}

/// No row has the primary key that was asked for.
public struct RecordNotFound: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name in Swift.
  public let model: String
  /// The key's columns.
  public let key: [Binding]

  public init(model: String, key: [Binding]) {
    self.model = model
    self.key = key
  }

  public var description: String {
    "no \(model) has the key (\(key.map { "\($0)" }.joined(separator: ", ")))"
  }
}

/// A column holds a value that its Swift type cannot be.
public struct ColumnDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column's name in the result.
  public let column: String
  /// The Swift type that was asked for.
  public let type: String
  /// What the column holds.
  public let found: StorageClass
  public let reason: String

  public init(column: String, type: String, found: StorageClass, reason: String) {
    self.column = column
    self.type = type
    self.found = found
    self.reason = reason
  }

  public var description: String { "column '\(column)' holds \(found.rawValue), which is no \(type): \(reason)" }
}

/// The engine refused a statement, for a reason that is no constraint of the schema.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
  /// The primary result code: 5 is `SQLITE_BUSY`. Source: SQLite, "Result and Error Codes".
  public let code: Int32
  public let extendedCode: Int32
  /// The engine's message.
  public let message: String
  /// The statement, `nil` where none was running.
  public let sql: String?
  /// The values bound to the statement; left out of ``description``, for they may be private.
  public let bindings: [Binding]

  public init(code: Int32, extendedCode: Int32, message: String, sql: String? = nil, bindings: [Binding] = []) {
    self.code = code
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
    self.bindings = bindings
  }

  public var description: String {
    "SQLite error \(code) (extended \(extendedCode)): \(message)" + (sql.map { ", in: \($0)" } ?? "")
  }
}
