import Postil

/// A list of items, such as one for the house and one for work.
// @table
public struct List: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
}
