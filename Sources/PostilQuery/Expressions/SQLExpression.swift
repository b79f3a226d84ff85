/// A value in a query: a column, or the result of operators and functions.
///
/// Any Swift expression of type `Value` can be combined with it: it becomes a binding (`?1`), never SQL text.
public protocol SQLExpression<Value>: SQLOrderTerm, ProjectedValue, SQLEquatable
where _Projected == Value, _Comparand == Value.Unwrapped.Plain? {
  /// The Swift type that the expression is read as. It is optional if the expression can be `NULL`.
  associatedtype Value: ColumnValue
  /// `Value` without its optional. This is a default instead of a requirement, which would crash Swift 6.3.
  associatedtype Unwrapped = Value.Unwrapped
  /// `Value`. Swift infers it from this default, not from the requirement.
  associatedtype _Projected = Value
  /// `Value` without its optional. A default for the same reason.
  associatedtype _ProjectedUnwrapped = Value.Unwrapped
  /// What it is compared with.
  associatedtype _Comparand = Value.Unwrapped.Plain?
  /// The expression as a tree, which a query renders.
  var node: _ExpressionNode { get }
}

extension SQLExpression {
  /// The expression itself.
  @inlinable
  public var _projectedNode: _ExpressionNode { node }
}

/// A predicate: a comparison, a combination with `&&`, `||` or `!`, or a test of a `Bool` column.
public typealias SQLPredicate = SQLOperation<Bool>

/// The result of an operator or a function.
public struct SQLOperation<Value: ColumnValue>: SQLExpression {
  /// The expression as a tree, which a query renders.
  public let node: _ExpressionNode

  @usableFromInline
  init(_ node: _ExpressionNode) { self.node = Self.takesNull ? node.optional : node }

  /// Creates the result of an operation that doesn't keep the collation of its operands: a function or a `CASE`.
  /// Source: SQLite, "Datatypes In SQLite", section 7.1.
  @inlinable
  init(collating node: _ExpressionNode) {
    if let collation = Value._collation {
      self.init(.collated(node, collation))
    } else {
      self.init(node)
    }
  }

  /// A value where an expression is required: `SQLPredicate(true)` is true for every row.
  ///
  /// `SQLOperation(5)` is `?1`.
  @inlinable
  public init(_ value: Value) { self.init(collating: .value(value._boundValue)) }
}

extension SQLExpression {
  /// Whether the value can be `NULL`.
  @inlinable @inline(__always)
  static var takesNull: Bool { Value.self != Value.Unwrapped.self }
}

/// SQL functions without an operand, and those with several equal operands.
///
/// A function of one operand is a member of that operand: `$0.price.sum()`, `$0.title.length`.
public enum SQL {
  /// The number of rows: `count(*)`.
  @inlinable
  public static func count() -> SQLAggregate<Int> { SQLAggregate(AggregateCall(.count)) }

  /// A random 64-bit integer, different in each row: `random()`. `order { _ in SQL.random() }` shuffles the rows. In a projection, it
  /// is computed once for each row, so that conditions and orders use the number that is returned.
  public static func random() -> SQLOperation<Int64> {
    SQLOperation(_ExpressionNode(.function(.random, []), traits: .volatile))
  }

  /// A value as an expression: `SQL.value(5)` is `?1`.
  @inlinable
  public static func value<Value: ColumnValue>(_ value: Value) -> SQLOperation<Value> { SQLOperation(value) }
}
