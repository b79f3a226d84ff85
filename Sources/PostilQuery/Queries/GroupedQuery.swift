/// The rows of a query in groups: `Item.group { $0.projectID }.having { _ in SQL.count() > 3 }.select { ($0.projectID,
/// SQL.count()) }`.
///
/// You can select the expressions by which the rows are grouped, the columns of a row whose primary key is one of these
/// expressions, and aggregates. A column that can have different values within a group is rejected when the query runs.
public struct GroupedQuery<Tables: QueryTables>: _TablesQuery {
  @usableFromInline let core: QueryCore

  /// The groups.
  public var _core: _QueryCore { _QueryCore(core) }

  @usableFromInline
  init(core: QueryCore) { self.core = core }

  /// A query of these groups.
  @inlinable
  public init(_ core: _QueryCore) { self.core = core.core }
}

extension GroupedQuery: SQLStatement {
  /// The statement that returns the grouped expressions of each group, in SQL for `dialect`.
  /// - Throws: ``QueryError`` if it can't be written as SQL.
  public func rendered(for dialect: Dialect = .sqlite) throws(QueryError) -> _RenderedStatement {
    try SelectStatement(core, results: core.groupings ?? [], of: []).rendered(for: dialect)
  }
}

extension GroupedQuery {
  /// The groups for which `predicate` is also true: `HAVING count(*) > ?1`.
  @inlinable
  public func having<P: SQLExpression<Bool>>(@ConditionBuilder _ predicate: (Tables.Columns) -> P) -> Self {
    let sources = Tables.makeSources()
    return Self(core: core.groupsFiltered(by: predicate(Tables.columns(of: sources)).node, of: sources))
  }
}
