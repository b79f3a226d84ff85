/// A unique key that an upsert can name as its conflict target, with the statement that inserts a draft or updates the row
/// that has the same key; it returns every column of the row.
public struct UniqueKey<Owner: Model>: Sendable {
  /// The statement; it binds a draft.
  public let upsert: FixedStatement

  /// The key that this statement names as its conflict target.
  public init(upsert: FixedStatement) { self.upsert = upsert }
}
