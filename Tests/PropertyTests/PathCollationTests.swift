import Foundation
import Postil
import Testing

/// A path in the condition of a join is a subquery, which SQLite doesn't compare by the collation of the column that it selects.
@Suite("Paths in join conditions")
struct PathCollationTests {
  @Test("A path in a join condition compares by the collation of the column on the left")
  func collation() throws {
    let store = try SQLiteStore.inMemory(schema: PropertiesSchema.self)
    try store.write { db in
      let senior = try Person.Draft(name: "Ann", nick: "A", isMember: true).insert(in: db)
      let keeper = try Person.Draft(name: "Ben", isMember: true, seniorID: senior.id).insert(in: db)
      let shelf = try Shelf.Draft(label: "Novels", floor: 1, keeperID: keeper.id).insert(in: db)
      for code in ["a", "A"] {
        try Book.Draft(
          title: code, code: code, pages: 1, serial: 1, price: 1, isLent: false, isRare: nil, addedAt: Date(),
          genre: .novel, mood: nil, shelfID: shelf.id
        ).insert(in: db)
      }
    }
    // 'nick' distinguishes upper and lower case, 'code' doesn't.
    let byNick = Book.join(Shelf.self) { book, shelf in shelf.keeper.senior.nick == book.code }
    let byCode = Book.join(Shelf.self) { book, shelf in book.code == shelf.keeper.senior.nick }
    let range = Book.join(Shelf.self) { book, shelf in shelf.keeper.senior.nick.between(book.code, book.code) }
    // An explicit collation decides, on either side.
    let explicit = Book.join(Shelf.self) { book, shelf in shelf.keeper.senior.nick == book.code.collated(.noCase) }
    let titles = try store.read { db in
      (
        nick: try byNick.select { book, _ in book.title }.fetchAll(in: db),
        code: try byCode.select { book, _ in book.title }.fetchAll(in: db),
        range: try range.select { book, _ in book.title }.fetchAll(in: db),
        explicit: try explicit.select { book, _ in book.title }.fetchAll(in: db)
      )
    }
    #expect(titles.nick == ["A"] && titles.range == ["A"])
    #expect(Set(titles.code) == ["a", "A"] && Set(titles.explicit) == ["a", "A"])
  }
}
