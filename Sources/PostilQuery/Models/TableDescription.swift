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
  /// The names of the columns that a new row needs a value for: those that cannot be `NULL` and have no default in the database.
  public let required: [String]
  /// The columns that the database fills whenever a row is written.
  public let filled: [FilledColumn]
  /// How the columns compare text that do not compare it byte by byte, by their names in the database.
  public let collations: [String: Collation]
  /// The column that says of a row that it is deleted, where there is one.
  let deletedAt: String?

  /// A table of these columns.
  public init(
    model: String, name: String, columns: [ColumnName], primaryKey: [String] = [], required: [String] = [],
    filled: [FilledColumn] = [], collations: [String: Collation] = [:]
  ) {
    self.model = model
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.required = required
    self.filled = filled
    self.collations = collations
    deletedAt = filled.lazy.compactMap { if case .deletedAt = $0.kind { $0.name } else { nil } }.first
  }
}
