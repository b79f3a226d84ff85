import PostilSchema

/// One side of a relationship.
public struct ResolvedRelationship: Hashable, Sendable {
  /// The number of related rows, and the side that holds the foreign key.
  public enum Kind: Hashable, Sendable {
    /// The owner holds the foreign key: `item.project`.
    case toOne
    /// The target holds a unique foreign key: `item.profile`.
    case hasOne
    /// The target holds the foreign key: `project.items`.
    case hasMany
    /// A join table holds both: `item.tags`.
    case manyToMany
  }

  /// The kind of this side.
  public var kind: Kind
  /// `tags`
  public var name: String
  /// The target's name in Swift: `Tag`.
  public var target: String
  /// The annotation that declares it, for documentation: `@manyToMany(tags:)`, `@references on projectID`.
  public var origin: String
  /// For a to-one, the owner's properties that hold the key; for has-one and has-many, those of the target.
  public var keyProperties: [String]
  /// The owner's columns of the relationship.
  public var near: [String]
  /// The target's columns of the relationship.
  public var far: [String]
  /// The join table of a many-to-many relationship; `nil` for all others.
  public var join: ResolvedJoin?
  /// For a to-one, whether the reference is required. For has-one and has-many, whether the target's reference is
  /// required; members can then be moved or deleted, but not removed.
  public var isRequired: Bool
  /// Whether every property that holds the key is a `let` or part of the row's own key, so that members can't be moved.
  public var isLet: Bool = false
  /// What happens to the reference when the referenced row is deleted.
  public var onDelete: DeleteRule
  /// The relationship's name on the other side; `nil` if it has none.
  public var inverse: String?
  /// The order of a to-many relationship's members; `nil` if they are unordered.
  public var order: ResolvedOrder?
  /// The minimum and maximum number of members.
  public var arity = ResolvedArity()
  /// Whether the owner itself declares a to-many or has-one, so that its draft can contain the rows.
  public var isDrafted = false
  /// The source file with the annotation, if it is in another target than the owner. The code is written there.
  public var declaringPath: String?
}

/// The order of a to-many relationship's members.
public struct ResolvedOrder: Hashable, Sendable {
  /// The column that holds a member's position.
  public var column: String
  /// The table that has the column: the target's, or the join table.
  public var table: String
}

/// The minimum and maximum number of members of a relationship.
public struct ResolvedArity: Hashable, Sendable {
  /// The minimum number of members; `nil` if there is none.
  public var minimum: Int?
  /// The maximum number of members; `nil` if there is none.
  public var maximum: Int?
  /// The table of owners with too few members, if there is a minimum.
  public var unmet: String?
}

/// The join table of a many-to-many relationship, seen from the owner.
public struct ResolvedJoin: Hashable, Sendable {
  /// The name of the join table.
  public var table: String
  /// The columns that reference the owner.
  public var near: [String]
  /// The columns that reference the target.
  public var far: [String]
  /// The model that the table belongs to; `nil` if the table is created for the relationship.
  public var through: Through?

  /// A join table that belongs to a model.
  public struct Through: Hashable, Sendable {
    /// The model's name in Swift: `Tagging`.
    public var model: String
    /// Its properties that reference the owner, one for each property of the owner's key.
    public var near: [String]
    /// Its properties that reference the target.
    public var far: [String]

    /// The same join, seen from the other side.
    var reversed: Through { Through(model: model, near: far, far: near) }
  }
}
