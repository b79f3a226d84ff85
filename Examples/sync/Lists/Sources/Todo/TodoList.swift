import Foundation
import Postil

/// A list of things, shared by its members.
// @table
// @sync
// @hasMany(items: Item, inverse: list, ordered)
// @manyToMany(members: User, inverse: lists)
public struct TodoList: Identifiable, Hashable, Sendable {
  public let id: UUID
  public var title: String
}
