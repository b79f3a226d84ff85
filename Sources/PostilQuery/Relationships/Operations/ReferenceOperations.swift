// What references and one-to-one relationships do by ids alone: constants of the owner that hold the statements, fixed at build
// time, and are called as functions.

/// Sets a reference of a row. `Key` is optional where the reference is.
public struct _SetReference<Owner: Model, Key: KeyValue>: Sendable {
  /// Binds the key, then the row.
  public let statement: FixedStatement
  /// Checks that the row with the key isn't deleted by `@softDelete`.
  @usableFromInline let requireLive: (@Sendable (Key, any WriteTransaction) throws -> Void)?

  /// Sets by this statement.
  public init(_ statement: FixedStatement) {
    self.statement = statement
    requireLive = nil
  }

  /// Sets by this statement, to a row of a model with `@softDelete`.
  public init<Target: SoftDeletable>(_ statement: FixedStatement, to target: Target.Type) where Key == Target.ID {
    self.statement = statement
    requireLive = { key, db in try db.requireLive(Target.self, [key]) }
  }

  /// Sets by this statement, to a row of a model with `@softDelete`, or to `nil`.
  public init<Target: SoftDeletable>(_ statement: FixedStatement, to target: Target.Type) where Key == Target.ID? {
    self.statement = statement
    requireLive = { key, db in if let key { try db.requireLive(Target.self, [key]) } }
  }

  /// Sets the reference of the row with this id.
  /// - Throws: ``RecordNotFound`` if there is no such row, or the referenced row is deleted by `@softDelete`.
  @inlinable
  public func callAsFunction(_ key: Key, of owner: Owner.ID, in db: some WriteTransaction) throws {
    try requireLive?(key, db)
    try db.changing(Owner.self, [owner]) { db in try db.update(Owner.self, statement, key, owner) }
  }

  /// Sets the reference of a row, and returns the row with the same change.
  /// - Throws: ``RecordNotFound`` if there is no such row, or the referenced row is deleted by `@softDelete`.
  @inlinable
  public func callAsFunction(
    _ key: Key, of row: Owner, in db: some WriteTransaction, _ change: (inout Owner) -> Void
  ) throws -> Owner {
    try self(key, of: row.id, in: db)
    var changed = row
    change(&changed)
    return changed
  }
}

/// Makes a row the only one that references an owner.
public struct _SetMember<Owner: Model, Target: Model>: Sendable {
  /// Binds the owner and the row.
  public let statement: FixedStatement
  /// Binds the owner and the row, and releases the row that was the only one before; `nil` where it can't be released.
  public let others: FixedStatement?

  /// Sets by these statements.
  public init(_ statement: FixedStatement, others: FixedStatement? = nil) {
    self.statement = statement
    self.others = others
  }

  /// Makes a row the only one that references the owner.
  /// - Throws: ``RecordNotFound`` if there is no such row.
  @inlinable
  public func callAsFunction(_ target: Target.ID, of owner: Owner.ID, in db: some WriteTransaction) throws {
    try db.requireLive(Owner.self, [owner])
    guard let others else {
      return try db.changing(Target.self, [target]) { db in try db.update(Target.self, statement, owner, target) }
    }
    try db.savepoint {
      try db.execute(others, owner, target)
      try db.update(Target.self, statement, owner, target)
    }
  }
}
