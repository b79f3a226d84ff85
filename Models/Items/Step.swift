import Postil

/// One step of an item.
// @table
public struct Step: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String
  public var done = false

  // @references(onDelete: cascade)
  public var itemID: Item.ID
}
