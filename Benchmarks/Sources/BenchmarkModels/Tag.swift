import Postil

/// A word that entries share.
// @table
public struct Tag: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
}
