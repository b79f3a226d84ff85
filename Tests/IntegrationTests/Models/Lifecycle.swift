import Foundation
import Postil

/// A fee that a reader has to pay.
// @table
struct Fee: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var days: Int64
  var centsPerDay: Int64
  // @generated("days * cents_per_day", stored) @index
  let cents: Int64
  let isLarge: Bool  // @generated("cents > 10000")
}

/// A text that several people edit.
// @table
struct Essay: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String  // @unique
  var text = ""
  let version: Int  // @version
  let createdAt: Date  // @createdAt
  let updatedAt: Date  // @updatedAt

  // @references(inverse: essays)
  var authorID: Author.ID?
}

/// A comment on a page.
// @table
struct Remark: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String
  let deletedAt: Date?  // @softDelete

  // @references(inverse: remarks, onDelete: cascade)
  var bookID: Book.ID
  // @references(inverse: answers)
  var answerToID: Remark.ID?
  // @manyToMany(marks: Mark, inverse: remarks)
}

/// A mark that remarks share.
// @table
struct Mark: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
  let version: Int32  // @version
  let updatedAt: Date  // @updatedAt
  let removedAt: Date?  // @softDelete

  // @references(inverse: favorite) @unique
  var remarkID: Remark.ID?
}

/// The settings of the library; there is only one row.
// @table
// @singleton
struct Settings: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var loanDays = 28

  // @references(inverse: favoredBy)
  var favoriteID: Book.ID?
}
