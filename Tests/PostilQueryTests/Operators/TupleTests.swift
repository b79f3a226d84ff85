import Foundation
import PostilQuery
import Testing

@Suite("Tuples")
struct TupleTests {
  @Test("Several columns are compared like a tuple in Swift")
  func comparisons() throws {
    try expectItems(#" WHERE (t0."priority", t0."count") > (?1, ?2)"#, [2, 3, 4]) {
      SQL.tuple($0.priority, $0.count).isGreater(than: .low, 7)
    }
    try expectItems(#" WHERE (t0."priority", t0."count") >= (?1, ?2)"#, [2, 3, 4, 5]) {
      SQL.tuple($0.priority, $0.count).isAtLeast(.low, 7)
    }
    try expectItems(#" WHERE (t0."priority", t0."count", t0."title") < (?1, ?2, ?3)"#, [1, 5]) {
      SQL.tuple($0.priority, $0.count, $0.title).isLess(than: .normal, 0, "a")
    }
    try expectItems(#" WHERE (t0."priority", t0."count") <= (?1, ?2)"#, [1, 2, 5]) {
      SQL.tuple($0.priority, $0.count).isAtMost(.normal, 0)
    }
    try expectItems(#" WHERE NOT ((t0."priority", t0."count") <= (?1, ?2))"#, [3, 4]) {
      !SQL.tuple($0.priority, $0.count).isAtMost(.normal, 0)
    }
  }

  @Test("A tuple is in a list as in Swift, also with nil, and in a list of any length")
  func lists() throws {
    try expectItems(
      #" WHERE t0."priority" = ?1 AND t0."count" = ?2 OR t0."priority" = ?3 AND t0."count" = ?4"#, [1, 3]
    ) {
      SQL.tuple($0.priority, $0.count).in([(.low, 2), (.high, 5)])
    }
    try expectItems(#" WHERE FALSE"#, []) { SQL.tuple($0.priority, $0.count).in([]) }
    try expectItems(#" WHERE t0."note" = ?1 AND t0."count" = ?2"#, [4]) { SQL.tuple($0.note, $0.count).in([("", -3)]) }
    try expectItems(#" WHERE NOT (t0."note" IS ?1 AND t0."count" = ?2)"#, [1, 2, 3, 5]) {
      SQL.tuple($0.note, $0.count).notIn([("", -3)])
    }
    try expectItems(#" WHERE t0."note" IS NULL AND t0."count" = ?1"#, [5]) {
      SQL.tuple($0.note, $0.count).in([(nil, 7)])
    }
    let filler = (100..<120).map { (Optional("\($0)"), $0) }
    let long = filler + [("", -3), ("50% done", 0)]
    let missing = filler + [("", -3), (nil, 7)]
    try expectItems(
      #" WHERE (t0."note", t0."count") IN (SELECT CAST(value ->> 0 AS TEXT), CAST(value ->> 1 AS INTEGER) FROM json_each(?1))"#,
      [2, 4]
    ) { SQL.tuple($0.note, $0.count).in(long) }
    try expectItems(
      #" WHERE (t0."note" IS NULL OR (t0."note", t0."count") NOT IN (SELECT CAST(value ->> 0 AS TEXT), "#
        + "CAST(value ->> 1 AS INTEGER) FROM json_each(?1)))", [1, 3, 5]
    ) { SQL.tuple($0.note, $0.count).notIn(long) }
    try expectItems(
      #" WHERE (t0."note", t0."count") IN (SELECT CAST(value ->> 0 AS TEXT), CAST(value ->> 1 AS INTEGER) FROM json_each(?1)) "#
        + #"OR t0."note" IS NULL AND t0."count" IN (?2)"#, [4, 5]
    ) { SQL.tuple($0.note, $0.count).in(missing) }
  }

  @Test("Three columns are in a list, in every form of a value")
  func three() throws {
    let day = Date(timeIntervalSince1970: 1_767_225_600)
    var rows: [(Date?, Double, Bool)] = []
    for number in 0..<12 { rows.append((day.addingTimeInterval(Double(number)), 1.5 + Double(number), number == 1)) }
    for count in [1, 12] {
      let query = Item.where { SQL.tuple($0.dueAt, $0.price, $0.done).in(Array(rows.prefix(count))) }
      #expect(try query.fetchAll(in: TestDatabase.filled().transaction).map { Int($0.id.rawValue) } == [1])
    }
  }

  @Test("A list of tuples searches an index on its columns")
  func plan() throws {
    let releases = Release.where { SQL.tuple($0.name, $0.version).in((0..<20).map { ("postil", $0) }) }
    let plan = try TestDatabase.filled().plan(releases.rendered(for: .sqlite))
    #expect(plan.contains("SEARCH"), "\(plan)")
  }

  @Test("A tuple with NULL is neither less nor greater if NULL decides, and its negation is true")
  func null() throws {
    let day = Date(timeIntervalSince1970: 1_769_904_000)
    try expectItems(#" WHERE (t0."due_at", t0."count") > (?1, ?2)"#, [3]) {
      SQL.tuple($0.dueAt, $0.count).isGreater(than: day, 0)
    }
    try expectItems(#" WHERE ((t0."due_at", t0."count") > (?1, ?2)) IS NOT TRUE"#, [1, 2, 4, 5]) {
      !SQL.tuple($0.dueAt, $0.count).isGreater(than: day, 0)
    }
  }
}
