// The standard library's 'UInt128' requires macOS 15 and iOS 18. A test compares this one with it, on Linux.
#if canImport(Darwin) || POSTIL_DARWIN_TYPES
  /// The part of the standard library's `UInt128` that decimal numbers need. It has another name, because macros write that one.
  package struct WideUInt: Comparable, CustomStringConvertible, ExpressibleByIntegerLiteral, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
    package init(integerLiteral value: UInt64) { self.init(high: 0, low: value) }
    /// - Parameter value: not negative, at most 64 bits.
    package init(_ value: some BinaryInteger) { self.init(high: 0, low: UInt64(value)) }

    package static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }

    package func addingReportingOverflow(_ other: Self) -> (partialValue: Self, overflow: Bool) {
      let (low, carry) = low.addingReportingOverflow(other.low)
      let (sum, first) = high.addingReportingOverflow(other.high)
      let (high, second) = sum.addingReportingOverflow(carry ? 1 : 0)
      return (Self(high: high, low: low), first || second)
    }

    package func subtractingReportingOverflow(_ other: Self) -> (partialValue: Self, overflow: Bool) {
      let (low, borrow) = low.subtractingReportingOverflow(other.low)
      let (rest, first) = high.subtractingReportingOverflow(other.high)
      let (high, second) = rest.subtractingReportingOverflow(borrow ? 1 : 0)
      return (Self(high: high, low: low), first || second)
    }

    package func multipliedReportingOverflow(by other: Self) -> (partialValue: Self, overflow: Bool) {
      let product = low.multipliedFullWidth(by: other.low)
      let (left, leftOverflows) = high.multipliedReportingOverflow(by: other.low)
      let (right, rightOverflows) = low.multipliedReportingOverflow(by: other.high)
      let (cross, crossOverflows) = left.addingReportingOverflow(right)
      let (high, highOverflows) = product.high.addingReportingOverflow(cross)
      let bothAreHigh = self.high != 0 && other.high != 0
      return (
        Self(high: high, low: product.low),
        leftOverflows || rightOverflows || crossOverflows || highOverflows || bothAreHigh
      )
    }

    package func quotientAndRemainder(dividingBy divisor: Self) -> (quotient: Self, remainder: Self) {
      if divisor.high == 0 {
        let (top, rest) = high.quotientAndRemainder(dividingBy: divisor.low)
        let (bottom, remainder) = divisor.low.dividingFullWidth((rest, low))
        return (Self(high: top, low: bottom), Self(high: 0, low: remainder))
      }
      // The divisor has more than 64 bits, so the quotient has at most 64: one bit after the other.
      var (quotient, remainder) = (UInt64(0), Self(high: 0, low: high))
      for bit in (0..<64).reversed() {
        let overflows = remainder.high >> 63 == 1
        remainder = Self(high: remainder.high << 1 | remainder.low >> 63, low: remainder.low << 1 | (low >> bit) & 1)
        if overflows || remainder >= divisor {
          remainder = remainder.subtractingReportingOverflow(divisor).partialValue
          quotient |= 1 << bit
        }
      }
      return (Self(high: 0, low: quotient), remainder)
    }

    package func nextDigit(of rest: Self) -> (digit: Self, rest: Self) {
      // rest * 10, with 64 more bits.
      let low = rest.low.multipliedFullWidth(by: 10)
      let high = rest.high.multipliedFullWidth(by: 10)
      let (middle, carry) = high.low.addingReportingOverflow(low.high)
      var (top, value, digit) = (high.high + (carry ? 1 : 0), Self(high: middle, low: low.low), UInt64(0))
      while top > 0 || value >= self {
        let (difference, borrow) = value.subtractingReportingOverflow(self)
        if borrow { top -= 1 }
        (value, digit) = (difference, digit + 1)
      }
      return (Self(high: 0, low: digit), value)
    }

    /// Traps where the standard library's operators do.
    private static func checked(_ result: (partialValue: Self, overflow: Bool)) -> Self {
      precondition(!result.overflow)
      return result.partialValue
    }
    package static func + (left: Self, right: Self) -> Self { checked(left.addingReportingOverflow(right)) }
    package static func - (left: Self, right: Self) -> Self { checked(left.subtractingReportingOverflow(right)) }
    package static func * (left: Self, right: Self) -> Self { checked(left.multipliedReportingOverflow(by: right)) }
    package static func % (left: Self, right: Self) -> Self { left.quotientAndRemainder(dividingBy: right).remainder }
    package static func += (left: inout Self, right: Self) { left = left + right }
    package static func / (left: Self, right: Self) -> Self { left.quotientAndRemainder(dividingBy: right).quotient }
    package static func /= (left: inout Self, right: Self) { left = left / right }

    package var description: String {
      let (rest, last) = quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
      let digits = String(last.low)
      return rest == 0 ? digits : rest.description + String(repeating: "0", count: 19 - digits.utf8.count) + digits
    }
  }
#else
  package typealias WideUInt = UInt128

  extension WideUInt {
    package init(high: UInt64, low: UInt64) { self = UInt128(high) << 64 | UInt128(low) }
    package var high: UInt64 { UInt64(self >> 64) }
    package var low: UInt64 { UInt64(truncatingIfNeeded: self) }

    /// Divides ten times `rest` by this number.
    /// - Parameter rest: less than this number.
    /// - Returns: the next decimal digit of a quotient, and what is left.
    package func nextDigit(of rest: Self) -> (digit: Self, rest: Self) {
      let (digit, rest) = dividingFullWidth(rest.multipliedFullWidth(by: 10))
      return (digit, rest)
    }
  }
#endif
