#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a value that a column holds is written in JSON, so that it is read back as it was.
public enum _JSONForm: Hashable, Sendable {
  /// An integer, as a number.
  case integer
  /// A text, as one.
  case text
  /// A floating-point number, as a text of all its digits: SQLite writes 15 of them in JSON, and no infinity.
  case real
  /// Bytes, as a text of hexadecimal digits: JSON has none.
  case blob
  /// An integer or a text, each as such.
  case integerOrText
  /// Whatever the column holds.
  case any
}

extension ExpressionNode {
  /// The value as an element of JSON.
  static func json(_ node: Self, _ form: _JSONForm, takesNull: Bool) -> Self {
    let node = node.asValue
    switch form {
    case .integer, .text, .integerOrText: return node
    case .real: return ifPresent(digits(of: node), node, takesNull)
    case .blob: return ifPresent(function(.hex, node), node, takesNull)
    case .any:
      return branches(
        [
          CaseBranch(equal(function(.typeof, node), literal("'real'")), digits(of: node)),
          CaseBranch(equal(function(.typeof, node), literal("'blob'")), function(.hex, node)),
        ], otherwise: node)
    }
  }

  private static func ifPresent(_ json: Self, _ node: Self, _ takesNull: Bool) -> Self {
    takesNull ? branches([CaseBranch(isNotNull(node), json)], otherwise: nil) : json
  }

  /// Enough digits to represent every number exactly.
  private static func digits(of node: Self) -> Self { function(.printf, literal("'%!.18g'"), node) }
}

// The stored form of each type, as JSON. A custom type without its own form is written as the column stores it.
extension ColumnValue {
  /// Whatever the column holds.
  @inlinable
  public static var _jsonForm: _JSONForm { .any }
}

extension RawColumnValue {
  /// The collation of the raw value.
  @inlinable
  public static var _jsonForm: _JSONForm { RawValue._jsonForm }
}

extension CaseNameColumnValue {
  /// A text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension ColumnRepresentable {
  /// The collation of the stored form.
  @inlinable
  public static var _jsonForm: _JSONForm { Stored._jsonForm }
}

extension Optional where Wrapped: ColumnValue {
  /// The collation of the wrapped type.
  @inlinable
  public static var _jsonForm: _JSONForm { Wrapped._jsonForm }
}

extension _NarrowInteger {
  /// An integer.
  @inlinable
  public static var _jsonForm: _JSONForm { .integer }
}

extension _WideUnsignedInteger {
  /// An integer, or a text of twenty digits.
  @inlinable
  public static var _jsonForm: _JSONForm { .integerOrText }
}

extension Int64 {
  /// An integer.
  @inlinable
  public static var _jsonForm: _JSONForm { .integer }
}

extension Bool {
  /// An integer.
  @inlinable
  public static var _jsonForm: _JSONForm { .integer }
}

extension Duration {
  /// An integer.
  @inlinable
  public static var _jsonForm: _JSONForm { .integer }
}

extension UnixSeconds {
  /// An integer.
  @inlinable
  public static var _jsonForm: _JSONForm { .integer }
}

extension UnixMilliseconds {
  /// An integer.
  @inlinable
  public static var _jsonForm: _JSONForm { .integer }
}

extension String {
  /// A text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension Date {
  /// A text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension UUID {
  /// A text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension URL {
  /// A text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension Decimal {
  /// A text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension CalendarDay {
  /// A text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension JSONColumn {
  /// A text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension Double {
  /// A floating-point number.
  @inlinable
  public static var _jsonForm: _JSONForm { .real }
}

extension Float {
  /// A floating-point number.
  @inlinable
  public static var _jsonForm: _JSONForm { .real }
}

extension JulianDay {
  /// A floating-point number.
  @inlinable
  public static var _jsonForm: _JSONForm { .real }
}

extension ReferenceDate {
  /// A floating-point number.
  @inlinable
  public static var _jsonForm: _JSONForm { .real }
}

extension Data {
  /// Bytes.
  @inlinable
  public static var _jsonForm: _JSONForm { .blob }
}

extension UUIDBytes {
  /// Bytes.
  @inlinable
  public static var _jsonForm: _JSONForm { .blob }
}

extension Packed {
  /// Bytes.
  @inlinable
  public static var _jsonForm: _JSONForm { .blob }
}

extension Array where Element == UInt8 {
  /// Bytes.
  @inlinable
  public static var _jsonForm: _JSONForm { .blob }
}
