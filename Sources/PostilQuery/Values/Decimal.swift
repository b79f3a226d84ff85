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
    guard let value = try row.readUTF8(of: Decimal.self, DecimalText.value) else {
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

extension Decimal: ArithmeticColumnValue, SummableColumnValue {
  /// The type of an average, which is rounded as a quotient is.
  public typealias Average = Decimal
}

extension SQLExpression where Value.Unwrapped == Decimal {
  /// The number rounded to this many digits after the decimal point, 0 to 128, with halves rounded away from zero.
  public func rounded(toDigits digits: Int = 0) -> SQLOperation<Value> {
    SQLOperation(.decimal(.decimalRound, node, .value(Swift.min(Swift.max(digits, 0), 128)._boundValue)))
  }
}

extension SQLExpression where Value: ArithmeticColumnValue & FixedWidthInteger {
  /// The integer as a `Decimal`, for computing with other decimal numbers: `CAST(t0."count" AS TEXT)`.
  public var decimal: SQLOperation<Decimal> { SQLOperation(collating: .cast(node, to: .text)) }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: ArithmeticColumnValue & FixedWidthInteger {
  /// The integer as a `Decimal`; `nil` if there is none: `CAST(t0."count" AS TEXT)`.
  public var decimal: SQLOperation<Decimal?> { SQLOperation(collating: .cast(node, to: .text)) }
}

/// The textual form of a decimal number: `-12.5`.
@usableFromInline
enum DecimalText {
  /// The exact number, without an exponent and without unneeded trailing zeros.
  @usableFromInline
  static func text(_ value: Decimal) -> String {
    // Digits and a decimal point, whatever the locale and the exponent.
    let text = value.description
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    var digits = Substring(text).utf8
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(Substring(digits))
  }

  /// The number that `text` represents exactly; `nil` if it isn't a number or has more digits than a `Decimal` can have.
  @usableFromInline
  static func value(_ text: UnsafeRawBufferPointer) -> Decimal? {
    guard let parts = DecimalParts(text) else { return nil }
    guard parts.significand != 0 else { return 0 }
    var (significand, exponent) = (parts.significand, parts.exponent)
    // A number whose exponent is too large may still fit if it is written with more digits.
    while exponent > 127 {
      let (product, overflowed) = significand.multipliedReportingOverflow(by: 10)
      guard !overflowed else { return nil }
      (significand, exponent) = (product, exponent - 1)
    }
    guard exponent >= -128 else { return nil }
    let low = Decimal(significand.low)
    let high = significand.high
    let integer = high == 0 ? low : Decimal(high) * twoToThe64th + low
    let sign: FloatingPointSign = parts.isNegative ? .minus : .plus
    let number = Decimal(sign: sign, exponent: exponent, significand: integer)
    guard number.isNaN else { return number }
    // 'Decimal' moves zeros of the significand to the exponent, which may become too large for it. A sum keeps them.
    return Decimal(sign: sign, exponent: exponent, significand: integer - 1)
      + Decimal(sign: sign, exponent: exponent, significand: 1)
  }

  private static let twoToThe64th = Decimal(UInt64.max) + 1
}
