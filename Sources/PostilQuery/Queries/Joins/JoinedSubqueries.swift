extension JoinedQuery {
  /// Whether the query returns any rows, as a condition in another query: `EXISTS (SELECT 1 FROM "item" AS t1 JOIN … WHERE
  /// …)`. Its closures can use columns of the outer query.
  public func exists() -> SQLPredicate { SQLPredicate(.exists(_core.core)) }

  /// The number of rows, as an expression in another query: `(SELECT count(*) FROM "item" AS t1 JOIN … WHERE …)`.
  public func count() -> SQLOperation<Int> { SQLOperation(.count(_core.core)) }
}
