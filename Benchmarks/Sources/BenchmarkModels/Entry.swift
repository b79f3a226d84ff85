import Foundation
import Postil

/// Eight columns beside the key: two texts, two integers, a double, a boolean, an optional date and a reference.
// @table
public struct Entry: Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String
  public var note: String
  public var quantity: Int
  public var rank: Int32
  public var price: Double
  public var done = false
  public var dueAt: Date?

  // @references(inverse: entries, onDelete: cascade)
  public var folderID: Folder.ID

  // @manyToMany(tags: Tag, inverse: entries)
  // @hasMany(steps: Step, inverse: entry)
}
