/// An aggregate over the rows of a group, or over all rows of a query without groups: `sum(t0."price")`.
///
/// It is an expression that can be returned, sorted by and compared for groups, and `over` makes it a window function.
/// `where` applies to single rows; with an aggregate, it throws ``QueryError/aggregateInCondition``.
public struct SQLAggregate<Value: ColumnValue>: SQLExpression {
  @usableFromInline let call: AggregateCall

  @usableFromInline
  init(_ call: AggregateCall) { self.call = call }

  /// The expression as a tree, which a query renders.
  @inlinable
  public var node: _ExpressionNode { SQLOperation<Value>(collating: call.node).node }

  /// The same aggregate, using only the rows for which `predicate` is true: `sum(t0."price") FILTER (WHERE t0."done" = 1)`.
  ///
  /// Several filters are combined with `AND`.
  @inlinable
  public func filter<P: SQLExpression<Bool>>(_ predicate: P) -> SQLAggregate<Value> {
    SQLAggregate(call.filtered(by: predicate.node))
  }
}

/// An aggregate call: `count(DISTINCT t0."title") FILTER (WHERE t0."done" = 1)`.
@usableFromInline
struct AggregateCall: Sendable {
  @usableFromInline
  enum Function: String, Sendable {
    case count, sum, total, min, max
    case average = "avg"
    case decimalSum = "postil_decimal_sum"
    case decimalAverage = "postil_decimal_average"
    case percentile = "postil_percentile"
    case groupConcatenation = "group_concat"
    case jsonArray = "json_group_array"
    case jsonObject = "json_group_object"
  }

  let function: Function
  /// The arguments; empty for `*`, all rows.
  let arguments: [_ExpressionNode]
  let isDistinct: Bool
  /// The condition on the rows.
  private(set) var filter: _ExpressionNode?

  @usableFromInline
  init(_ function: Function, _ arguments: _ExpressionNode..., isDistinct: Bool = false) {
    self.function = function
    self.arguments = arguments.map(\.asValue)
    self.isDistinct = isDistinct
  }

  /// The expressions that the call contains.
  var children: [_ExpressionNode] { filter.map { arguments + [$0] } ?? arguments }

  /// The same call, limited further to rows for which `predicate` is true.
  @usableFromInline
  func filtered(by predicate: _ExpressionNode) -> AggregateCall {
    var call = self
    call.filter = filter.map { .and($0, predicate) } ?? predicate
    return call
  }

  /// The call as an expression over the rows of a group.
  @usableFromInline
  var node: _ExpressionNode {
    let tree = _ExpressionNode(.aggregate(self), over: children)
    if tree.containsAggregate || tree.containsWindow {
      return _ExpressionNode(failing: .nestedAggregate(function: function.rawValue))
    }
    let isNeverNull = function == .count || function == .total
    return _ExpressionNode(tree.kind, depth: tree.depth, traits: isNeverNull ? .aggregate : [.aggregate, .optional])
  }
}

// Aggregates of an expression. Only `count` and `total` have a value if there are no rows with a value. Source: SQLite,
// "Built-in Aggregate Functions".
extension SQLExpression {
  /// The number of rows with a value, or of different values if `distinct`: `count(t0."note")`, `count(DISTINCT
  /// t0."note")`. ``SQL/count()`` counts all rows.
  @inlinable
  public func count(distinct: Bool = false) -> SQLAggregate<Int> {
    SQLAggregate(AggregateCall(.count, node, isDistinct: distinct))
  }

  /// The smallest value in the sort order: `min(t0."due_at")`; `nil` if there is none.
  @inlinable
  public func min() -> SQLAggregate<Value.Unwrapped?> { SQLAggregate(AggregateCall(.min, node)) }

  /// The largest value in the sort order: `max(t0."due_at")`; `nil` if there is none.
  @inlinable
  public func max() -> SQLAggregate<Value.Unwrapped?> { SQLAggregate(AggregateCall(.max, node)) }
}

/// A type that the database can sum: integers, floating-point numbers, `Decimal` and `Duration`.
///
/// `UInt` and `UInt64` don't conform, because they can be text in the database. A custom type whose stored form is a number can
/// conform.
public protocol SummableColumnValue: ColumnValue {
  /// The type of a sum, with a range that suits several values.
  associatedtype Sum: ColumnValue = Self where Sum.Unwrapped == Sum
}

extension Int: SummableColumnValue {}
extension Int64: SummableColumnValue {}
extension Double: SummableColumnValue {}
extension Duration: SummableColumnValue {}

extension Int8: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension Int16: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension Int32: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension UInt8: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension UInt16: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension UInt32: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Int
}

extension Float: SummableColumnValue {
  /// The type of a sum.
  public typealias Sum = Double
}

extension SQLExpression where Value.Unwrapped: SummableColumnValue {
  /// The sum of the values, or of the different values if `distinct`: `sum(t0."price")`; `nil` if there are none.
  ///
  /// If a sum of integers doesn't fit in 64 bits, SQLite fails with "integer overflow", a ``DatabaseError``. The sum of
  /// `$0.count.double` can't overflow.
  @inlinable
  public func sum(distinct: Bool = false) -> SQLAggregate<Value.Unwrapped.Sum?> {
    SQLAggregate(
      AggregateCall(Value._collation == .decimal ? .decimalSum : .sum, node, isDistinct: distinct))
  }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// The sum of the values as a `Double`; 0 if there are none: `total(t0."price")`.
  @inlinable
  public func total(distinct: Bool = false) -> SQLAggregate<Double> {
    SQLAggregate(AggregateCall(.total, node, isDistinct: distinct))
  }

  /// The average of the values, or of the different values if `distinct`: `avg(t0."price")`; `nil` if there are none.
  /// That of `Decimal`s is a `Decimal`, of all others a `Double`.
  @inlinable
  public func average(distinct: Bool = false) -> SQLAggregate<Value.Unwrapped.Average?> {
    SQLAggregate(
      AggregateCall(Value._collation == .decimal ? .decimalAverage : .average, node, isDistinct: distinct))
  }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// The value below which this part of the values is, between 0 and 1, interpolated between the two nearest values; `nil` if there are no
  /// values: `postil_percentile(t0."price", ?1)`, and on PostgreSQL `percentile_cont`. It can't be computed over a window.
  public func percentile(_ fraction: Double) -> SQLAggregate<Double?> {
    let value: _ExpressionNode =
      0...1 ~= fraction
      ? .value(.real(fraction)) : .failure(.argument(function: "percentile", needs: "a number from 0 to 1"))
    return SQLAggregate(AggregateCall(.percentile, node, value))
  }

  /// The value in the middle, or the mean of the two in the middle; `nil` if there are no values.
  public func median() -> SQLAggregate<Double?> { percentile(0.5) }
}

extension SQLExpression where Value.Unwrapped == String {
  /// The concatenated texts, in no particular order: `group_concat(t0."title", ?1)`; `nil` if there are none.
  @inlinable
  public func groupConcatenation(separator: String = ",") -> SQLAggregate<String?> {
    SQLAggregate(AggregateCall(.groupConcatenation, node, .value(.text(separator))))
  }

  /// The texts separated by commas, in no particular order, without duplicates if `distinct`: `group_concat(DISTINCT
  /// t0."title")`; `nil` if there are none. SQLite supports no other separator with `DISTINCT`.
  @inlinable
  public func groupConcatenation(distinct: Bool) -> SQLAggregate<String?> {
    SQLAggregate(AggregateCall(.groupConcatenation, node, isDistinct: distinct))
  }
}
