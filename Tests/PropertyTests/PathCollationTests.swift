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

  @Test("An explicit collation inside a CASE isn't the one by which the CASE is compared")
  func collationInCase() throws {
    let store = try SQLiteStore.inMemory(schema: PropertiesSchema.self)
    try store.write { db in
      let shelf = try Shelf.Draft(label: "Novels", floor: 1).insert(in: db)
      try Book.Draft(
        title: "AB", code: "ab", pages: 1, serial: 1, price: 1, isLent: false, isRare: nil, addedAt: Date(),
        genre: .novel, mood: nil, shelfID: shelf.id
      ).insert(in: db)
    }
    // 'hasPrefix' compares by BINARY. 'code' ignores case, and 'title' doesn't.
    func count(_ condition: (Book.Columns) -> some SQLExpression<Bool>) throws -> Int {
      try store.read { db in try Book.where(condition).count(in: db) }
    }
    #expect(try count { $0.code == SQL.when($0.shelf.label.hasPrefix("x"), then: "y").otherwise($0.title) } == 1)
    #expect(try count { SQL.when($0.shelf.label.hasPrefix("x"), then: "y").otherwise($0.title) == $0.code } == 1)
    #expect(
      try count {
        $0.code.in(Book.all.select { SQL.when($0.shelf.label.hasPrefix("x"), then: "y").otherwise($0.title) })
      } == 1)
    #expect(
      try count {
        SQL.when($0.title.collated(.noCase) == "x", then: "y").otherwise($0.title) == "ab"
      } == 0)
    #expect(
      try count {
        $0.title.between(SQL.when($0.code.collated(.noCase) == "x", then: "y").otherwise("ab"), $0.shelf.label)
      } == 0)
  }
}
