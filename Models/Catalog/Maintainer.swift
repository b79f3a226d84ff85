import Postil

/// Who looks after packages: a person or a team.
// @table
// @unique(email, name)
public struct Maintainer: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  public var email: String  // @collate(nocase)
}
