import Postil

/// A word that items share.
// @table
public struct Tag: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
}
