import PostilQuery
import Testing

@Suite("Logic")
struct LogicTests {
  @Test("A Bool column is a predicate, and so is its negation")
  func columns() throws {
    try expectItems(#" WHERE t0."done" = 1"#, [3, 5]) { $0.done }
    try expectItems(#" WHERE t0."done" = 0"#, [1, 2, 4]) { !$0.done }
    try expectItems(#" WHERE NOT (t0."done" = 0)"#, [3, 5]) { !(!$0.done) }
  }

  @Test("Parentheses follow the expression tree")
  func precedence() throws {
    try expectItems(#" WHERE t0."done" = 1 AND t0."count" > ?1 OR t0."note" IS NULL"#, [1, 5]) {
      $0.done && $0.count > 6 || $0.note == nil
    }
    try expectItems(#" WHERE t0."done" = 1 AND (t0."count" > ?1 OR t0."note" IS NULL)"#, [5]) {
      $0.done && ($0.count > 6 || $0.note == nil)
    }
    try expectItems(#" WHERE NOT (t0."done" = 1 AND t0."count" > ?1)"#, [1, 2, 3, 4]) { !($0.done && $0.count > 6) }
    try expectItems(#" WHERE t0."done" = 1 AND t0."count" > ?1 AND t0."price" > ?2"#, [3]) {
      $0.done && ($0.count > 1 && $0.price > 50)
    }
    try expectItems(#" WHERE (t0."count" > ?1) = t0."done""#, [1, 2, 4, 5]) { ($0.count > 6) == $0.done }
    try expectItems(#" WHERE (t0."note" IS ?1) = t0."done""#, [1, 2]) { ($0.note == "") == $0.done }
  }

  @Test("A second where adds a condition with AND")
  func composition() throws {
    var query = Item.where { $0.done || $0.count > 1 }
    for word in ["o", "r"] { query = query.where { $0.title.contains(word) } }
    let least: Int? = nil
    if let least { query = query.where { $0.count >= least } }
    try expectQuery(
      query,
      sql: #"SELECT t0.* FROM "item" AS t0 WHERE (t0."done" = 1 OR t0."count" > ?1)"#
        + #" AND instr(t0."title", ?2) > 0 AND instr(t0."title", ?3) > 0"#,
      rows: ["1", "5"])
  }

  @Test("A Bool value selects every row, or none")
  func constants() throws {
    try expectItems(#" WHERE ?1 OR t0."done" = 1"#, [1, 2, 3, 4, 5]) { SQLPredicate(true) || $0.done }
    try expectItems(#" WHERE ?1"#, []) { _ in SQLPredicate(false) }
  }

  @Test("A chain of a thousand conditions runs, and a longer one is refused without a crash")
  func depth() throws {
    let database = try TestDatabase.filled()
    let conditions = (0..<5000).reduce(Item.all) { query, number in query.where { $0.count != 1000 + number } }
    #expect(try conditions.count(in: database.transaction) == 5)

    func chain(_ length: Int) -> Query<Item> {
      Item.where { item in
        (1..<length).reduce(item.count == 5) { predicate, number in predicate || item.count == 1000 + number }
      }
    }
    #expect(try chain(900).count(in: database.transaction) == 1)
    #expect(throws: QueryError.expressionTooDeep) { try chain(100_000).count(in: database.transaction) }
    #expect("\(chain(2000))".contains("more than 250 levels"))

    let negations = Item.where { item in (0..<40).reduce(!item.done) { predicate, _ in !predicate } }
    #expect(try negations.count(in: database.transaction) == 3)
    let deeper = Item.where { item in (0..<100_000).reduce(!item.done) { predicate, _ in !predicate } }
    #expect(throws: QueryError.expressionTooDeep) { try deeper.count(in: database.transaction) }
  }
}
