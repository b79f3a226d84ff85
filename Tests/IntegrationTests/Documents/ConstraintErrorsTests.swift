import Foundation
import Postil
import Testing

/// The part of Docs/Errors.md about statements that the database refuses.
@Suite("The document on errors: constraints")
struct ConstraintErrorsTests {
  private let document: Document
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    document = try Document("Errors")
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  @Test("A unique violation is recognised as documented")
  func unique() throws {
    func add(_ label: String) throws -> Shelf? {
      do {
        return try store.write { db in try Shelf.Draft(label: label).insert(in: db) }
      } catch ConstraintViolation.unique(table: "shelf", columns: ["label"]) {
        return nil  // somebody else changed the row first
      }
    }
    #expect(try add("A1") == nil)
    #expect(try add("A2") != nil)

    let error = try #require(throws: ConstraintViolation.self) {
      try store.write { db in
        try Shelf.Draft(label: "A1").insert(in: db)
      }
    }
    document.expectShows(error)
    #expect(error == .unique(table: "shelf", columns: ["label"]))
  }

  @Test("An upsert avoids the unique violation")
  func upsert() throws {
    try store.write { db in
      let shelf = try Shelf.Draft(label: "A1").upsert(on: { $0.label }, in: db)  // the existing row

      #expect(shelf == library.shelf)
    }
  }

  @Test("An insert from a query without a required column fails as documented")
  func columnsNotSet() throws {
    let error = try #require(throws: QueryError.self) {
      try store.write { db in
        try Record.insert(from: Book.all, in: db) { record, book in [record.title.set(book.title)] }
      }
    }
    document.expectShows(error)
    #expect(error == .columnsNotSet(table: "record", columns: ["author", "copies"]))
  }

  @Test("A value of another type is refused as documented")
  func datatype() throws {
    let error = try #require(throws: ConstraintViolation.self) {
      try store.write { db in
        try Book.all.update(in: db) { [$0.title.set(SQLOperation(raw: "x'00'"))] }
      }
    }
    document.expectShows(error)
    #expect(error == .datatype(table: "book", column: "title", found: .blob))
  }

  @Test("A foreign key violation is reported in both directions")
  func foreignKey() throws {
    let deletion = try #require(throws: ConstraintViolation.self) {
      try store.write { db in
        try library.austen.delete(in: db)
      }
    }
    document.expectShows(deletion)
    #expect(deletion == .foreignKey(table: "author"))

    let insertion = try #require(throws: ConstraintViolation.self) {
      try store.write { db in
        try Book.Draft(title: "Lost", publishedIn: 1900, authorID: Author.ID(99)).insert(in: db)
      }
    }
    document.expectShows(insertion)
    #expect(insertion == .foreignKey(table: "book"))
  }

  @Test("A check violation is reported, for an annotated check and for a type's check")
  func check() throws {
    let empty = try #require(throws: ConstraintViolation.self) {
      try store.write { db in
        try Book.Draft(title: "", publishedIn: 1900, authorID: library.austen.id).insert(in: db)
      }
    }
    document.expectShows(empty)
    #expect(empty == .check(name: "book_title_check"))

    let range = try #require(throws: ConstraintViolation.self) {
      try store.write { db in
        try Book.all.update(in: db) { [$0.publishedIn.set($0.publishedIn * 1000)] }
      }
    }
    document.expectShows(range)
    #expect(range == .check(name: "book_published_in_range"))
  }

  @Test("NULL in a required column is refused")
  func notNull() throws {
    let error = try #require(throws: ConstraintViolation.self) {
      try store.write { db in
        try Book.all.update(in: db) { [$0.publishedIn.set(SQLOperation(raw: "nullif(\($0.publishedIn), 1815)"))] }
      }
    }
    document.expectShows(error)
    #expect(error == .notNull(table: "book", column: "published_in"))
  }
}
