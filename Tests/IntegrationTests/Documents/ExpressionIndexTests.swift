import Postil
import Testing

/// Docs/Language.md: indexes and unique keys over expressions.
@Suite("An index over an expression")
struct ExpressionIndexTests {
  private let store: SQLiteStore

  init() throws {
    store = try temporaryStore()
    try store.write { db in
      for number in 0..<50 {
        try Patron.Draft(name: "Name \(number)", email: "P\(number)@example.org", city: "York").insert(in: db)
      }
    }
  }

  @Test("A query with the same expression in Swift uses the index")
  func plan() throws {
    let found = Patron.where { $0.email.lowercased() == "p7@example.org" }
    let byName = Patron.where { $0.city == "York" && $0.city != "" && $0.name.lowercased() == "name 7" }

    let plans = try [plan(of: found), plan(of: byName)]
    #expect(plans[0].contains("USING INDEX patron_lower_email_key"))
    #expect(plans[1].contains("USING INDEX patron_city_lower_name_idx"))
    #expect(try store.read { db in try found.fetchAll(in: db).map(\.name) } == ["Name 7"])
    #expect(try store.read { db in try byName.fetchAll(in: db).map(\.email) } == ["P7@example.org"])
  }

  @Test("A unique expression index refuses a duplicate value, and is a key for upserts")
  func unique() throws {
    try store.write { db in
      #expect(throws: ConstraintViolation.unique(table: "patron", columns: [])) {
        try Patron.Draft(name: "Other", email: "p7@EXAMPLE.org").insert(in: db)
      }
      let patron = try Patron.Draft(name: "Ann", email: "p7@EXAMPLE.org").upsert(on: { $0.lowerEmail }, in: db)

      #expect(patron.name == "Ann")
      #expect(try Patron.all.count(in: db) == 50)
    }
  }

  private func plan(of query: Query<Patron>) throws -> String {
    let statement = try query.rendered()
    return try store.read { db in
      var lines: [String] = []
      try db.forEachRow(
        _RenderedStatement(sql: "EXPLAIN QUERY PLAN " + statement.sql, bindings: statement.bindings)
      ) { row in
        for _ in 0..<3 { _ = try row.readInt64() }
        lines.append(try row.readString())
      }
      return lines.joined(separator: "\n")
    }
  }
}
