import Foundation
import Postil

/// Something to do.
// @table
public struct Item: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String  // @check("length(title) > 0")
  public var dueAt: Date?  // @index
  public var done = false

  // @references(inverse: items, ordered, onDelete: cascade)
  public var projectID: Project.ID

  // @manyToMany(tags: Tag, inverse: items)
}
