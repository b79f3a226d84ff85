import Postil

/// A shelf of books of pages: what a draft inserts as one graph.
// @table
public struct Shelf: Hashable, Identifiable, Sendable {
  public let id: ID
  public var name: String

  // @hasMany(books: Book, inverse: shelf)
}

/// A book on a shelf.
// @table
public struct Book: Hashable, Identifiable, Sendable {
  public let id: ID
  public var title: String

  // @references(onDelete: cascade)
  public var shelfID: Shelf.ID

  // @hasMany(pages: Page, inverse: book)
}

/// A page of a book.
// @table
public struct Page: Hashable, Identifiable, Sendable {
  public let id: ID
  public var number: Int
  public var text: String

  // @references(onDelete: cascade)
  public var bookID: Book.ID
}
