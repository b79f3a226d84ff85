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
