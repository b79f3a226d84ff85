import Postil

/// The card of a reader: one reader has one card at most.
// @table
struct Card: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var number: Int32  // @unique

  // @references(inverse: card, onDelete: cascade) @unique
  var readerID: Reader.ID
}

/// A department, which may be part of another one.
// @table
struct Department: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references(inverse: parts)
  var parentID: Department.ID?
}

// @table
// @hasMany(pages: Page, inverse: notebook)
// @hasOne(cover: Cover, inverse: notebook)
struct Notebook: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
}

// @table
struct Page: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String

  // @references(onDelete: cascade)
  var notebookID: Notebook.ID
}

// @table
struct Cover: Codable, Hashable, Sendable {
  // @primaryKey @references(onDelete: cascade)
  let notebookID: Notebook.ID
  var color: String
}

/// A book recommended to a reader: a pair with columns of its own.
// @table
struct Recommendation: Codable, Hashable, Sendable {
  // @primaryKey @references(inverse: recommendations, onDelete: cascade)
  let readerID: Reader.ID
  // @primaryKey @references(inverse: recommendations, onDelete: cascade)
  let bookID: Book.ID
  var reason: String
}
