import Foundation
import Postil
import Testing

/// Docs/Queries.md: joins, groups, combined and nested queries, run.
@Suite("The document on queries over several tables")
struct StatementsTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  @Test("Joins give the documented rows")
  func joins() throws {
    try store.read { db in
      let pairs = Book.join(Author.self) { book, author in book.authorID == author.id && book.title == author.name }
      let shelves = Shelf.leftJoin(rows: Book.where { $0.isLent }) { shelf, book in book.shelfID == shelf.id }
        .order { shelf, _ in shelf.label }

      let rows: [(Shelf, Book?)] = try shelves.fetchAll(in: db)
      let titles = try shelves.select { shelf, book in (shelf.label, book.title) }.fetchAll(in: db)

      let sameYear = Book.join(Book.self) { one, other in one.publishedIn == other.publishedIn && one.id < other.id }
      #expect(try pairs.count(in: db) == 0)
      #expect(rows.map(\.0.label) == ["A1"])
      #expect(rows.map(\.1) == [nil])
      #expect(titles.map(\.1) == [nil])
      #expect(try sameYear.exists(in: db) == false)
    }
  }

  @Test("Groups give the documented rows")
  func groups() throws {
    try store.read { db in
      let counts = Book.where { $0.publishedIn < 1900 }
        .group { $0.author.name }
        .having { _ in SQL.count() >= 1 }
        .order { _ in SQL.count().descending }
        .select { ($0.author.name, SQL.count(), $0.publishedIn.min()) }
      for (author, books, first) in try counts.fetchAll(in: db) { print(author, books, first ?? 0) }
      #expect(try counts.fetchAll(in: db).map(\.1) == [1, 1])
      let mixed = Book.group { $0.authorID }.select { ($0.title, SQL.count()) }
      #expect(throws: QueryError.columnNotGrouped(table: "book", column: "title")) { try mixed.fetchAll(in: db) }
    }
  }

  @Test("Rows and values selected together are the documented ones")
  func rowsWithValues() throws {
    try store.write { db in
      let counted = try Book.order { $0.title }.select { ($0, $0.subjects.count) }.fetchAll(in: db)  // [(Book, Int)]
      let placed = try Book.order { $0.title }.select { ($0.title, $0.author, $0.shelf) }
        .fetchAll(in: db)  // [(String, Author, Shelf?)]
      let lent = try Shelf.leftJoin(Book.self) { shelf, book in book.shelfID == shelf.id && book.isLent }
        .select { shelf, book in (shelf, book, book.subjects.count) }
        .fetchAll(in: db)  // [(Shelf, Book?, Int)]
      let authors = try Book.group { $0.author.id }.select { ($0.author, SQL.count(), $0.publishedIn.min()) }
        .order { author, count, _ in (count.descending, author.name) }
        .fetchAll(in: db)  // [(Author, Int, Int16?)]
      #expect(counted.map(\.0) == [library.emma, library.odes])
      #expect(counted.map(\.1) == [1, 2])
      #expect(placed.map(\.1) == [library.austen, library.keats])
      #expect(placed.map(\.2) == [library.shelf, nil])
      #expect(lent.map(\.0) == [library.shelf] && lent.map(\.1) == [nil] && lent.map(\.2) == [0])
      #expect(authors.map(\.0) == [library.austen, library.keats])
      #expect(authors.map(\.2) == [1815, 1819])
    }
  }

  @Test("Projections give the documented rows")
  func projections() throws {
    try store.read { db in
      let lines = Book.where { !$0.isLent }.select {
        BookLine.Columns(
          title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
      }
      let popular = try lines.where { $0.subjectCount > 1 }.order { $0.title }.fetchAll(in: db)  // [BookLine]
      #expect(popular == [BookLine(title: "Odes", author: "John Keats", shelf: nil, subjectCount: 2)])
      let latest = try Book.select { $0.publishedIn.max() }.fetchOnly(in: db)  // Int16?
      let genres = try Book.select { $0.genre }.distinct().order { $0 }.fetchAll(in: db)  // [Book.Genre]
      #expect(latest == 1819)
      #expect(genres == [.novel, .poetry])
    }
  }

  @Test("Combined queries give the documented rows")
  func compounds() throws {
    try store.read { db in
      let names = Author.select { $0.name }.union(Reader.select { $0.name }).order { $0 }.limit(20)
      let busy = Book.where { $0.isLent }.union(Book.where { $0.subjects.count > 1 }).order { $0.title }
      let found = try names.fetchAll(in: db)
      #expect(found == ["Ann", "Jane Austen", "John Keats"])
      #expect(try busy.fetchAll(in: db).map(\.title) == ["Odes"])
    }
  }

  @Test("Subqueries give the documented rows")
  func subqueries() throws {
    try store.read { db in
      let poets = Author.where { $0.id.in(Book.where { $0.genre == .poetry }.select { $0.authorID }) }
      let namesakes = Author.where { author in Reader.where { $0.name == author.name }.exists() }
      let newest = Book.where { book in
        book.publishedIn == SQL.scalar(Book.where { $0.authorID == book.authorID }.select { $0.publishedIn.max() })
      }
      let found = try poets.fetchAll(in: db)
      #expect(found.map(\.name) == ["John Keats"])
      #expect(try namesakes.exists(in: db) == false)
      #expect(try newest.count(in: db) == 2)
    }
  }

  @Test("Common table expressions give the documented rows")
  func commonTables() throws {
    try store.read { db in
      let lines = Book.select {
        BookLine.Columns(
          title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
      }.commonTable()
      let rivals = lines.join(rows: lines) { one, other in one.subjectCount < other.subjectCount }
      #expect(try rivals.fetchAll(in: db).map(\.1.title) == ["Odes"])

      let decades = Decade.recursive(from: Book.select { Decade.Columns(year: $0.publishedIn.min()) }) { above in
        above.where { $0.year < 1850 }.select { Decade.Columns(year: $0.year + 10) }
      }
      let years = try decades.fetchAll(in: db).map(\.year)
      #expect(years == [1815, 1825, 1835, 1845, 1855])
    }
  }
}
