/// How rows of one table are related to rows of another. Generated once for each side of a relationship.
///
/// `near` are columns of the owner, and `far` are columns of the target. Without a join table, the owner's `near` columns equal
/// the target's `far` columns. With one, `near` equals the join table's `joinNear`, and `joinFar` equals `far`.
public struct Relationship<Owner: Queryable, Target: Model>: Sendable {
  /// The relationship without its types, used by sources and queries.
  let path: RelationshipPath

  /// The name of the property in Swift: `tags`.
  public var name: String { path.name }
  /// The columns of the owner.
  public var near: [String] { path.near }
  /// The columns of the target.
  public var far: [String] { path.far }
  /// The join table of a many-to-many relationship.
  public var join: _JoinTable? { path.join }
  /// Whether every owner has a target. Only a to-one relationship over a required reference is required.
  public var isRequired: Bool { path.isRequired }
  /// The column that orders the members, in the target's table or the join table; `nil` if they are unordered.
  public var order: String? { path.order }

  /// Creates a relationship over a foreign key on either side. If `hidesDeleted`, it doesn't lead to rows deleted by
  /// `@softDelete`; a reference does.
  public init(
    _ name: String, from near: [String], to far: [String], isRequired: Bool = false, orderedBy order: String? = nil,
    hidesDeleted: Bool = false
  ) {
    path = RelationshipPath(
      name: name, owner: Owner.table, target: Target.table, near: near, far: far, join: nil, isRequired: isRequired,
      order: order, hidesDeleted: hidesDeleted)
  }

  /// Creates a many-to-many relationship over a join table.
  public init(
    _ name: String, from near: [String], through join: _JoinTable, to far: [String], orderedBy order: String? = nil
  ) {
    path = RelationshipPath(
      name: name, owner: Owner.table, target: Target.table, near: near, far: far, join: join, isRequired: false,
      order: order)
  }

  init(path: RelationshipPath) { self.path = path }
}

extension Relationship where Owner == Target {
  /// The same relationship in the opposite direction: from a parent to its children.
  public var reversed: Self { Self(path: path.reversed) }
}

/// A relationship without its types. There is one object for each ``Relationship``, so that a step along it copies only
/// one reference.
package final class RelationshipPath: Sendable {
  let name: String
  let owner: _TableDescription
  package let target: _TableDescription
  let near: [String]
  let far: [String]
  let join: _JoinTable?
  let isRequired: Bool
  let order: String?
  /// Whether a deleted row at the end of the path counts as missing, as for a has-one relationship.
  let hidesDeleted: Bool

  package init(
    name: String, owner: _TableDescription, target: _TableDescription, near: [String], far: [String], join: _JoinTable?,
    isRequired: Bool, order: String? = nil, hidesDeleted: Bool = false
  ) {
    self.name = name
    self.owner = owner
    self.target = target
    self.near = near
    self.far = far
    self.join = join
    self.isRequired = isRequired
    self.order = order
    self.hidesDeleted = hidesDeleted
  }

  /// The same relationship in the opposite direction.
  var reversed: RelationshipPath {
    RelationshipPath(
      name: name, owner: target, target: owner, near: far, far: near,
      join: join.map { _JoinTable($0.table, near: $0.far, far: $0.near) }, isRequired: false)
  }

  /// Whether `other` leads from a row to the same rows.
  func isSame(as other: RelationshipPath) -> Bool {
    self === other
      || name == other.name && target.name == other.target.name && near == other.near && far == other.far
        && join == other.join
  }
}

/// The join table of a many-to-many relationship, seen from one side.
public struct _JoinTable: Hashable, Sendable {
  /// The name in the database.
  public let table: String
  /// The columns that reference the owner.
  public let near: [String]
  /// The columns that reference the target.
  public let far: [String]

  /// Creates a join table from its two references.
  public init(_ table: String, near: [String], far: [String]) {
    self.table = table
    self.near = near
    self.far = far
  }
}
