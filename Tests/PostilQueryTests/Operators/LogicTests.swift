import PostilQuery
import Testing

@Suite("Logic")
struct LogicTests {
  @Test("A Bool column is a predicate, and so is its negation")
  func columns() throws {
    try expectItems(#" WHERE t0."done" = 1"#, [3, 5]) { $0.done }
    try expectItems(#" WHERE t0."done" = 0"#, [1, 2, 4]) { !$0.done }
    try expectItems(#" WHERE t0."done" = 1"#, [3, 5]) { !(!$0.done) }
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

  @Test("A chain of any length runs however it is built, and a deep expression is refused without a crash")
  func depth() throws {
    let database = try TestDatabase.filled()
    let conditions = (0..<5000).reduce(Item.all) { query, number in query.where { $0.count != 1000 + number } }
    #expect(try conditions.count(in: database.transaction) == 5)

    func alternatives(_ length: Int, _ join: @escaping (SQLPredicate, SQLPredicate) -> SQLPredicate) -> Query<Item> {
      Item.where { item in (1..<length).reduce(item.count == 5) { join($0, item.count == 1000 + $1) } }
    }
    for length in [2, 99, 100, 101, 102, 999, 3000, 20_000] {
      #expect(try alternatives(length) { $0 || $1 }.count(in: database.transaction) == 1)
      #expect(try alternatives(length) { $1 || $0 }.count(in: database.transaction) == 1)
    }
    func excluding(_ length: Int) -> Query<Item> {
      Item.where { item in
        (0..<length).reduce(item.count != 5) { chain, number in
          let next = item.count != 1000 + number
          return number % 3 == 0 ? next && chain : chain && next
        }
      }
    }
    #expect(try excluding(3000).count(in: database.transaction) == 4)
    let negation = Item.where { item in
      let chain = (0..<3000).reduce(item.count == 5) { chain, number in chain || item.count == number }
      return !chain
    }
    #expect(try negation.count(in: database.transaction) == 1)
    let numbers = try alternatives(3000) { $0 || $1 }.rendered().bindings
    #expect(numbers == [.integer(5)] + (1..<3000).map { .integer(1000 + $0) })
    func halves(_ range: Range<Int>, _ item: Item.Columns) -> SQLPredicate {
      guard range.count > 1 else { return item.count == range.lowerBound }
      let middle = range.lowerBound + range.count / 2
      return halves(range.lowerBound..<middle, item) || halves(middle..<range.upperBound, item)
    }
    #expect(try Item.where { halves(0..<3000, $0) }.count(in: database.transaction) == 4)

    let negations = Item.where { item in (0..<40).reduce(!item.done) { predicate, _ in !predicate } }
    #expect(try negations.count(in: database.transaction) == 3)
    let deeper = Item.where { item in (0..<100_000).reduce(!item.done) { predicate, _ in !predicate } }
    #expect(throws: QueryError.expressionTooDeep) { try deeper.count(in: database.transaction) }
  }
}
