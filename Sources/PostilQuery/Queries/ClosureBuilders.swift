// The closures of queries are result builders for the sake of the type checker: Swift checks the statements of such a closure by
// themselves. Otherwise, it would check a closure of a single expression together with the whole chain of calls, and try every
// combination of the operators in all of them. That takes seconds for a tuple of seven products, or if there is a mistake anywhere in
// the chain, and the error isn't reported at the mistake. `.ci/check-typing` checks this.
//
// A closure that contains `return` isn't a builder. A condition can be returned this way, but not the values of a selection.

/// The closures that return a condition: `{ $0.done && $0.title == "Door" }`.
@resultBuilder
public enum ConditionBuilder {
  // Gives the expression a context, without which errors would be about the operators of Swift's own types. A single function, because
  // after a mistake Swift would try the whole expression for each overload.
  /// An expression with the value true, false or `NULL`.
  @inlinable
  public static func buildExpression<P: SQLExpression>(_ condition: P) -> P where P.Value.Unwrapped == Bool {
    condition
  }

  /// The condition.
  @inlinable
  public static func buildBlock<P: SQLExpression<Bool>>(_ condition: P) -> P { condition }

  /// Rejects a condition that can be `NULL`.
  @available(
    *, unavailable, message: "the condition can be NULL: write '($0.done ?? false)', or compare it with '== true'"
  )
  public static func buildBlock<P: SQLExpression<Bool?>>(_ condition: P) -> SQLPredicate {
    SQLPredicate(condition.node)
  }
}

/// The closures that return what a query selects: `{ $0.title }`, a row, or a tuple of values and rows.
@resultBuilder
public enum SelectionBuilder {
  /// One value.
  @inlinable
  public static func buildBlock<E: SQLExpression>(_ value: E) -> _SelectedValues<E.Value.Plain, E.Value> {
    _SelectedValues([value.node])
  }

  /// One row.
  @inlinable
  public static func buildBlock<C: ModelColumns>(_ row: C) -> _SelectedValues<C.OwningModel, C._Projected> {
    _SelectedValues(row._selectedNodes)
  }

  /// One row that may be missing.
  @inlinable
  public static func buildBlock<M: Queryable>(_ row: OptionalColumns<M>) -> _SelectedValues<M?, _SelectedRow<M?>> {
    _SelectedValues(row._selectedNodes)
  }

  /// A tuple of expressions, constants and rows.
  @inlinable @_disfavoredOverload
  public static func buildBlock<each E: SelectedElement>(
    _ values: (repeat each E)
  ) -> _SelectedValues<(repeat (each E)._Projected.Plain), repeat (each E)._Projected> {
    let tuple = values
    return _SelectedValues(ExpressionNode.list(repeat each tuple))
  }

  // Not unavailable, because Swift would then prefer a tuple of no values.
  /// Rejects a closure without values.
  @_NotAQueryValue
  @available(*, deprecated, message: "the closure returns nothing: return a value, or a tuple of values")
  public static func buildBlock(_ nothing: Void) -> _SelectedValues<Bool, Bool> { _SelectedValues([]) }

  /// Rejects anything else: a whole struct, a to-many relationship.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a result is a value, a row, or a tuple of these; for a struct, name its columns, as in '$0.address.city', and for the rows of a to-many relationship, use 'with'"
  )
  public static func buildBlock<E>(_ value: E) -> _SelectedValues<Bool, Bool> { _SelectedValues([]) }
}

/// The closures that return the columns of a projection: `{ ItemLine.Columns(title: $0.title) }`.
@resultBuilder
public enum ProjectionBuilder {
  /// The columns.
  @inlinable
  public static func buildBlock<P: ProjectionColumns>(_ columns: P) -> P { columns }
}

/// The closures that return the elements of an array: `{ $0.labels.elements }`.
@resultBuilder
public enum ElementsBuilder {
  /// The elements.
  @inlinable
  public static func buildBlock<Value>(_ elements: ArrayElements<Value>) -> ArrayElements<Value> { elements }

  /// Rejects anything else, such as the array itself.
  @_disfavoredOverload
  @available(*, unavailable, message: "'joinEach' needs the elements of a JSON array, as in '$0.labels.elements'")
  public static func buildBlock<Other>(_ other: Other) -> ArrayElements<Bool> {
    ArrayElements(node: JSONNode(.literal("''")))
  }
}

/// The values that a closure selects. `Row` is their tuple, or the value itself if there is only one.
public struct _SelectedValues<Row, each Value: _SelectedValue> {
  @usableFromInline let nodes: [ExpressionNode]

  @usableFromInline
  init(_ nodes: [ExpressionNode]) { self.nodes = nodes }
}
