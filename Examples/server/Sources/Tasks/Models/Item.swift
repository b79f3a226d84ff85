import Foundation
import Postil

/// Something to do.
// @table
struct Item: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String  // @check("length(title) > 0")
  var dueAt: Date?  // @index
  var done = false

  // @references(inverse: items, onDelete: cascade)
  var projectID: Project.ID

  // @manyToMany(tags: Tag, inverse: items)
}
