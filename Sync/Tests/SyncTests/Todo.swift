import Foundation
import Postil

/// Somebody who has lists.
// @table
// @sync
struct User: Identifiable, Equatable, Sendable {
  let id: UUID
  var name: String  // @unique
}

/// A list of things, shared by its members.
// @table
// @sync
// @hasMany(items: Item, inverse: list, ordered)
// @manyToMany(members: User, inverse: lists)
struct TodoList: Identifiable, Equatable, Sendable {
  let id: UUID
  var title: String
  var color: String
  var timesOpened: Int = 0  // @merge(sum)
}

/// A thing to do.
// @table
// @sync
struct Item: Identifiable, Equatable, Sendable {
  let id: UUID
  var listID: TodoList.ID  // @references(onDelete: cascade)
  var text: String
  var isDone = false
  var note: String?
}
