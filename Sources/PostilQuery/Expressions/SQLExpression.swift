/// What has a value in a query: a column, or what operators and functions make of columns and values.
///
/// Any Swift expression of type `Value` can stand beside one: it becomes a binding (`?1`), never SQL text.
public protocol SQLExpression<Value>: SQLOrderTerm, SQLOptionalExpression, Selectable
where Selected == Selection<Value.Plain, Value>, Returned == ChangedValues<Value.Plain, Value> {
  /// The Swift type that the expression is read as; an optional where it can be `NULL`.
  associatedtype Value: ColumnValue
  /// That type without its optional. It is a default and no requirement, which crashes Swift 6.3.
  associatedtype Unwrapped = Value.Unwrapped
}

/// What has a value in a query, by its type without the optional: `some SQLOptionalExpression<Date>` takes an expression of
/// `Date` and one of `Date?`. Every ``SQLExpression`` is one.
public protocol SQLOptionalExpression<Unwrapped>: Sendable {
  /// The Swift type that the expression is read as where it is not `NULL`.
  associatedtype Unwrapped: ColumnValue
  /// The expression as a tree, which a query renders.
  var node: ExpressionNode { get }
}

/// A predicate: the result of a comparison, of `&&`, `||`, `!`, or a `Bool` column's equal.
public typealias SQLPredicate = SQLOperation<Bool>

/// The result of an operator or a function.
public struct SQLOperation<Value: ColumnValue>: SQLExpression {
  /// The expression as a tree, which a query renders.
  public let node: ExpressionNode

  @usableFromInline
  init(_ node: ExpressionNode) { self.node = node }

  /// The result of what does not keep the collation of its operands: a function, a `CASE`.
  /// Source: SQLite, "Datatypes In SQLite", section 7.1.
  @inlinable
  init(collating node: ExpressionNode) {
    if let collation = Value.collation {
      self.node = .collated(node, collation)
    } else {
      self.node = node
    }
  }

  /// A value that stands where a query takes an expression: `SQLPredicate(true)` leaves every row.
  ///
  /// `SQLOperation(5)` is `?1`.
  @inlinable
  public init(_ value: Value) { self.init(collating: .value(value.binding)) }
}

extension SQLExpression {
  /// Whether the value can be `NULL`.
  @inlinable @inline(__always)
  static var takesNull: Bool { Value.self != Value.Unwrapped.self }
}
