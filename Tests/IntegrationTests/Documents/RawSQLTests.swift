import Foundation
import Postil
import Testing

/// Docs/Queries.md, "Raw SQL" and the filters of "Building queries".
@Suite("The document on raw SQL")
struct RawSQLTests {
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

  /// Checks a row of the table: the Swift in it is that of a literal here, the SQL what it becomes.
  private func row(_ swift: String, _ sql: String, _ raw: RawSQL) throws {
    let rows = document.text.split(separator: "\n").filter { $0.hasPrefix("| `\\(") }
    let isShown = rows.contains { $0.contains("`\(swift)`") && $0.contains(" | `\(sql)`") }
    #expect(isShown, "the document lacks the row: \(swift) | \(sql)")
    #expect(source.contains(", \"\(swift)\")"), "the text of the row is not the literal's: \(swift)")
    #expect(try raw.sql == sql, "\(swift)")
  }

  @Test("Interpolated values produce the documented SQL")
  func table() throws {
    let (id, date) = (library.austen.id, Date(timeIntervalSince1970: 5))
    try row(#"\(1900)"#, "?1", "\(1900)")
    try row(#"\("Emma")"#, "?1", "\("Emma")")
    try row(#"\(id)"#, "?1", "\(id)")
    try row(#"\([1811, 1813])"#, "(?1, ?2)", "\([1811, 1813])")
    try row(#"\(date, as: UnixSeconds.self)"#, "?1", "\(date, as: UnixSeconds.self)")
    try row(#"\(Book.self)"#, #""book""#, "\(Book.self)")
    try row(#"\(Book.columns.publishedIn)"#, #""published_in""#, "\(Book.columns.publishedIn)")
    try row(#"\(Shelf.allColumns)"#, #""id", "label""#, "\(Shelf.allColumns)")
    try row(#"\(Shelf.allColumns, of: "s")"#, #""s"."id", "s"."label""#, "\(Shelf.allColumns, of: "s")")
    try row(#"\(identifier: "on loan")"#, #""on loan""#, "\(identifier: "on loan")")
    try row(
      #"\(Book.where { $0.isLent }.select { $0.id })"#,
      #"(SELECT t0."id" FROM "book" AS t0 WHERE t0."is_lent" = 1)"#, "\(Book.where { $0.isLent }.select { $0.id })")
  }

  @Test("Rows of a statement have its columns")
  func anyColumns() throws {
    try store.read { db in
      for row in try RawSQL("SELECT * FROM book").rows.fetchAll(in: db) {
        print(row["title"] ?? .text("-"), row.columns, row.values)  // SQLValue?, [String], [SQLValue?]
      }
      let rows = try RawSQL("SELECT title, isbn, published_in FROM book ORDER BY title").rows.fetchAll(in: db)
      #expect(rows.map(\.columns) == Array(repeating: ["title", "isbn", "published_in"], count: 2))
      #expect(
        rows.map(\.values) == [[.text("Emma"), .text("978"), .integer(1815)], [.text("Odes"), nil, .integer(1819)]])
    }
  }

  @Test("Raw SQL reads values and models")
  func reading() throws {
    let year = 1900
    try store.read { db in
      let counts = RawSQL(
        """
        SELECT \(Book.columns.genre), count(*) FROM \(Book.self)
        WHERE \(Book.columns.publishedIn) < \(year) GROUP BY 1 ORDER BY 1
        """)
      for (genre, count) in try counts.as(Book.Genre.self, Int.self).fetchAll(in: db) { print(genre, count) }
      #expect(document.text.contains("```sql\n\(try counts.sql)\n```"))
      #expect(try counts.as(Book.Genre.self, Int.self).fetchAll(in: db).map(\.1) == [1, 1])

      let old = RawSQL("SELECT \(Book.allColumns) FROM \(Book.self) WHERE \(Book.columns.publishedIn) % 2 = \(1)")
      let books = try old.as(Book.self).fetchAll(in: db)
      #expect(books == [library.emma, library.odes].filter { $0.publishedIn % 2 == 1 })
    }
  }

  @Test("The columns of a result are compared with the expected ones")
  func columns() throws {
    try store.read { db in
      let one = RawSQL("SELECT title FROM book")
      #expect(throws: TransactionMisuse.columnCount(sql: "SELECT title FROM book", expected: 2, found: ["title"])) {
        try one.as(String.self, Int.self).fetchAll(in: db)
      }
      #expect(
        throws: TransactionMisuse.columnNames(
          sql: "SELECT title FROM book", expected: Author.allColumns.names, found: ["title"])
      ) { try one.as(Author.self).fetchOne(in: db) }
    }
  }

  @Test("Raw SQL writes")
  func writing() throws {
    let emma = library.emma
    try store.write { db in
      let changed = try RawSQL("UPDATE \(Book.self) SET title = upper(title) WHERE id = \(emma.id)").execute(in: db)
      #expect(changed == 1)
      #expect(try Book.find(emma.id, in: db).title == "EMMA")
    }
  }

  @Test("Raw SQL can be part of a query, and can contain queries")
  func parts() throws {
    try store.read { db throws in
      let long = Book.where { SQLPredicate(raw: "length(\($0.title)) > \(3)") && !$0.isLent }
      let initials = Book.order { $0.title }.select { SQLOperation<String>(raw: "substr(\($0.title), 1, 1)") }
      #expect(try long.sql.hasSuffix(#" WHERE (length(t0."title") > ?1) AND t0."is_lent" = 0"#))
      #expect(try long.fetchAll(in: db).allSatisfy { $0.title.count > 3 })
      #expect(try initials.fetchAll(in: db) == ["E", "O"])

      let conditions: [RawSQL] = ["length(title) > \(3)", "published_in < \(1900)"]
      let count = RawSQL("SELECT count(*) FROM book WHERE \(conditions.joined(separator: " AND "))").as(Int.self)
      #expect(try count.fetchOne(in: db) == 2)
    }
  }

  @Test("Filters without a value are left out")
  func filters() throws {
    func search(title: String?, genre: Book.Genre?, years: ClosedRange<Int16>?) -> Query<Book> {
      Book.where(ifPresent: title) { $0.title.containsIgnoringCase($1) }
        .where(ifPresent: genre) { $0.genre == $1 }
        .where(ifPresent: years) { $0.publishedIn.in($1) }
    }
    #expect(try search(title: nil, genre: nil, years: nil).sql == Book.all.sql)
    let found = try store.read { db in try search(title: "EMM", genre: .novel, years: 1800...1900).fetchAll(in: db) }
    #expect(found == [library.emma])
  }
}
