import Foundation
import Postil

// @table
struct Folder: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}

// @table
struct Tag: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}

/// Eight columns beside the key: two texts, two integers, a double, a boolean, an optional date and a reference.
// @table
struct Entry: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  var note: String
  var quantity: Int
  var rank: Int32
  var price: Double
  var done = false
  var dueAt: Date?

  // @references(inverse: entries, onDelete: cascade)
  var folderID: Folder.ID

  // @manyToMany(tags: Tag, inverse: entries)
}
