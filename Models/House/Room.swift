import Postil

/// A room on a floor.
// @table
// @unique(floorID, name)
public struct Room: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String
  /// In square metres.
  public var area: Double = 12  // @check("area > 0")

  // @references(inverse: rooms, ordered, onDelete: cascade)
  public var floorID: Floor.ID

  // Doors open one way: through an exit of one room into another.
  // @manyToMany(exits: Room, inverse: entrances)
}
