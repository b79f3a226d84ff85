import BenchmarkHarness
import GRDB

private struct Shelf: MutablePersistableRecord {
  static let databaseTableName = "shelf"
  var id: Int64?
  var name: String

  func encode(to container: inout PersistenceContainer) { container["name"] = name }
  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

private struct Book: MutablePersistableRecord {
  static let databaseTableName = "book"
  var id: Int64?
  var title: String
  var shelfID: Int64?

  func encode(to container: inout PersistenceContainer) {
    container["title"] = title
    container["shelf_id"] = shelfID
  }
  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

private struct Page: MutablePersistableRecord {
  static let databaseTableName = "page"
  var number: Int
  var text: String
  var bookID: Int64?

  func encode(to container: inout PersistenceContainer) {
    container["number"] = number
    container["text"] = text
    container["book_id"] = bookID
  }
}

extension WithGRDB {
  package static func insertGraph(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.undo { db in
          try stopwatch.measure {
            for shelfNumber in 0..<fixture.shelves {
              var shelf = Shelf(name: "shelf \(shelfNumber)")
              try shelf.insert(db)
              for bookNumber in 0..<fixture.booksOfShelf {
                var book = Book(title: "book \(bookNumber)", shelfID: shelf.id)
                try book.insert(db)
                for number in 0..<fixture.count {
                  var page = Page(number: number, text: "the text of page \(number)", bookID: book.id)
                  try page.insert(db)
                }
              }
            }
          }
          return Digest(
            count: try Page.fetchCount(db), sum: UInt64(try Int64.fetchOne(db, sql: ShelfGraph.sumSQL.description) ?? 0)
          )
        }
      }
    ]
  }
}
