import Foundation
import Postil

/// Something to do.
// @table
public struct Item: Codable, Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String  // @check("length(title) > 0")
  public var done = false

  // @manyToMany(tags: Tag, inverse: items)
}
