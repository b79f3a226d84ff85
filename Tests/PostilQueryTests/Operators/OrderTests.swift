import Foundation
import PostilQuery
import Testing

@Suite("Comparisons of values")
struct OrderTests {
  let february = Date(timeIntervalSince1970: 1_769_904_000)
  let absent: Date? = nil

  @Test("Each comparison works with the column on either side")
  func comparisons() throws {
    try expectItems(#" WHERE t0."count" < ?1"#, [2, 4]) { $0.count < 2 }
    try expectItems(#" WHERE t0."count" <= ?1"#, [1, 2, 4]) { $0.count <= 2 }
    try expectItems(#" WHERE t0."count" > ?1"#, [3, 5]) { $0.count > 2 }
    try expectItems(#" WHERE t0."count" >= ?1"#, [1, 3, 5]) { $0.count >= 2 }
    try expectItems(#" WHERE ?1 < t0."count""#, [3, 5]) { 2 < $0.count }
    try expectItems(#" WHERE ?1 <= t0."count""#, [1, 3, 5]) { 2 <= $0.count }
    try expectItems(#" WHERE ?1 > t0."count""#, [2, 4]) { 2 > $0.count }
    try expectItems(#" WHERE ?1 >= t0."count""#, [1, 2, 4]) { 2 >= $0.count }
    try expectItems(#" WHERE t0."price" < t0."price""#, []) { $0.price < $0.price }
    try expectItems(#" WHERE t0."priority" > ?1"#, [3, 4]) { $0.priority > .normal }
  }

  @Test("A comparison with NULL is false, and its negation is true")
  func null() throws {
    try expectItems(#" WHERE t0."due_at" < ?1"#, [1]) { $0.dueAt < february }
    try expectItems(#" WHERE (t0."due_at" < ?1) IS NOT TRUE"#, [2, 3, 4, 5]) { !($0.dueAt < february) }
    try expectItems(#" WHERE t0."due_at" < ?1 OR (t0."due_at" < ?2) IS NOT TRUE"#, [1, 2, 3, 4, 5]) {
      $0.dueAt < february || !($0.dueAt < february)
    }
    try expectItems(#" WHERE t0."due_at" < ?1"#, [], bindings: [.null]) { $0.dueAt < absent }
    try expectItems(#" WHERE (t0."due_at" < ?1) IS NOT TRUE"#, [1, 2, 3, 4, 5]) { !($0.dueAt < absent) }
  }

  @Test("Closed and half-open ranges have the same bounds as in Swift")
  func ranges() throws {
    try expectItems(#" WHERE t0."count" BETWEEN ?1 AND ?2"#, [1, 2, 3]) { $0.count.between(0, 5) }
    try expectItems(#" WHERE t0."count" BETWEEN ?1 AND ?2"#, [1, 2, 3]) { $0.count.in(0...5) }
    try expectItems(#" WHERE t0."count" >= ?1 AND t0."count" < ?2"#, [1, 2]) { $0.count.in(0..<5) }
    try expectItems(#" WHERE NOT (t0."count" BETWEEN ?1 AND ?2)"#, [4, 5]) { !$0.count.in(0...5) }
    try expectItems(#" WHERE NOT (t0."count" >= ?1 AND t0."count" < ?2)"#, [3, 4, 5]) { !$0.count.in(0..<5) }
    try expectItems(#" WHERE t0."due_at" BETWEEN ?1 AND ?2"#, [1, 4]) { $0.dueAt.between(.distantPast, february) }
    try expectItems(#" WHERE t0."due_at" BETWEEN ?1 AND ?2"#, [1, 4]) { $0.dueAt.in(.distantPast...february) }
    try expectItems(#" WHERE t0."due_at" >= ?1 AND t0."due_at" < ?2"#, [1]) { $0.dueAt.in(.distantPast..<february) }
  }

  @Test("Ranges can have a single bound, and no range of integers is listed")
  func partialRanges() throws {
    try expectItems(#" WHERE t0."count" >= ?1"#, [1, 3, 5], bindings: [.integer(1)]) { $0.count.in(1...) }
    try expectItems(#" WHERE t0."count" <= ?1"#, [1, 2, 4]) { $0.count.in(...2) }
    try expectItems(#" WHERE t0."count" < ?1"#, [2, 4]) { $0.count.in(..<2) }
    try expectItems(#" WHERE NOT (t0."count" >= ?1)"#, [2, 4]) { $0.count.notIn(1...) }
    try expectItems(#" WHERE NOT (t0."count" BETWEEN ?1 AND ?2)"#, [4]) { $0.count.notIn(0...Int.max) }
    try expectItems(#" WHERE t0."title" >= ?1"#, [2]) { $0.title.in("a"...) }
    try expectItems(#" WHERE t0."due_at" >= ?1"#, [3, 4]) { $0.dueAt.in(february...) }
    try expectItems(#" WHERE (t0."due_at" >= ?1) IS NOT TRUE"#, [1, 2, 5]) { $0.dueAt.notIn(february...) }
    try expectItems(#" WHERE t0."count" IN (?1, ?2)"#, [1, 2]) { $0.count.in([0, 2]) }
    try expectItems(#" WHERE t0."count" IN (?1, ?2)"#, [1, 2]) { $0.count.in(stride(from: 0, through: 2, by: 2)) }
  }
}
