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

  /// The values of these expressions for each row or group.
  @inlinable @_disfavoredOverload
  public func select<each E: SQLExpression>(
    _ expressions: (Tables.Columns) -> (repeat each E)
  ) -> Selection<(repeat (each E).Value.Plain), repeat (each E).Value> {
    let sources = Tables.makeSources()
    let tuple = expressions(Tables.columns(of: sources))
    return Selection(SelectStatement(_core.core, results: ExpressionNode.list(repeat each tuple), of: sources))
  }

  // A separate function, so that `in` and `SQL.scalar` can require a single value.
  /// The values of one expression for each row or group: `.select { $0.title }`. It can also be the rows of a projection,
  /// created from expressions of each row or group.
  @inlinable
  public func select<E: _Selectable>(_ expression: (Tables.Columns) -> E) -> E.Selected {
    let sources = Tables.makeSources()
    return expression(Tables.columns(of: sources)).selected(of: _SelectedRows(_core.core, of: sources))
  }

  /// Rejects expressions that aren't a value: a whole struct, a row, a relationship.
  @_NotAQueryValue @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a result needs a single value; for a struct or a row, name its columns, as in 'item.address.city'"
  )
  public func select(_ expressions: (Tables.Columns) -> Void) -> Selection<()> {
    Selection(SelectStatement(_core.core, results: [], of: []))
  }
}
