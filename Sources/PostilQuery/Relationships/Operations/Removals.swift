/// Removes one member of a to-many relationship, taking only IDs; called like a function.
public struct _RemoveOne<Owner: Model, Target: Model>: Sendable {
  /// Binds the owner and the member.
  public let statement: FixedStatement

  /// Creates the operation from its statement.
  public init(_ statement: FixedStatement) { self.statement = statement }

  /// Removes a member. Returns `false` if the row wasn't a member.
  /// - Throws: ``RecordNotFound`` if the row is deleted by `@softDelete`.
  @inlinable @discardableResult
  public func callAsFunction(_ target: Target.ID, of owner: Owner.ID, in db: some WriteTransaction) throws -> Bool {
    try db.requireLive(Owner.self, [owner])
    try db.requireLive(Target.self, [target])
    return try db.changing(Target.self, [target]) { db in try db.execute(statement, owner, target) } > 0
  }
}

/// Releases the only row that references an owner, by the owner's id alone; called as a function.
public struct _RemoveOnly<Owner: Model>: Sendable {
  /// Binds the owner.
  public let statement: FixedStatement

  /// Removes by this statement.
  public init(_ statement: FixedStatement) { self.statement = statement }

  /// Releases the row; `false` if there was none.
  /// - Throws: ``RecordNotFound`` if the row is deleted by `@softDelete`.
  @inlinable @discardableResult
  public func callAsFunction(of owner: Owner.ID, in db: some WriteTransaction) throws -> Bool {
    try db.requireLive(Owner.self, [owner])
    return try db.execute(statement, owner) > 0
  }
}

/// Removes all members of a to-many relationship, taking only the owner's ID; called like a function.
public struct _RemoveAll<Owner: Model>: Sendable {
  /// Binds the owner.
  public let statement: FixedStatement

  /// Creates the operation from its statement.
  public init(_ statement: FixedStatement) { self.statement = statement }

  /// Removes all members; returns how many were removed.
  /// - Throws: ``RecordNotFound`` if the row is deleted by `@softDelete`.
  @inlinable @discardableResult
  public func callAsFunction(of owner: Owner.ID, in db: some WriteTransaction) throws -> Int {
    try db.requireLive(Owner.self, [owner])
    return try db.execute(statement, owner)
  }
}
