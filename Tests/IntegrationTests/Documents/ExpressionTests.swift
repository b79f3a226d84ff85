import Foundation
import Postil
import Testing

/// Docs/Queries.md: the tables that have a type in their third column. Each row is an expression that is rendered here and run.
@Suite("The document on expressions")
struct ExpressionTests {
  private let document: Document
  private let source: String
  private let store: SQLiteStore

  init() throws {
    document = try Document("Queries")
    source = try String(contentsOfFile: #filePath, encoding: .utf8)
    store = try temporaryStore()
    let store = store
    try store.write { db in
      let library = try Library(in: db)
      try Loan.Draft(
        bookID: library.emma.id, lentAt: Date(timeIntervalSince1970: 1_769_854_830.25), readerID: library.ann.id
      ).insert(in: db)
      try Visit.Draft(
        day: DateComponents(year: 2026, month: 1, day: 31), enteredAt: Date(timeIntervalSince1970: 1_769_854_830),
        sunrise: Date(timeIntervalSince1970: 1_769_839_200),
        ticket: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      ).insert(in: db)
    }
  }

  /// Checks a row of a table of the document: the Swift in it is that of the closure, the SQL that of the statement, the type that
  /// of the expression.
  private func row<M: Queryable, E: SQLExpression>(
    _ swift: String, of model: M.Type = Book.self, _ expression: (M.Columns) -> E
  ) throws {
    let query = Query<M>().select { expression($0) }
    let sql = try query.sql
    let end = try #require(sql.range(of: " FROM \"\(M.table.name)\""))
    let type = "\(E.Value.self)".replacing("Optional<", with: "").replacing(">", with: "?")
    let cells = "`\(swift)` | `\(sql[..<end.lowerBound].dropFirst(7))` | `\(type)`".replacing("||", with: "\\|\\|")
    let text = Document.unbroken(source)
    #expect(text.contains("{ \(swift) }") || text.contains("in \(swift) }"), "the row is not the closure's: \(swift)")
    #expect(document.text.contains("| \(cells) |"), "the document lacks the row: | \(cells) |")
    try store.read { db in
      try runDocumented(swift, .result(of: M.table.name)) { _ = try query.fetchAll(in: db) }
    }
  }

  @Test("The document's aggregates give the documented results")
  func aggregates() throws {
    try row("SQL.count()") { _ in SQL.count() }
    try row("$0.isbn.count()") { $0.isbn.count() }
    try row("$0.genre.count(distinct: true)") { $0.genre.count(distinct: true) }
    try row("$0.publishedIn.sum()") { $0.publishedIn.sum() }
    try row("$0.publishedIn.total()") { $0.publishedIn.total() }
    try row("$0.publishedIn.average()") { $0.publishedIn.average() }
    try row("$0.publishedIn.min()") { $0.publishedIn.min() }
    try row("$0.title.max()") { $0.title.max() }
    try row(#"$0.title.groupConcatenation(separator: "; ")"#) { $0.title.groupConcatenation(separator: "; ") }
    try row("$0.title.groupConcatenation(distinct: true)") { $0.title.groupConcatenation(distinct: true) }
    try row("$0.publishedIn.median()") { $0.publishedIn.median() }
    try row("SQL.count().filter($0.isLent)") { SQL.count().filter($0.isLent) }
  }

  @Test("The documented aggregate queries run")
  func aggregated() throws {
    try store.read { db in
      let (books, lent, first, titles) = try Book.select {
        (
          SQL.count(), SQL.count().filter($0.isLent), $0.publishedIn.min(),
          $0.title.groupConcatenation(separator: ", ").filter($0.publishedIn < 1900)
        )
      }.fetchOnly(in: db)
      #expect(books == 2 && lent == 0 && first == 1815)
      #expect(["Emma, Odes", "Odes, Emma"].contains(titles))
    }
  }

  @Test("The document's window functions give the documented results")
  func windows() throws {
    try row("SQL.rowNumber().over(orderBy: $0.title)") { SQL.rowNumber().over(orderBy: $0.title) }
    try row("SQL.rank().over(partitionBy: $0.genre, orderBy: $0.publishedIn.descending)") {
      SQL.rank().over(partitionBy: $0.genre, orderBy: $0.publishedIn.descending)
    }
    try row("SQL.ntile(4).over(orderBy: $0.publishedIn)") { SQL.ntile(4).over(orderBy: $0.publishedIn) }
    try row("$0.publishedIn.lag().over(orderBy: $0.publishedIn)") { $0.publishedIn.lag().over(orderBy: $0.publishedIn) }
    try row("$0.publishedIn.lead(default: 0).over(orderBy: $0.publishedIn)") {
      $0.publishedIn.lead(default: 0).over(orderBy: $0.publishedIn)
    }
    try row("$0.title.firstValue().over(partitionBy: $0.authorID, orderBy: $0.publishedIn)") {
      $0.title.firstValue().over(partitionBy: $0.authorID, orderBy: $0.publishedIn)
    }
    try row("SQL.count().over(partitionBy: $0.genre)") { SQL.count().over(partitionBy: $0.genre) }
    try row("$0.publishedIn.average().over(orderBy: $0.publishedIn, frame: .rows(.preceding(2)))") {
      $0.publishedIn.average().over(orderBy: $0.publishedIn, frame: .rows(.preceding(2)))
    }
    try row("SQL.count().over(orderBy: $0.publishedIn, frame: .range(.preceding(10), .following(10)))") {
      SQL.count().over(orderBy: $0.publishedIn, frame: .range(.preceding(10), .following(10)))
    }
  }

  @Test("The books of each genre are ranked as documented")
  func ranked() throws {
    try store.read { db in
      let ranked = try Book.select { book in
        let byYear = SQL.Window(partitionBy: book.genre, orderBy: book.publishedIn.descending)
        (book.title, SQL.rank().over(byYear), book.publishedIn.lag().over(byYear))
      }.fetchAll(in: db)
      #expect(ranked.map(\.1) == [1, 1])
    }
  }

  @Test("Cases, casts and replacements for NULL work as documented")
  func cases() throws {
    try row(#"SQL.when($0.isLent, then: "lent").otherwise("here")"#) {
      SQL.when($0.isLent, then: "lent").otherwise("here")
    }
    try row("SQL.when($0.publishedIn < 1800, then: 1).when($0.publishedIn < 1900, then: 2)") {
      SQL.when($0.publishedIn < 1800, then: 1).when($0.publishedIn < 1900, then: 2)
    }
    try row("SQL.when($0.isLent, then: $0.title).otherwise($0.author.name)") {
      SQL.when($0.isLent, then: $0.title).otherwise($0.author.name)
    }
    try row("$0.title.cast(to: Int.self)") { $0.title.cast(to: Int.self) }
    try row("$0.isbn.cast(to: Int.self)") { $0.isbn.cast(to: Int.self) }
    try row("$0.isbn ?? $0.title") { $0.isbn ?? $0.title }
    try row("SQL.coalesce($0.isbn, $0.shelf.label)") { SQL.coalesce($0.isbn, $0.shelf.label) }
    try row(#"$0.title.nilIf("")"#) { $0.title.nilIf("") }
    try row("$0.publishedIn.sign") { $0.publishedIn.sign }
    try row("($0.publishedIn.double / 7).rounded(toDigits: 2)") { ($0.publishedIn.double / 7).rounded(toDigits: 2) }
    try row("min($0.publishedIn, 1900)") { min($0.publishedIn, 1900) }
    try row("$0.title.uppercased()") { $0.title.uppercased() }
    try row(#"$0.title.trimmed("!?")"#) { $0.title.trimmed("!?") }
    try row(#"$0.title.offset(of: "m")"#) { $0.title.offset(of: "m") }
    try row("$0.title.unicode") { $0.title.unicode }
    try row("$0.title.hexadecimal") { $0.title.hexadecimal }
    try row(#"SQL.format("%s (%d)", $0.title, $0.publishedIn)"#) { SQL.format("%s (%d)", $0.title, $0.publishedIn) }
    try row("SQL.random()") { _ in SQL.random() }
  }

  @Test("Dates stored as text work as documented")
  func dates() throws {
    try row("$0.lentAt.year", of: Loan.self) { $0.lentAt.year }
    try row("$0.lentAt.hour", of: Loan.self) { $0.lentAt.hour }
    try row("$0.returnedAt.weekday", of: Loan.self) { $0.returnedAt.weekday }
    try row("$0.lentAt.calendarDay", of: Loan.self) { $0.lentAt.calendarDay }
    try row("$0.lentAt.startOfMonth", of: Loan.self) { $0.lentAt.startOfMonth }
    try row("$0.lentAt.adding(days: 28)", of: Loan.self) { $0.lentAt.adding(days: 28) }
    try row("$0.lentAt.adding(hours: 36)", of: Loan.self) { $0.lentAt.adding(hours: 36) }
    try row("$0.lentAt.adding(months: 1)", of: Loan.self) { $0.lentAt.adding(months: 1) }
    try row("$0.returnedAt.days(since: $0.lentAt)", of: Loan.self) { $0.returnedAt.days(since: $0.lentAt) }
    try row(#"$0.lentAt.formatted("%Y-%m")"#, of: Loan.self) { $0.lentAt.formatted("%Y-%m") }
    try row("SQL.now", of: Loan.self) { _ in SQL.now }
  }

  @Test("Local dates work as documented")
  func localDates() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let today = DateComponents(year: 2026, month: 11, day: 27)
    try row("$0.lentAt.startOfDay(in: zone)", of: Loan.self) { $0.lentAt.startOfDay(in: zone) }
    try row("$0.lentAt.hour(in: zone)", of: Loan.self) { $0.lentAt.hour(in: zone) }
    try row("$0.returnedAt.calendarDay(in: zone)", of: Loan.self) { $0.returnedAt.calendarDay(in: zone) }
    try row("$0.enteredAt.startOfMonth(in: zone)", of: Visit.self) { $0.enteredAt.startOfMonth(in: zone) }
    try row("$0.day.years(until: today)", of: Visit.self) { $0.day.years(until: today) }
  }

  @Test("Dates in other formats work as documented")
  func storedDates() throws {
    try row("$0.enteredAt.year", of: Visit.self) { $0.enteredAt.year }
    try row("$0.enteredAt.adding(days: 28)", of: Visit.self) { $0.enteredAt.adding(days: 28) }
    try row("$0.enteredAt.startOf(minutes: 15)", of: Visit.self) { $0.enteredAt.startOf(minutes: 15) }
    try row("$0.enteredAt.startOfWeek", of: Visit.self) { $0.enteredAt.startOfWeek }
    try row("$0.enteredAt.startOfYear", of: Visit.self) { $0.enteredAt.startOfYear }
    try row("$0.leftAt.adding(hours: 1)", of: Visit.self) { $0.leftAt.adding(hours: 1) }
    try row("$0.leftAt.stored(as: UnixSeconds.self)", of: Visit.self) { $0.leftAt.stored(as: UnixSeconds.self) }
    try row("$0.leftAt.minute", of: Visit.self) { $0.leftAt.minute }
    try row("$0.sunrise.adding(days: 1)", of: Visit.self) { $0.sunrise.adding(days: 1) }
    try row("$0.sunrise.startOfDay", of: Visit.self) { $0.sunrise.startOfDay }
    try row("$0.day.adding(months: 1)", of: Visit.self) { $0.day.adding(months: 1) }
    try row("$0.day.startOfYear", of: Visit.self) { $0.day.startOfYear }
    try row("SQL.today", of: Visit.self) { _ in SQL.today }
  }

  @Test("Overdue items are found, and items are counted by month")
  func overdue() throws {
    try store.read { db in
      let overdue = Loan.where { $0.returnedAt == nil && $0.lentAt.adding(days: 28) < SQL.now }
      let byMonth = Loan.group { $0.lentAt.startOfMonth }
        .order { $0.lentAt.startOfMonth }
        .select { ($0.lentAt.startOfMonth, SQL.count()) }

      let (count, months) = (try overdue.count(in: db), try byMonth.fetchAll(in: db))
      #expect(count == 1)
      #expect(months.map(\.0) == [Date(timeIntervalSince1970: 1_767_225_600)])
    }
  }
}
