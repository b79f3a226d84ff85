import Postil

/// A person's part in a title.
// @table
public struct CastInfo: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: castInfos)
  public var personID: Name.ID

  // @references(inverse: castInfos)
  public var movieID: Title.ID

  // @references(inverse: castInfos)
  public var personRoleID: CharName.ID?

  public var note: String?

  // @references(inverse: castInfos)
  public var roleID: RoleType.ID
}

/// A character.
// @table
public struct CharName: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @index
}

/// What a person does in a title: `actor`, `producer` and others.
// @table
public struct RoleType: Hashable, Identifiable, Sendable {
  public let id: ID
  public var role: String  // @unique
}

/// Whether the cast or the crew of a title is complete.
// @table
public struct CompleteCast: Hashable, Identifiable, Sendable {
  public let id: ID

  // @references(inverse: completeCasts)
  public var movieID: Title.ID

  // @references(inverse: casts)
  public var subjectID: CompCastType.ID

  // @references(inverse: statuses)
  public var statusID: CompCastType.ID
}

/// `cast` and `crew`, and how complete they are.
// @table
public struct CompCastType: Hashable, Identifiable, Sendable {
  public let id: ID
  public var kind: String  // @unique
}
