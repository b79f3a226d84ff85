import Foundation
import Postil
import Testing

/// Docs/Queries.md: every row of its tables is a condition that is rendered here and run.
@Suite("The document on queries")
struct QueriesTests {
  private let document: Document
  private let source: String
  private let store: SQLiteStore
  private let library: Library

  init() throws {
    document = try Document("Queries")
    source = try String(contentsOfFile: #filePath, encoding: .utf8)
    store = try temporaryStore()
    library = try store.write { db in try Library(in: db) }
  }

  /// Checks a row of a table of the document: the Swift in it is that of the closure, the SQL that of the statement.
  private func row<P: SQLExpression<Bool>>(
    _ swift: String, _ sql: String, _ condition: (Book.Columns) -> P
  ) throws {
    let query = Book.where(condition)
    let cells = "| `\(swift)` | `\(sql)` |".replacing("||", with: "\\|\\|")
    let isShown = document.text.contains(cells) || document.says("- `\(swift)`") && document.says(" `\(sql)`")
    #expect(Document.unbroken(source).contains("{ \(swift) }"), "the text of the row is not the closure's: \(swift)")
    #expect(try query.sql.hasSuffix(" WHERE \(sql)"), "\(swift) is: \(query)")
    #expect(isShown, "the document lacks the row: \(cells)")
    try store.read { db in try runDocumented(swift, .condition) { _ = try query.fetchAll(in: db) } }
  }

  @Test("Values are compared as documented")
  func comparison() throws {
    let id = library.austen.id
    try row(#"$0.title == "Emma""#, #"t0."title" = ?1"#) { $0.title == "Emma" }
    try row(#"$0.title != "Emma""#, #"t0."title" <> ?1"#) { $0.title != "Emma" }
    try row(#"$0.publishedIn < 1900"#, #"t0."published_in" < ?1"#) { $0.publishedIn < 1900 }
    try row(#"$0.publishedIn >= 1900"#, #"t0."published_in" >= ?1"#) { $0.publishedIn >= 1900 }
    try row(#"$0.genre == .poetry"#, #"t0."genre" = ?1"#) { $0.genre == .poetry }
    try row(#"$0.authorID == id"#, #"t0."author_id" = ?1"#) { $0.authorID == id }
    try row(#"$0.title == $0.author.name"#, #"t0."title" = t1."name""#) { $0.title == $0.author.name }
    try row(#"$0.publishedIn.in([1811, 1813])"#, #"t0."published_in" IN (?1, ?2)"#) { $0.publishedIn.in([1811, 1813]) }
    try row(#"$0.publishedIn.notIn([1811])"#, #"t0."published_in" NOT IN (?1)"#) { $0.publishedIn.notIn([1811]) }
    try row(#"$0.publishedIn.in(1811...1813)"#, #"t0."published_in" BETWEEN ?1 AND ?2"#) {
      $0.publishedIn.in(1811...1813)
    }
    try row(#"$0.publishedIn.in(1811..<1813)"#, #"t0."published_in" >= ?1 AND t0."published_in" < ?2"#) {
      $0.publishedIn.in(1811..<1813)
    }
    try row(#"$0.publishedIn.in(1811...)"#, #"t0."published_in" >= ?1"#) { $0.publishedIn.in(1811...) }
    try row(#"$0.publishedIn.notIn(1811...1813)"#, #"NOT (t0."published_in" BETWEEN ?1 AND ?2)"#) {
      $0.publishedIn.notIn(1811...1813)
    }
    try row(
      #"SQL.tuple($0.publishedIn, $0.title).isLess(than: 1900, "M")"#, #"(t0."published_in", t0."title") < (?1, ?2)"#
    ) { SQL.tuple($0.publishedIn, $0.title).isLess(than: 1900, "M") }
    try row(
      #"SQL.tuple($0.publishedIn, $0.title).in([(1815, "Emma"), (1819, "Odes")])"#,
      #"t0."published_in" = ?1 AND t0."title" = ?2 OR t0."published_in" = ?3 AND t0."title" = ?4"#
    ) { SQL.tuple($0.publishedIn, $0.title).in([(1815, "Emma"), (1819, "Odes")]) }
  }

  @Test("Conditions are combined as documented")
  func logic() throws {
    try row("$0.isLent", #"t0."is_lent" = 1"#) { $0.isLent }
    try row("!$0.isLent", #"t0."is_lent" = 0"#) { !$0.isLent }
    try row("$0.isLent && $0.publishedIn < 1900", #"t0."is_lent" = 1 AND t0."published_in" < ?1"#) {
      $0.isLent && $0.publishedIn < 1900
    }
    try row("$0.isLent || $0.publishedIn < 1900", #"t0."is_lent" = 1 OR t0."published_in" < ?1"#) {
      $0.isLent || $0.publishedIn < 1900
    }
    try row("!($0.publishedIn < 1900)", #"NOT (t0."published_in" < ?1)"#) { !($0.publishedIn < 1900) }
    try row("($0.publishedIn < 1900) == $0.isLent", #"(t0."published_in" < ?1) = t0."is_lent""#) {
      ($0.publishedIn < 1900) == $0.isLent
    }
  }

  @Test("Tests for NULL work as documented")
  func null() throws {
    try row("$0.isbn == nil", #"t0."isbn" IS NULL"#) { $0.isbn == nil }
    try row("$0.isbn != nil", #"t0."isbn" IS NOT NULL"#) { $0.isbn != nil }
    try row("$0.isbn.isNil", #"t0."isbn" IS NULL"#) { $0.isbn.isNil }
    try row(#"$0.isbn == "978""#, #"t0."isbn" = ?1"#) { $0.isbn == "978" }
    try row(#"!($0.isbn == "978")"#, #"NOT (t0."isbn" IS ?1)"#) { !($0.isbn == "978") }
    try row(#"$0.isbn != "978""#, #"t0."isbn" IS NOT ?1"#) { $0.isbn != "978" }
    try row(#"$0.isbn < "978""#, #"t0."isbn" < ?1"#) { $0.isbn < "978" }
    try row(#"!($0.isbn < "978")"#, #"(t0."isbn" < ?1) IS NOT TRUE"#) { !($0.isbn < "978") }
    try row(#"!$0.isbn.contains("978")"#, #"(instr(t0."isbn", ?1) > 0) IS NOT TRUE"#) { !$0.isbn.contains("978") }
    try row(#"($0.isbn < "978") == $0.isLent"#, #"((t0."isbn" < ?1) IS TRUE) = t0."is_lent""#) {
      ($0.isbn < "978") == $0.isLent
    }
    try row(#"$0.isbn.in(["978"])"#, #"t0."isbn" IN (?1)"#) { $0.isbn.in(["978"]) }
    try row(#"!$0.isbn.in(["978"])"#, #"(t0."isbn" IS NULL OR t0."isbn" NOT IN (?1))"#) { !$0.isbn.in(["978"]) }
    try row(#"$0.isbn.in(["978", nil])"#, #"t0."isbn" IN (?1) OR t0."isbn" IS NULL"#) { $0.isbn.in(["978", nil]) }
    try row(#"$0.isbn.notIn(["978"])"#, #"(t0."isbn" IS NULL OR t0."isbn" NOT IN (?1))"#) { $0.isbn.notIn(["978"]) }
    try row(#"($0.isbn ?? "") == """#, #"coalesce(t0."isbn", ?1) = ?2"#) { ($0.isbn ?? "") == "" }
  }

  @Test("The functions of text are as documented")
  func text() throws {
    try row(#"$0.title.like("E%")"#, #"t0."title" LIKE +?1"#) { $0.title.like("E%") }
    try row(#"$0.title.glob("E*")"#, #"t0."title" GLOB ?1"#) { $0.title.glob("E*") }
    try row(#"$0.title.contains("mm")"#, #"instr(t0."title", ?1) > 0"#) { $0.title.contains("mm") }
    try row(#"$0.title.containsIgnoringCase("MM")"#, #"t0."title" LIKE +?1 ESCAPE ?2"#) {
      $0.title.containsIgnoringCase("MM")
    }
    try row(#"$0.title.hasPrefix("Em")"#, #"t0."title" COLLATE BINARY >= ?1 AND t0."title" COLLATE BINARY < ?2"#) {
      $0.title.hasPrefix("Em")
    }
    try row(
      #"$0.title.hasSuffix("ma")"#,
      #"substr(CAST(t0."title" || '.' AS BLOB), length(CAST(t0."title" || '.' AS BLOB)) - length(CAST(?1 AS BLOB)) + 1) = "#
        + "CAST(?2 AS BLOB)"
    ) { $0.title.hasSuffix("ma") }
    try row(#"$0.title.lowercased() == "emma""#, #"lower(t0."title") = ?1"#) { $0.title.lowercased() == "emma" }
    try row(#"$0.title.trimmed() == "Emma""#, #"trim(t0."title") = ?1"#) { $0.title.trimmed() == "Emma" }
    try row(#"$0.title.replacing("m", with: "n") == "Enna""#, #"replace(t0."title", ?1, ?2) = ?3"#) {
      $0.title.replacing("m", with: "n") == "Enna"
    }
    try row(#"$0.title.substring(from: 0, length: 2) == "Em""#, #"substr(t0."title", ?1, ?2) = ?3"#) {
      $0.title.substring(from: 0, length: 2) == "Em"
    }
    try row("$0.title.length > 4", #"length(t0."title") > ?1"#) { $0.title.length > 4 }
    try row("$0.title.isEmpty", #"t0."title" = ''"#) { $0.title.isEmpty }
    try row(#"$0.title + "!" == "Emma!""#, #"t0."title" || ?1 = ?2"#) { $0.title + "!" == "Emma!" }
  }

  @Test("Arithmetic is as documented")
  func arithmetic() throws {
    try row("$0.publishedIn + 100 < 2000", #"t0."published_in" + ?1 < ?2"#) { $0.publishedIn + 100 < 2000 }
    try row("$0.publishedIn % 100 == 0", #"t0."published_in" % ?1 = ?2"#) { $0.publishedIn % 100 == 0 }
    try row("$0.publishedIn / 100 == 18", #"t0."published_in" / ?1 = ?2"#) { $0.publishedIn / 100 == 18 }
    try row("18000 / $0.publishedIn ?? 0 == 9", #"coalesce(?1 / t0."published_in", ?2) = ?3"#) {
      18000 / $0.publishedIn ?? 0 == 9
    }
    try row("$0.publishedIn.double / 100 > 18.5", #"CAST(t0."published_in" AS REAL) / ?1 > ?2"#) {
      $0.publishedIn.double / 100 > 18.5
    }
    try row("abs($0.publishedIn - 1815) < 5", #"abs(t0."published_in" - ?1) < ?2"#) { abs($0.publishedIn - 1815) < 5 }
    try row("max($0.publishedIn, 1900) == 1900", #"max(t0."published_in", ?1) = ?2"#) {
      max($0.publishedIn, 1900) == 1900
    }
  }

  @Test("To-one paths are as documented")
  func paths() throws {
    try row(#"$0.author.name == "Jane Austen""#, #"t1."name" = ?1"#) { $0.author.name == "Jane Austen" }
    try row(#"$0.shelf.label == "A1""#, #"t1."label" = ?1"#) { $0.shelf.label == "A1" }
    try row("$0.shelf == nil", #"t1."id" IS NULL"#) { $0.shelf == nil }
    let author = Author(id: Author.ID(1), name: "Jane Austen", bornOn: nil)
    let shelf = Shelf(id: Shelf.ID(1), label: "A1")
    try row("$0.author == author", #"t0."author_id" = ?1"#) { $0.author == author }
    try row("$0.shelf != shelf", #"NOT (t1."id" IS ?1)"#) { $0.shelf != shelf }
    #expect(document.says(try Book.where { $0.author.name == "Jane Austen" }.sql))
    #expect(document.says(try Book.order { $0.shelf.label }.sql))
    let join = #"JOIN "shelf" AS t1 ON t1."id" = t0."shelf_id" WHERE "#
    #expect(try Book.where { $0.shelf.label == "A1" }.sql.hasSuffix(#"AS t0 \#(join)t1."label" = ?1"#))
    #expect(try Book.where { $0.shelf.label.contains("A") }.sql.hasSuffix(#"AS t0 \#(join)instr(t1."label", ?1) > 0"#))
  }

  @Test("Questions about to-many relationships are as documented")
  func toMany() throws {
    let id = library.love.id
    let subjects = #"FROM "book_subjects" AS t1 "#
    let named =
      subjects + #"JOIN "subject" AS t2 ON t2."id" = t1."subject_id" WHERE t1."book_id" = t0."id" AND t2."name" = ?1"#
    let ofBook = #"WHERE t1."book_id" = t0."id""#
    let loans = #"FROM "loan" AS t1 "# + ofBook
    try row(
      #"$0.subjects.any { $0.name == "love" }"#,
      #"t0."id" IN (SELECT t1."book_id" \#(subjects)JOIN "subject" AS t2 ON t2."id" = t1."subject_id" "#
        + #"WHERE t2."name" = ?1)"#
    ) { $0.subjects.any { $0.name == "love" } }
    try row(
      "$0.loans.any { $0.returnedAt == nil }", #"EXISTS (SELECT 1 \#(loans) AND t1."returned_at" IS NULL)"#
    ) { $0.loans.any { $0.returnedAt == nil } }
    #expect(
      try Book.where { $0.subjects.any(as: .exists) { $0.name == "love" } }.sql
        .hasSuffix(" WHERE EXISTS (SELECT 1 \(named))"))
    #expect(
      try Book.where { $0.loans.any(as: .in) { $0.returnedAt == nil } }.sql
        .hasSuffix(#" WHERE t0."id" IN (SELECT t1."book_id" FROM "loan" AS t1 WHERE t1."returned_at" IS NULL)"#))
    try row(#"$0.subjects.none { $0.name == "love" }"#, "NOT EXISTS (SELECT 1 \(named))") {
      $0.subjects.none { $0.name == "love" }
    }
    try row(
      "$0.loans.all { $0.returnedAt != nil }",
      #"NOT EXISTS (SELECT 1 \#(loans) AND t1."returned_at" IS NULL)"#
    ) { $0.loans.all { $0.returnedAt != nil } }
    try row(
      "$0.subjects.contains(id)", #"t0."id" IN (SELECT t1."book_id" \#(subjects)WHERE t1."subject_id" = ?1)"#
    ) { $0.subjects.contains(id) }
    try row("$0.subjects.isEmpty", "NOT EXISTS (SELECT 1 \(subjects)\(ofBook))") { $0.subjects.isEmpty }
    try row("$0.subjects.count > 1", "(SELECT count(*) \(subjects)\(ofBook)) > ?1") { $0.subjects.count > 1 }
    try row(
      "$0.loans.count { $0.returnedAt == nil } == 1",
      #"(SELECT count(*) \#(loans) AND t1."returned_at" IS NULL) = ?1"#
    ) { $0.loans.count { $0.returnedAt == nil } == 1 }
  }

  @Test("Nested questions can use the outer rows")
  func nested() throws {
    // Books lent to somebody who was recommended another book by the same author.
    let query = Book.where { book in
      book.loans.any { loan in
        loan.reader.recommendations.any { $0.book.authorID == book.authorID && $0.bookID != book.id }
      }
    }
    let found = try store.write { db in
      let persuasion = try Book.Draft(title: "Persuasion", publishedIn: 1817, authorID: library.austen.id).insert(
        in: db)
      try Loan.Draft(bookID: library.emma.id, lentAt: .now, readerID: library.ann.id).insert(in: db)
      try Recommendation.Draft(readerID: library.ann.id, bookID: persuasion.id, reason: "Anne Elliot").insert(in: db)
      return try query.fetchAll(in: db)
    }
    #expect(found.map(\.title) == ["Emma"])
  }

  @Test("Every documented way to fetch works")
  func fetching() throws {
    try store.write { db in
      let old = Book.where { $0.publishedIn < 1900 }.order { ($0.publishedIn.descending, $0.title) }.limit(20)

      let books = try old.fetchAll(in: db)  // [Book]
      let first = try old.fetchOne(in: db)  // Book?; the statement has LIMIT 1
      let count = try old.count(in: db)  // Int; no row is read
      let any = try old.exists(in: db)  // Bool; stops at the first row
      try old.forEach(in: db) { book in print(book.title) }  // one row in memory at a time

      #expect(books.map(\.title) == ["Odes", "Emma"])
      #expect(first == library.odes)
      #expect(count == 2)
      #expect(any)
      #expect(try Book.fetchAll(in: db) == Book.all.fetchAll(in: db))
      #expect(try Book.count(in: db) == Book.all.count(in: db))
      #expect(try Book.exists(in: db))
    }
  }

  @Test("Queries are built step by step")
  func composition() throws {
    func books(by author: Author?, lent: Bool?, newestFirst: Bool) -> Query<Book> {
      var query = Book.all
      if let author { query = query.where { $0.authorID == author.id } }
      if let lent { query = query.where { $0.isLent == lent } }
      return newestFirst ? query.order { $0.publishedIn.descending } : query.order { $0.title }
    }
    let found = try store.read { db in
      try books(by: library.austen, lent: false, newestFirst: true).fetchAll(in: db)
    }
    #expect(found == [library.emma])
  }

  @Test("A condition can be given a name")
  func named() throws {
    let found = try store.read { db in try Book.where { $0.isOld && !$0.isLent }.count(in: db) }
    #expect(found == 2)
    let authors = try store.read { db in try Author.where { $0.books.any(\.isOld) }.count(in: db) }
    #expect(authors == 2)
  }

  @Test("Values can be selected instead of rows")
  func selection() throws {
    let rows = try store.read { db in
      try Book.order { $0.title }.select { ($0.title, $0.author.name, $0.subjects.count) }.fetchAll(in: db)
    }
    for (title, author, subjects) in rows { print("\(title) by \(author): \(subjects)") }
    #expect(rows.map(\.0) == ["Emma", "Odes"])
    #expect(rows.map(\.2) == [1, 2])
  }

  @Test("Sets of rows are updated and deleted")
  func writing() throws {
    try store.write { db in
      let old = Book.where { $0.author.name == "Jane Austen" }
      let lent = try old.update(in: db) { [$0.isLent.set(true), $0.publishedIn.set($0.publishedIn + 1)] }
      let gone = try Book.where { $0.subjects.count > 1 }.delete(in: db)

      #expect(lent == 1)
      #expect(gone == 1)
      #expect(try Book.all.fetchAll(in: db).map(\.publishedIn) == [1816])
      try Book.Draft(title: "Persuasion", publishedIn: 1817, authorID: library.austen.id).insert(in: db)
      let latest = Book.order { $0.publishedIn.descending }.limit(1)
      #expect(try latest.update(in: db) { [$0.title.set("Anne Elliot")] } == 1)
      #expect(try Book.order { $0.title }.fetchAll(in: db).map(\.title) == ["Anne Elliot", "Emma"])
    }
  }

  @Test("A row's relationships are queries")
  func related() throws {
    try store.read { db in
      let recent = try library.austen.books.where { $0.publishedIn > 1812 }.order { $0.title }.fetchAll(in: db)
      let author = try library.emma.author(in: db)
      let shelf = try library.odes.shelf(in: db)

      #expect(recent == [library.emma])
      #expect(author == library.austen)
      #expect(shelf == nil)
    }
  }

  @Test("A query leads to related rows, each of them once")
  func relatedRows() throws {
    try store.write { db in
      let subjects = Author.where { $0.name == "Jane Austen" }
        .related { $0.books.where { !$0.isLent } }.related { $0.subjects }
      let authors = Loan.where { $0.returnedAt == nil }.related { $0.book.author }.order { $0.name }

      let sql = try authors.sql
      #expect(document.says(sql), "the document lacks: \(sql)")
      #expect(try subjects.fetchAll(in: db) == [library.love])
      #expect(try authors.fetchAll(in: db) == [])
      for _ in 0..<2 {
        try Loan.Draft(bookID: library.odes.id, lentAt: .now, readerID: library.ann.id).insert(in: db)
      }
      #expect(try authors.fetchAll(in: db) == [library.keats])
      #expect(try Book.where { $0.title == "Odes" }.related { $0.shelf }.fetchAll(in: db) == [])
    }
  }

  @Test("Rows are found by a list of keys, in its order")
  func keys() throws {
    try store.read { db in
      let (emma, odes, id, missing) = (library.emma.id, library.odes.id, library.emma.id, Book.ID(999))
      let book = try Book.find(id, in: db)  // throws RecordNotFound if there is none
      let maybe = try Book.fetch(id, in: db)  // Book?
      let books = try Book.find(all: [odes, emma, odes], in: db)  // [Book], in this order
      let found = try Book.fetch(all: [odes, missing], in: db)  // [Book?]
      #expect(book == library.emma && maybe == book)
      #expect(books == [library.odes, library.emma, library.odes])
      #expect(found == [library.odes, nil])
      #expect(throws: RecordNotFound.self) { try Book.find(all: [odes, missing], in: db) }
      #expect(try Book.fetch(all: (1...50_000).map { Book.ID($0) }, in: db).compactMap { $0 }.count == 2)
    }
  }

  @Test("Rows can be locked until the transaction ends")
  func locked() throws {
    try store.write { db in
      let next = Book.where { !$0.isLent }.order { $0.title }.limit(1).forUpdate(.skippingLocked)
      if let book = try next.fetchOne(in: db) {  // nobody else has it
        try Book.where { $0.id == book.id }.update(in: db) { [$0.isLent.set(true)] }
      }
      #expect(try Book.where { $0.isLent }.fetchAll(in: db).map(\.title) == ["Emma"])
      #expect(try Book.where { $0.shelf.label == "A1" }.forUpdate().fetchOnly(in: db).title == "Emma")
    }
  }
}

extension Book.Columns {
  var isOld: SQLPredicate { publishedIn < 1900 }
}
