/// A decimal number as an integer times a power of ten. The integer has no trailing zeros.
package struct DecimalParts: Sendable {
  package private(set) var isNegative = false
  package private(set) var significand: WideUInt = 0
  package private(set) var exponent = 0

  package init(isNegative: Bool = false, significand: WideUInt = 0, exponent: Int = 0) {
    (self.isNegative, self.significand, self.exponent) = (isNegative, significand, exponent)
  }

  /// Reads a number exactly, such as `-12.5` or `1.25e-3`; `nil` if the text isn't a number or has too many digits.
  package init?(_ text: UnsafeRawBufferPointer) {
    var position = 0
    var hasDigits = false
    /// Zeros that become part of the significand if another digit follows.
    var pendingZeros = 0
    func skip(_ character: Unicode.Scalar) -> Bool {
      guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }
    func digit() -> UInt8? {
      guard position < text.count, text[position] &- UInt8(ascii: "0") <= 9 else { return nil }
      position += 1
      return text[position - 1] - UInt8(ascii: "0")
    }
    /// Appends a digit to the significand. Returns `false` if it doesn't fit.
    func append(_ digit: UInt8, to significand: inout WideUInt) -> Bool {
      hasDigits = true
      guard digit != 0 else {
        if significand != 0 { pendingZeros += 1 }
        return true
      }
      guard let shifted = Self.scaled(significand, by: pendingZeros + 1) else { return false }
      pendingZeros = 0
      let (sum, carried) = shifted.addingReportingOverflow(WideUInt(digit))
      significand = sum
      return !carried
    }

    isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    while let digit = digit() {
      guard append(digit, to: &significand) else { return nil }
    }
    if skip(".") {
      while let digit = digit() {
        guard append(digit, to: &significand) else { return nil }
        exponent -= 1
      }
    }
    guard hasDigits else { return nil }
    if skip("e") || skip("E") {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      var written: Int?
      while let digit = digit() {
        // This is far outside the range of `Decimal`, but can't overflow, not even 32 bits.
        written = min((written ?? 0) * 10 + Int(digit), 100_000_000)
      }
      guard let written else { return nil }
      exponent += isNegative ? -written : written
    }
    guard position == text.count else { return nil }
    exponent += pendingZeros
  }

  /// The number without an exponent and without unneeded zeros: `-12.5`.
  package var text: String {
    var digits = significand.description
    if significand == 0 { return "0" }
    if exponent > 0 {
      digits += String(repeating: "0", count: exponent)
    } else if exponent < 0 {
      digits = String(repeating: "0", count: max(1 - exponent - digits.utf8.count, 0)) + digits
      digits.insert(".", at: digits.utf8.index(digits.endIndex, offsetBy: exponent))
    }
    return (isNegative ? "-" : "") + digits
  }
}

// Exact arithmetic. A result is `nil` if it has more digits than a `Decimal`.
extension DecimalParts {
  private static func scaled(_ significand: WideUInt, by digits: Int) -> WideUInt? {
    guard significand != 0 else { return 0 }
    guard digits < 39 else { return nil }
    var scaled = significand
    for _ in 0..<digits {
      let (product, overflowed) = scaled.multipliedReportingOverflow(by: 10)
      guard !overflowed else { return nil }
      scaled = product
    }
    return scaled
  }

  /// The number without trailing zeros; `nil` outside the range of a `Decimal`'s exponents.
  private var normalized: DecimalParts? {
    guard significand != 0 else { return DecimalParts() }
    var parts = self
    while parts.significand % 10 == 0 {
      parts.significand /= 10
      parts.exponent += 1
    }
    return -128...127 ~= parts.exponent ? parts : nil
  }

  package static prefix func - (operand: DecimalParts) -> DecimalParts {
    var negative = operand
    negative.isNegative.toggle()
    return negative
  }

  package var magnitude: DecimalParts { DecimalParts(significand: significand, exponent: exponent) }

  package func adding(_ other: DecimalParts) -> DecimalParts? {
    if significand == 0 { return other }
    if other.significand == 0 { return self }
    let lowest = min(exponent, other.exponent)
    guard let left = Self.scaled(significand, by: exponent - lowest),
      let right = Self.scaled(other.significand, by: other.exponent - lowest)
    else { return nil }
    if isNegative == other.isNegative {
      let (sum, overflowed) = left.addingReportingOverflow(right)
      if !overflowed { return DecimalParts(isNegative: isNegative, significand: sum, exponent: lowest).normalized }
      // The lost bit is `.max / 10` tens and 6. Without a trailing zero, the sum has too many digits.
      guard sum % 10 == 4 else { return nil }
      let tens = sum / 10 + WideUInt(high: .max, low: .max) / 10 + 1
      return DecimalParts(isNegative: isNegative, significand: tens, exponent: lowest + 1).normalized
    }
    return DecimalParts(
      isNegative: left >= right ? isNegative : other.isNegative,
      significand: left >= right ? left - right : right - left, exponent: lowest
    ).normalized
  }

  package func multiplied(by other: DecimalParts) -> DecimalParts? {
    var (left, right, exponent) = (significand, other.significand, exponent + other.exponent)
    // Twos of one factor and fives of the other are trailing zeros of the product, which may not fit with them.
    while left % 2 == 0, right % 5 == 0, right != 0 { (left, right, exponent) = (left / 2, right / 5, exponent + 1) }
    while left % 5 == 0, right % 2 == 0, left != 0 { (left, right, exponent) = (left / 5, right / 2, exponent + 1) }
    let (product, overflowed) = left.multipliedReportingOverflow(by: right)
    guard !overflowed else { return nil }
    return DecimalParts(isNegative: isNegative != other.isNegative, significand: product, exponent: exponent).normalized
  }

  /// The quotient: exact if it has at most 38 significant digits and 128 digits after the decimal point, otherwise rounded to as many,
  /// halves away from zero.
  /// - Parameter other: not 0.
  package func divided(by other: DecimalParts) -> DecimalParts? {
    var (quotient, rest) = significand.quotientAndRemainder(dividingBy: other.significand)
    var exponent = exponent - other.exponent
    let limit = WideUInt(10_000_000_000_000_000_000) * 1_000_000_000_000_000_000
    while rest != 0, quotient < limit, exponent > -128 {
      let (digit, next) = other.significand.nextDigit(of: rest)
      (quotient, rest, exponent) = (quotient * 10 + digit, next, exponent - 1)
    }
    if rest >= other.significand - rest { quotient += 1 }
    return DecimalParts(isNegative: isNegative != other.isNegative, significand: quotient, exponent: exponent)
      .normalized
  }

  /// The number rounded to this many digits after the decimal point, halves away from zero.
  package func rounded(toDigits digits: Int) -> DecimalParts? {
    // No number has so many digits, and no exponent overflows.
    let digits = min(max(digits, -1_000), 1_000)
    let excess = -exponent - digits
    guard excess > 0 else { return self }
    guard let unit = Self.scaled(1, by: excess) else { return DecimalParts() }
    let (quotient, rest) = significand.quotientAndRemainder(dividingBy: unit)
    return DecimalParts(
      isNegative: isNegative, significand: rest >= unit - rest ? quotient + 1 : quotient, exponent: -digits
    ).normalized
  }
}
