// What the members of a relationship have in common, each a correlated subquery as the count of them is. Deleted members are left
// out where the model has `@softDelete`, and a narrower relationship asks the narrower one: `$0.steps.where { $0.done }.sum { … }`.
extension ToMany {
  /// The sum of an expression over the members, `nil` where none has a value.
  ///
  /// `$0.lines.sum { $0.price * $0.count }` is
  /// `(SELECT sum(t1."price" * t1."count") FROM "line" AS t1 WHERE t1."order_id" = t0."id")`.
  public func sum<E: SQLExpression>(
    _ expression: (Target.Columns) -> E
  ) -> SQLOperation<E.Value.Unwrapped.Sum?> where E.Value.Unwrapped: SummableColumnValue {
    aggregate { expression($0).sum() }
  }

  /// The sum of an expression over the members as a `Double`, 0 where none has a value: `(SELECT total(t1."price") FROM …)`.
  public func total<E: SQLExpression>(_ expression: (Target.Columns) -> E) -> SQLOperation<Double>
  where E.Value.Unwrapped: ArithmeticColumnValue {
    aggregate { expression($0).total() }
  }

  /// The mean of an expression over the members, `nil` where none has a value: `(SELECT avg(t1."price") FROM …)`.
  public func average<E: SQLExpression>(_ expression: (Target.Columns) -> E) -> SQLOperation<Double?>
  where E.Value.Unwrapped: ArithmeticColumnValue {
    aggregate { expression($0).average() }
  }

  /// The smallest value of an expression over the members, as `order` has them, `nil` where none has a value.
  ///
  /// `$0.loans.min { $0.lentAt }` is `(SELECT min(t1."lent_at") FROM "loan" AS t1 WHERE t1."book_id" = t0."id")`.
  public func min<E: SQLExpression>(_ expression: (Target.Columns) -> E) -> SQLOperation<E.Value.Unwrapped?> {
    aggregate { expression($0).min() }
  }

  /// The largest value of an expression over the members, as `order` has them, `nil` where none has a value.
  public func max<E: SQLExpression>(_ expression: (Target.Columns) -> E) -> SQLOperation<E.Value.Unwrapped?> {
    aggregate { expression($0).max() }
  }

  func aggregate<Value>(_ value: (Target.Columns) -> SQLAggregate<Value>) -> SQLOperation<Value> {
    let source = Source(Target.table)
    // Of members that were limited those that are left are a table of their own, and of one row of all there is no order.
    var rows = members.isPaged ? members.asTable() : members
    rows.orderings = []
    rows.ordersByPosition = false
    let statement = SelectStatement(rows, results: [value(Target.Columns(source)).node], of: [source])
    return SQLOperation(collating: .scalar(statement))
  }
}
