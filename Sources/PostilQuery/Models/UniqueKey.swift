/// A unique key that an upsert can name as its conflict target, with the statement that inserts a draft or updates the row
/// that has the same key; it returns every column of the row.
public struct UniqueKey<Owner: Model>: Sendable {
  /// The conflict target: `("title")`, or `("title") WHERE done = 0` of a partial index.
  public let target: FixedStatement
  /// The statement; it binds a draft.
  public let upsert: FixedStatement

  /// The key of this conflict target, which the statement names.
  public init(target: FixedStatement, upsert: FixedStatement) {
    self.target = target
    self.upsert = upsert
  }
}

/// What a model without unique keys can name in an upsert: nothing.
public struct NoUniqueKeys: Sendable {
  /// No key.
  @inlinable
  public init() {}
}

extension Model where UniqueKeys == NoUniqueKeys {
  /// None.
  @inlinable
  public static var uniqueKeys: NoUniqueKeys { NoUniqueKeys() }
}
