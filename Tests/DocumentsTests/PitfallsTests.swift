import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Pitfalls.md: what made SwiftData painful, a test a row, each asserting what a person would notice.
@Suite("Pitfalls")
struct PitfallsTests {
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  @Test("a committed write is in the file, and one that threw changed nothing")
  func noAutosave() throws {
    struct Interruption: Error {}
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    try store.write { db in _ = try Shelf.Draft(label: "A1").insert(in: db) }
    #expect(try file.rows("SELECT label FROM shelf") == [["A1"]])  // as another program sees it, at once
    #expect(throws: Interruption.self) {
      try store.write { db in
        _ = try Shelf.Draft(label: "A2").insert(in: db)
        throw Interruption()
      }
    }
    #expect(try file.rows("SELECT label FROM shelf") == [["A1"]])
  }

  @Test("a 'let' reference is set once and never updated")
  func constantReference() throws {
    try store.write { db in
      let loan = try Loan.Draft(bookID: library.emma.id, lentAt: .now, readerID: library.ann.id).insert(in: db)
      let bea = try Reader.Draft(name: "Bea").insert(in: db)
      let returned = Date(timeIntervalSince1970: 1_800_000_000)
      let forged = Loan(bookID: loan.bookID, lentAt: loan.lentAt, readerID: bea.id, returnedAt: returned)
      try forged.update(in: db)
      try forged.save(in: db)
      let stored = try Loan.find(loan.id, in: db)
      #expect(stored.readerID == library.ann.id)
      #expect(stored.returnedAt == returned)
      #expect(try library.ann.loans.fetchAll(in: db) == [stored])
    }
  }

  @Test("a required relationship is never nil, in Swift or in the database")
  func requiredRelationship() throws {
    try store.write { db in
      let author: Author = try library.emma.author(in: db)
      #expect(author == library.austen)
      #expect(throws: ConstraintViolation.foreignKey(table: "author")) { try library.austen.delete(in: db) }
      #expect(throws: ConstraintViolation.foreignKey(table: "book")) {
        try Book.Draft(title: "Lost", publishedIn: 1900, authorID: Author.ID(99)).insert(in: db)
      }
      #expect(throws: (any Error).self) {
        try db.execute(RenderedStatement(sql: "UPDATE book SET author_id = NULL"))
      }
      #expect(try Book.where { $0.author.name != "" }.count(in: db) == 2)
    }
  }

  @Test("a model is a value that needs no store: it can be created, compared, hashed and encoded anywhere")
  func values() throws {
    let emma = Book(
      id: Book.ID(1), title: "Emma", isbn: nil, publishedIn: 1815, authorID: Author.ID(1), shelfID: nil)
    var copy = emma
    copy.title = "Persuasion"
    #expect(emma.title == "Emma")
    #expect(Set([emma, emma, copy]).count == 2)
    #expect(try JSONDecoder().decode(Book.self, from: JSONEncoder().encode(emma)) == emma)
    let draft = Book.Draft(title: "Emma", publishedIn: 1815, authorID: Author.ID(1))
    #expect(try JSONDecoder().decode(Book.Draft.self, from: JSONEncoder().encode(draft)) == draft)
  }

  @Test("adding to a relationship is one statement and loads nothing, for any size of the relationship")
  func additions() throws {
    let log = StatementLog()
    let store = try temporaryStore(tracedBy: log)
    try store.write { db in
      let library = try Library(in: db)
      try Subject.insert((0..<20_000).map { Subject.Draft(name: "subject \($0)") }, in: db)
      let subjects = try Subject.where { $0.name.hasPrefix("subject ") }.fetchAll(in: db)
      try library.emma.addToSubjects(contentsOf: subjects.prefix(19_000), in: db)
      let added = try log.count {
        for subject in subjects.suffix(1_000) { try library.emma.addToSubjects(subject, in: db) }
      }
      #expect(added == 1_000)
      let all = try log.count { try library.odes.addToSubjects(contentsOf: subjects, in: db) }
      #expect(all == 1)
      #expect(try Book.where { $0.subjects.count == 20_001 }.fetchAll(in: db).map(\.title) == ["Emma"])
    }
  }

  @Test("rows are streamed: the first is available before the last is read")
  func streaming() throws {
    struct Enough: Error {}
    try store.write { db in
      try Subject.insert((0..<100_000).map { Subject.Draft(name: "subject \($0)") }, in: db)
      var seen = 0
      #expect(throws: Enough.self) {
        try Subject.all.forEach(in: db) { _ in
          seen += 1
          if seen == 3 { throw Enough() }
        }
      }
      #expect(seen == 3)
      try Subject.all.forEach(in: db) { _ in seen += 1 }
      #expect(seen == 3 + 100_002)
    }
  }

  @Test("the whole range of UInt64 is restored, and sorts and compares correctly")
  func unsignedIntegers() throws {
    let values: [UInt64] = [.max, 0, UInt64(Int64.max) + 1, UInt64(Int64.max), 1]
    try store.write { db in
      for value in values {
        var draft = Specimen.example
        draft.uint64 = value
        try draft.insert(in: db)
      }
      #expect(try Specimen.order { $0.uint64 }.fetchAll(in: db).map(\.uint64) == values.sorted())
      #expect(try Specimen.where { $0.uint64 > UInt64(Int64.max) }.count(in: db) == 2)
      #expect(try Specimen.where { $0.uint64 == .max }.count(in: db) == 1)
    }
  }

  @Test("any Swift expression of the right type can be a value in a query")
  func anyExpression() throws {
    func year() -> Int16 { 1815 }
    let books = ["first": library.emma]
    let ids = [library.emma.id]
    try store.read { db in
      let queries = [
        Book.where { $0.id == library.emma.id }, Book.where { $0.id == ids[0] },
        Book.where { $0.authorID == library.emma.authorID }, Book.where { $0.publishedIn == year() },
        Book.where { $0.title == (books["first"]?.title ?? "none") }, Book.where { $0.title == ["Em", "ma"].joined() },
      ]
      for query in queries {
        let found = try query.fetchAll(in: db)
        #expect(found == [library.emma], "\(query)")
      }
    }
  }

  @Test("an identifier is the same everywhere: in every transaction, store and file, and in JSON")
  func identifiers() throws {
    let file = try TemporaryFile()
    let first = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    let shelf = try first.write { db in try Shelf.Draft(label: "A1").insert(in: db) }
    #expect(try first.read { db in try Shelf.all.fetchOne(in: db)?.id } == shelf.id)
    try first.close()
    let second = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    #expect(try second.read { db in try Shelf.find(shelf.id, in: db) } == shelf)
    #expect([shelf.id: "here"][Shelf.ID(shelf.id.rawValue)] == "here")
    #expect(try JSONDecoder().decode(Shelf.ID.self, from: JSONEncoder().encode(shelf.id)) == shelf.id)
  }

  @Test("a nil optional differs from an empty one")
  func optionals() throws {
    try store.write { db in
      var emma = library.emma
      emma.isbn = ""
      try emma.update(in: db)
      #expect(try Book.where { $0.isbn == "" }.fetchAll(in: db).map(\.title) == ["Emma"])
      #expect(try Book.where { $0.isbn == nil }.fetchAll(in: db).map(\.title) == ["Odes"])
    }
  }

  @Test("the file consists of plain tables that any SQLite tool can read")
  func readableFile() throws {
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    try store.write { db in
      let library = try Library(in: db)
      try Loan.Draft(
        bookID: library.emma.id, lentAt: Date(timeIntervalSince1970: 1_795_000_000), readerID: library.ann.id
      ).insert(in: db)
    }
    let lent = try file.rows(
      """
      SELECT book.title, author.name, reader.name, date(loan.lent_at, '+14 days') FROM loan
      JOIN book ON book.id = loan.book_id JOIN author ON author.id = book.author_id
      JOIN reader ON reader.id = loan.reader_id
      """)
    #expect(lent == [["Emma", "Jane Austen", "Ann", "2026-12-02"]])
    let names = try file.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'book%' ORDER BY name")
    #expect(names == [["book"], ["book_subjects"]])
    let schema = try file.rows("SELECT sql FROM sqlite_schema WHERE name = 'book'")
    #expect(schema.first?[0].contains("-- As on the cover.") == true)
  }

  // MARK: - The table itself

  @Test("each row of the table names an existing test, or says that there is none yet")
  func table() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let rows = try Document("Pitfalls").text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count == 18)
    for row in rows {
      let proof = try #require(row.split(separator: "|").last)
      if proof.contains("yet to come") { continue }
      let named = proof.matches(of: /`([A-Za-z\/]+\.swift)` \(([^()]+)\)/)
      #expect(!named.isEmpty, "the row names no test: \(row)")
      for match in named {
        let source = try String(contentsOf: tests.appending(path: String(match.1)), encoding: .utf8)
        for name in match.2.split(separator: ";") {
          let name = name.trimmingCharacters(in: .whitespaces)
          let isThere = ["\"\(name)\"", "func \(name)(", "func `\(name)`("].contains { source.contains($0) }
          #expect(isThere, "\(match.1) has no test: \(name)")
        }
      }
    }
  }
}
