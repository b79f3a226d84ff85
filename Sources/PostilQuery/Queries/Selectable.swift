/// What a query can return instead of its rows: an expression, of which it returns the values, or the columns of a projection,
/// of which it returns the rows. Nothing else conforms.
public protocol _Selectable {
  /// The query that returns it: a ``Selection`` of one value, or a ``Query`` of the projection.
  associatedtype Selected
  /// The change that returns it: ``ChangedValues`` of one value, or ``ChangedRows`` of the projection.
  associatedtype Returned
  /// The query that returns it for each of these rows.
  func selected(of rows: _SelectedRows) -> Selected
  /// The change that returns it for each of these rows.
  func returned(of rows: _ReturnedRows) -> Returned
}

// One `select` takes both, because the compiler would try every operator in a closure in vain for the other: half a second where
// it takes 2 ms. For the same reason the `select` of several expressions and the one that refuses are disfavored: the compiler
// gives them up at once where this one fits. `.ci/check-typing` holds that.

/// The rows of a query, of which something is selected.
public struct _SelectedRows {
  @usableFromInline let core: QueryCore
  @usableFromInline let sources: [_Source]

  @usableFromInline
  init(_ core: QueryCore, of sources: [_Source]) {
    self.core = core
    self.sources = sources
  }
}

/// The rows that a change changes, of which it returns something.
public struct _ReturnedRows {
  @usableFromInline let core: ChangeCore
  @usableFromInline let source: _Source

  @usableFromInline
  init(_ core: ChangeCore, of source: _Source) {
    self.core = core
    self.source = source
  }
}

extension SQLExpression {
  /// The selection of its values.
  @inlinable
  public func selected(of rows: _SelectedRows) -> Selection<Value.Plain, Value> {
    Selection(SelectStatement(rows.core, results: [node], of: rows.sources))
  }

  /// The change that returns its values.
  @inlinable
  public func returned(of rows: _ReturnedRows) -> ChangedValues<Value.Plain, Value> {
    ChangedValues(core: rows.core, source: rows.source, nodes: [node])
  }
}

extension ProjectionColumns {
  /// The query of the projection's rows.
  @inlinable
  public func selected(of rows: _SelectedRows) -> Query<OwningModel> {
    Query(derived: SelectStatement(rows.core, results: nodes, of: rows.sources))
  }

  /// The change that returns the projection's rows.
  @inlinable
  public func returned(of rows: _ReturnedRows) -> ChangedRows<OwningModel> {
    ChangedRows(core: rows.core, results: .expressions(nodes, of: rows.source))
  }
}
