import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Queries.md: pages, and that they are exactly the rows of the whole order.
@Suite("Pagination of a store")
struct PagesTests {
  private let document: Document
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    document = try Document("Queries")
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  @Test("Pages follow each other as documented")
  func following() throws {
    try store.read { db in
      let old = Book.where { $0.publishedIn < 1900 }.order { ($0.publishedIn.descending, $0.title) }

      let page = try old.page(size: 1).fetch(in: db)  // Page<Book>
      let more = try old.page(after: page.next, size: 1).fetch(in: db)
      let back = try old.page(before: more.previous, size: 1).fetch(in: db)
      let last = try old.page(before: nil, size: 1).fetch(in: db)

      #expect(page.rows == [library.odes] && page.hasMore)
      #expect(more.rows == [library.emma] && !more.hasMore && more.next == nil)
      #expect(back.rows == page.rows && last.rows == more.rows)
      let sql = try old.page(after: page.next, size: 1).sql
      let shown = "FROM " + sql.split(separator: " FROM ")[1]
      #expect(document.says(shown), "the document lacks: \(shown)")
      let title = try Book.order { $0.title }.page(size: 1).fetch(in: db).next
      let single = try Book.order { $0.title }.page(after: title, size: 50).sql
      let condition = String(single[single.firstRange(of: "WHERE")!.lowerBound...])
      #expect(document.says(condition), "the document lacks: \(condition)")
    }
  }

  @Test("Pages can be read one after another")
  func loop() throws {
    let titles = try store.read { db in
      var titles: [String] = []
      var cursor: Cursor<Book>?
      repeat {
        let page = try Book.order { $0.title }.page(after: cursor, size: 50).fetch(in: db)
        titles += page.rows.map(\.title)
        cursor = page.next
      } while cursor != nil
      return titles
    }
    #expect(titles == ["Emma", "Odes"])
  }

  @Test("A limit for each group returns the first rows of each")
  func groups() throws {
    try store.write { db in
      try Book.Draft(title: "Persuasion", publishedIn: 1817, authorID: library.austen.id).insert(in: db)
      let newest = Book.order { $0.publishedIn.descending }.limit(1, per: { ($0.genre, $0.authorID) })
      #expect(try newest.fetchAll(in: db).map(\.title) == ["Odes", "Persuasion"])
      let page = try newest.page(size: 1).fetch(in: db)
      #expect(page.rows.map(\.title) == ["Odes"])
      #expect(try newest.page(after: page.cursors[0], size: 1).fetch(in: db).rows.map(\.title) == ["Persuasion"])
      #expect(try newest.where { $0.title == "Odes" }.delete(in: db) == 1)
      #expect(throws: QueryError.self) { try Book.all.limit(-1, per: { $0.genre }).rendered() }
    }
  }

  @Test("A cursor has the type of the rows of its page")
  func cursorTypes() throws {
    var shelfCursor: Cursor<(Book, Shelf?, [Subject])>?  // for pages of 'with { ($0.shelf, $0.subjects) }'
    var nameCursor: Cursor<(String, String)>?  // for pages of 'select { ($0.title, $0.author.name) }'
    var lineCursor: Cursor<BookLine>?  // for pages of a projection
    var titles: [[String]] = []
    repeat {
      let books = Book.order { $0.title }
      let page = try store.read { db in
        let shelves = try books.with { ($0.shelf, $0.subjects) }.page(after: shelfCursor, size: 1).fetch(in: db)
        let names = try books.select { ($0.title, $0.author.name) }.page(after: nameCursor, size: 1).fetch(in: db)
        let lines = try books.select {
          BookLine.Columns(
            title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
        }.page(after: lineCursor, size: 1).fetch(in: db)
        return (shelves, names, lines)
      }
      titles.append(page.0.rows.map(\.0.title) + page.1.rows.map(\.0) + page.2.rows.map(\.title))
      (shelfCursor, nameCursor, lineCursor) = (page.0.next, page.1.next, page.2.next)
    } while shelfCursor != nil
    #expect(titles == [["Emma", "Emma", "Emma"], ["Odes", "Odes", "Odes"]])
    #expect(nameCursor == nil && lineCursor == nil)
  }

  @Test("Projections, values, joined rows and rows with their relationships can be paged")
  func others() throws {
    try store.read { db in
      let shelves = Book.order { $0.title }.with { ($0.shelf, $0.subjects) }
      let first = try shelves.page(size: 1).fetch(in: db)  // Page<(Book, Shelf?, [Subject])>
      let names = Book.order { $0.author.name }.select { ($0.title, $0.author.name) }
      let second = try names.page(after: names.page(size: 1).fetch(in: db).next, size: 1).fetch(in: db)

      #expect(first.rows.map(\.0) == [library.emma] && first.rows[0].2 == [library.love])
      let rest = try shelves.page(after: first.next, size: 5).fetch(in: db)
      #expect(rest.rows.map(\.0) == [library.odes] && rest.rows[0].2.count == 2 && rest.next == nil)
      let before = try shelves.page(before: rest.start, size: 5).fetch(in: db)
      #expect(before.rows.map(\.0) == [library.emma] && before.rows[0].1 == library.shelf)
      #expect(second.rows.map(\.0) == ["Odes"] && second.rows.map(\.1) == ["John Keats"])
      let lines = Book.order { $0.title.descending }.select {
        BookLine.Columns(
          title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
      }
      let line = try lines.page(size: 1).fetch(in: db)
      #expect(line.rows.map(\.title) == ["Odes"])
      let next = try lines.page(after: line.next, size: 1).fetch(in: db)
      #expect(next.rows.map(\.title) == ["Emma"])
      let error = #expect(throws: QueryError.self) { try lines.order { $0.title }.page(size: 1).sql }
      #expect(error.map { "\($0)" }?.contains("order and page the model that it is made of before 'select'") == true)
    }
  }

  @Test("Only a signed cursor is accepted")
  func text() throws {
    let key = TestKey()
    let query = Book.order { $0.title }
    let page = try store.read { db in try query.page(size: 1).fetch(in: db) }
    let cursor = try #require(page.next)
    let text = cursor.text(signedBy: key)
    #expect(try Cursor<Book>(text, verifiedBy: key) == cursor)
    let error = #expect(throws: CursorError.self) { try Cursor<Book>(text + "A", verifiedBy: key) }
    #expect(error.map { "\($0)" } != nil)
    let errors = try Document("Errors")
    for error in [CursorError.malformed, .notVerified(rows: "Book")] {
      #expect(errors.says("\(error)"), "the document lacks: \(error)")
    }
  }

  @Test("A cursor of another order is refused with the documented message")
  func anotherOrder() throws {
    let errors = try Document("Errors")
    try store.read { db in
      let page = try Book.order { $0.title }.page(size: 1).fetch(in: db)
      let error = #expect(throws: QueryError.self) {
        try Book.order { $0.title.descending }.page(after: page.next, size: 1).fetch(in: db)
      }
      let text = error.map { "\($0)" } ?? ""
      #expect(errors.says(text), "the document lacks: \(text)")
      let limited = #expect(throws: QueryError.self) { try Book.limit(5).page(size: 1).fetch(in: db) }
      let reason = limited.map { "\($0)" } ?? ""
      #expect(errors.says(reason), "the document lacks: \(reason)")
    }
  }

  /// A code for tests alone: it keeps nobody from anything.
  private struct TestKey: CursorSigner {
    func authenticationCode(for message: [UInt8]) -> [UInt8] {
      let sum = message.reduce(UInt64(7)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      return (0..<16).map { UInt8(truncatingIfNeeded: sum >> (UInt64($0) * 4)) }
    }
  }
}
