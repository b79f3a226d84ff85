import CSQLite
import PostilQuery

/// The sum of a group of decimal numbers, in memory that SQLite keeps for the group.
///
/// It is exact whatever the order of the numbers: a large number that is subtracted later doesn't take digits away from small ones. Nearly
/// always, 38 digits are enough. What they can't hold is added to an integer of 360 digits, of which the last is worth 10^-128.
struct DecimalSum {
  /// SQLite aligns it to 8 bytes only, so it contains no `WideUInt`. It consists of zeros at first.
  struct State {
    fileprivate var low: UInt64
    fileprivate var high: UInt64
    fileprivate var exponent: Int64
    /// How many numbers are in the group.
    var count: Int64
    fileprivate var isNegative: Bool
    fileprivate var hasLimbs: Bool

    fileprivate var sum: DecimalParts {
      get {
        DecimalParts(isNegative: isNegative, significand: WideUInt(high: high, low: low), exponent: Int(exponent))
      }
      set {
        (low, high) = (newValue.significand.low, newValue.significand.high)
        (exponent, isNegative) = (Int64(newValue.exponent), newValue.isNegative)
      }
    }
  }

  let state: UnsafeMutablePointer<State>
  /// The limbs of the large integer, the lowest first, after the state.
  private var limbs: UnsafeMutablePointer<Int64> {
    UnsafeMutableRawPointer(state + 1).assumingMemoryBound(to: Int64.self)
  }

  private static let limbCount = 20
  private static let limbDigits = 18
  private static let limbBase: Int64 = 1_000_000_000_000_000_000
  private static let lowestExponent = -128

  /// The sum of the group that a function is called for; `nil` if it has none, or if there is no memory for it.
  init?(_ call: OpaquePointer, isNew: Bool) {
    let size = MemoryLayout<State>.stride + Self.limbCount * MemoryLayout<Int64>.stride
    guard let memory = sqlite3_aggregate_context(call, isNew ? Int32(size) : 0) else { return nil }
    state = memory.assumingMemoryBound(to: State.self)
  }

  func add(_ number: DecimalParts) {
    if let sum = state.pointee.sum.adding(number) {
      state.pointee.sum = sum
    } else {
      Self.add(state.pointee.sum, to: limbs)
      state.pointee.sum = number
      state.pointee.hasLimbs = true
    }
  }

  /// The sum; `nil` if it has more digits than a `Decimal`.
  var sum: DecimalParts? {
    guard state.pointee.hasLimbs else { return state.pointee.sum }
    return withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.limbCount) { copy in
      guard let total = copy.baseAddress else { return nil }
      total.initialize(from: limbs, count: Self.limbCount)
      Self.add(state.pointee.sum, to: total)
      return Self.number(total)
    }
  }

  /// Adds a number whose exponent is at most 165.
  private static func add(_ number: DecimalParts, to limbs: UnsafeMutablePointer<Int64>) {
    guard number.significand != 0 else { return }
    var (index, shift) = (number.exponent - lowestExponent).quotientAndRemainder(dividingBy: limbDigits)
    let factor = (0..<shift).reduce(UInt64(1)) { power, _ in power * 10 }
    var rest = number.significand
    while rest != 0 {
      let (quotient, digits) = rest.quotientAndRemainder(dividingBy: WideUInt(UInt64(limbBase)))
      let (high, low) = UInt64(limbBase).dividingFullWidth(digits.low.multipliedFullWidth(by: factor))
      limbs[index] += number.isNegative ? -Int64(low) : Int64(low)
      limbs[index + 1] += number.isNegative ? -Int64(high) : Int64(high)
      carry(from: index, in: limbs)
      (rest, index) = (quotient, index + 1)
    }
  }

  /// Makes the limbs from `index` on smaller than the base. Their signs may differ.
  private static func carry(from index: Int, in limbs: UnsafeMutablePointer<Int64>) {
    for index in index..<limbCount - 1 where abs(limbs[index]) >= limbBase {
      let (quotient, rest) = limbs[index].quotientAndRemainder(dividingBy: limbBase)
      limbs[index] = rest
      limbs[index + 1] += quotient
    }
  }

  /// The number that the limbs contain, which are changed.
  private static func number(_ limbs: UnsafeMutablePointer<Int64>) -> DecimalParts? {
    guard let top = (0..<limbCount).last(where: { limbs[$0] != 0 }) else { return DecimalParts() }
    let isNegative = limbs[top] < 0
    for index in 0...top {
      if isNegative { limbs[index].negate() }
    }
    for index in 0..<top where limbs[index] < 0 {
      limbs[index] += limbBase
      limbs[index + 1] -= 1
    }
    guard let bottom = (0...top).first(where: { limbs[$0] != 0 }) else { return DecimalParts() }
    var (zeros, factor) = (0, UInt64(limbBase))
    while limbs[bottom] % 10 == 0 {
      limbs[bottom] /= 10
      (zeros, factor) = (zeros + 1, factor / 10)
    }
    var significand: WideUInt = 0
    for index in (bottom...top).reversed() {
      let scale = index == bottom ? factor : UInt64(limbBase)
      let (product, hasOverflowed) = significand.multipliedReportingOverflow(by: WideUInt(scale))
      let (next, hasCarried) = product.addingReportingOverflow(WideUInt(UInt64(limbs[index])))
      guard !hasOverflowed, !hasCarried else { return nil }
      significand = next
    }
    return DecimalParts(
      isNegative: isNegative, significand: significand, exponent: lowestExponent + bottom * limbDigits + zeros)
  }
}
