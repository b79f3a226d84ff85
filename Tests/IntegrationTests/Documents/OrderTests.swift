import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Queries.md: what rows are ordered by, and what is asked of the members of a relationship.
@Suite("Order")
struct OrderTests {
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

  /// Checks a row of the document's table: the Swift in it is that of the closure, the SQL that of the statement.
  private func row<Term: SQLOrderTerm>(
    _ swift: String, _ sql: String, _ term: (Book.Columns) -> Term
  ) throws {
    let query = Book.order(term)
    #expect(Document.unbroken(source).contains("{ \(swift) }"), "the text of the row is not the closure's: \(swift)")
    #expect(try query.sql.hasSuffix(" ORDER BY \(sql)"), "\(swift) is: \(query)")
    #expect(document.text.contains("| `\(swift)` | `\(sql)` |"), "the document lacks the row of \(swift)")
    try store.read { db in try runDocumented(swift, .order) { _ = try query.fetchAll(in: db) } }
  }

  @Test("Rows are sorted by each of the documented terms")
  func terms() throws {
    try row("$0.title", #"t0."title""#) { $0.title }
    try row("$0.title.descending", #"t0."title" DESC"#) { $0.title.descending }
    try row("$0.isbn.ascending(nulls: .last)", #"t0."isbn" NULLS LAST"#) { $0.isbn.ascending(nulls: .last) }
    try row("$0.isbn.descending(nulls: .first)", #"t0."isbn" DESC NULLS FIRST"#) { $0.isbn.descending(nulls: .first) }
    try row("$0.title.collated(.noCase)", #"t0."title" COLLATE NOCASE"#) { $0.title.collated(.noCase) }
    try row("$0.title.length.descending", #"length(t0."title") DESC"#) { $0.title.length.descending }
    try row("$0.author.name", #"t1."name""#) { $0.author.name }
    try row(
      "$0.subjects.count.descending",
      #"(SELECT count(*) FROM "book_subjects" AS t1 WHERE t1."book_id" = t0."id") DESC"#
    ) { $0.subjects.count.descending }
    try row(
      "$0.loans.max { $0.lentAt }", #"(SELECT max(t1."lent_at") FROM "loan" AS t1 WHERE t1."book_id" = t0."id")"#
    ) { $0.loans.max { $0.lentAt } }
  }

  @Test("A comparison can have a collation too")
  func collation() throws {
    let found = try store.read { db in try Book.where { $0.title.collated(.noCase) == "EMMA" }.fetchAll(in: db) }
    #expect(found == [library.emma])
    #expect(document.says(#"`$0.title.collated(.noCase) == "EMMA"` is `t0."title" COLLATE NOCASE = ?1`"#))
  }

  @Test("Rows are sorted by several terms, and limited")
  func limit() throws {
    try store.read { db in
      let shown = Book.order { ($0.publishedIn.descending, $0.title) }.limit(20, offset: 40)

      let none = try shown.fetchAll(in: db)
      let last = try Book.order { $0.title.descending }.order { $0.id }.limit(1).fetchAll(in: db)
      #expect(none.isEmpty)
      #expect(last == [library.odes])
    }
  }

  @Test("Rows are sorted by sums, averages and extremes over members, which are nil without members")
  func aggregates() throws {
    try store.read { db in
      let figures = try Author.order { $0.name }
        .select { ($0.name, $0.books.count, $0.books.average { $0.publishedIn }, $0.books.max { $0.publishedIn }) }
        .fetchAll(in: db)  // [(String, Int, Double?, Int16?)]
      #expect(figures.map(\.2) == [1815, 1819])
      #expect(figures.map(\.3) == [1815, 1819])
      let loans = try Book.select { $0.loans.max { $0.lentAt } }.fetchAll(in: db)
      #expect(loans == [nil, nil])
    }
    let sql = try Author.select { $0.books.sum { $0.publishedIn } }.sql
    #expect(document.says(sql), "the document lacks: \(sql)")
  }

  @Test("Only members that are not deleted count in an order")
  func softDeletion() throws {
    try store.write { db in
      let remarks = try ["a", "b", "c"].map { text in
        try Remark.Draft(text: text, bookID: library.emma.id).insert(in: db)
      }
      try remarks[2].delete(in: db)
      let last = Book.order { $0.id }.select { $0.remarks.max { $0.text } }
      #expect(try last.fetchAll(in: db) == ["b", nil])
      let all = Book.order { $0.id }.select { $0.remarks.withDeleted().max { $0.text } }
      #expect(try all.fetchAll(in: db) == ["c", nil])
    }
  }
}
