/// A statement violates a constraint of the schema. The names are those of the model.
public enum ConstraintViolation: Error, Hashable, Sendable {
  /// A row with the same values in these columns already exists. A unique index of expressions has no columns.
  case unique(table: TableName, columns: [ColumnName])
  /// A referenced row doesn't exist, or a row that is still referenced would be deleted.
  case foreignKey(table: TableName)
  /// The column can't be `NULL`.
  case notNull(table: TableName, column: ColumnName)
  /// The column of a `STRICT` table can't store a value of this type; only your own SQL can cause this.
  case datatype(table: TableName, column: ColumnName, found: StorageClass)
  /// A `CHECK` failed; `name` is the constraint's name in the schema.
  case check(name: String)
  /// The range of the row overlaps that of another row, which the `@exclude` with this name forbids.
  case exclusion(name: String)
  /// A trigger refused the change: `message` is the text of its `RAISE(ABORT, 'text')`. On PostgreSQL, also that of `RAISE EXCEPTION`.
  case trigger(message: String)
  /// A relationship would have more members than `max:` allows, or has fewer than `min:` requires at the end of the
  /// transaction. `count` is the actual or attempted number. `owner` is the key of the row that has the relationship;
  /// it is empty if a statement would have exceeded `max:`, because SQLite doesn't report the owner.
  case arity(relationship: String, count: Int, bound: ArityBound, owner: [BoundValue])
}

extension ConstraintViolation: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .unique(let table, let columns) where columns.isEmpty:
      return "a row of \(table.model) with the same value in a unique index already exists"
    case .unique(let table, let columns):
      let names = columns.map { "\(table.model).\($0.property)" }.joined(separator: ", ")
      return "a row with the same \(names) already exists; fetch and update it, or use upsert"
    case .foreignKey(let table):
      return
        "\(table.model): \(table.cause?.description ?? "a referenced row doesn't exist, or a row that is still referenced would be deleted")"
    case .notNull(let table, let column):
      return "\(table.model).\(column.property) must have a value"
    case .datatype(let table, let column, let found):
      return
        "\(table.model).\(column.property) can't store a value of type \(found.rawValue); convert it with CAST, or bind a value "
        + "of another type"
    case .check(let name):
      return "the row violates the check '\(name)'"
    case .exclusion(let name):
      return "the range of the row overlaps that of another row, which '\(name)' excludes"
    case .trigger(let message):
      return message
    case .arity(let relationship, _, .maximum(let maximum), _):
      return "'\(relationship)' can have at most \(maximum) members; remove one before you add another"
    case .arity(let relationship, let count, .minimum(let minimum), let owner):
      let key = owner.map(\.description).joined(separator: ", ")
      return
        "'\(relationship)' of \(key) has \(count) members and needs at least \(minimum) when the transaction ends; add them in "
        + "the same 'write'"
    }
  }
}

/// The violated bound of a relationship's number of members.
public enum ArityBound: Hashable, Sendable {
  /// `min:`, checked at the end of the transaction.
  case minimum(Int)
  /// `max:`, checked by every statement.
  case maximum(Int)
}

/// The name of a table and of its model. Two names are equal if the names in the database are.
public struct TableName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the database: `item`.
  public let name: String
  /// The name in Swift: `Item`. For a table without a model, such as a join table, this is the name in the database.
  public let model: String
  /// The reason why a foreign key failed, if it is known. It isn't compared.
  package private(set) var cause: ForeignKeyCause?

  /// Creates the name of the table of a model.
  public init(_ name: String, model: String) {
    self.name = name
    self.model = model
  }

  /// Creates a name to compare with the one in an error.
  public init(stringLiteral name: String) { self.init(name, model: name) }

  /// Whether both have the same name in the database.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  /// Hashes the name in the database.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name in Swift.
  public var description: String { model }

  /// The same name for a foreign key that fails for this reason.
  package func with(_ cause: ForeignKeyCause?) -> TableName {
    var table = self
    table.cause = cause
    return table
  }
}

/// Why a foreign key fails.
package enum ForeignKeyCause: Sendable, CustomStringConvertible {
  /// A row that is written references a row that doesn't exist.
  case missing
  /// Rows of these models reference a row that is deleted, or whose key is changed.
  case referenced(by: [String], isDeleted: Bool)
  /// At the end of the transaction, a row references a row of this model that doesn't exist.
  case missingAtEnd(model: String)

  /// The reason, and what to do.
  package var description: String {
    switch self {
    case .missing:
      "a referenced row doesn't exist"
    case .referenced(let models, let isDeleted):
      "\(isDeleted ? "the row can't be deleted" : "the row's key can't be changed"), because a row of "
        + "\(models.joined(separator: " or ")) still references it; delete or change that row first"
    case .missingAtEnd(let model):
      "at the end of the transaction, a row references a row of \(model) that doesn't exist"
    }
  }
}
