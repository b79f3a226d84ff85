/// A relationship to any number of rows in a query: `$0.tags`.
///
/// Each function is a correlated subquery that uses the index of the relationship's foreign key. The members' own table
/// is read only if the function uses one of its columns that the join table doesn't have.
///
/// The same functions apply to a filtered relationship: `$0.steps.where { $0.done }.count`.
public struct ToMany<Target: Model>: Sendable {
  /// The members as a query that is correlated with the row that they belong to.
  @usableFromInline let members: QueryCore

  /// The rows that `relationship` leads to from the row at `source`.
  public init<Owner: Model>(_ relationship: Relationship<Owner, Target>, of source: _Source) {
    members = QueryCore(Target.table, origin: .related(relationship.path, to: source))
  }

  @usableFromInline
  init(_ members: QueryCore) { self.members = members }

  private func members<P: SQLExpression<Bool>>(where predicate: (Target.Columns) -> P) -> QueryCore {
    let source = _Source(Target.table)
    return members.filtered(by: predicate(Target.Columns(source)).node, of: [source])
  }

  /// Whether `predicate` is true for at least one member.
  ///
  /// `EXISTS (SELECT 1 FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 1)`
  ///
  /// If an index finds the members, and no index finds the rows that they belong to, it is
  /// `t0."id" IN (SELECT t1."item_id" FROM "step" AS t1 WHERE …)`. To choose the form, pass it: `.any(as: .exists) { … }`. `.in`
  /// has no effect under `!`, and if `predicate` uses columns of other rows.
  public func any<P: SQLExpression<Bool>>(
    as form: SubqueryForm = .automatic, @ConditionBuilder _ predicate: (Target.Columns) -> P
  ) -> SQLPredicate {
    SQLPredicate(.exists(members(where: predicate), as: form))
  }

  /// Whether `predicate` is true for no member.
  ///
  /// `NOT EXISTS (SELECT 1 FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 1)`
  public func none<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (Target.Columns) -> P) -> SQLPredicate {
    SQLPredicate(.not(.exists(members(where: predicate))))
  }

  /// Whether `predicate` is true for every member. It is true if there are no members.
  ///
  /// A member for which the predicate is neither true nor false, because it involves `NULL`, doesn't satisfy it: `NOT
  /// EXISTS (SELECT 1 FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 0)`
  public func all<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (Target.Columns) -> P) -> SQLPredicate {
    let source = _Source(Target.table)
    let exception = _ExpressionNode.not(predicate(Target.Columns(source)).node)
    return SQLPredicate(.not(.exists(members.filtered(by: exception, of: [source]))))
  }

  /// Whether the row with this key is a member.
  ///
  /// `EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id" AND t1."tag_id" = ?1)`
  public func contains(_ id: Target.ID) -> SQLPredicate {
    let source = _Source(Target.table)
    let equalities = zip(Target.table.primaryKey, id._boundValues).map { column, value in
      _ExpressionNode.equal(.column(column, of: source), .value(value))
    }
    let rows = equalities.reduce(members) { $0.filtered(by: $1, of: [source]) }
    return SQLPredicate(.exists(rows, as: .automatic))
  }

  /// Whether this row is a member: the same SQL, with its key.
  public func contains(_ model: Target) -> SQLPredicate { contains(model.id) }

  /// Whether there are no members: `NOT EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id")`.
  public var isEmpty: SQLPredicate { SQLPredicate(.not(.exists(members))) }

  /// The number of members: `(SELECT count(*) FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id")`.
  public var count: SQLOperation<Int> { SQLOperation(.count(members)) }

  /// The number of members for which `predicate` is true.
  ///
  /// `(SELECT count(*) FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 1)`
  public func count<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (Target.Columns) -> P) -> SQLOperation<Int> {
    SQLOperation(.count(members(where: predicate)))
  }
}

// Aggregates over the members of a relationship. Each is a correlated subquery, like the count. Deleted members are
// excluded if the model has `@softDelete`. A filtered relationship aggregates only its members: `$0.steps.where {
// $0.done }.sum { … }`.
extension ToMany {
  /// The sum of an expression over the members; `nil` if none has a value.
  ///
  /// `$0.lines.sum { $0.price * $0.count }` is
  /// `(SELECT sum(t1."price" * t1."count") FROM "line" AS t1 WHERE t1."order_id" = t0."id")`.
  public func sum<E: SQLExpression>(
    _ expression: (Target.Columns) -> E
  ) -> SQLOperation<E.Value.Unwrapped.Sum?> where E.Value.Unwrapped: SummableColumnValue {
    aggregate { expression($0).sum() }
  }

  /// The sum of an expression over the members as a `Double`; 0 if none has a value: `(SELECT total(t1."price") FROM …)`.
  public func total<E: SQLExpression>(_ expression: (Target.Columns) -> E) -> SQLOperation<Double>
  where E.Value.Unwrapped: ArithmeticColumnValue {
    aggregate { expression($0).total() }
  }

  /// The average of an expression over the members; `nil` if none has a value: `(SELECT avg(t1."price") FROM …)`.
  public func average<E: SQLExpression>(
    _ expression: (Target.Columns) -> E
  ) -> SQLOperation<E.Value.Unwrapped.Average?> where E.Value.Unwrapped: ArithmeticColumnValue {
    aggregate { expression($0).average() }
  }

  /// The smallest value of an expression over the members, in the sort order; `nil` if none has a value.
  public func min<E: SQLExpression>(_ expression: (Target.Columns) -> E) -> SQLOperation<E.Value.Unwrapped?> {
    aggregate { expression($0).min() }
  }

  /// The largest value of an expression over the members, in the sort order; `nil` if none has a value.
  public func max<E: SQLExpression>(_ expression: (Target.Columns) -> E) -> SQLOperation<E.Value.Unwrapped?> {
    aggregate { expression($0).max() }
  }

  /// The texts of an expression over the members, in their order; `nil` if none has a value: `(SELECT group_concat(t1."name", ?1) FROM …)`.
  public func groupConcatenation<E: SQLExpression>(
    separator: String = ",", _ expression: (Target.Columns) -> E
  ) -> SQLOperation<String?> where E.Value.Unwrapped == String {
    aggregate(inOrder: true) { expression($0).groupConcatenation(separator: separator) }
  }

  /// - Parameter inOrder: whether the result depends on the order of the members, which are then read from a sorted subquery. SQLite and
  ///   PostgreSQL add the rows in its order.
  func aggregate<Value>(
    inOrder: Bool = false, _ value: (Target.Columns) -> SQLAggregate<Value>
  ) -> SQLOperation<Value> {
    let source = _Source(Target.table)
    let isSorted = inOrder && (!members.orderings.isEmpty || members.position != nil)
    // Limited members are read from a subquery. The order of a single aggregated row has no effect.
    var rows = members.isPaged || isSorted ? members.asTable() : members
    rows.orderings = []
    rows.ordersByPosition = false
    let statement = SelectStatement(rows, results: [value(Target.Columns(source)).node], of: [source])
    return SQLOperation(collating: .scalar(statement))
  }
}
