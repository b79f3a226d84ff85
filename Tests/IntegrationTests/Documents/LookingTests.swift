import Foundation
import Logging
import Postil
import Testing

/// Docs/Queries.md, "Inspecting queries" and "Logging slow statements".
@Suite("The document on inspecting queries")
struct LookingTests {
  private let document: Document
  private let store: SQLiteStore

  init() throws {
    document = try Document("Queries")
    store = try temporaryStore()
    _ = try store.write { db in try Library(in: db) }
  }

  @Test("A query's plan is the one in the document")
  func plan() throws {
    try store.read { db in
      let lent = Book.where { $0.isLent && $0.author.name == "Jane Austen" }.order { $0.publishedIn }
      print(lent)  // the SQL
      let plan = try lent.explain(in: db)
      print(plan)  // the tree below
      if !plan.fullScans.isEmpty { print("full scan of", plan.fullScans) }

      #expect(document.text.contains("```text\n\(plan)\n```"))
      #expect(plan.fullScans == ["book"])
      #expect(plan.usesTemporarySort)
    }
  }

  @Test("The steps of a plan are as documented")
  func steps() throws {
    try store.read { db in
      let plan = try Book.where { $0.title == "Emma" }.explain(in: db)
      for step in plan.allSteps {
        if case .search(let access) = step.kind { print(access.table ?? "a subquery", access.columns) }
      }

      #expect(plan.indexes == ["book_title_published_in_idx"])
      #expect(plan.allSteps.compactMap(\.access).map(\.columns) == [["title"]])
      for name in ["fullScans", "indexes", "usesTemporarySort", "usesAutomaticIndex", "hasCorrelatedSubquery"] {
        #expect(document.text.contains("| `\(name)` |"))
      }
      let facts = (plan.fullScans, plan.usesTemporarySort, plan.usesAutomaticIndex, plan.hasCorrelatedSubquery)
      #expect(facts == ([], false, false, false))
    }
  }

  @Test("A query can be explained without running it")
  func explaining() throws {
    try store.read { db in
      print(try Book.where { $0.isLent }.deleting().explain(in: db))
      for plan in try Author.with({ $0.books }).explain(in: db) { print(plan) }
      print(try RawSQL("SELECT count(*) FROM \(Book.self)").explain(in: db))

      #expect(try Author.all.with { $0.books }.explain(in: db).count == 2)
      #expect(try Book.all.count(in: db) == 2)
    }
  }

  @Test("Reports are enabled as documented")
  func reports() throws {
    let file = try TemporaryFile()
    let path = file.path
    let logger = Logger(label: "library")
    let reports = StatementReports(slowerThan: .milliseconds(50), scansOver: 10_000) { report in
      logger.warning("\(report)", metadata: ["sql": "\(report.sql)"])
    }
    let store = try SQLiteStore(
      path: path, schema: DocumentsSchema.self, options: SQLiteOptions(reports: reports))
    #expect(try store.read { db in try Book.all.count(in: db) } == 0)
    let defaults = StatementReports { _ in }
    #expect(defaults.interval == .seconds(60) && !defaults.includesValues)
  }
}
