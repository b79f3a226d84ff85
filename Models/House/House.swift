import Postil

/// A house of rooms and monsters.
// @table
public struct House: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String  // @unique
  public var street: String?

  // @hasMany(floors: Floor, inverse: house, ordered)
}
