import Foundation
import Testing

@testable import PostilQuery

@Suite("Queries of the same shape")
struct QueryShapeTests {
  /// The text and the values of a statement.
  private func written(_ statement: some SQLStatement) throws -> (sql: String, values: [BoundValue]) {
    let rendered = try statement.rendered(for: .sqlite)
    return (rendered.sql, rendered.bindings)
  }

  @Test("A query with other values has the text of the first one and its own values")
  func values() throws {
    func query(_ title: String, _ priority: Priority, _ limit: Int) -> Query<Item> {
      Item.where { $0.project.name == title && $0.priority > priority }
        .where { $0.title.hasPrefix(title) || $0.note == nil }
        .order { ($0.priority.descending, $0.title) }
        .limit(limit, offset: limit * 2)
    }
    let (first, second) = (try written(query("a", .low, 3)), try written(query("b", .normal, 4)))
    #expect(first.sql == second.sql)
    #expect(first.values != second.values)
    #expect(second.values.contains(.text("b")) && second.values.contains(.integer(4)))
    #expect(second.values.contains(.integer(8)) && !second.values.contains(.text("a")))
  }

  @Test("Equal values and different values are told apart, and so are zero and negative zero")
  func equalValues() throws {
    func query(_ first: String, _ second: String) -> Query<Item> {
      Item.where { $0.title == first && $0.note == second }
    }
    #expect(try written(query("a", "a")).values == [.text("a"), .text("a")])
    #expect(try written(query("a", "b")).values == [.text("a"), .text("b")])
    #expect(try written(query("c", "c")).values == [.text("c"), .text("c")])
    // A composed and a decomposed letter are equal as strings.
    #expect(try written(query("\u{E9}", "e\u{301}")).values == [.text("\u{E9}"), .text("e\u{301}")])

    func numbers(_ first: Double, _ second: Double) -> Query<Item> {
      Item.where { _ in SQL.value(first) == SQL.value(second) }
    }
    for (first, second) in [(0, 0), (0, -0.0), (-0.0, 0), (1, 2)] as [(Double, Double)] {
      let values = try written(numbers(first, second)).values
      guard case .real(let one) = values[0], case .real(let other) = values[1] else {
        Issue.record("\(values)")
        continue
      }
      #expect(one.bitPattern == first.bitPattern && other.bitPattern == second.bitPattern)
    }
  }

  @Test("A value that is nil, a longer list or a missing limit is another shape")
  func shapes() throws {
    func note(_ note: String?) -> Query<Item> { Item.where { $0.note == note } }
    #expect(try written(note("a")).sql.hasSuffix(#"WHERE t0."note" = ?1"#))
    #expect(try written(note(nil)).sql.hasSuffix(#"WHERE t0."note" IS NULL"#))
    #expect(try written(note("b")).sql.hasSuffix(#"WHERE t0."note" = ?1"#))

    for count in [0, 1, 2, 8, 9, 1, 0, 9] {
      let titles = (0..<count).map { "title \($0)" }
      let (sql, values) = try written(Item.where { $0.title.in(titles) })
      #expect(values.count == (count > 8 ? 1 : count))
      #expect(sql.contains("json_each") == (count > 8), "\(sql)")
    }
    for limit in [nil, 1, nil, 2] {
      #expect(try written(Item.all.limit(limit)).values == (limit.map { [.integer(Int64($0))] } ?? []))
    }
  }

  @Test("An update or a delete with other values has the text of the first one and its own values")
  func changes() throws {
    func update(_ title: String, _ note: String?) -> Change<Item> {
      Item.where { $0.project.name == title }.updating { [$0.note.set(note), $0.title.set($0.title + title)] }
    }
    func delete(_ title: String) -> Change<Item> { Item.where { $0.title == title }.deleting() }
    let first = try written(update("a", "b"))
    let second = try written(update("c", "d"))
    #expect(first.sql == second.sql && first.sql.hasPrefix(#"UPDATE "item""#))
    #expect(first.values.count == second.values.count)
    #expect(Set(first.values) == [.text("a"), .text("b")] && Set(second.values) == [.text("c"), .text("d")])
    #expect(try Set(written(update("e", "e")).values) == [.text("e")])
    #expect(try Set(written(update("f", nil)).values).isSubset(of: [.text("f"), .null]))
    let other = Item.where { $0.project.name == "a" }.updating { [$0.title.set($0.title + "a"), $0.note.set("b")] }
    #expect(try written(other).sql != first.sql)
    for title in ["a", "b"] {
      let (sql, values) = try written(delete(title))
      #expect(sql == #"DELETE FROM "item" AS t0 WHERE t0."title" = ?1"#)
      #expect(values == [.text(title)])
      #expect(try written(delete(title).returning { $0.id }).sql.contains("RETURNING"))
    }
  }

  @Test("Whether a result is the grouping condition depends on its value")
  func groupedConditions() throws {
    func query(_ grouped: String, _ selected: String) throws -> (sql: String, values: [BoundValue]) {
      try written(Item.group { $0.note == grouped }.select { ($0.note == selected, SQL.count()) })
    }
    for text in ["a", "b", "c"] {
      let (sql, values) = try query(text, text)
      #expect(
        sql == #"SELECT (t0."note" = ?1) IS TRUE, count(*) FROM "item" AS t0 GROUP BY (t0."note" = ?2) IS TRUE"#)
      #expect(values == [.text(text), .text(text)])
    }
    #expect(throws: QueryError.self) { try query("a", "b") }
  }

  @Test("More shapes than are kept have their own texts")
  func manyShapes() throws {
    for number in 0..<RenderedTexts.maximumCount + 100 {
      let bits = (0..<11).map { number >> $0 & 1 == 0 }
      let query = bits.reduce(Item.all) { query, bit in
        query.where { bit ? $0.title == "x" : $0.price > 1 }
      }
      let conditions = bits.enumerated().map { index, bit in
        bit ? #"t0."title" = ?\#(index + 1)"# : #"t0."price" > ?\#(index + 1)"#
      }
      #expect(try written(query).sql.hasSuffix("WHERE " + conditions.joined(separator: " AND ")))
    }
  }

  @Test("Every property that can change a text is known to its shape")
  func properties() {
    // Whoever adds a property here adds it to QueryShape first, if the text can depend on it.
    func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }
    let item = Item.where { $0.title == "x" }.core
    #expect(
      names(item) == [
        "table", "origin", "joins", "roots", "predicates", "groupings", "groupPredicates", "orderings",
        "ordersByPosition", "isDistinct", "deletedRows", "limit", "offset",
      ])
    #expect(
      names(SelectStatement(rowsOf: item)) == [
        "core", "results", "compounds", "orderings", "limit", "offset", "tables",
      ])
    #expect(names(ChangeCore.delete(item)) == ["table", "query", "kind"])
    #expect(names(Setting(column: "title", value: item.predicates[0])) == ["column", "value"])
    #expect(names(LimitedTables()) == ["others", "position"])
    #expect(names(ExplicitJoin(kind: .inner, rows: item)) == ["kind", "rows", "condition"])
    #expect(names(AggregateCall(.count)) == ["function", "arguments", "isDistinct", "filter"])
    #expect(names(item.predicates[0]) == ["kind", "length", "depth", "traits"])
    #expect(
      names(Ordering(item.predicates[0], isDescending: false, takesNull: false)) == [
        "node", "isDescending", "nulls", "takesNull",
      ])
  }
}
