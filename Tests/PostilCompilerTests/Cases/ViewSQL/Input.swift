import Foundation

// @table
struct Item: Sendable {
  let id: ID
  var title: String
  var dueAt: Date?
}

// @view("""
//   SELECT title,
//     dueAt FROM item
//   """)
struct Late: Sendable {
  var title: String
  var dueAt: Date?
}

// @view("SELECT title FROM itm")
struct Misspelt: Sendable { var title: String }

// @view("SELECT \"titel\" FROM item")
struct Quoted: Sendable { var title: String }

// @view("SELECT id FROM item, late")
struct Clear: Sendable { var id: Int }

// @view("SELECT a.id FROM item AS a, item AS b WHERE title = ''")
struct Ambiguous: Sendable { var id: Item.ID }

// @view("SELECT lenght(title) FROM item")
struct Function: Sendable { var length: Int }

// @view("DELETE FROM item")
struct Deleting: Sendable { var title: String }

// @view("WITH x AS (SELECT 1) DELETE FROM item")
struct HiddenDeleting: Sendable { var title: String }

// @view("SELECT title FROM item WHERE")
struct Unfinished: Sendable { var title: String }
