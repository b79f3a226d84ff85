/// Removes one member of a to-many relationship, by ids alone; called as a function.
public struct _RemoveOne<Owner: Model, Target: Model>: Sendable {
  /// Binds the owner and the member.
  public let statement: FixedStatement

  /// Removes by this statement.
  public init(_ statement: FixedStatement) { self.statement = statement }

  /// Removes a member; `false` if it was none.
  @inlinable @discardableResult
  public func callAsFunction(_ target: Target.ID, of owner: Owner.ID, in db: some WriteTransaction) throws -> Bool {
    try db.execute(statement, owner, target) > 0
  }
}

/// Removes all members of a to-many relationship, by the owner's id alone; called as a function.
public struct _RemoveAll<Owner: Model>: Sendable {
  /// Binds the owner.
  public let statement: FixedStatement

  /// Removes by this statement.
  public init(_ statement: FixedStatement) { self.statement = statement }

  /// Removes all members; returns how many there were.
  @inlinable @discardableResult
  public func callAsFunction(of owner: Owner.ID, in db: some WriteTransaction) throws -> Int {
    try db.execute(statement, owner)
  }
}
