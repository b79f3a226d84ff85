import Foundation

// Errors of properties and errors of SQL in one target: all are reported, unless the SQL uses the struct with an error.

// @table
struct Broken: Sendable {
  let id: ID
  var size: Sizze
  // @references
  var bookID: Book.ID
}

// @table
// @trigger("AFTER INSERT", do: "UPDATE book SET titel = 'x' WHERE id = NEW.id")
// @trigger("AFTER DELETE", do: "DELETE FROM broken WHERE book_id = OLD.id")
// @query(titles() -> String: "SELECT titel FROM book")
// @query(sizes() -> Int: "SELECT sise FROM broken")
// @query(count() -> String: "SELECT count(*) FROM book")
// @manyToMany(tags: Tagg)
struct Book: Sendable {
  let id: ID
  var title: String  // @check("lenght(title) > 0")
}

// @view("SELECT titel FROM book")
struct Title: Sendable {
  var titel: String
}

// @view("SELECT size FROM broken")
struct Size: Sendable {
  var size: Int
}

// @view("SELECT tag_id FROM book_tags")
struct Tagged: Sendable {
  var tagID: Int
}

// @view("SELECT count(*) AS count FROM size")
struct SizeCount: Sendable {
  var count: String
}

// @view("SELECT count(*) AS count FROM book")
struct BookCount: Sendable {
  var count: String
}
