/// The statements that handle single rows of a model, fixed at build time.
///
/// `insert` binds a draft; `fetch` and `delete` the primary key; `update` what ``Model/bindUpdate(to:)`` binds;
/// `save` every column.
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

  /// The statements of one table.
  public init(
    insert: FixedStatement, fetch: FixedStatement, update: FixedStatement?, save: FixedStatement, delete: FixedStatement
  ) {
    self.insert = insert
    self.fetch = fetch
    self.update = update
    self.save = save
    self.delete = delete
  }
}
