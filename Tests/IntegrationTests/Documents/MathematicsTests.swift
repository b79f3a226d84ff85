import Foundation
import Postil
import Testing

/// Docs/Queries.md, the second table of "Arithmetic".
@Suite("The document on mathematical functions")
struct MathematicsTests {
  @Test("Each function has the documented SQL")
  func rows() throws {
    let (document, source) = (try Document("Queries"), try String(contentsOfFile: #filePath, encoding: .utf8))
    let store = try temporaryStore()
    _ = try store.write { db in try Library(in: db) }
    func row<P: SQLExpression<Bool>>(_ swift: String, _ sql: String, _ condition: (Book.Columns) -> P) throws {
      let query = Book.where(condition)
      #expect(document.text.contains("| `\(swift)` | `\(sql)` |"), "the document lacks the row: \(swift)")
      #expect(Document.unbroken(source).contains("{ \(swift) }"), "the text of the row is not the closure's: \(swift)")
      #expect(try query.sql.hasSuffix(" WHERE \(sql)"), "\(swift) is: \(query)")
      try store.read { db in
        var found: [Book] = []
        try runDocumented(swift, .condition) { found = try query.fetchAll(in: db) }
        #expect(!found.isEmpty)
      }
    }
    try row("$0.publishedIn.squareRoot() > 42", #"sqrt(t0."published_in") > ?1"#) { $0.publishedIn.squareRoot() > 42 }
    try row("$0.publishedIn.power(2) > 3_000_000", #"pow(t0."published_in", ?1) > ?2"#) {
      $0.publishedIn.power(2) > 3_000_000
    }
    try row(
      "($0.publishedIn.double / 100).roundedUp() == 19", #"ceil(CAST(t0."published_in" AS REAL) / ?1) = ?2"#
    ) { ($0.publishedIn.double / 100).roundedUp() == 19 }
    try row("$0.publishedIn.logarithm(base: 10) > 3", #"log(?1, t0."published_in") > ?2"#) {
      $0.publishedIn.logarithm(base: 10) > 3
    }
  }
}
