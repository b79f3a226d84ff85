/// Several expressions that are compared like a Swift tuple: by the first one, then by the second one if the first ones are
/// equal, and so on. `SQL.tuple($0.year, $0.month)`
///
/// SQLite can read a range of an index on these columns.
public struct SQLTuple<each Value: ColumnValue>: Sendable {
  let nodes: [ExpressionNode]

  @usableFromInline
  init(_ nodes: [ExpressionNode]) { self.nodes = nodes }

  // Functions and not operators, because every overload of an operator makes the type checker slower in all files that import
  // Postil.

  /// Whether the tuple is less than these values: `(t0."year", t0."month") < (?1, ?2)`.
  public func isLess(than values: repeat (each Value).Unwrapped.Plain) -> SQLPredicate {
    compared(.less, repeat each values)
  }

  /// Whether the tuple is less than these values or equal to them: `(t0."year", t0."month") <= (?1, ?2)`.
  public func isAtMost(_ values: repeat (each Value).Unwrapped.Plain) -> SQLPredicate {
    compared(.lessOrEqual, repeat each values)
  }

  /// Whether the tuple is greater than these values: `(t0."year", t0."month") > (?1, ?2)`.
  public func isGreater(than values: repeat (each Value).Unwrapped.Plain) -> SQLPredicate {
    compared(.greater, repeat each values)
  }

  /// Whether the tuple is greater than these values or equal to them: `(t0."year", t0."month") >= (?1, ?2)`.
  public func isAtLeast(_ values: repeat (each Value).Unwrapped.Plain) -> SQLPredicate {
    compared(.greaterOrEqual, repeat each values)
  }

  private func compared(_ comparison: Comparison, _ values: repeat (each Value).Unwrapped.Plain) -> SQLPredicate {
    var bindings: [BoundValue] = []
    repeat bindings.append((each Value).Unwrapped._boundValue(of: each values))
    return SQLPredicate(.rowComparison(comparison, nodes, bindings))
  }
}

extension SQL {
  /// Several expressions that are compared together: `SQL.tuple($0.year, $0.month).isGreater(than: 2026, 5)`.
  @inlinable
  public static func tuple<each E: SQLExpression>(_ expressions: repeat each E) -> SQLTuple<repeat (each E).Value> {
    SQLTuple(ExpressionNode.list(repeat each expressions))
  }
}
