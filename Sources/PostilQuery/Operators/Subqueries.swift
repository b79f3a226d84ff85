extension SQLExpression {
  /// Whether a query returns the value: `t0."id" IN (SELECT t1."item_id" FROM "step" AS t1)`.
  ///
  /// `NULL` never matches, on either side.
  public func `in`<Row, V: ColumnValue>(_ selection: Selection<Row, V>) -> SQLPredicate
  where V.Unwrapped == Value.Unwrapped {
    let statement = V.self == V.Unwrapped.self ? selection.statement : selection.statement.withoutNull()
    return SQLPredicate(.selected(node, in: statement, takesNull: Self.takesNull))
  }

  /// Whether a query doesn't return the value: `t0."id" NOT IN (SELECT t1."item_id" FROM "step" AS t1)`.
  ///
  /// `NULL` never matches on either side, so the predicate is true for it.
  public func notIn<Row, V: ColumnValue>(_ selection: Selection<Row, V>) -> SQLPredicate
  where V.Unwrapped == Value.Unwrapped { !self.in(selection) }
}

extension SelectStatement {
  /// The same rows, except those whose only result is `NULL`.
  func withoutNull() -> SelectStatement {
    let isPlain = !isCompound && !core.isPaged && core.groupings == nil && !results.contains(where: \.containsAggregate)
    var statement = isPlain ? self : asTable()
    for result in statement.results { statement.core.predicates.append(.isNotNull(result)) }
    return statement
  }
}

extension Query {
  /// Whether the query returns any rows, as a condition in another query: `EXISTS (SELECT 1 FROM "item" AS t1 WHERE …)`.
  ///
  /// Its closures can use columns of the outer query: `Project.where { project in Item.where { $0.projectID ==
  /// project.id }.exists() }`.
  public func exists() -> SQLPredicate { SQLPredicate(.exists(core)) }

  /// The number of rows, as an expression in another query: `(SELECT count(*) FROM "item" AS t1 WHERE …)`.
  public func count() -> SQLOperation<Int> { SQLOperation(.count(core)) }
}

extension SQL {
  /// The single value of a query's first row; `NULL` if there is none: `(SELECT max(t1."price") FROM … LIMIT ?1)`.
  ///
  /// Its closures can use columns of the outer query.
  public static func scalar<Row, V: ColumnValue>(_ selection: Selection<Row, V>) -> SQLOperation<V.Unwrapped?> {
    SQLOperation(collating: .scalar(selection.statement))
  }
}
