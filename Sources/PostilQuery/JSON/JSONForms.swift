#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What each type's columns hold, as JSON has it. A type of one's own that says nothing is written as the column holds it.
extension ColumnValue {
  /// Whatever the column holds.
  @inlinable
  public static var jsonForm: JSONForm { .any }
}

extension RawColumnValue {
  /// That of the raw value.
  @inlinable
  public static var jsonForm: JSONForm { RawValue.jsonForm }
}

extension CaseNameColumnValue {
  /// A text.
  @inlinable
  public static var jsonForm: JSONForm { .text }
}

extension ColumnRepresentable {
  /// That of the stored form.
  @inlinable
  public static var jsonForm: JSONForm { Stored.jsonForm }
}

extension Optional where Wrapped: ColumnValue {
  /// That of the wrapped type.
  @inlinable
  public static var jsonForm: JSONForm { Wrapped.jsonForm }
}

extension NarrowInteger {
  /// An integer.
  @inlinable
  public static var jsonForm: JSONForm { .integer }
}

extension WideUnsignedInteger {
  /// An integer, or a text of twenty digits.
  @inlinable
  public static var jsonForm: JSONForm { .integerOrText }
}

extension Int64 {
  /// An integer.
  @inlinable
  public static var jsonForm: JSONForm { .integer }
}

extension Bool {
  /// An integer.
  @inlinable
  public static var jsonForm: JSONForm { .integer }
}

extension Duration {
  /// An integer.
  @inlinable
  public static var jsonForm: JSONForm { .integer }
}

extension UnixSeconds {
  /// An integer.
  @inlinable
  public static var jsonForm: JSONForm { .integer }
}

extension UnixMilliseconds {
  /// An integer.
  @inlinable
  public static var jsonForm: JSONForm { .integer }
}

extension String {
  /// A text.
  @inlinable
  public static var jsonForm: JSONForm { .text }
}

extension Date {
  /// A text.
  @inlinable
  public static var jsonForm: JSONForm { .text }
}

extension UUID {
  /// A text.
  @inlinable
  public static var jsonForm: JSONForm { .text }
}

extension URL {
  /// A text.
  @inlinable
  public static var jsonForm: JSONForm { .text }
}

extension Decimal {
  /// A text.
  @inlinable
  public static var jsonForm: JSONForm { .text }
}

extension CalendarDay {
  /// A text.
  @inlinable
  public static var jsonForm: JSONForm { .text }
}

extension JSONColumn {
  /// A text.
  @inlinable
  public static var jsonForm: JSONForm { .text }
}

extension Double {
  /// A floating-point number.
  @inlinable
  public static var jsonForm: JSONForm { .real }
}

extension Float {
  /// A floating-point number.
  @inlinable
  public static var jsonForm: JSONForm { .real }
}

extension JulianDay {
  /// A floating-point number.
  @inlinable
  public static var jsonForm: JSONForm { .real }
}

extension ReferenceDate {
  /// A floating-point number.
  @inlinable
  public static var jsonForm: JSONForm { .real }
}

extension Data {
  /// Bytes.
  @inlinable
  public static var jsonForm: JSONForm { .blob }
}

extension UUIDBytes {
  /// Bytes.
  @inlinable
  public static var jsonForm: JSONForm { .blob }
}

extension Packed {
  /// Bytes.
  @inlinable
  public static var jsonForm: JSONForm { .blob }
}

extension Array where Element == UInt8 {
  /// Bytes.
  @inlinable
  public static var jsonForm: JSONForm { .blob }
}
