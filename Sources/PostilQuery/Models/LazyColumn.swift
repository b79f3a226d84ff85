/// Reads a column that isn't in the rows of a model, taking only an ID: `Photo.readData(of: photoID, in: db)` calls the constant
/// `Photo.readData` like a function.
public struct _ReadLazyColumn<Owner: Model, Value: ColumnValue>: Sendable {
  /// Binds the row.
  public let statement: FixedStatement

  /// Creates the operation from its statement.
  public init(_ statement: FixedStatement) { self.statement = statement }

  /// Returns the value in the row with this ID.
  /// - Throws: ``RecordNotFound`` if there is no such row.
  @inlinable
  public func callAsFunction(of owner: Owner.ID, in db: some ReadTransaction) throws -> Value {
    if db._scopes != nil { try db.requireInScope(Owner.self, [owner]) }
    let value: Value? = try db._unscoped.fetchFirst(statement) { binder in
      owner._bind(to: &binder)
    } read: { row in
      try row.read()
    }
    guard let value else { throw RecordNotFound(model: Owner.table.model, key: owner._boundValues) }
    return value
  }
}
