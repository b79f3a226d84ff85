import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func insertGraph(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try Undo.digest {
          try store.write { db in
            try stopwatch.measure {
              for shelf in 0..<fixture.shelves { _ = try draft(of: shelf, fixture).insert(in: db) }
            }
            throw Undo(
              Digest(
                count: try Page.all.count(in: db), sum: try integer(RawSQL(stringLiteral: ShelfGraph.sumSQL), in: db)))
          }
        }
      }
    ]
  }

  /// A shelf with its books and their pages.
  private static func draft(of shelf: Int, _ fixture: Fixture) -> Shelf.Draft {
    Shelf.Draft(
      name: "shelf \(shelf)",
      books: (0..<fixture.booksOfShelf).map { book in
        .init(
          title: "book \(book)",
          pages: (0..<fixture.count).map { .init(number: $0, text: "the text of page \($0)") })
      })
  }
}
