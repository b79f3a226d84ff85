import Postil

/// A list of items.
// @table
public struct Project: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique @check("length(name) > 0")
}
