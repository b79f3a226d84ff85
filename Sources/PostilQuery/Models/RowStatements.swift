/// The statements that handle single rows of a model, fixed at build time.
///
/// `insert` binds a draft; `fetch` and `delete` the primary key; `update` what ``Model/bindUpdate(to:)`` binds;
/// `save` what ``Model/bindColumns(to:)`` binds.
public struct RowStatements: Sendable {
  /// Inserts a draft.
  public let insert: FixedStatement
  /// Selects every column of the row with a key.
  public let fetch: FixedStatement
  /// `nil` where the table has nothing that an update could set.
  public let update: FixedStatement?
  /// Inserts a row, or updates the one that has its key.
  public let save: FixedStatement
  /// Deletes the row with a key.
  public let delete: FixedStatement
  /// Whether `update` and `save` return the row: where the database fills columns, or where they may pass over a row.
  public let returnsRow: Bool

  /// The statements of one table.
  public init(
    insert: FixedStatement, fetch: FixedStatement, update: FixedStatement?, save: FixedStatement,
    delete: FixedStatement, returnsRow: Bool = false
  ) {
    self.insert = insert
    self.fetch = fetch
    self.update = update
    self.save = save
    self.delete = delete
    self.returnsRow = returnsRow
  }
}
