import Postil

/// A project that items belong to, such as the house or a trip.
// @table
public struct Project: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
}
