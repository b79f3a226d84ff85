import Foundation
import Postil

/// Something to do.
// @table
struct Item: Codable, Hashable, Identifiable, Sendable {
  let id: ID  // the type Item.ID is generated
  var title: String  // @check("length(title) > 0")
  var dueAt: Date?  // @index
  var done = false

  // @references(inverse: items, onDelete: cascade)
  var projectID: Project.ID  // adds `project` to Item and `items` to Project

  // @manyToMany(tags: Tag, inverse: items)
}

// @table
struct Project: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}

// @table
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}
