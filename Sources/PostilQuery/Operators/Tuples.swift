/// Two expressions that are compared like a Swift tuple: by the first one, then by the second one if the first ones are
/// equal. `SQL.tuple($0.year, $0.month)`
///
/// SQLite can read a range of an index on these columns. The comparisons are functions and not operators, because every
/// overload of an operator makes the type checker slower in all files that import Postil.
public struct SQLTuple2<First: ColumnValue, Second: ColumnValue>: Sendable {
  let nodes: [_ExpressionNode]

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

  /// Whether the tuple is in the list: `t0."year" = ?1 AND t0."month" = ?2 OR t0."year" = ?3 AND t0."month" = ?4`. For an empty list,
  /// no row matches. As in Swift, `nil` is equal to `nil` only.
  ///
  /// The list can have any length. A long one is passed as one parameter: `(t0."year", t0."month") IN (SELECT CAST(value ->> 0 AS
  /// INTEGER), CAST(value ->> 1 AS INTEGER) FROM json_each(?1))`. It is an array, because the type checker needs a long time to find
  /// the type of other sequences of tuples.
  public func `in`(_ rows: [(First.Plain, Second.Plain)]) -> SQLPredicate {
    SQLPredicate(
      .membership(
        of: [First._nullable(nodes[0]), Second._nullable(nodes[1])],
        in: rows.map { [First._boundValue(of: $0.0), Second._boundValue(of: $0.1)] }))
  }

  /// Whether the tuple isn't in the list: `NOT (t0."year" = ?1 AND t0."month" = ?2)`.
  public func notIn(_ rows: [(First.Plain, Second.Plain)]) -> SQLPredicate { !self.in(rows) }

  private func compared(
    _ comparison: Comparison, _ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain
  ) -> SQLPredicate {
    SQLPredicate(
      .comparison(comparison, nodes, [First.Unwrapped._tuplePart(first), Second.Unwrapped._tuplePart(second)]))
  }
}

/// Three expressions that are compared like a Swift tuple. See ``SQLTuple2``.
public struct SQLTuple3<First: ColumnValue, Second: ColumnValue, Third: ColumnValue>: Sendable {
  let nodes: [_ExpressionNode]

  /// Whether the tuple is less than these values.
  public func isLess(
    than first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain, _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate {
    compared(.less, first, second, third)
  }

  /// Whether the tuple is less than these values or equal to them.
  public func isAtMost(_ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain, _ third: Third.Unwrapped.Plain)
    -> SQLPredicate
  {
    compared(.lessOrEqual, first, second, third)
  }

  /// Whether the tuple is greater than these values.
  public func isGreater(
    than first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain, _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate {
    compared(.greater, first, second, third)
  }

  /// Whether the tuple is greater than these values or equal to them.
  public func isAtLeast(
    _ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain, _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate {
    compared(.greaterOrEqual, first, second, third)
  }

  /// Whether the tuple is in the list. See ``SQLTuple2/in(_:)``.
  public func `in`(_ rows: [(First.Plain, Second.Plain, Third.Plain)]) -> SQLPredicate {
    SQLPredicate(
      .membership(
        of: [First._nullable(nodes[0]), Second._nullable(nodes[1]), Third._nullable(nodes[2])],
        in: rows.map { [First._boundValue(of: $0.0), Second._boundValue(of: $0.1), Third._boundValue(of: $0.2)] }))
  }

  /// Whether the tuple isn't in the list.
  public func notIn(_ rows: [(First.Plain, Second.Plain, Third.Plain)]) -> SQLPredicate { !self.in(rows) }

  private func compared(
    _ comparison: Comparison, _ first: First.Unwrapped.Plain, _ second: Second.Unwrapped.Plain,
    _ third: Third.Unwrapped.Plain
  ) -> SQLPredicate {
    SQLPredicate(
      .comparison(
        comparison, nodes,
        [First.Unwrapped._tuplePart(first), Second.Unwrapped._tuplePart(second), Third.Unwrapped._tuplePart(third)]))
  }
}

/// A value of a tuple, and the stored forms before and after it if it has none of its own.
private typealias TuplePart = (value: BoundValue, neighbors: (before: BoundValue, after: BoundValue)?)

extension ColumnValue {
  /// The expression, marked if its value can be `NULL`.
  fileprivate static func _nullable(_ node: _ExpressionNode) -> _ExpressionNode {
    Self.self == Unwrapped.self ? node : node.optional
  }

  fileprivate static func _tuplePart(_ plain: Plain) -> TuplePart { (_boundValue(of: plain), _neighbors(of: plain)) }
}

extension _ExpressionNode {
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

  /// Whether a tuple of expressions is equal to one of several tuples of values.
  fileprivate static func membership(of nodes: [Self], in rows: [[BoundValue]]) -> Self {
    func joined(_ nodes: [Self], by join: (Self, Self) -> Self) -> Self? {
      nodes.first.map { nodes.dropFirst().reduce($0, join) }
    }
    if nodes.count == 1 { return membership(nodes[0], rows.map { $0[0] }, takesNull: nodes[0].isOptional) }
    // For equalities, SQLite uses an index on all of the columns, which it doesn't for `IN (VALUES …)`.
    let equalities = rows.prefix(ValueList.maximumParameters).compactMap { row in
      joined(zip(nodes, row).map { comparison(.equal, $0, .value($1), Nullability($0.isOptional, false)) }, by: and)
    }
    if rows.count == equalities.count, let equality = joined(equalities, by: or) { return equality }
    // `NULL` is equal to nothing in a list, so the rows with `nil` in the same places are a list of their own without these places.
    let lists = Dictionary(grouping: rows) { row in row.indices.filter { row[$0] == .null } }
    let tests = lists.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { missing, rows in
      if missing.isEmpty { return rowMembership(nodes, RowList(rows), nullable: nodes.filter(\.isOptional)) }
      let rest = nodes.indices.filter { !missing.contains($0) }
      let list =
        rest.isEmpty ? [] : [membership(of: rest.map { nodes[$0] }, in: rows.map { row in rest.map { row[$0] } })]
      return joined(missing.map { isNull(nodes[$0]) } + list, by: and)
    }
    return joined(tests, by: or) ?? rowMembership(nodes, RowList([]), nullable: [])
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
