#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Decimal: ColumnValue {
  /// Decimal numbers are stored as text and compared as numbers.
  @inlinable
  public static var _collation: Collation? { .decimal }

  /// Reads TEXT of a decimal number, such as `-12.5`, also with an exponent: `1.25e-3`.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, or a number with more digits than a
  ///   `Decimal` can have.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Decimal {
    guard let value = try row.readUTF8(DecimalText.value) else {
      throw row.decodingError(
        Decimal.self, reason: "it must look like -12.5, and have no more than 38 significant digits")
    }
    return value
  }

  /// Binds the exact number as TEXT, without an exponent and unneeded zeros: `1.5` for 1.50.
  ///
  /// A column of decimal numbers is `TEXT COLLATE decimal`, so comparison, sorting and uniqueness use the numbers.
  /// Every number has only one text, so that SQLite's own decimal extension, which the sqlite3 shell includes, gives
  /// the same results. The statement throws ``ColumnEncodingError`` for NaN.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    guard !isNaN else { return binder.fail(ColumnEncodingError.notANumber(Decimal.self)) }
    binder.bind(DecimalText.text(self))
  }

  /// The text as a binding. NaN is rejected when a statement binds it.
  @inlinable
  public var _boundValue: BoundValue { isNaN ? .unstorable(.notANumber(Decimal.self)) : .text(DecimalText.text(self)) }
}

/// The textual form of a decimal number: `-12.5`.
@usableFromInline
enum DecimalText {
  /// The exact number, without an exponent and without unneeded trailing zeros.
  @usableFromInline
  static func text(_ value: Decimal) -> String {
    // Digits and a decimal point, whatever the locale and the exponent.
    let text = value.description
    guard text.utf8.contains(Character.point) else { return text }
    var digits = Substring(text).utf8
    while digits.last == Character.zero { digits.removeLast() }
    if digits.last == Character.point { digits.removeLast() }
    return String(Substring(digits))
  }

  /// The number that `text` represents exactly; `nil` if it isn't a number or has more digits than a `Decimal` can have.
  @usableFromInline
  static func value(_ text: UnsafeRawBufferPointer) -> Decimal? {
    guard let parts = parts(text) else { return nil }
    guard parts.significand != 0 else { return 0 }
    var (significand, exponent) = (parts.significand, parts.exponent)
    // A number whose exponent is too large may still fit if it is written with more digits.
    while exponent > 127 {
      let (product, overflowed) = significand.multipliedReportingOverflow(by: 10)
      guard !overflowed else { return nil }
      (significand, exponent) = (product, exponent - 1)
    }
    guard exponent >= -128 else { return nil }
    let low = Decimal(UInt64(truncatingIfNeeded: significand))
    let high = UInt64(truncatingIfNeeded: significand >> 64)
    let integer = high == 0 ? low : Decimal(high) * twoToThe64th + low
    let sign: FloatingPointSign = parts.isNegative ? .minus : .plus
    let number = Decimal(sign: sign, exponent: exponent, significand: integer)
    guard number.isNaN else { return number }
    // 'Decimal' moves zeros of the significand to the exponent, which may become too large for it. A sum keeps them.
    return Decimal(sign: sign, exponent: exponent, significand: integer - 1)
      + Decimal(sign: sign, exponent: exponent, significand: 1)
  }

  private static let twoToThe64th = Decimal(UInt64.max) + 1

  /// A number as an integer times a power of ten. The integer has no trailing zeros.
  private struct Parts {
    var isNegative = false
    var significand: UInt128 = 0
    var exponent = 0
    /// Zeros that become part of the significand if another digit follows.
    var pendingZeros = 0
    var hasDigits = false

    /// Appends a digit. Returns `false` if it doesn't fit.
    mutating func append(_ digit: UInt8) -> Bool {
      hasDigits = true
      guard digit != 0 else {
        if significand != 0 { pendingZeros += 1 }
        return true
      }
      for _ in 0..<pendingZeros {
        let (product, overflowed) = significand.multipliedReportingOverflow(by: 10)
        guard !overflowed else { return false }
        significand = product
      }
      pendingZeros = 0
      let (product, overflowed) = significand.multipliedReportingOverflow(by: 10)
      let (sum, carried) = product.addingReportingOverflow(UInt128(digit))
      significand = sum
      return !overflowed && !carried
    }
  }

  private static func parts(_ text: UnsafeRawBufferPointer) -> Parts? {
    var parts = Parts()
    var position = 0
    func skip(_ character: UInt8) -> Bool {
      guard position < text.count, text[position] == character else { return false }
      position += 1
      return true
    }
    func digit() -> UInt8? {
      guard position < text.count, text[position] &- Character.zero <= 9 else { return nil }
      position += 1
      return text[position - 1] - Character.zero
    }

    parts.isNegative = skip(Character.minus)
    if !parts.isNegative { _ = skip(Character.plus) }
    while let digit = digit() {
      guard parts.append(digit) else { return nil }
    }
    if skip(Character.point) {
      while let digit = digit() {
        guard parts.append(digit) else { return nil }
        parts.exponent -= 1
      }
    }
    guard parts.hasDigits else { return nil }
    if skip(Character.e) || skip(Character.capitalE) {
      let isNegative = skip(Character.minus)
      if !isNegative { _ = skip(Character.plus) }
      var exponent: Int?
      while let digit = digit() {
        // This is far outside the range of `Decimal`, but can't overflow.
        exponent = min((exponent ?? 0) * 10 + Int(digit), 1_000_000_000)
      }
      guard let exponent else { return nil }
      parts.exponent += isNegative ? -exponent : exponent
    }
    guard position == text.count else { return nil }
    parts.exponent += parts.pendingZeros
    return parts
  }

  private enum Character {
    static let plus: UInt8 = 0x2B
    static let minus: UInt8 = 0x2D
    static let point: UInt8 = 0x2E
    static let zero: UInt8 = 0x30
    static let capitalE: UInt8 = 0x45
    static let e: UInt8 = 0x65
  }
}
