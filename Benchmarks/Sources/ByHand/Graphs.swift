import BenchmarkHarness
import SystemSQLite

extension ByHand {
  package static func insertGraph(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let connection = session.connection
    let shelf = try connection.prepare("INSERT INTO shelf (name) VALUES (?1)")
    let book = try connection.prepare("INSERT INTO book (title, shelf_id) VALUES (?1, ?2)")
    let page = try connection.prepare("INSERT INTO page (number, text, book_id) VALUES (?1, ?2, ?3)")
    return [
      Trial { stopwatch in
        try session.undo {
          try stopwatch.measure {
            for shelfNumber in 0..<fixture.shelves {
              shelf.bind("shelf \(shelfNumber)", at: 1)
              try shelf.run(on: connection)
              let shelfID = sqlite3_last_insert_rowid(connection.handle)
              for bookNumber in 0..<fixture.booksOfShelf {
                book.bind("book \(bookNumber)", at: 1)
                sqlite3_bind_int64(book, 2, shelfID)
                try book.run(on: connection)
                let bookID = sqlite3_last_insert_rowid(connection.handle)
                for number in 0..<fixture.count {
                  sqlite3_bind_int64(page, 1, Int64(number))
                  page.bind("the text of page \(number)", at: 2)
                  sqlite3_bind_int64(page, 3, bookID)
                  try page.run(on: connection)
                }
              }
            }
          }
          return Digest(
            count: Int(try connection.integer("SELECT count(*) FROM page")),
            sum: UInt64(try connection.integer(ShelfGraph.sumSQL.description)))
        }
      }
    ]
  }
}
