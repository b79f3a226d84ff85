/// A table or view and the Swift names of what is in it.
public struct TableDescription: Hashable, Sendable {
  /// The name of the Swift type: `Item`, or `Shop.Item` for a nested one.
  public let model: String
  /// The name in the database.
  public let name: String
  /// Every column, in the order of the table.
  public let columns: [ColumnName]
  /// The names of the primary key's columns; a view has none.
  public let primaryKey: [String]

  /// A table of these columns.
  public init(model: String, name: String, columns: [ColumnName], primaryKey: [String] = []) {
    self.model = model
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
  }
}
