/// A column of packed arrays with any type of elements; see ``Packed``.
public protocol PackedColumnValue: ColumnValue {
  /// The number of bytes of an element.
  static var elementWidth: Int { get }
}

extension Packed: PackedColumnValue {
  /// The number of bytes of an element.
  @inlinable
  public static var elementWidth: Int { PackedLayout<Element>.width }
}

extension SQLExpression where Value: PackedColumnValue {
  /// The number of elements: `length(t0."call_stack") / 8`. No element is read.
  @inlinable
  public var count: SQLOperation<Int> { SQLOperation(.packedCount(node, width: Value.elementWidth)) }

  /// Whether the array has no elements: `length(t0."call_stack") = 0`.
  @inlinable
  public var isEmpty: SQLPredicate { SQLPredicate(.isEmptyBlob(node)) }
}

extension SQLExpression where Value: _OptionalColumnValue, Value.Unwrapped: PackedColumnValue {
  /// The number of elements; `nil` if there is no array: `length(t0."call_stack") / 8`. No element is read.
  @inlinable
  public var count: SQLOperation<Int?> {
    SQLOperation(.packedCount(node, width: Value.Unwrapped.elementWidth))
  }

  /// Whether the array has no elements: `length(t0."call_stack") = 0`. Not true if there is no array.
  @inlinable
  public var isEmpty: SQLPredicate { SQLPredicate(.isEmptyBlob(node)) }
}

extension _ExpressionNode {
  /// The number of elements of `width` bytes in a blob.
  @usableFromInline
  static func packedCount(_ operand: Self, width: Int) -> Self {
    let length = function(.length, operand)
    switch width {
    case 8: return arithmetic(.divide, length, literal("8"))
    case 4: return arithmetic(.divide, length, literal("4"))
    case 2: return arithmetic(.divide, length, literal("2"))
    default: return length
    }
  }

  @usableFromInline
  static func isEmptyBlob(_ operand: Self) -> Self {
    comparison(.equal, function(.length, operand), literal("0"), .none)
  }
}
