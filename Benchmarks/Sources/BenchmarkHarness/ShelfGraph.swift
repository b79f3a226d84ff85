/// Shelves of books of pages.
package enum ShelfGraph {
  /// A sum over every row, which a child at the wrong parent changes.
  package static let sumSQL: StaticString = """
    SELECT sum(page.number * (book.id % 97) + length(page.text) + length(book.title) * (shelf.id % 89))
    FROM page JOIN book ON book.id = page.book_id JOIN shelf ON shelf.id = book.shelf_id
    """
}
