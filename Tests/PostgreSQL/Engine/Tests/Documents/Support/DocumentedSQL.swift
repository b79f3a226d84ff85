import Foundation
import Synchronization
import Testing

/// Docs/QueriesOnPostgreSQL.md: the rows of Docs/Queries.md with PostgreSQL's SQL. With `POSTIL_RECORD=1`, it is written.
enum DocumentedSQL {
  /// The recorded rows, by their Swift.
  private static let rows = Mutex<[String: String]>([:])

  private static let introduction = """
    # Queries on PostgreSQL

    [Queries](Queries.md) shows the SQL of each expression for SQLite. This page shows the SQL that a [store on
    PostgreSQL](PostgreSQL.md) sends for it. An expression that is not available throws `StatementNotTranslated`. A test runs each row on a
    server and compares the SQL.

    """

  /// Compares a row of the document.
  /// - Parameter sql: the SQL of the expression; `nil` if it has no equivalent.
  static func check(_ swift: String, _ sql: String?) throws {
    let row = escaped("| `\(swift)` | \(sql.map { "`\($0)`" } ?? "not available") |")
    guard ProcessInfo.processInfo.environment["POSTIL_RECORD"] == nil else { return try record(swift, row) }
    #expect(try Document("QueriesOnPostgreSQL").text.contains(row), "the document lacks the row: \(row)")
  }

  /// Writes the document with all rows so far, in the order and under the headings of Docs/Queries.md.
  private static func record(_ swift: String, _ row: String) throws {
    let rows = rows.withLock { rows in
      rows[swift] = row
      return rows
    }
    let lines = try Document("Queries").text.split(separator: "\n", omittingEmptySubsequences: false)
    let placed = rows.map { swift, row in
      let place = lines.firstIndex { $0.contains(escaped("| `\(swift)` |")) || $0.contains("- `\(swift)`") }
      return (place: place ?? lines.count, row: row)
    }.sorted { ($0.place, $0.row) < ($1.place, $1.row) }
    var (text, heading) = (introduction, "")
    for (place, row) in placed {
      let next = lines[..<place].last { $0.hasPrefix("#") }?.drop { $0 == "#" || $0 == " " } ?? ""
      if next != heading {
        heading = String(next)
        text += "\n## \(heading)\n\n| Swift | SQL |\n|---|---|\n"
      }
      text += "\(row)\n"
    }
    try text.write(to: Document.root.appending(path: "Docs/QueriesOnPostgreSQL.md"), atomically: false, encoding: .utf8)
  }

  private static func escaped(_ text: String) -> String { text.replacing("||", with: "\\|\\|") }
}

extension DocumentedPart {
  /// The part of a statement.
  func text(in sql: String) -> String {
    switch self {
    case .result(let table):
      let end = sql.range(of: " FROM \"\(table)\"")?.lowerBound ?? sql.endIndex
      return String(sql[..<end].dropFirst("SELECT ".count))
    case .condition: return sql.range(of: " WHERE ").map { String(sql[$0.upperBound...]) } ?? sql
    case .order: return sql.range(of: " ORDER BY ", options: .backwards).map { String(sql[$0.upperBound...]) } ?? sql
    }
  }
}
