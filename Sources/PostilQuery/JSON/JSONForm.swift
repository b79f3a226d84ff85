#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The form of a column's value in JSON, from which it is read back unchanged.
public enum _JSONForm: Hashable, Sendable {
  /// An integer, as a number.
  case integer
  /// Text.
  case text
  /// A floating-point number, as text with all its digits. In JSON, SQLite would write only 15 of them, and no infinity.
  case real
  /// Bytes, as hexadecimal text.
  case blob
  /// An integer or text, each unchanged.
  case integerOrText
  /// Any value that the column contains.
  case any
}

extension _ExpressionNode {
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

// The JSON form of each type. A custom type without its own form is written as the column stores it.
extension ColumnValue {
  /// Any value that the column contains.
  @inlinable
  public static var _jsonForm: _JSONForm { .any }
}

extension RawColumnValue {
  /// The form of the raw value.
  @inlinable
  public static var _jsonForm: _JSONForm { RawValue._jsonForm }
}

extension CaseNameColumnValue {
  /// Text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension ColumnRepresentable {
  /// The form of the stored type.
  @inlinable
  public static var _jsonForm: _JSONForm { Stored._jsonForm }
}

extension Optional where Wrapped: ColumnValue {
  /// The form of the wrapped type.
  @inlinable
  public static var _jsonForm: _JSONForm { Wrapped._jsonForm }
}

extension _WideUnsignedInteger {
  /// An integer, or text of twenty digits.
  @inlinable
  public static var _jsonForm: _JSONForm { .integerOrText }
}

/// A type whose JSON form is ``_JSONForm/integer``.
public protocol _JSONInteger: ColumnValue {}

extension _JSONInteger {
  /// An integer.
  @inlinable
  public static var _jsonForm: _JSONForm { .integer }
}

extension Int64: _JSONInteger {}
extension Bool: _JSONInteger {}
extension Duration: _JSONInteger {}
extension UnixSeconds: _JSONInteger {}
extension UnixMilliseconds: _JSONInteger {}

/// A type whose JSON form is ``_JSONForm/text``.
public protocol _JSONText: ColumnValue {}

extension _JSONText {
  /// Text.
  @inlinable
  public static var _jsonForm: _JSONForm { .text }
}

extension String: _JSONText {}
extension Date: _JSONText {}
extension ISO8601Milliseconds: _JSONText {}
extension UUID: _JSONText {}
extension URL: _JSONText {}
extension Decimal: _JSONText {}
extension CalendarDay: _JSONText {}
extension JSONColumn: _JSONText {}

/// A type whose JSON form is ``_JSONForm/real``.
public protocol _JSONReal: ColumnValue {}

extension _JSONReal {
  /// A floating-point number.
  @inlinable
  public static var _jsonForm: _JSONForm { .real }
}

extension Double: _JSONReal {}
extension Float: _JSONReal {}
extension JulianDay: _JSONReal {}
extension ReferenceDate: _JSONReal {}

/// A type whose JSON form is ``_JSONForm/blob``.
public protocol _JSONBlob: ColumnValue {}

extension _JSONBlob {
  /// Bytes.
  @inlinable
  public static var _jsonForm: _JSONForm { .blob }
}

extension Data: _JSONBlob {}
extension UUIDBytes: _JSONBlob {}
extension Packed: _JSONBlob {}
extension Array: _JSONBlob where Element == UInt8 {}
