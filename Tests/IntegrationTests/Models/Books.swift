import Foundation
import Postil

// @allow(nullableUnique, reason: "old books have no number")
/// A book that the library owns.
// @table
// @index(title, publishedIn.descending)
struct Book: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  /// As on the cover.
  var title: String  // @check("length(title) > 0")
  var isbn: String?  // @unique
  var publishedIn: Int16
  var genre: Genre = .novel
  var isLent = false

  // @references(inverse: books, onDelete: deny)
  var authorID: Author.ID

  // @references(inverse: books)
  var shelfID: Shelf.ID?

  // @manyToMany(subjects: Subject, inverse: books)

  enum Genre: String, Codable, Sendable {
    case novel, poetry, essay
  }
}

// @table
struct Author: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var bornOn: Date?
}

// @table
struct Shelf: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var label: String  // @unique
}

// @allow(missingInverse, reason: "the same in both directions")
// @table
struct Subject: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique @collate(nocase)

  // @manyToMany(related: Subject)
}
