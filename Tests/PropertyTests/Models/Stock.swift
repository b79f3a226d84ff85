import Foundation
import Postil

// Models of diverse shapes: columns of every common type, required and optional; references that are required, optional, and of a
// model to itself; a key of text; a many-to-many.

// @table
struct Shelf: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var label: String
  var floor: Int
  var width: Double?
  // @references(inverse: shelves)
  var keeperID: Person.ID?
}

// @table
struct Person: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var nick: String?
  var born: Int?
  var isMember: Bool
  // @references(inverse: juniors)
  var seniorID: Person.ID?
}

// @table
// @manyToMany(tags: Tag, inverse: books)
struct Book: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  var subtitle: String?
  var code: String  // @collate(nocase)
  var pages: Int
  var year: Int?
  var serial: Int
  var price: Double
  var discount: Double?
  var isLent: Bool
  var isRare: Bool?
  var addedAt: Date
  var dueAt: Date?
  var genre: Genre
  var mood: Mood?
  // @references(inverse: books, onDelete: cascade)
  var shelfID: Shelf.ID
  // @references(inverse: books)
  var ownerID: Person.ID?
  // @references(inverse: sequels)
  var prequelID: Book.ID?
}

enum Genre: String, Codable, CaseIterable, Sendable { case essay, novel, poetry }

enum Mood: Int, Codable, CaseIterable, Sendable {
  case dark = -1
  case bright = 1
  case mixed = 10
}

// @table
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var weight: Int?
}

// @table
struct Loan: Codable, Hashable, Identifiable, Sendable {
  let id: String
  var days: Int
  var fee: Double?
  var endedAt: Date?
  // @references(inverse: loans, onDelete: cascade)
  var bookID: Book.ID
  // @references(inverse: loans)
  var readerID: Person.ID?
}

/// What a query is made into, for conditions that come behind it.
// @projection
struct Line: Hashable, Sendable {
  let number: Int
  let text: String?
  let amount: Double
  let other: Int?
}
