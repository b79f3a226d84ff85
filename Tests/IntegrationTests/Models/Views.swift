import Postil

/// A shelf, with the number of its books.
// @view("""
//   SELECT shelf.id, shelf.label, count(book.id), max(book.published_in)
//   FROM shelf LEFT JOIN book ON book.shelf_id = shelf.id
//   GROUP BY shelf.id
//   """)
struct ShelfSummary: Hashable, Sendable {
  // @references
  let shelfID: Shelf.ID
  let label: String
  let bookCount: Int
  let newest: Int16?
}

// @view("SELECT shelf_id, label FROM shelf_summary WHERE book_count = 0", name: "free_shelf")
struct EmptyShelf: Hashable, Identifiable, Sendable {
  // @column("shelf_id")
  let id: Shelf.ID
  let label: String
}

/// The number of books of each year.
// @view("SELECT published_in, count(*) FROM book GROUP BY published_in", materialized)
struct PublicationYear: Hashable, Identifiable, Sendable {
  // @column("published_in")
  let id: Int16
  let bookCount: Int
}
