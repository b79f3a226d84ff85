/// A value in a query: a column, or the result of operators and functions.
///
/// Any Swift expression of type `Value` can be combined with it: it becomes a binding (`?1`), never SQL text.
public protocol SQLExpression<Value>: SQLOrderTerm, SQLOptionalExpression, _Selectable
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

  /// The result of what doesn't keep the collation of its operands: a function, a `CASE`.
  /// Source: SQLite, "Datatypes In SQLite", section 7.1.
  @inlinable
  init(collating node: ExpressionNode) {
    if let collation = Value._collation {
      self.node = .collated(node, collation)
    } else {
      self.node = node
    }
  }

  /// A value where a query requires an expression: `SQLPredicate(true)` keeps every row.
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

/// The functions of SQL that have no operand, and those over several.
///
/// What has one operand is a member of it: `$0.price.sum()`, `$0.title.length`.
public enum SQL {
  /// How many rows there are: `count(*)`.
  @inlinable
  public static func count() -> SQLAggregate<Int> { SQLAggregate(AggregateCall(.count)) }

  /// A random integer of 64 bits, another one in each row: `random()`. `order { _ in SQL.random() }` shuffles the rows.
  @inlinable
  public static func random() -> SQLOperation<Int64> { SQLOperation(.function(.random)) }

  /// A value where an expression is required: `SQL.value(5)` is `?1`.
  @inlinable
  public static func value<Value: ColumnValue>(_ value: Value) -> SQLOperation<Value> { SQLOperation(value) }
}
