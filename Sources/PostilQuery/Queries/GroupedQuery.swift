/// The rows of a query in groups: `Item.group { $0.projectID }.having { _ in SQL.count() > 3 }.select { ($0.projectID,
/// SQL.count()) }`.
///
/// You can select the expressions by which the rows are grouped, the columns of a row whose primary key is one of these
/// expressions, and aggregates. A column that can have different values within a group is rejected when the query runs.
public struct GroupedQuery<Tables: QueryTables>: Sendable {
  @usableFromInline let core: QueryCore

  @usableFromInline
  init(core: QueryCore) { self.core = core }
}

extension GroupedQuery: SQLStatement {
  /// The statement that returns the grouped expressions of each group, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> RenderedStatement {
    try SelectStatement(core, results: core.groupings ?? [], of: []).rendered(for: dialect)
  }
}

extension GroupedQuery {
  /// The groups for which `predicate` is also true: `HAVING count(*) > ?1`.
  @inlinable
  public func having<P: SQLExpression<Bool>>(_ predicate: (Tables.Columns) -> P) -> Self {
    let sources = Tables.makeSources()
    return Self(core: core.groupsFiltered(by: predicate(Tables.columns(of: sources)).node, of: sources))
  }

  /// The groups sorted by these terms; each term breaks the ties of the previous ones.
  @inlinable
  public func order<First: SQLOrderTerm, each Term: SQLOrderTerm>(
    _ terms: (Tables.Columns) -> (First, repeat each Term)
  ) -> Self {
    let sources = Tables.makeSources()
    return Self(core: core.ordered(by: Ordering.list(terms, of: Tables.columns(of: sources)), of: sources))
  }

  /// At most `count` groups, after skipping `offset`. Replaces an earlier limit. A negative number counts as 0.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Self { Self(core: core.paged(limit: count, offset: offset)) }

  /// The values of these expressions for each group.
  @inlinable @_disfavoredOverload
  public func select<each E: SQLExpression>(
    _ expressions: (Tables.Columns) -> (repeat each E)
  ) -> Selection<(repeat (each E).Value.Plain), repeat (each E).Value> {
    let sources = Tables.makeSources()
    let tuple = expressions(Tables.columns(of: sources))
    return Selection(SelectStatement(core, results: ExpressionNode.list(repeat each tuple), of: sources))
  }

  // A separate function, so that `in` and `SQL.scalar` can require a single value.
  /// The values of one expression for each group: `.select { $0.title }`. It can also be the rows of a projection,
  /// created from expressions of each group.
  @inlinable
  public func select<E: _Selectable>(_ expression: (Tables.Columns) -> E) -> E.Selected {
    let sources = Tables.makeSources()
    return expression(Tables.columns(of: sources)).selected(of: _SelectedRows(core, of: sources))
  }
}
