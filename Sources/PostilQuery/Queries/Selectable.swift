/// What a query can return instead of its rows: the values of an expression, or the rows of a projection. No other
/// types conform.
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

// A single `select` accepts both. With two overloads, the compiler would try every operator in a closure for the wrong one too,
// which takes half a second instead of 2 ms. For the same reason, the overload for several expressions and the one that rejects
// closures are disfavored: the compiler stops trying them as soon as this one fits. `.ci/check-typing` checks this.

/// The rows of a query from which something is selected.
public struct _SelectedRows {
  @usableFromInline let core: QueryCore
  @usableFromInline let sources: [_Source]

  @usableFromInline
  init(_ core: QueryCore, of sources: [_Source]) {
    self.core = core
    self.sources = sources
  }
}

/// The rows of a change that returns something.
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
