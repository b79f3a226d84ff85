extension SQLExpression {
  /// Whether the value is one of these: `t0."id" IN (?1, ?2)`; of none there is no row.
  ///
  /// The list can have any length: a long one is one parameter, `t0."id" IN (SELECT value FROM json_each(?1))`.
  /// What is `NULL` is in no list.
  @inlinable
  public func `in`(_ values: some Sequence<Value.Unwrapped.Plain>) -> SQLPredicate {
    SQLPredicate(.membership(node, values.map { Value.Unwrapped.binding(of: $0) }, takesNull: Self.takesNull))
  }

  /// Whether the value is none of these: `t0."id" NOT IN (?1, ?2)`; what is `NULL` is in no list, so that it is true of it.
  @inlinable
  public func notIn(_ values: some Sequence<Value.Unwrapped.Plain>) -> SQLPredicate { !self.in(values) }

  /// Whether the value is one of these two or lies between them: `t0."price" BETWEEN ?1 AND ?2`; not true of `NULL`.
  @inlinable
  public func between(_ low: Value.Unwrapped.Plain, _ high: Value.Unwrapped.Plain) -> SQLPredicate {
    SQLPredicate(
      .between(node, .value(Value.Unwrapped.binding(of: low)), .value(Value.Unwrapped.binding(of: high))))
  }

  /// Whether the value is one of those of these two expressions or lies between them:
  /// `t0."price" BETWEEN t1."low" AND t1."high"`; not true of `NULL`.
  @inlinable
  public func between<Low: SQLExpression, High: SQLExpression>(_ low: Low, _ high: High) -> SQLPredicate
  where Low.Value.Unwrapped == Value.Unwrapped, High.Value.Unwrapped == Value.Unwrapped {
    SQLPredicate(.between(node, low.node, high.node))
  }
}

extension SQLExpression where Value.Unwrapped.Plain: Comparable {
  /// Whether the value lies in the range: `t0."price" BETWEEN ?1 AND ?2`; not true of `NULL`.
  @inlinable
  public func `in`(_ range: ClosedRange<Value.Unwrapped.Plain>) -> SQLPredicate {
    between(range.lowerBound, range.upperBound)
  }

  /// Whether the value lies in the range: `t0."price" >= ?1 AND t0."price" < ?2`; not true of `NULL`.
  @inlinable
  public func `in`(_ range: Range<Value.Unwrapped.Plain>) -> SQLPredicate {
    SQLPredicate(.and((self >= range.lowerBound).node, (self < range.upperBound).node))
  }
}
