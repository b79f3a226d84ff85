import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// Sums of random floating-point numbers, compared with exact ones.
///
/// `POSTIL_DECIMAL_ROWS` says how many numbers, 20,000 without it; `POSTIL_SEED` from which seed.
@Suite("Sums of floating-point numbers", .timeLimit(.minutes(60)))
struct FloatSumTests {
  private static let rows =
    ProcessInfo.processInfo.environment["POSTIL_DECIMAL_ROWS"].flatMap { Int($0) } ?? 20_000

  /// An exact sum of `Float`s: an integer of 32-bit digits, the lowest first, in multiples of the smallest `Float`, 2^-149.
  private struct ExactSum {
    private var digits = [Int64](repeating: 0, count: 12)

    mutating func add(_ value: Float) {
      guard value != 0 else { return }
      let power = max(Int(value.exponent), Int(Float.leastNormalMagnitude.exponent)) - Float.significandBitCount
      let significand = Int64(
        Float(sign: value.sign, exponent: 0, significand: value.magnitude)
          / Float(sign: .plus, exponent: power, significand: 1))
      let (index, shift) = (power + 149).quotientAndRemainder(dividingBy: 32)
      let moved = significand * (1 << shift)
      digits[index] += moved % (1 << 32)
      digits[index + 1] += moved / (1 << 32)
    }

    /// The nearest number, through its largest 64 bits: what is below them can't matter unless they are a tie.
    func rounded<Number: BinaryFloatingPoint>(to type: Number.Type) -> Number {
      var (carried, carry) = ([Int64](), Int64(0))
      for digit in digits {
        let value = digit + carry
        let low = value & 0xFFFF_FFFF
        carried.append(low)
        carry = (value - low) >> 32
      }
      guard carry >= 0 else {
        var opposite = self
        opposite.digits = digits.map { -$0 }
        return -opposite.rounded(to: type)
      }
      guard let top = carried.lastIndex(where: { $0 != 0 }) else { return 0 }
      var value = UInt64(carried[top])
      var index = top
      while index > 0, value.leadingZeroBitCount >= 32 {
        index -= 1
        value = value << 32 | UInt64(carried[index])
      }
      // A bit that is lost makes the number differ from a tie.
      if carried[..<index].contains(where: { $0 != 0 }) { value |= 1 }
      return Number(value) * Number(sign: .plus, exponent: .init(index * 32 - 149), significand: 1)
    }
  }

  @Test(
    "A sum of random Floats is the exact one, rounded to a Float", arguments: ["unit", "every scale", "cancelling"])
  func floats(kind: String) throws {
    print("Sums of floating-point numbers: POSTIL_SEED=\(testSeed) POSTIL_DECIMAL_ROWS=\(Self.rows), \(kind)")
    var random = SeededGenerator(seed: testSeed)
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    var (exact, magnitude) = (ExactSum(), 0.0)
    let numbers = (0..<Self.rows).map { _ -> Float in
      let number =
        switch kind {
        case "unit": Float.random(in: 0..<1, using: &random)
        case "every scale":
          Float(
            sign: .plus, exponent: .random(in: -60...60, using: &random),
            significand: .random(in: 1..<2, using: &random))
        default: Float.random(in: -1_000...1_000, using: &random)
        }
      exact.add(number)
      magnitude += Double(abs(number))
      return number
    }
    let found = try store.write { db throws -> (Double, Double, Double) in
      try db.execute(_RenderedStatement(sql: "CREATE TABLE number (value REAL NOT NULL) STRICT"))
      try db.execute(_RenderedStatement(sql: "INSERT INTO number VALUES (?)"), forEach: numbers) { $0._bind(to: &$1) }
      func value(_ sql: String) throws -> Double { try db.value("SELECT \(sql) FROM number", as: Double.self) ?? .nan }
      return (try value("sum(value)"), try value("total(value)"), try value("avg(value)"))
    }
    let expected = exact.rounded(to: Double.self)
    // Each addition rounds to 53 bits.
    let bound = Double(Self.rows) * magnitude * 0x1p-53
    #expect(abs(found.0 - expected) <= bound && found.1 == found.0)
    #expect(abs(found.2 - expected / Double(Self.rows)) <= 2 * bound / Double(Self.rows))
    if kind != "cancelling" { #expect(Float(found.0) == exact.rounded(to: Float.self)) }
    print(
      "Sums of floating-point numbers: \(kind): off by \(abs(found.0 - expected) / expected.ulp) units in the last place of a Double"
    )
  }
}
