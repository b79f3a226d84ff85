extension SQLExpression {
  /// Whether the value is one of those that a query returns: `t0."id" IN (SELECT t1."item_id" FROM "step" AS t1)`.
  ///
  /// What is `NULL`, here or there, is in no list.
  public func `in`<Row, V: ColumnValue>(_ selection: Selection<Row, V>) -> SQLPredicate
  where V.Unwrapped == Value.Unwrapped {
    let statement = V.self == V.Unwrapped.self ? selection.statement : selection.statement.withoutNull()
    return SQLPredicate(.selected(node, in: statement, takesNull: Self.takesNull))
  }

  /// Whether the value is none of those that a query returns: `t0."id" NOT IN (SELECT t1."item_id" FROM "step" AS t1)`.
  ///
  /// What is `NULL`, here or there, is in no list, so that it is true of it.
  public func notIn<Row, V: ColumnValue>(_ selection: Selection<Row, V>) -> SQLPredicate
  where V.Unwrapped == Value.Unwrapped { !self.in(selection) }
}

extension SelectStatement {
  /// The same rows without those whose only result is `NULL`.
  func withoutNull() -> SelectStatement {
    let isPlain = !isCompound && !core.isPaged && core.groupings == nil && !results.contains(where: \.containsAggregate)
    var statement = isPlain ? self : asTable()
    for result in statement.results { statement.core.predicates.append(.isNotNull(result)) }
    return statement
  }
}

extension Query {
  /// Whether there is a row, as a condition of another query: `EXISTS (SELECT 1 FROM "item" AS t1 WHERE …)`.
  ///
  /// Its closures can use columns of the outer query: `Project.where { project in Item.where { $0.projectID == project.id
  /// }.exists() }`.
  public func exists() -> SQLPredicate { SQLPredicate(.exists(core)) }

  /// How many rows there are, as an expression of another query: `(SELECT count(*) FROM "item" AS t1 WHERE …)`.
  public func count() -> SQLOperation<Int> { SQLOperation(.count(core)) }
}

extension SQL {
  /// The only value of a query's first row, `NULL` if there is none: `(SELECT max(t1."price") FROM … LIMIT ?1)`.
  ///
  /// Its closures can use columns of the outer query.
  public static func scalar<Row, V: ColumnValue>(_ selection: Selection<Row, V>) -> SQLOperation<V.Unwrapped?> {
    SQLOperation(collating: .scalar(selection.statement))
  }
}
