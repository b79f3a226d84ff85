import Foundation
import Postil

/// Somebody with devices.
// @table
// @sync
struct Person: Identifiable, Hashable, Sendable {
  let id: UUID
  var name: String
}

/// A note of a person. Notes of the board are everybody's.
// @table
// @sync
struct Note: Identifiable, Hashable, Sendable, Codable {
  let id: UUID
  var ownerID: Person.ID  // @references(inverse: notes, onDelete: cascade)
  var title: String
  var text: String
  var priority: Int
  var isOnBoard = false  // @index
  var doneAt: Date?

  // @manyToMany(tags: Tag, inverse: notes)
}

/// A word that notes have in common.
// @table
// @sync
struct Tag: Identifiable, Hashable, Sendable {
  let id: UUID
  var name: String
}

extension Note.Draft {
  /// A note like any other.
  init(_ number: Int, of owner: Person, isOnBoard: Bool = false) {
    self.init(
      id: UUID(), ownerID: owner.id, title: "Note \(number)",
      text: "Ask what is left to do before the garden can be opened", priority: number % 5, isOnBoard: isOnBoard)
  }
}
