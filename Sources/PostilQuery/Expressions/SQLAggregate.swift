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
