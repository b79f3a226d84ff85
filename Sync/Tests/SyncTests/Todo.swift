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

/// A page that everybody reads and writes, with a column of each kind that is more than a value.
// @table
// @sync
// @fullText(title, text)
struct Page: Identifiable, Equatable, Sendable {
  let id: UUID
  var title: String
  var text: String
  var picture: Data?
  var labels: [String]  // @json
  var rank: Int?  // @merge(server)
  let version: Int  // @version
  let deletedAt: Date?  // @softDelete
}

/// How something looks, which several people change at once.
// @table
// @sync
struct Theme: Identifiable, Equatable, Sendable {
  let id: UUID
  var style: Style  // @json @merge(members)
  var sizes: [String: Decimal]?  // @json @merge(members)

  struct Style: Codable, Equatable, Sendable {
    var color: String
    var border: Border?
    var font: String?

    struct Border: Codable, Equatable, Sendable {
      var width: Int
      var isDashed: Bool
    }
  }
}
