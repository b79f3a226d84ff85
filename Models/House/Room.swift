import Postil

/// A room of a floor. It cannot be without monsters, nor be torn down while they are in it.
// @table
// @unique(floorID, name)
// @hasMany(monsters: Monster, inverse: room, min: 1, max: 13)
public struct Room: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  /// In square metres.
  public var area: Double = 12  // @check("area > 0")

  // @references(onDelete: cascade)
  public var floorID: Floor.ID

  // Doors open one way: through an exit of one room into another.
  // @manyToMany(exits: Room, inverse: entrances)
}
