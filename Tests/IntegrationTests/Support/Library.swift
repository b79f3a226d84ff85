import Foundation
import Postil

/// Rows for the documents' examples.
struct Library {
  let austen: Author
  let keats: Author
  let emma: Book
  let odes: Book
  let shelf: Shelf
  let love: Subject
  let nature: Subject
  let ann: Reader

  /// Fills a new database.
  init(in db: SQLiteWriteTransaction) throws {
    austen = try Author.Draft(name: "Jane Austen").insert(in: db)
    keats = try Author.Draft(name: "John Keats").insert(in: db)
    shelf = try Shelf.Draft(label: "A1").insert(in: db)
    emma = try Book.Draft(title: "Emma", isbn: "978", publishedIn: 1815, authorID: austen.id, shelfID: shelf.id)
      .insert(in: db)
    odes = try Book.Draft(title: "Odes", publishedIn: 1819, genre: .poetry, authorID: keats.id).insert(in: db)
    love = try Subject.Draft(name: "love").insert(in: db)
    nature = try Subject.Draft(name: "nature").insert(in: db)
    ann = try Reader.Draft(name: "Ann").insert(in: db)
    try emma.addToSubjects(love, in: db)
    try odes.addToSubjects(contentsOf: [love, nature], in: db)
  }
}
