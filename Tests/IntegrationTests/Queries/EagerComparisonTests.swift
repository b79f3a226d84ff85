import Foundation
import Postil
import PostilTestSupport
import Testing

/// What is loaded together is what a statement for each row loads.
@Suite("Eager loading, compared with one statement per row")
struct EagerComparisonTests {
  private let store: SQLiteStore

  init() throws {
    store = try temporaryStore()
    try store.write { db in try Self.fill(db) }
  }

  /// Books of random authors, on random shelves, with random subjects, loans and remarks, some of which are deleted.
  private static func fill(_ db: SQLiteWriteTransaction) throws {
    var generator = SeededGenerator(seed: 4)
    let authors = try (0..<7).map { try Author.Draft(name: "author \($0)").insert(in: db) }
    let shelves = try (0..<4).map { try Shelf.Draft(label: "shelf \($0)").insert(in: db) }
    let subjects = try (0..<6).map { try Subject.Draft(name: "subject \($0)").insert(in: db) }
    let readers = try (0..<5).map { try Reader.Draft(name: "reader \($0)").insert(in: db) }
    for number in 0..<80 {
      // The last author has no book, the last shelf neither.
      let shelf = Int.random(in: 0...3, using: &generator)
      let book = try Book.Draft(
        title: "book \(number)", publishedIn: Int16.random(in: 1800..<1820, using: &generator),
        authorID: authors[Int.random(in: 0..<6, using: &generator)].id, shelfID: shelf == 3 ? nil : shelves[shelf].id
      ).insert(in: db)
      let itsSubjects = subjects.filter { _ in Bool.random(using: &generator) }
      try book.addToSubjects(contentsOf: itsSubjects, in: db)
      for loan in 0..<Int.random(in: 0..<4, using: &generator) {
        let reader = readers[Int.random(in: 0..<5, using: &generator)]
        let lentAt = Date(timeIntervalSince1970: 1_700_000_000 + Double(loan))
        _ = try Loan.Draft(bookID: book.id, lentAt: lentAt, readerID: reader.id).insert(in: db)
      }
      for count in 0..<Int.random(in: 0..<4, using: &generator) {
        let remark = try Remark.Draft(text: "remark \(count)", bookID: book.id).insert(in: db)
        if Bool.random(using: &generator) { try Remark.where { $0.id == remark.id }.delete(in: db) }
      }
    }
  }

  @Test("To-one and to-many relationships give the same rows")
  func oneLevel() throws {
    try store.read { db in
      let rows = try Book.order { $0.id }
        .with { ($0.author, $0.shelf, $0.subjects.order { $0.name }, $0.remarks.order { $0.id }) }
        .fetchAll(in: db)
      #expect(rows.count == 80)
      for (book, author, shelf, subjects, remarks) in rows {
        #expect(try author == book.author(in: db))
        #expect(try shelf == book.shelf(in: db))
        #expect(try subjects == book.subjects.order { $0.name }.fetchAll(in: db))
        #expect(try remarks == book.remarks.order { $0.id }.fetchAll(in: db))
      }
    }
  }

  @Test("Relationships of relationships give the same rows")
  func nested() throws {
    try store.read { db in
      let rows = try Author.order { $0.id.descending }
        .with {
          $0.books.order { $0.id }.with {
            ($0.subjects.order { $0.id }, $0.loans.order { $0.lentAt }.with { $0.reader })
          }
        }
        .fetchAll(in: db)
      #expect(rows.count == 7)
      for (author, books) in rows {
        #expect(try books.map { $0.0 } == author.books.order { $0.id }.fetchAll(in: db))
        for (book, subjects, loans) in books {
          #expect(try subjects == book.subjects.order { $0.id }.fetchAll(in: db))
          #expect(try loans.map { $0.0 } == book.loans.order { $0.lentAt }.fetchAll(in: db))
          for (loan, reader) in loans { #expect(try reader == loan.reader(in: db)) }
        }
      }
    }
  }

  @Test("The first members of each row, and those after them, are the same", arguments: [0, 1, 2, 5])
  func limited(_ offset: Int) throws {
    try store.read { db in
      let authors = try Author.with {
        $0.books.where { $0.shelf != nil }.order { ($0.publishedIn.descending, $0.id) }.limit(3, offset: offset)
      }.fetchAll(in: db)
      for (author, books) in authors {
        let wanted = author.books.where { $0.shelf != nil }.order { ($0.publishedIn.descending, $0.id) }
        #expect(try books == wanted.limit(3, offset: offset).fetchAll(in: db))
      }
      let subjects = try Subject.with { $0.books.order { $0.title }.limit(nil, offset: offset) }.fetchAll(in: db)
      for (subject, books) in subjects {
        #expect(try books == subject.books.order { $0.title }.limit(nil, offset: offset).fetchAll(in: db))
      }
    }
  }

  @Test("Members ordered by their own relationships, and loaded with more, are the same")
  func limitedAndNested() throws {
    try store.read { db in
      let shelves = try Shelf.with {
        $0.books.order { ($0.author.name, $0.id) }.limit(4).with { ($0.author, $0.loans.order { $0.lentAt }) }
      }.fetchAll(in: db)
      for (shelf, books) in shelves {
        #expect(try books.map { $0.0 } == shelf.books.order { ($0.author.name, $0.id) }.limit(4).fetchAll(in: db))
        for (book, author, loans) in books {
          #expect(try author == book.author(in: db))
          #expect(try loans == book.loans.order { $0.lentAt }.fetchAll(in: db))
        }
      }
    }
  }

  @Test("The members of all rows of a table are the same, whatever the order of the rows")
  func wholeTable() throws {
    try store.write { db in
      try Book.where { $0.title.in(["book 3", "book 4", "book 40"]) }.delete(in: db)
      for books in [Book.all, Book.order { $0.title }, Book.order { $0.id.descending }] {
        let rows = try books.with { ($0.subjects, $0.remarks.where { $0.text != "remark 0" }, $0.loans) }.fetchAll(
          in: db)
        #expect(rows.map(\.0) == (try books.fetchAll(in: db)))
        for (book, subjects, remarks, loans) in rows {
          #expect(try subjects == book.subjects.fetchAll(in: db))
          #expect(try remarks == book.remarks.where { $0.text != "remark 0" }.fetchAll(in: db))
          #expect(try Set(loans) == Set(book.loans.fetchAll(in: db)))
        }
      }
    }
  }

  @Test("Rows at the end of longer paths are the same")
  func paths() throws {
    try store.read { db in
      let loans = try Loan.with { ($0.book.author, $0.book.shelf, $0.reader.loans) }.fetchAll(in: db)
      #expect(!loans.isEmpty)
      for (loan, author, shelf, others) in loans {
        let book = try loan.book(in: db)
        #expect(try author == book.author(in: db))
        #expect(try shelf == book.shelf(in: db))
        #expect(try Set(others) == Set(loan.reader(in: db).loans.fetchAll(in: db)))
      }
    }
  }

  @Test("Deleted members are included only on request")
  func deleted() throws {
    try store.read { db in
      let books = try Book.with {
        ($0.remarks.withDeleted().order { $0.id }, $0.remarks.onlyDeleted().order { $0.id })
      }.fetchAll(in: db)
      #expect(books.contains { !$0.2.isEmpty })
      for (book, all, deleted) in books {
        #expect(try all == book.remarks.withDeleted().order { $0.id }.fetchAll(in: db))
        #expect(try deleted == book.remarks.onlyDeleted().order { $0.id }.fetchAll(in: db))
      }
    }
  }

  @Test("Batches of any size give the same rows", arguments: [1, 7, 80, 1000])
  func batches(_ size: Int) throws {
    try store.read { db in
      let books = Book.order { ($0.publishedIn, $0.id) }.with { ($0.author, $0.subjects.order { $0.id }) }
      let all = try books.fetchAll(in: db)
      var index = 0
      try books.forEach(in: db, batchSize: size) { book, author, subjects in
        #expect(book == all[index].0 && author == all[index].1 && subjects == all[index].2)
        index += 1
      }
      #expect(index == 80)
    }
  }
}
