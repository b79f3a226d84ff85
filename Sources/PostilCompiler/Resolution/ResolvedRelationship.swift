import PostilSchema

/// One side of a relationship: what the owner can call.
public struct ResolvedRelationship: Hashable, Sendable {
  /// What a side can reach, and who holds the foreign key.
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

  /// What this side can reach.
  public var kind: Kind
  /// `tags`
  public var name: String
  /// The target's name in Swift: `Tag`.
  public var target: String
  /// The annotation that made it, for documentation: `@manyToMany(tags:)`, `@references on projectID`.
  public var origin: String
  /// For a to-one the names of the owner's properties that hold the key; for has-one and has-many those of the target.
  public var keyProperties: [String]
  /// The owner's columns on its end.
  public var near: [String]
  /// The target's columns on its end.
  public var far: [String]
  /// The join table of a many-to-many relationship, `nil` for all others.
  public var join: ResolvedJoin?
  /// For a to-one whether the reference is required; for has-one and has-many whether the target's reference is: then
  /// nothing can be removed, only moved or deleted.
  public var isRequired: Bool
  /// Whether the property that holds the key is a `let`: nothing can be moved.
  public var isLet: Bool = false
  /// What becomes of the reference when the row that it names is deleted.
  public var onDelete: DeleteRule
  /// The relationship's name on the other side, `nil` if it has none.
  public var inverse: String?
  /// How a to-many relationship's members are ordered, `nil` if they are not.
  public var order: ResolvedOrder?
  /// How many members there must and may be.
  public var arity = ResolvedArity()
  /// Whether the owner itself notes a has-many or has-one: then its draft can take the rows with it.
  public var isDrafted = false
  /// The source whose model notes it, if that is in another target than the owner: its code is written there.
  public var declaringPath: String?
}

/// The order of a to-many relationship's members.
public struct ResolvedOrder: Hashable, Sendable {
  /// The column that holds a member's position.
  public var column: String
  /// The table that has the column: the target's, or the join table.
  public var table: String
  /// The table that counts members by their positions.
  public var counts: String
}

/// How many members a relationship must and may have.
public struct ResolvedArity: Hashable, Sendable {
  /// The smallest number of members, `nil` if there is none.
  public var minimum: Int?
  /// The largest number of members, `nil` if there is none.
  public var maximum: Int?
  /// The table of owners that have too few, where there is a minimum.
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
  /// The model whose table it is, `nil` if the table is made for the relationship.
  public var through: Through?

  /// A join table that is a model's, with columns of its own.
  public struct Through: Hashable, Sendable {
    /// The model's name in Swift: `Tagging`.
    public var model: String
    /// Its properties that reference the owner: one, or one for each of the owner's key.
    public var near: [String]
    /// Its properties that reference the target.
    public var far: [String]

    /// The same, seen from the other side.
    var reversed: Through { Through(model: model, near: far, far: near) }
  }
}
