import Foundation
import GRDB
import Postil

/// A record of GRDB.
struct Author: Codable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var name: String
  static let databaseTableName = "author"
  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// A book, which has moved to Postil; the table `author` of its reference belongs to GRDB.
// @table
// @fullText(title)
// @manyToMany(tags: Tag, inverse: books, max: 3)
struct Book: Hashable, Identifiable, Sendable {
  let id: ID
  var title: String  // @unique @check("length(title) > 0")
  var price: Decimal?
  var cover: Data?
  var authorID: Int?
  var pages = 0
  let changedAt: Date  // @updatedAt
}

// @table
// @unique("lower(name)", name: "tag_name")
struct Tag: Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

// @table
struct Copy: Hashable, Identifiable, Sendable {
  let id: ID
  var shelf: String
  // @references(inverse: copies)
  var bookID: Book.ID
}
