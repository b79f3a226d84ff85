import Foundation
import Postil

/// Something to do.
// @table
struct Item: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // no such type is declared: Item.ID is generated
  var title: String  // @check("length(title) > 0")
  var dueAt: Date?  // @index
  var done = false

  // @references(inverse: items, onDelete: cascade)
  var listID: List.ID  // the to-one is `list`; List gains `items`

  // @manyToMany(tags: Tag, inverse: items)
}

// @table
struct List: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}

// @table
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}
