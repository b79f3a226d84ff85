/// A constraint of the schema refused a statement; the names are the model's.
public enum ConstraintViolation: Error, Hashable, Sendable {
  /// A row with the same value in these columns is there already. A unique index over expressions alone has no columns.
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

extension ConstraintViolation: CustomStringConvertible {
  /// What was refused, and what to do about it.
  public var description: String {
    switch self {
    case .unique(let table, let columns) where columns.isEmpty:
      return "a row of \(table.model) with the same value in a unique index exists already"
    case .unique(let table, let columns):
      let names = columns.map { "\(table.model).\($0.property)" }.joined(separator: ", ")
      return "a row with the same \(names) exists already: fetch and update it, or use upsert"
    case .foreignKey(let table):
      return
        "\(table.model): a row that is referenced does not exist, or a row that is still referenced would be deleted"
    case .notNull(let table, let column):
      return "\(table.model).\(column.property) must have a value"
    case .check(let name):
      return "the check '\(name)' refused the row"
    case .arity(let relationship, let count):
      return "'\(relationship)' cannot have \(count) members"
    }
  }
}
