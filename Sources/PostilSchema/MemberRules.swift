/// What triggers maintain and enforce for a to-many relationship whose members are the rows of a table.
public struct MemberRules: Hashable, Sendable {
  /// The owner's table and the relationship, in snake case: `project_items`.
  public var name: String
  /// The columns that reference the owner.
  public var columns: [String]
  /// The owner's table.
  public var owner: String
  /// The owner's columns that the reference leads to.
  public var ownerKey: [String]
  /// The column with the time when a member was deleted, if members are soft-deleted.
  public var deletion: String?
  /// The column with the time when an owner was deleted, if owners are soft-deleted.
  public var ownerDeletion: String?
  /// The position column of an ordered relationship.
  public var position: String?
  /// The fewest members that an owner can have.
  public var minimum: Int?
  /// The most members that an owner can have.
  public var maximum: Int?

  /// Creates rules that require nothing yet.
  public init(name: String, columns: [String], owner: String, ownerKey: [String]) {
    self.name = name
    self.columns = columns
    self.owner = owner
    self.ownerKey = ownerKey
  }
}
