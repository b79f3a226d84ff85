import Postil

/// A word that is given to items.
// @table
public struct Tag: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique @check("length(name) > 0")
}
