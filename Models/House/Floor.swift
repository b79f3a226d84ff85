import Postil

/// A floor, which stays in its house for good, and its rooms as one walks past their doors.
// @table
// @unique(houseID, level)
// @hasMany(rooms: Room, inverse: floor, ordered, max: 20)
public struct Floor: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  /// 0 is the ground floor, cellars are below it.
  public var level: Int
  public var name: String

  // @references(onDelete: cascade)
  public let houseID: House.ID
}
