import Foundation
import Postil

/// Something to do.
// @table
struct Item: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  var dueAt: Date?
  var done = false

  // @references(inverse: items, onDelete: cascade)
  var projectID: Project.ID

  // @manyToMany(tags: Tag, inverse: items)
}
