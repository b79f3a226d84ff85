/// A relationship to any number of rows, in a query: `$0.tags`.
///
/// Each question about it is a correlated subquery that the index of the relationship's foreign key drives. The table of the
/// members itself is read only where the question names a column of it that the join table does not have.
///
/// A narrower relationship is asked the same questions: `$0.steps.where { $0.done }.count`.
public struct ToMany<Target: Model>: Sendable {
  /// The members as a query that is correlated with the row they belong to.
  @usableFromInline let members: QueryCore

  /// The rows that `relationship` leads to from the row at `source`.
  public init<Owner: Model>(_ relationship: Relationship<Owner, Target>, of source: Source) {
    members = QueryCore(Target.table, origin: .related(relationship.path, to: source))
  }

  @usableFromInline
  init(_ members: QueryCore) { self.members = members }

  private func members<P: SQLExpression<Bool>>(where predicate: (Target.Columns) -> P) -> QueryCore {
    let source = Source(Target.table)
    return members.filtered(by: predicate(Target.Columns(source)).node, of: [source])
  }

  /// Whether there is a member for which `predicate` is true.
  ///
  /// `EXISTS (SELECT 1 FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 1)`
  public func any<P: SQLExpression<Bool>>(_ predicate: (Target.Columns) -> P) -> SQLPredicate {
    SQLPredicate(.exists(members(where: predicate)))
  }

  /// Whether there is no member for which `predicate` is true.
  ///
  /// `NOT EXISTS (SELECT 1 FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 1)`
  public func none<P: SQLExpression<Bool>>(_ predicate: (Target.Columns) -> P) -> SQLPredicate {
    SQLPredicate(.not(.exists(members(where: predicate))))
  }

  /// Whether `predicate` is true for every member; it is for all of none.
  ///
  /// A member for which it is neither true nor false, because something in it is `NULL`, does not satisfy it:
  /// `NOT EXISTS (SELECT 1 FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND (t1."done" = 1) IS NOT TRUE)`
  public func all<P: SQLExpression<Bool>>(_ predicate: (Target.Columns) -> P) -> SQLPredicate {
    let source = Source(Target.table)
    let exception = ExpressionNode.isNotTrue(predicate(Target.Columns(source)).node)
    return SQLPredicate(.not(.exists(members.filtered(by: exception, of: [source]))))
  }

  /// Whether the row with this key is a member.
  ///
  /// `EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id" AND t1."tag_id" = ?1)`
  public func contains(_ id: Target.ID) -> SQLPredicate {
    let source = Source(Target.table)
    var members = members.reading([source])
    for (column, value) in zip(Target.table.primaryKey, id.bindings) {
      members.predicates.append(.equal(.column(column, of: source), .value(value)))
    }
    return SQLPredicate(.exists(members))
  }

  /// Whether the row of `model`'s key is a member.
  ///
  /// `EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id" AND t1."tag_id" = ?1)`
  public func contains(_ model: Target) -> SQLPredicate { contains(model.id) }

  /// Whether there is no member: `NOT EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id")`.
  public var isEmpty: SQLPredicate { SQLPredicate(.not(.exists(members))) }

  /// How many members there are: `(SELECT count(*) FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id")`.
  public var count: SQLOperation<Int> { SQLOperation(.count(members)) }

  /// For how many members `predicate` is true.
  ///
  /// `(SELECT count(*) FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 1)`
  public func count<P: SQLExpression<Bool>>(_ predicate: (Target.Columns) -> P) -> SQLOperation<Int> {
    SQLOperation(.count(members(where: predicate)))
  }
}
