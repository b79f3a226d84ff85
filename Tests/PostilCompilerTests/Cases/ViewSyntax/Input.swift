// @table
struct Item: Sendable {
  let id: ID
  var title: String
}

// @view("SELECT title FROM item; DROP TABLE item")
struct Several: Sendable { var title: String }

// @view("SELECT title FROM item WHERE id = ?1")
struct Parameter: Sendable { var title: String }

// @view("SELECT title FROM item -- all")
struct Remark: Sendable { var title: String }

// @view("")
struct Empty: Sendable { var title: String }

// @view
struct Bare: Sendable { var title: String }

// @view("SELECT title FROM item", nam: "x")
struct Misspelt: Sendable { var title: String }

// @view("SELECT title FROM item", name: "sqlite_titles")
struct Reserved: Sendable { var title: String }

// @view("SELECT title FROM item", name: "item")
struct Taken: Sendable { var title: String }

// @view("SELECT title FROM item")
struct Order: Sendable { var title: String }
