/// Two expressions that are compared like a Swift tuple: by the first one, then by the second one if the first ones are
/// equal. `SQL.tuple($0.year, $0.month)`
///
/// SQLite can read a range of an index on these columns. The comparisons are functions and not operators, because every
/// overload of an operator makes the type checker slower in all files that import Postil.
public struct SQLTuple2<First: ColumnValue, Second: ColumnValue>: Sendable {
  let nodes: [ExpressionNode]

  /// Whether the tuple is less than these values: `(t0."year", t0."month") < (?1, ?2)`.
  public func isLess(than first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain) -> SQLPredicate {
    compared(.less, first, second)
  }

  /// Whether the tuple is less than these values or equal to them: `(t0."year", t0."month") <= (?1, ?2)`.
  public func isAtMost(_ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain) -> SQLPredicate {
    compared(.lessOrEqual, first, second)
  }

  /// Whether the tuple is greater than these values: `(t0."year", t0."month") > (?1, ?2)`.
  public func isGreater(than first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain) -> SQLPredicate {
    compared(.greater, first, second)
  }

  /// Whether the tuple is greater than these values or equal to them: `(t0."year", t0."month") >= (?1, ?2)`.
  public func isAtLeast(_ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain) -> SQLPredicate {
    compared(.greaterOrEqual, first, second)
  }

  private func compared(
    _ comparison: Comparison, _ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain
  ) -> SQLPredicate {
    SQLPredicate(
      .comparison(comparison, nodes, [First.Unwrapped._tuplePart(first), Second.Unwrapped._tuplePart(second)]))
  }
}

/// Three expressions that are compared like a Swift tuple. See ``SQLTuple2``.
public struct SQLTuple3<First: ColumnValue, Second: ColumnValue, Third: ColumnValue>: Sendable {
  let nodes: [ExpressionNode]

  /// Whether the tuple is less than these values.
  public func isLess(
    than first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain, _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate { compared(.less, first, second, third) }

  /// Whether the tuple is less than these values or equal to them.
  public func isAtMost(
    _ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain, _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate { compared(.lessOrEqual, first, second, third) }

  /// Whether the tuple is greater than these values.
  public func isGreater(
    than first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain, _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate { compared(.greater, first, second, third) }

  /// Whether the tuple is greater than these values or equal to them.
  public func isAtLeast(
    _ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain, _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate { compared(.greaterOrEqual, first, second, third) }

  private func compared(
    _ comparison: Comparison, _ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain,
    _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate {
    SQLPredicate(
      .comparison(
        comparison, nodes,
        [
          First.Unwrapped._tuplePart(first), Second.Unwrapped._tuplePart(second), Third.Unwrapped._tuplePart(third),
        ]))
  }
}

/// A value of a tuple, and the stored forms before and after it if it has none of its own.
private typealias TuplePart = (value: BoundValue, neighbors: (before: BoundValue, after: BoundValue)?)

extension ColumnValue {
  fileprivate static func _tuplePart(_ plain: Plain) -> TuplePart { (_boundValue(of: plain), _neighbors(of: plain)) }
}

extension ExpressionNode {
  /// Whether a tuple of expressions is less or greater than one of values. No row is equal to a value without a stored form, so what
  /// follows it doesn't matter.
  fileprivate static func comparison(_ comparison: Comparison, _ nodes: [Self], _ parts: [TuplePart]) -> Self {
    guard let last = parts.firstIndex(where: { $0.neighbors != nil }), let neighbors = parts[last].neighbors else {
      return rowComparison(comparison, nodes, parts.map(\.value))
    }
    let isLess = comparison == .less || comparison == .lessOrEqual
    let (operation, bound): (Comparison, BoundValue) = isLess ? (.less, neighbors.after) : (.greater, neighbors.before)
    if last == 0 { return .comparison(operation, nodes[0], .value(bound), .none) }
    return rowComparison(operation, Array(nodes[...last]), parts[..<last].map(\.value) + [bound])
  }
}

extension SQL {
  /// Two expressions that are compared together: `SQL.tuple($0.year, $0.month).isGreater(than: 2026, 5)`.
  public static func tuple<A: SQLExpression, B: SQLExpression>(_ first: A, _ second: B) -> SQLTuple2<A.Value, B.Value> {
    SQLTuple2(nodes: [first.node, second.node])
  }

  /// Three expressions that are compared together.
  public static func tuple<A: SQLExpression, B: SQLExpression, C: SQLExpression>(
    _ first: A, _ second: B, _ third: C
  ) -> SQLTuple3<A.Value, B.Value, C.Value> {
    SQLTuple3(nodes: [first.node, second.node, third.node])
  }
}
