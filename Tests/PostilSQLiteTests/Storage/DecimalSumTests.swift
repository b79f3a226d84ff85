import Foundation
import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// Sums of random decimal numbers of extreme scales, compared with sums of digits.
///
/// `POSTIL_DECIMAL_ROWS` says how many numbers, 20,000 without it; `POSTIL_SEED` from which seed.
@Suite("Sums of decimal numbers", .timeLimit(.minutes(60)))
struct DecimalSumTests {
  private static let rows =
    ProcessInfo.processInfo.environment["POSTIL_DECIMAL_ROWS"].flatMap { Int($0) } ?? 20_000

  private struct Number {
    let isNegative: Bool
    let digits: [UInt8]
    let exponent: Int

    var text: String {
      (isNegative ? "-" : "") + String(decoding: digits.map { $0 + 48 }, as: UTF8.self) + "e\(exponent)"
    }
  }

  /// The exact sum: a number for each power of ten from -200 on, with a carry at the end. `nil` if it has more than 38 digits.
  private static func sum(_ numbers: [Number]) -> String? {
    var columns = [Int](repeating: 0, count: 600)
    for number in numbers {
      for (place, digit) in number.digits.reversed().enumerated() {
        columns[number.exponent + 200 + place] += number.isNegative ? -Int(digit) : Int(digit)
      }
    }
    func carried(_ columns: [Int]) -> (columns: [Int], isNegative: Bool) {
      var (columns, carry) = (columns, 0)
      for place in columns.indices {
        let value = columns[place] + carry
        columns[place] = (value % 10 + 10) % 10
        carry = (value - columns[place]) / 10
      }
      return (columns, carry < 0)
    }
    var (digits, isNegative) = carried(columns)
    if isNegative { digits = carried(columns.map { -$0 }).columns }
    guard let low = digits.firstIndex(where: { $0 != 0 }), let high = digits.lastIndex(where: { $0 != 0 }) else {
      return "0"
    }
    guard high - low < 38 else { return nil }
    let whole = high < 200 ? "0" : digits[200...high].reversed().map(String.init).joined()
    let fraction = low >= 200 ? "" : "." + digits[low..<200].reversed().map(String.init).joined()
    return (isNegative ? "-" : "") + whole + fraction
  }

  @Test(
    "The sum of random numbers is exact, whatever their scales and order, or refused because it has too many digits")
  func randomSums() throws {
    print("Sums of decimal numbers: POSTIL_SEED=\(testSeed) POSTIL_DECIMAL_ROWS=\(Self.rows)")
    var random = SeededGenerator(seed: testSeed)
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    try store.write { db in try db.execute(_RenderedStatement(sql: "CREATE TABLE number (value TEXT NOT NULL)")) }
    var (exact, refused) = (0, 0)
    let groups = 20
    for group in 0..<groups {
      let (width, lengths) = ([0, 2, 20, 240][group % 4], [1, 5, 19, 37][group / 4 % 4])
      let middle = Int.random(in: -127 + width / 2...120 - width / 2, using: &random)
      func number() -> Number {
        let digits = (0..<Int.random(in: 1...lengths, using: &random)).map { _ in
          UInt8.random(in: 0...9, using: &random)
        }
        return Number(
          isNegative: Bool.random(using: &random), digits: digits,
          exponent: middle + Int.random(in: -width / 2...width / 2, using: &random))
      }
      var numbers = (0..<Self.rows / groups / 2).map { _ in number() }
      // In half of the groups, large numbers cancel each other.
      if group % 2 == 0 || width == 240 {
        numbers += numbers.dropFirst().map {
          Number(isNegative: !$0.isNegative, digits: $0.digits, exponent: $0.exponent)
        }
      }
      numbers.shuffle(using: &random)
      let expected = Self.sum(numbers)
      let found = try store.write { db -> String? in
        try db.execute(_RenderedStatement(sql: "DELETE FROM number"))
        try db.execute(_RenderedStatement(sql: "INSERT INTO number VALUES (?)"), forEach: numbers) {
          $0.text._bind(to: &$1)
        }
        do {
          return try db.value("SELECT postil_decimal_sum(value) FROM number", as: String.self)
        } catch let error as DatabaseError where error.message.hasPrefix("a decimal number with more than 38") {
          return nil
        }
      }
      // A number of 39 digits may fit.
      if expected != nil || found == nil { #expect(found == expected, "group \(group)") }
      if expected == nil { refused += 1 } else { exact += 1 }
    }
    print("Sums of decimal numbers: \(exact) exact, \(refused) refused")
    #expect(exact >= groups / 2)
  }

  @Test("A frame of a window is exact after a number that is too large has left it")
  func windows() throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    try store.read { db throws in
      var sums: [String] = []
      let sql = """
        WITH number (id, value) AS (VALUES (1, '1e100'), (2, '0.1'), (3, '-1e100'), (4, '0.2'), (5, '0.3'))
        SELECT postil_decimal_sum(value) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND CURRENT ROW) FROM number
        """
      try db.forEachRow(_RenderedStatement(sql: sql)) { row in sums.append(try row.read()) }
      let large = "1" + String(repeating: "0", count: 100)
      #expect(sums == [large, "0.1", "-" + large, "0.2", "0.3"])
    }
  }
}
