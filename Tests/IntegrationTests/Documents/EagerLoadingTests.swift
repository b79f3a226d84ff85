import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Queries.md: rows together with what they are related to.
@Suite("Eager loading")
struct EagerLoadingTests {
  private let document: Document
  private let store: SQLiteStore
  private let log = StatementLog()
  private let library: Library

  init() throws {
    document = try Document("Queries")
    store = try temporaryStore(tracedBy: log)
    library = try store.write { db in try Library(in: db) }
  }

  @Test("Rows are loaded with their relationships, with one statement for each")
  func rows() throws {
    try store.read { db in
      _ = log.drain()
      let old = Book.where { $0.publishedIn < 1900 }.order { $0.title }
      let books = try old.with { ($0.author, $0.shelf, $0.subjects) }.fetchAll(in: db)
      for (book, author, shelf, subjects) in books {
        print("\(book.title) by \(author.name), \(shelf?.label ?? "lent"): \(subjects.map(\.name))")
      }
      #expect(log.drain().count == 4)
      #expect(books.map { $0.0 } == [library.emma, library.odes])
      #expect(books.map { $0.1 } == [library.austen, library.keats])
      #expect(books.map { $0.2 } == [library.shelf, nil])
      #expect(books.map { $0.3 } == [[library.love], [library.love, library.nature]])
    }
  }

  @Test("Loaded relationships can be filtered, ordered, limited and nested")
  func narrowed() throws {
    try store.read { db in
      let authors = try Author.order { $0.name }
        .with { $0.books.where { !$0.isLent }.order { $0.publishedIn.descending }.limit(3) }
        .fetchAll(in: db)  // [(Author, [Book])]
      let shelves = try Shelf.with { $0.books.with { ($0.author, $0.subjects) } }
        .fetchAll(in: db)  // [(Shelf, [(Book, Author, [Subject])])]
      let loans = try Loan.with { ($0.book.author, $0.reader) }.fetchAll(in: db)  // [(Loan, Author, Reader)]
      #expect(authors.map { $0.1 } == [[library.emma], [library.odes]])
      #expect(shelves.count == 1 && shelves[0].1.count == 1 && loans.isEmpty)
      let (book, author, subjects) = try #require(shelves.first?.1.first)
      #expect(book == library.emma && author == library.austen && subjects == [library.love])
    }
  }

  @Test("Values of rows need no statement of their own, and those of members replace their rows")
  func values() throws {
    try store.read { db in
      _ = log.drain()
      let lines = try Author.order { $0.name }
        .with { ($0.books.count, $0.books.order { $0.title }.select { ($0.title, $0.shelf.label, $0.subjects.count) }) }
        .fetchAll(in: db)  // [(Author, Int, [(String, String?, Int)])]
      #expect(log.drain().count == 2)
      #expect(lines.map(\.0) == [library.austen, library.keats])
      #expect(lines.map(\.1) == [1, 1])
      #expect(lines.map { "\($0.2)" } == [#"[("Emma", Optional("A1"), 1)]"#, #"[("Odes", nil, 2)]"#])

      let books = try Author.order { $0.name }.with {
        $0.books.select {
          BookLine.Columns(
            title: $0.title, author: $0.author.name, shelf: $0.shelf.label, subjectCount: $0.subjects.count)
        }
      }
      .fetchAll(in: db)
      #expect(books[1].1 == [BookLine(title: "Odes", author: "John Keats", shelf: nil, subjectCount: 2)])
      #expect(throws: QueryError.self) { try Author.with { $0.books.select { $0.title.max() } }.fetchAll(in: db) }
      #expect(throws: QueryError.self) { try Author.with { _ in SQL.count() + 1 }.fetchAll(in: db) }

      let shelves = try Shelf.with { $0.books.with { ($0.author.name, $0.subjects.select { $0.name }) } }
        .fetchAll(in: db)
      #expect(shelves[0].1.map { "\($0.0.title) \($0.1) \($0.2)" } == [#"Emma Jane Austen ["love"]"#])
      let labels = try Book.order { $0.title }.with { $0.shelf.with { $0.label } }.fetchAll(in: db)
      #expect(labels.map { $0.1?.1 } == ["A1", nil])
      let pages = try Book.order { $0.title }.with { ($0.subjects.count, $0.author) }.page(size: 1).fetch(in: db)
      #expect(pages.rows.map(\.1) == [1] && pages.next != nil)
      var counts: [Int] = []
      try Book.order { $0.title }.with { $0.subjects.count }.forEach(in: db, batchSize: 1) { counts.append($0.1) }
      #expect(counts == [1, 2])
    }
  }

  @Test("Rows that are there already are loaded with their relationships, in their order")
  func rowsOfProgram() throws {
    try store.read { db in
      let books = [library.odes, library.emma, library.odes]
      let loaded = try Book.load(books, in: db) { ($0.author, $0.subjects) }  // [(Book, Author, [Subject])]
      #expect(loaded.map(\.0) == books)
      #expect(loaded.map(\.1) == [library.keats, library.austen, library.keats])
      #expect(loaded.map(\.2.count) == [2, 1, 2])
      #expect(try Book.load([], in: db) { $0.author }.isEmpty)
    }
  }

  @Test("The relationships of joined rows are loaded as documented")
  func joined() throws {
    try store.read { db in
      _ = log.drain()
      let pairs = try Book.join(Author.self) { book, author in book.authorID == author.id }
        .order { book, _ in book.title }
        .with { book, author in (book.subjects, author.books) }
        .fetchAll(in: db)  // [((Book, Author), [Subject], [Book])]
      for ((book, author), subjects, books) in pairs {
        print("\(book.title), one of \(books.count) books by \(author.name): \(subjects.map(\.name))")
      }
      #expect(log.drain().count == 3)
      #expect(pairs.map(\.0.0) == [library.emma, library.odes])
      #expect(pairs.map(\.0.1) == [library.austen, library.keats])
      #expect(pairs.map(\.1) == [[library.love], [library.love, library.nature]])
      #expect(pairs.map(\.2) == [[library.emma], [library.odes]])
    }
  }

  @Test("The statements are those in the document")
  func statements() throws {
    let statements = try Book.where { $0.isLent }.with { ($0.author, $0.subjects) }.statements()
    #expect(statements.count == 3)
    let all = try Book.with { $0.subjects }.statements()
    #expect(all.count == 2)
    for statement in statements.dropFirst() + all.dropFirst() {
      #expect(document.says(statement), "the document lacks: \(statement)")
    }
    let limited = try Shelf.with { $0.books.order { $0.title }.limit(3) }.statements()
    #expect(limited[1].contains(#"row_number() OVER (PARTITION BY t0."key" ORDER BY t1."title") AS "number" FROM"#))
    #expect(limited[1].hasSuffix(#" AS t2 WHERE t2."number" <= ?2 ORDER BY t2."key", t2."number""#))
  }

  @Test("No statement runs for a relationship that no row needs")
  func noParents() throws {
    try store.read { db in
      _ = log.drain()
      let none = try Book.where { $0.title == "Persuasion" }.with { ($0.author, $0.subjects) }.fetchAll(in: db)
      #expect(none.isEmpty)
      #expect(log.drain().count == 1)
      let unshelved = try Book.where { $0.shelfID == nil }.with { $0.shelf }.fetchAll(in: db)
      #expect(unshelved.map { $0.1 } == [nil])
      #expect(log.drain().count == 1)
      #expect(try Book.where { $0.title == "Persuasion" }.with { $0.author }.fetchOne(in: db) == nil)
      let first = try Book.order { $0.title }.with { $0.author }.fetchOne(in: db)
      #expect(first?.0 == library.emma && first?.1 == library.austen)
    }
  }

  @Test("A row can't load itself")
  func rowItself() throws {
    _ = try store.read { db in
      #expect(throws: QueryError.inclusionOfTheRowItself(table: "book")) {
        try Book.with { $0 }.fetchAll(in: db)
      }
    }
  }

  @Test("100,000 rows need as many statements as one row", arguments: [1, 1000, 100_000])
  func statementCounts(_ count: Int) throws {
    try store.write { db in
      try RawSQL(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= \(count))
        INSERT INTO department (id, name, parent_id) SELECT i, 'd' || i, CASE WHEN i > 1 THEN i / 2 END FROM n
        """
      ).execute(in: db)
    }
    try store.read { db in
      _ = log.drain()
      let rows = try Department.where { $0.parentID != nil }.with { ($0.parent, $0.parts) }.fetchAll(in: db)
      #expect(log.drain().count == 3)
      #expect(rows.count == count)
      let isRight = rows.allSatisfy { department, parent, parts in
        parent?.id == department.parentID && parts.allSatisfy { $0.parentID == department.id }
      }
      #expect(isRight)
      #expect(rows.reduce(0) { $0 + $1.2.count } == max(count - 2, 0))
    }
  }
}
