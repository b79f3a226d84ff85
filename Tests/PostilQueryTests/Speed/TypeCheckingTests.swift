import Foundation
import PostilQuery
import Testing

extension SpeedValues {
  /// The queries that return something else than rows of one model.
  func statements() -> [any CustomStringConvertible] {
    others() + joins() + groups() + combinations() + projections() + computations() + windows() + cases() + inclusions()
      + changes()
      + rawSQL() + arithmetic() + chains() + terms() + optionalNumbers()
  }
}

@Suite("Type-checking")
struct TypeCheckingTests {
  @Test("SQLite accepts the SQL of every query in the speed files")
  func allAreWritten() throws {
    let values = SpeedValues()
    let database = try TestDatabase.filled()
    for name in ["postil_start_of_day", "postil_local_time"] { database.addFunction(name) }
    for query in values.simple() + values.medium() + values.large() {
      _ = try query.fetchAll(in: database.transaction)
    }
    for query in values.optionalPaths() { _ = try query.fetchAll(in: database.transaction) }
    for query in values.statements() {
      let text = query.description
      #expect(!text.hasPrefix("("), "\(text)")
      let statements = query is any EagerQueryText ? text.split(separator: "\n").map(String.init) : [text]
      for statement in statements {
        let values = statement.matches(of: /\?([0-9]+)/).compactMap { Int($0.output.1) }.max() ?? 0
        let explained = _RenderedStatement(
          sql: "EXPLAIN \(statement)", bindings: Array(repeating: .null, count: values))
        #expect(throws: Never.self, "\(statement)") { try database.rows(explained) }
      }
    }
    try values.upserts(in: database.transaction)
    try values.fetched(in: database.transaction)
    try values.changes(in: database.transaction)
  }
}

/// What prints several statements, a line each.
private protocol EagerQueryText {}
extension EagerQuery: EagerQueryText {}
