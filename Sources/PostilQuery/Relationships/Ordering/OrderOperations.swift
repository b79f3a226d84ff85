// What ordered relationships do by ids alone: constants of the owner that are called as functions.

/// Where a member is put, as seen from another one.
public enum _MemberSide: Sendable {
  case before, after
}

/// Inserts a member.
public struct _InsertMember<Owner: Model, Target: Model>: Sendable {
  /// The order of the relationship.
  public let order: _RelationshipOrder<Owner, Target>

  /// Inserts by the statements of an order.
  public init(_ order: _RelationshipOrder<Owner, Target>) { self.order = order }

  /// Makes a row the member at `index`, wherever it was before.
  /// - Throws: the same errors as ``_RelationshipOrder/insert(_:at:of:in:)``.
  @inlinable
  public func callAsFunction(
    _ target: Target.ID, at index: Int, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    try order.insert(target, at: index, of: owner, in: db)
  }

  /// Makes a row the member before another one, wherever it was before.
  /// - Throws: ``RecordNotFound`` if the row doesn't exist, or the other one isn't a member; ``ConstraintViolation``
  @inlinable
  public func callAsFunction(
    _ target: Target.ID, before other: Target.ID, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    try order.insert(target, .before, other, of: owner, in: db)
  }

  /// Makes a row the member after another one, wherever it was before.
  /// - Throws: ``RecordNotFound`` if the row doesn't exist, or the other one isn't a member; ``ConstraintViolation``
  @inlinable
  public func callAsFunction(
    _ target: Target.ID, after other: Target.ID, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    try order.insert(target, .after, other, of: owner, in: db)
  }
}

/// Moves a member.
public struct _MoveMember<Owner: Model, Target: Model>: Sendable {
  /// The order of the relationship.
  public let order: _RelationshipOrder<Owner, Target>

  /// Moves by the statements of an order.
  public init(_ order: _RelationshipOrder<Owner, Target>) { self.order = order }

  /// Moves the member at index `source` to index `destination`.
  /// - Throws: ``OrderIndexOutOfRange``
  @inlinable
  public func callAsFunction(
    from source: Int, to destination: Int, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    try order.move(from: source, to: destination, of: owner, in: db)
  }

  /// Moves a member before another one.
  /// - Throws: ``RecordNotFound`` if one of the two isn't a member.
  @inlinable
  public func callAsFunction(
    _ target: Target.ID, before other: Target.ID, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    try order.move(target, .before, other, of: owner, in: db)
  }

  /// Moves a member after another one.
  /// - Throws: ``RecordNotFound`` if one of the two isn't a member.
  @inlinable
  public func callAsFunction(
    _ target: Target.ID, after other: Target.ID, of owner: Owner.ID, in db: some WriteTransaction
  ) throws {
    try order.move(target, .after, other, of: owner, in: db)
  }
}
