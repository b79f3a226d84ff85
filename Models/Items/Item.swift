import Foundation
import Postil

/// Something to do.
// @table
// @index(dueAt, priority)
// @index(title, where: "done = 0")
public struct Item: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  /// What is to be done, in a few words.
  public var title: String  // @check("length(title) > 0")
  public var dueAt: Date?
  public var priority: Priority = .normal
  public var done = false

  // @references(inverse: items, onDelete: cascade)
  public var projectID: Project.ID

  // @manyToMany(tags: Tag, inverse: items)
  // @hasMany(steps: Step, inverse: item, ordered, max: 20)
}

/// How soon an item matters.
public enum Priority: Int, Codable, Sendable {
  case low, normal, high
}
