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
  /// A relationship would have more members than `max:` allows, or has fewer than `min:` asks for when the transaction ends.
  /// `count` is how many it has or would have; `owner` is the key of the row that it belongs to, empty where SQLite does not
  /// say which one a statement would have made too many members of.
  case arity(relationship: String, count: Int, bound: ArityBound, owner: [Binding])
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
    case .arity(let relationship, _, .maximum(let maximum), _):
      return "'\(relationship)' can have \(maximum) members and no more: remove one before another is added"
    case .arity(let relationship, let count, .minimum(let minimum), let owner):
      let key = owner.map(\.description).joined(separator: ", ")
      return "'\(relationship)' of \(key) has \(count) members and must have \(minimum) when the transaction ends: "
        + "add them in the same 'write'"
    }
  }
}
