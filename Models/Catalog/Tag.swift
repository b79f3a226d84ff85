import Postil

/// A debtag: a facet and a value, `role::program`.
// @table
public struct Tag: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
}
