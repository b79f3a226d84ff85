/// How the rows of one table reach those of another; generated, once for each side of a relationship.
///
/// `near` are columns of the owner, `far` columns of the target. Without a join table the owner's `near` columns equal the
/// target's `far` columns; with one, `near` equals the join table's `joinNear`, and `joinFar` equals `far`.
public struct Relationship<Owner: Model, Target: Model>: Sendable {
  /// The name of the property in Swift: `tags`.
  public let name: String
  public let near: [String]
  public let far: [String]
  public let join: JoinTable?
  /// Whether every owner has a target; only a to-one over a required reference is.
  public let isRequired: Bool

  /// A relationship over a foreign key on either side.
  public init(_ name: String, from near: [String], to far: [String], isRequired: Bool = false) {
    self.name = name
    self.near = near
    self.far = far
    self.join = nil
    self.isRequired = isRequired
  }

  /// A many-to-many relationship over a join table.
  public init(_ name: String, from near: [String], through join: JoinTable, to far: [String]) {
    self.name = name
    self.near = near
    self.far = far
    self.join = join
    self.isRequired = false
  }
}

/// The join table of a many-to-many relationship, seen from one side.
public struct JoinTable: Hashable, Sendable {
  public let table: String
  /// The columns that reference the owner.
  public let near: [String]
  /// The columns that reference the target.
  public let far: [String]

  public init(_ table: String, near: [String], far: [String]) {
    self.table = table
    self.near = near
    self.far = far
  }
}
