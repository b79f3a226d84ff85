/// A query of the rows of several tables, or of groups of rows: ``JoinedQuery`` and ``GroupedQuery``.
public protocol _TablesQuery: Sendable {
  /// The tables that it reads.
  associatedtype Tables: QueryTables
  /// What it reads.
  var _core: _QueryCore { get }
  /// A query that reads this.
  init(_ core: _QueryCore)
}

/// What a query reads, as protocols pass it on.
public struct _QueryCore: Sendable {
  @usableFromInline let core: QueryCore

  @usableFromInline
  init(_ core: QueryCore) { self.core = core }
}

extension _TablesQuery {
  /// The rows or groups sorted by these terms; each term breaks the ties of the previous ones.
  @inlinable
  public func order<First: SQLOrderTerm, each Term: SQLOrderTerm>(
    _ terms: (Tables.Columns) -> (First, repeat each Term)
  ) -> Self {
    let sources = Tables.makeSources()
    let ordering = Ordering.list(terms, of: Tables.columns(of: sources))
    return Self(_QueryCore(_core.core.ordered(by: ordering, of: sources)))
  }

  /// At most `count` rows or groups, after skipping `offset`. See ``Query/limit(_:offset:)``.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Self {
    Self(_QueryCore(_core.core.paged(limit: count, offset: offset)))
  }

  /// Values for each row or group: one expression, a row, or a tuple of these; see `Query.select(_:)`.
  @inlinable
  public func select<Row, each V: _SelectedValue>(
    @SelectionBuilder _ values: (Tables.Columns) -> _SelectedValues<Row, repeat each V>
  ) -> Selection<Row, repeat each V> {
    let sources = Tables.makeSources()
    let nodes = values(Tables.columns(of: sources)).nodes
    return Selection(SelectStatement(_core.core, results: nodes, of: sources))
  }

  /// The rows of a projection, created from expressions of each row or group; see `Query.select(_:)`.
  @inlinable @_disfavoredOverload
  public func select<P: ProjectionColumns>(
    @ProjectionBuilder _ columns: (Tables.Columns) -> P
  ) -> Query<P.OwningModel> {
    let sources = Tables.makeSources()
    let nodes = columns(Tables.columns(of: sources)).nodes
    return Query(derived: SelectStatement(_core.core, results: nodes, of: sources))
  }
}
