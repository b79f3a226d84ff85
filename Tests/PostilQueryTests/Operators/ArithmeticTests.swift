import PostilQuery
import Testing

@Suite("Arithmetic")
struct ArithmeticTests {
  @Test("Each operator, with values on either side and with columns")
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

  @Test("Parentheses stand where the tree needs them, and a minus never makes a comment")
  func precedence() throws {
    try expectItems(#" WHERE (t0."count" + ?1) * ?2 = ?3"#, [1]) { ($0.count + 1) * 2 == 6 }
    try expectItems(#" WHERE t0."count" - (t0."count" - ?1) = ?2"#, [1, 2, 3, 4, 5]) { $0.count - ($0.count - 1) == 1 }
    try expectItems(#" WHERE t0."count" - t0."count" - ?1 = ?2"#, [1, 2, 3, 4, 5]) { $0.count - $0.count - 1 == -1 }
    try expectItems(#" WHERE t0."count" / (t0."count" * ?1) = ?2"#, [1, 3, 4, 5]) { $0.count / ($0.count * 1) == 1 }
    try expectItems(#" WHERE -(-t0."count") = ?1"#, [1]) { -(-$0.count) == 2 }
    try expectItems(#" WHERE t0."count" - -t0."count" = ?1"#, [1]) { $0.count - (-$0.count) == 4 }
    try expectItems(#" WHERE -(t0."count" + ?1) = ?2"#, [1]) { -($0.count + 1) == -3 }
  }

  @Test("A division by 0 is NULL")
  func zero() throws {
    try expectItems(#" WHERE t0."count" / ?1 = ?2"#, []) { $0.count / 0 == 1 }
    try expectItems(#" WHERE NOT (t0."count" % ?1 > ?2)"#, []) { !($0.count % 0 > 1) }
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

  @Test("Functions of numbers")
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
