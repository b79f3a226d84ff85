/// A relationship with a `min:`, and where its owners stand that have too few members.
///
/// The database itself refuses to end a transaction while there is one; this is for the error that says which.
public struct ArityCheck: Sendable {
  /// The relationship: `Item.steps`.
  public let relationship: String
  /// How many members an owner must have.
  public let minimum: Int
  /// One owner with too few: how many it has, then the columns of its key.
  public let owner: FixedStatement

  /// A check of one relationship.
  public init(_ relationship: String, minimum: Int, owner: FixedStatement) {
    self.relationship = relationship
    self.minimum = minimum
    self.owner = owner
  }
}
