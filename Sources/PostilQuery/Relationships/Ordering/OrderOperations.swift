// What ordered relationships do by ids alone: constants of the owner that are called as functions.

/// Inserts a member at an index.
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
}

/// Moves a member to another index.
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
}
