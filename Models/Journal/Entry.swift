import Items
import Postil

/// A note about an item, which is a model of another target.
// @table
public struct Entry: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var text: String
  /// The priority of the item at that time.
  public var priority: Priority = .normal

  // @references(inverse: entries, onDelete: cascade)
  public let itemID: Item.ID

  // @manyToMany(words: Tag, inverse: entries)
}
