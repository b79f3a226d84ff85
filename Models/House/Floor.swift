import Postil

/// A floor of a house; it stays in its house for good.
// @table
// @unique(houseID, level)
public struct Floor: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  /// 0 is the ground floor, cellars are below it.
  public var level: Int
  public var name: String

  // @references(inverse: floors, onDelete: cascade)
  public let houseID: House.ID
}
