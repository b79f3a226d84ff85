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
  public func order(@OrderBuilder _ terms: (Tables.Columns) -> some _OrderTerms) -> Self {
    let sources = Tables.makeSources()
    return Self(_QueryCore(_core.core.ordered(by: terms(Tables.columns(of: sources))._orderings, of: sources)))
  }

  /// At most `count` rows or groups, after skipping `offset`. See ``Query/limit(_:offset:)``.
  @inlinable
  public func limit(_ count: Int?, offset: Int = 0) -> Self {
    Self(_QueryCore(_core.core.paged(limit: count, offset: offset)))
  }

  /// Values for each row or group: one expression, a row, a tuple of these, or a projection; see ``Query/select(_:)``.
  @inlinable
  public func select<Result>(@SelectionBuilder _ values: (Tables.Columns) -> some _SelectedResults<Result>) -> Result {
    let sources = Tables.makeSources()
    return values(Tables.columns(of: sources))._selection(from: _core, of: sources)
  }
}
