/// A value of all the rows of a group, or of all the rows of a query that has no groups: `sum(t0."price")`.
///
/// It is an expression where a query returns, orders or compares its groups, and a window function by `over`. A `where`
/// asks about single rows and throws ``QueryError/aggregateInCondition`` when it is given one.
public struct SQLAggregate<Value: ColumnValue>: SQLExpression {
  @usableFromInline let call: AggregateCall

  @usableFromInline
  init(_ call: AggregateCall) { self.call = call }

  /// The expression as a tree, which a query renders.
  @inlinable
  public var node: ExpressionNode { SQLOperation<Value>(collating: call.node).node }

  /// The same over those rows alone for which `predicate` is true: `sum(t0."price") FILTER (WHERE t0."done" = 1)`.
  ///
  /// A second filter is joined to the first by `AND`.
  @inlinable
  public func filter<P: SQLExpression<Bool>>(_ predicate: P) -> SQLAggregate<Value> {
    SQLAggregate(call.filtered(by: predicate.node))
  }
}

/// A call of an aggregate: `count(DISTINCT t0."title") FILTER (WHERE t0."done" = 1)`.
@usableFromInline
struct AggregateCall: Sendable {
  @usableFromInline
  enum Function: String, Sendable {
    case count, sum, total, min, max
    case average = "avg"
    case groupConcatenation = "group_concat"
    case jsonArray = "json_group_array"
    case jsonObject = "json_group_object"
  }

  let function: Function
  /// None is `*`: every row.
  let arguments: [ExpressionNode]
  let isDistinct: Bool
  /// Which rows are taken.
  private(set) var filter: ExpressionNode?

  @usableFromInline
  init(_ function: Function, _ arguments: ExpressionNode..., isDistinct: Bool = false) {
    self.function = function
    self.arguments = arguments.map(\.asValue)
    self.isDistinct = isDistinct
  }

  /// The expressions that the call contains.
  var children: [ExpressionNode] { filter.map { arguments + [$0] } ?? arguments }

  /// The call over those of the rows for which `predicate` is true, too.
  @usableFromInline
  func filtered(by predicate: ExpressionNode) -> AggregateCall {
    var call = self
    call.filter = filter.map { .and($0, predicate) } ?? predicate
    return call
  }

  /// The call as an expression over the rows of a group.
  @usableFromInline
  var node: ExpressionNode {
    let tree = ExpressionNode(.aggregate(self), over: children)
    if tree.containsAggregate || tree.containsWindow {
      return ExpressionNode(failing: .nestedAggregate(function: function.rawValue))
    }
    return ExpressionNode(tree.kind, depth: tree.depth, traits: .aggregate)
  }
}

// What the rows of a group have in common. Only `count` and `total` have a value if there is no row, or no row with a value.
// Source: SQLite, "Built-in Aggregate Functions".
extension SQLExpression {
  /// How many rows have a value; with `distinct`, how many different ones there are: `count(t0."note")`,
  /// `count(DISTINCT t0."note")`. ``SQL/count()`` counts rows, whatever is in them.
  @inlinable
  public func count(distinct: Bool = false) -> SQLAggregate<Int> {
    SQLAggregate(AggregateCall(.count, node, isDistinct: distinct))
  }

  /// The smallest value, as `order` has them: `min(t0."due_at")`; `nil` of none.
  @inlinable
  public func min() -> SQLAggregate<Value.Unwrapped?> { SQLAggregate(AggregateCall(.min, node)) }

  /// The largest value, as `order` has them: `max(t0."due_at")`; `nil` of none.
  @inlinable
  public func max() -> SQLAggregate<Value.Unwrapped?> { SQLAggregate(AggregateCall(.max, node)) }
}

/// A number that the database adds up: integers, floating-point numbers and `Duration`.
///
/// `Decimal`, `UInt` and `UInt64` are none: they are text in the database, or can be. A custom type whose stored form is
/// a number may conform.
public protocol SummableColumnValue: ColumnValue {
  /// The type of a sum, which has room for more than one of the values.
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
  /// The sum of the values; with `distinct`, of the different ones: `sum(t0."price")`; `nil` of none.
  ///
  /// A sum of integers that 64 bits have no room for is an error of SQLite, "integer overflow", a ``DatabaseError``; that of
  /// `$0.count.double` is none.
  @inlinable
  public func sum(distinct: Bool = false) -> SQLAggregate<Value.Unwrapped.Sum?> {
    SQLAggregate(AggregateCall(.sum, node, isDistinct: distinct))
  }
}

extension SQLExpression where Value.Unwrapped: ArithmeticColumnValue {
  /// The sum of the values as a `Double`, 0 of none: `total(t0."price")`.
  @inlinable
  public func total(distinct: Bool = false) -> SQLAggregate<Double> {
    SQLAggregate(AggregateCall(.total, node, isDistinct: distinct))
  }

  /// The mean of the values; with `distinct`, of the different ones: `avg(t0."price")`; `nil` of none.
  @inlinable
  public func average(distinct: Bool = false) -> SQLAggregate<Double?> {
    SQLAggregate(AggregateCall(.average, node, isDistinct: distinct))
  }
}

extension SQLExpression where Value.Unwrapped == String {
  /// The texts one after the other, in no particular order: `group_concat(t0."title", ?1)`; `nil` of none.
  @inlinable
  public func groupConcatenation(separator: String = ",") -> SQLAggregate<String?> {
    SQLAggregate(AggregateCall(.groupConcatenation, node, .value(.text(separator))))
  }

  /// The texts, with `distinct` each once, with commas between them, in no particular order: `group_concat(DISTINCT t0."title")`;
  /// `nil` of none. SQLite supports no other separator with `DISTINCT`.
  @inlinable
  public func groupConcatenation(distinct: Bool) -> SQLAggregate<String?> {
    SQLAggregate(AggregateCall(.groupConcatenation, node, isDistinct: distinct))
  }
}
