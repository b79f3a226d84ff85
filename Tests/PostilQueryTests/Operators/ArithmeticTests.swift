import PostilQuery
import Testing

@Suite("Arithmetic")
struct ArithmeticTests {
  @Test("Each operator works with values on either side and with columns")
  func operators() throws {
    try expectItems(#" WHERE t0."count" + ?1 = ?2"#, [1]) { $0.count + 1 == 3 }
    try expectItems(#" WHERE t0."count" - ?1 = ?2"#, [1]) { $0.count - 1 == 1 }
    try expectItems(#" WHERE t0."count" * ?1 = ?2"#, [1]) { $0.count * 3 == 6 }
    try expectItems(#" WHERE t0."count" / ?1 = ?2"#, [1]) { $0.count / 2 == 1 }
    try expectItems(#" WHERE t0."count" % ?1 = ?2"#, [3, 5]) { $0.count % 2 == 1 }
    try expectItems(#" WHERE ?1 - t0."count" = ?2"#, [4]) { 0 - $0.count == 3 }
    try expectItems(#" WHERE -t0."count" = ?1"#, [4]) { -$0.count == 3 }
    try expectItems(#" WHERE t0."count" + t0."count" = t0."count" * ?1"#, [1, 2, 3, 4, 5]) {
      $0.count + $0.count == $0.count * 2
    }
    try expectItems(#" WHERE t0."price" * ?1 > ?2"#, [2, 3], bindings: [.real(2), .real(10)]) { $0.price * 2 > 10 }
  }

  @Test("Parentheses follow the expression tree, and a minus never starts a comment")
  func precedence() throws {
    try expectItems(#" WHERE (t0."count" + ?1) * ?2 = ?3"#, [1]) { ($0.count + 1) * 2 == 6 }
    try expectItems(#" WHERE t0."count" - (t0."count" - ?1) = ?2"#, [1, 2, 3, 4, 5]) { $0.count - ($0.count - 1) == 1 }
    try expectItems(#" WHERE t0."count" - t0."count" - ?1 = ?2"#, [1, 2, 3, 4, 5]) { $0.count - $0.count - 1 == -1 }
    try expectItems(#" WHERE t0."count" / (t0."count" * ?1) = ?2"#, [1, 3, 4, 5]) { $0.count / ($0.count * 1) == 1 }
    try expectItems(#" WHERE -(-t0."count") = ?1"#, [1]) { -(-$0.count) == 2 }
    try expectItems(#" WHERE t0."count" - -t0."count" = ?1"#, [1]) { $0.count - (-$0.count) == 4 }
    try expectItems(#" WHERE -(t0."count" + ?1) = ?2"#, [1]) { -($0.count + 1) == -3 }
  }

  @Test("The result of a division by an expression is optional, and NULL for 0")
  func quotients() throws {
    let quotients = Item.order { $0.id }.select { (6 / ($0.count - 2), $0.count / ($0.count - 2), 7 % ($0.count - 2)) }
    let remainders: [(Int?, Int?, Int?)] = try quotients.fetchAll(in: TestDatabase.filled().transaction)
    let counts = try Item.order { $0.id }.select { $0.count }.fetchAll(in: TestDatabase.filled().transaction)
    #expect(counts.contains(2))
    for (count, row) in zip(counts, remainders) {
      let divisor = count - 2
      #expect(row.0 == (divisor == 0 ? nil : 6 / divisor))
      #expect(row.1 == (divisor == 0 ? nil : count / divisor))
      #expect(row.2 == (divisor == 0 ? nil : 7 % divisor))
    }
    // A quotient that is none is no number, and is not another one either.
    try expectItems(#" WHERE t0."count" / (t0."count" - ?1) IS NOT ?2"#, [1, 2, 3, 4, 5]) {
      $0.count / ($0.count - 2) != 77
    }
    try expectItems(#" WHERE t0."price" / t0."price" / t0."price" IS NULL"#, [4]) {
      $0.price / $0.price / $0.price == nil
    }
    try expectQuery(
      Node.where { $0.weight / ($0.weight - 1) ?? 0 == 0 },
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE coalesce(t0."weight" / (t0."weight" - ?1), ?2) = ?3"#,
      rows: ["1", "3", "4"])
  }

  @Test("The result is optional if one of the operands is, and NULL where that one is NULL")
  func optionals() throws {
    let database = try TestDatabase.filled()
    let nodes = try Node.order { $0.id }.fetchAll(in: database.transaction)
    #expect(nodes.contains { $0.weight == nil } && nodes.contains { $0.weight != nil })
    let computed = Node.order { $0.id }.select {
      ($0.weight + $0.name.length, $0.name.length - $0.weight, $0.weight * $0.name.length, $0.weight + $0.weight)
    }
    let rows: [(Int?, Int?, Int?, Int?)] = try computed.fetchAll(in: database.transaction)
    for (node, row) in zip(nodes, rows) {
      let length = node.name.count
      #expect(row.0 == node.weight.map { $0 + length })
      #expect(row.1 == node.weight.map { length - $0 })
      #expect(row.2 == node.weight.map { $0 * length })
      #expect(row.3 == node.weight.map { $0 + $0 })
    }
    let texts: [String?] = try Item.order { $0.id }.select { $0.title + ": " + $0.note }.fetchAll(
      in: database.transaction)
    let items = try Item.order { $0.id }.fetchAll(in: database.transaction)
    #expect(texts == items.map { item in item.note.map { item.title + ": " + $0 } })
    try expectQuery(
      Node.where { $0.weight + $0.name.length != 100 },
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE t0."weight" + length(t0."name") IS NOT ?1"#,
      rows: nodes.map { "\($0.id.rawValue)" })
  }

  @Test("A division by the value 0 is refused when the query runs, and by 0 in SQL is NULL")
  func zero() throws {
    let zero = 0
    let refused: [any SQLStatement] = [
      Item.where { $0.count / zero == 1 }, Item.where { $0.count % 0 == 1 }, Item.where { $0.price * 2 / -0.0 > 1 },
      Node.where { $0.weight / 0 == nil }, Item.select { $0.count / zero },
    ]
    for query in refused {
      let error = #expect(throws: QueryError.self) { try query.rendered(for: .sqlite) }
      #expect(error == .divisionByZero)
    }
    #expect(QueryError.divisionByZero.description.hasPrefix("division by the value 0"))
    try expectItems(#" WHERE t0."count" / ?1 IS NULL"#, [1, 2, 3, 4, 5]) { $0.count / SQL.value(zero) == nil }
  }

  @Test("Arithmetic with NULL is NULL")
  func null() throws {
    try expectQuery(
      Node.where { $0.weight + 1 > 1 }, sql: #"SELECT t0.* FROM "node" AS t0 WHERE t0."weight" + ?1 > ?2"#,
      rows: ["2", "4", "5"])
    try expectQuery(
      Node.where { $0.weight + 1 == nil },
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE t0."weight" + ?1 IS NULL"#, rows: ["1", "3"])
  }

  @Test("Each numeric function is SQLite's")
  func functions() throws {
    try expectItems(#" WHERE abs(t0."count") = ?1"#, [4]) { abs($0.count) == 3 }
    try expectItems(#" WHERE min(t0."count", ?1) = ?2"#, [3, 5]) { min($0.count, 4) == 4 }
    try expectItems(#" WHERE max(t0."count", t0."count") = ?1"#, [1]) { max($0.count, $0.count) == 2 }
    try expectItems(#" WHERE round(t0."price", ?1) = ?2"#, [1, 5], bindings: [.integer(0), .real(2)]) {
      $0.price.rounded() == 2
    }
    try expectItems(#" WHERE round(t0."price", ?1) = ?2"#, [5], bindings: [.integer(1), .real(2.3)]) {
      $0.price.rounded(toDigits: 1) == 2.3
    }
    try expectItems(#" WHERE CAST(t0."count" AS REAL) / ?1 = ?2"#, [3]) { $0.count.double / 2 == 2.5 }
  }
}
