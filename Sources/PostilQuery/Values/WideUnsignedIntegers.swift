// SQLite's INTEGER is signed. The upper half of UInt64 is stored as zero-padded text of twenty digits. SQLite sorts
// text after every number and compares it digit by digit, so in a column declared as `ANY` in a STRICT table, the whole
// range is compared and sorted correctly, and ordinary values remain integers. Source: SQLite, "Datatypes In SQLite",
// section 4.1, and "STRICT Tables", section 3.

/// A 64-bit unsigned integer, stored over its whole range: as INTEGER up to `Int64.max`, and as TEXT of twenty digits above.
///
/// The conformance to ``ColumnValue`` for `UInt` and `UInt64`.
public protocol _WideUnsignedInteger: FixedWidthInteger, UnsignedInteger, Sendable, ColumnValue {}

extension _WideUnsignedInteger {
  /// Reads an INTEGER, or TEXT of twenty digits.
  /// - Throws: ``ColumnDecodingError`` if the column contains anything else, a negative integer, or text that isn't a
  ///   value above `Int64.max`.
  @inlinable
  public static func _read(from row: inout some RowReader) throws -> Self {
    if row.nextStorageClass() == .text {
      guard let value = try row.readUTF8(WideDigits.value) else {
        throw row.decodingError(Self.self, reason: "text must be 20 digits, of a value from \(WideDigits.smallest) up")
      }
      return Self(truncatingIfNeeded: value)
    }
    let integer = try row.readInt64()
    guard integer >= 0 else { throw row.decodingError(Self.self, reason: "it must not be negative") }
    return Self(truncatingIfNeeded: integer)
  }

  /// Binds an INTEGER, or TEXT of twenty digits for a value above `Int64.max`.
  @inlinable
  public func _bind(to binder: inout some ValueBinder) {
    if let integer = Int64(exactly: self) {
      binder.bind(integer)
    } else {
      binder.bind(WideDigits.text(UInt64(truncatingIfNeeded: self)))
    }
  }

  /// The integer as a binding.
  @inlinable
  public var _boundValue: BoundValue {
    if let integer = Int64(exactly: self) { return .integer(integer) }
    return .text(WideDigits.text(UInt64(truncatingIfNeeded: self)))
  }
}

extension UInt: _WideUnsignedInteger {}
extension UInt64: _WideUnsignedInteger {}

/// The twenty digits of an integer above `Int64.max`.
@usableFromInline
enum WideDigits {
  /// `Int64.max` plus one.
  @usableFromInline static let smallest = UInt64(Int64.max) + 1

  /// `09223372036854775808` for `9223372036854775808`.
  @usableFromInline
  static func text(_ value: UInt64) -> String {
    let digits = String(value)
    return String(repeating: "0", count: 20 - digits.utf8.count) + digits
  }

  /// The value of exactly twenty digits; `nil` for any other text, or if the value would fit in an INTEGER.
  @usableFromInline
  static func value(_ text: UnsafeRawBufferPointer) -> UInt64? {
    guard text.count == 20 else { return nil }
    var value: UInt64 = 0
    for byte in text {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (shifted, overflowed) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = shifted.addingReportingOverflow(UInt64(byte - 0x30))
      guard !overflowed, !carried else { return nil }
      value = sum
    }
    return value >= smallest ? value : nil
  }
}
