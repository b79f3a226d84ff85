import Foundation
import Postil
import Testing

/// Docs/Queries.md, "Building queries": queries are values that are made of each other.
@Suite("Composing queries")
struct CompositionTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  private func titles(_ query: Query<Book>) throws -> [String] {
    try store.read { db in try query.fetchAll(in: db) }.map(\.title)
  }

  @Test("Named parts of queries can be combined in any order")
  func pieces() throws {
    let shown = Book.all.published(in: 1800...1899).newestFirst.limit(10)
    #expect(try titles(shown) == ["Odes", "Emma"])
    #expect(try titles(.lent) == [])
  }

  @Test("A condition is a function of the columns, for rows, members and paths")
  func conditions() throws {
    let old = Book.where(isClassic)
    let authors = Author.where { $0.books.any(isClassic) }
    let loans = Loan.where { !isClassic($0.book) }

    let counts = try store.read { db in
      [try old.count(in: db), try authors.count(in: db), try loans.count(in: db)]
    }
    #expect(counts == [2, 2, 0])
  }

  @Test("Conditions can be added in a loop")
  func loops() throws {
    func search(_ words: [String]) -> Query<Book> {
      words.reduce(Book.all) { query, word in query.where { $0.title.containsIgnoringCase(word) } }
    }
    func titled(_ titles: [String]) -> Query<Book> {
      Book.where { book in
        titles.reduce(SQLPredicate(false)) { any, title in any || book.title.hasPrefix(title) }
      }
    }
    #expect(try titles(search(["e", "MM"])) == ["Emma"])
    #expect(try titles(search([])).count == 2)
    #expect(try titles(titled(["Od", "Per"])) == ["Odes"])
    #expect(try titles(titled([])) == [])
  }

  @Test("An order can be chosen at run time, and a query can be sent to another task")
  func orders() async throws {
    enum Sorting { case title, newest }

    func sorted(_ query: Query<Book>, by sorting: Sorting) -> Query<Book> {
      query.order { book -> Ordering in
        switch sorting {
        case .title: book.title.ascending
        case .newest: book.publishedIn.descending
        }
      }
    }
    let query = sorted(.all, by: .newest)
    let store = store
    let found = try await Task.detached { try store.read { db in try query.fetchAll(in: db) } }.value
    #expect(found.map(\.title) == ["Odes", "Emma"])
    #expect(try titles(sorted(.all, by: .title)) == ["Emma", "Odes"])
  }

  @Test("An order can be one of a list of names")
  func namedOrders() throws {
    struct UnknownColumn: Error { let name: String }
    let sortable: [String: @Sendable (Book.Columns) -> Ordering] = [
      "title": { $0.title.ascending }, "year": { $0.publishedIn.ascending }, "author": { $0.author.name.ascending },
    ]
    func books(sortedBy name: String) throws -> Query<Book> {
      guard let order = sortable[name] else { throw UnknownColumn(name: name) }
      return Book.order(order)
    }
    #expect(try titles(books(sortedBy: "author").reversed()) == ["Odes", "Emma"])
    #expect(throws: UnknownColumn.self) { try books(sortedBy: "isbn") }
  }

  @Test("A condition can depend on a value outside the query, and have alternatives")
  func alternatives() throws {
    _ = try store.write { db in try Book.where { $0.title == "Emma" }.update(in: db) { [$0.isLent.set(true)] } }
    func shown(isAdmin: Bool) -> Query<Book> {
      let shown = Book.where { if isAdmin { $0.title != "" } else { !$0.isLent } }
        .or { $0.publishedIn < 1800 }
      return shown.order { $0.title }
    }
    #expect(try titles(shown(isAdmin: true)) == ["Emma", "Odes"])
    #expect(try titles(shown(isAdmin: false)) == ["Odes"])
    #expect(try titles(shown(isAdmin: true).or { $0.title == "x" }.none()) == [])
    #expect(try titles(Book.all.or { $0.title == "x" }).count == 2)
    let limited = Book.order { $0.title }.limit(1).where { $0.isLent }.or { $0.title == "Odes" }
    #expect(try titles(limited) == ["Emma"])
  }

  @Test("A projection can contain constants")
  func constants() throws {
    try store.read { db in
      let unshelved = Book.where { $0.shelfID == nil }.select {
        BookLine.Columns(
          title: $0.title, author: $0.author.name, shelf: nil as String?, subjectCount: 0)
      }
      let lines = try unshelved.fetchAll(in: db)
      #expect(lines == [BookLine(title: "Odes", author: "John Keats", shelf: nil, subjectCount: 0)])
    }
  }

  @Test("A projection has no rows of its own")
  func projections() throws {
    func everything<Row: Queryable>(_ type: Row.Type) -> Query<Row> { Query<Row>() }
    let error = QueryError.projectionWithoutQuery(model: "BookLine")
    #expect(throws: error) { try everything(BookLine.self).rendered() }
    #expect(throws: error) { try everything(BookLine.self).where { $0.title == "Emma" }.order { $0.title }.rendered() }
    #expect(throws: error) { try Book.join(BookLine.self) { $0.title == $1.title }.select { $1.title }.rendered() }
    #expect(
      error.description
        == "the projection 'BookLine' has no table; make its rows with 'select', "
        + "as in 'Item.select { BookLine.Columns(…) }'")
  }

  @Test("Combined rows of models with @softDelete are deleted once, and restored if they are deleted")
  func combinedDeletion() throws {
    try store.write { db in
      let emma = library.emma.id
      for text in ["a", "b", "c", "d"] { try Remark.Draft(text: text, bookID: emma).insert(in: db) }
      try Remark.where { $0.text == "a" }.delete(in: db)
      let first = try Remark.withDeleted().where { $0.text == "a" }.fetchOnly(in: db)

      let both = Remark.withDeleted().where { $0.text < "c" }.union(Remark.where { $0.text == "c" })
      #expect(try both.count(in: db) == 3)
      #expect(try both.onlyDeleted().fetchAll(in: db) == [first])
      #expect(try both.onlyDeleted().delete(in: db) == 0)
      #expect(try both.delete(in: db) == 2)
      #expect(try Remark.withDeleted().where { $0.text == "a" }.fetchOnly(in: db) == first)
      #expect(try Remark.all.fetchAll(in: db).map(\.text) == ["d"])

      let bin = Remark.onlyDeleted().where { $0.text == "a" }.union(Remark.withDeleted().where { $0.text > "b" })
      #expect(try bin.restore(in: db) == 2)
      #expect(try Remark.order { $0.text }.fetchAll(in: db).map(\.text) == ["a", "c", "d"])
      #expect(try Remark.all.union(Remark.all).restore(in: db) == 0)
      #expect(try Remark.withDeleted().commonTable().restore(in: db) == 1)
      #expect(throws: QueryError.deletedRowsOfCombination(model: "Remark")) {
        try Remark.all.union(Remark.all).withDeleted().fetchAll(in: db)
      }
    }
  }

  @Test("The order and limit apply when rows are updated, deleted and restored")
  func limits() throws {
    try store.write { db in
      for text in ["a", "b", "c", "d", "e"] { try Remark.Draft(text: text, bookID: library.emma.id).insert(in: db) }
      #expect(try Remark.order { $0.text.descending }.limit(2).delete(in: db) == 2)
      #expect(try Remark.order { $0.text }.fetchAll(in: db).map(\.text) == ["a", "b", "c"])
      #expect(try Remark.order { $0.text }.limit(1, offset: 1).update(in: db) { [$0.text.set("B")] } == 1)
      #expect(try Remark.all.order { $0.text.descending }.limit(1).restore(in: db) == 1)
      #expect(try Remark.order { $0.text }.fetchAll(in: db).map(\.text) == ["B", "a", "c", "e"])
      #expect(try Remark.withDeleted().order { $0.text }.limit(2).deletePermanently(in: db) == 2)
      #expect(try Remark.withDeleted().order { $0.text }.fetchAll(in: db).map(\.text) == ["c", "d", "e"])
      #expect(try Remark.all.limit(0).delete(in: db) == 0)

      for title in ["x", "y", "z"] { try Essay.Draft(title: title).insert(in: db) }
      #expect(try Essay.order { $0.title.descending }.limit(2).update(in: db) { [$0.text.set("new")] } == 2)
      let essays = try Essay.order { $0.title }.fetchAll(in: db)
      #expect(essays.map(\.text) == ["", "new", "new"])
      #expect(essays[0].version < essays[1].version && essays[1].version == essays[2].version)
      #expect(try Essay.order { ($0.version.descending, $0.title) }.limit(1).delete(in: db) == 1)
      #expect(try Essay.order { $0.title }.fetchAll(in: db).map(\.title) == ["x", "z"])
      // A key of two columns, along a path.
      for day in 1...4 {
        try Loan.Draft(
          bookID: library.emma.id, lentAt: Date(timeIntervalSince1970: Double(day) * 86_400), readerID: library.ann.id
        ).insert(in: db)
      }
      let last = Loan.where { $0.book.title == "Emma" }.order { $0.lentAt.descending }.limit(2)
      #expect(try last.update(in: db) { [$0.returnedAt.set(SQL.now)] } == 2)
      #expect(try Loan.where { $0.returnedAt == nil }.order { $0.lentAt }.limit(1).delete(in: db) == 1)
      #expect(try Loan.order { $0.lentAt }.fetchAll(in: db).map { $0.returnedAt == nil } == [true, false, false])
    }
  }
}

extension Query where M == Book {
  /// The books that are lent.
  static var lent: Query<Book> { Book.where { $0.isLent } }

  /// These books, the newest first.
  var newestFirst: Query<Book> { order { $0.publishedIn.descending } }

  /// The books of these that were published in some years.
  func published(in years: ClosedRange<Int16>) -> Query<Book> { self.where { $0.publishedIn.in(years) } }
}

/// Whether a book is old and isn't an essay.
func isClassic(_ book: Book.Columns) -> SQLPredicate { book.publishedIn < 1900 && book.genre != .essay }
