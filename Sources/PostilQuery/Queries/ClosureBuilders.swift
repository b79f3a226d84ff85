// The closures of queries are result builders for the sake of the type checker: Swift checks the statements of such a closure by
// themselves. Otherwise, it would check a closure of a single expression together with the whole chain of calls, and try every
// combination of the operators in all of them. That takes seconds for a tuple of seven products, or if there is a mistake anywhere in
// the chain, and the error isn't reported at the mistake. `.ci/check-typing` checks this.
//
// A closure that contains `return` isn't a builder. A condition, a term or assignments can be returned this way, but not the values of a
// selection, and not a tuple.

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

  /// The condition of a branch.
  @inlinable
  public static func buildEither<P: SQLExpression<Bool>>(first condition: P) -> SQLPredicate {
    SQLPredicate(condition.node)
  }

  /// The condition of another branch.
  @inlinable
  public static func buildEither<P: SQLExpression<Bool>>(second condition: P) -> SQLPredicate {
    SQLPredicate(condition.node)
  }

  // Not generic, because Swift doesn't know the type of a condition that isn't there.
  /// The condition of an `if` without `else`: true otherwise.
  public static func buildOptional(_ condition: SQLPredicate?) -> SQLPredicate {
    condition ?? SQLPredicate(.literal("TRUE"))
  }

  /// Rejects a condition that can be `NULL`.
  @available(
    *, unavailable, message: "the condition can be NULL: write '($0.done ?? false)', or compare it with '== true'"
  )
  public static func buildBlock<P: SQLExpression<Bool?>>(_ condition: P) -> SQLPredicate {
    SQLPredicate(condition.node)
  }
}

/// The actor of functions that reject closures without a result. Its name is a part of the error. No code runs on it.
@globalActor
public actor _ClosureReturnsNothing {
  /// The shared actor, which is never used.
  public static let shared = _ClosureReturnsNothing()
}

/// The closures that return what a query selects: `{ $0.title }`, a row, a tuple of values and rows, or the columns of a projection,
/// `{ ItemLine.Columns(title: $0.title) }`.
@resultBuilder
public enum SelectionBuilder {
  /// One value.
  @inlinable
  public static func buildBlock<E: SQLExpression>(_ value: E) -> _SelectedValues<E.Value.Plain, E.Value> {
    _SelectedValues([value.node])
  }

  /// One row.
  @inlinable
  public static func buildBlock<C: ViewColumns>(_ row: C) -> _SelectedValues<C.OwningModel, C._Projected> {
    _SelectedValues(row._selectedNodes)
  }

  /// One row that may be missing.
  @inlinable
  public static func buildBlock<M: Queryable>(_ row: OptionalColumns<M>) -> _SelectedValues<M?, _SelectedRow<M?>> {
    _SelectedValues(row._selectedNodes)
  }

  /// The columns of a projection.
  @inlinable
  public static func buildBlock<P: ProjectionColumns>(_ columns: P) -> P { columns }

  /// A tuple of expressions, constants and rows.
  @inlinable @_disfavoredOverload
  public static func buildBlock<each E: SelectedElement>(
    _ values: (repeat each E)
  ) -> _SelectedValues<(repeat (each E)._Projected.Plain), repeat (each E)._Projected> {
    let tuple = values
    return _SelectedValues(_ExpressionNode.list(repeat each tuple))
  }

  // Not unavailable, because Swift would then prefer a tuple of no values. Code can't be isolated to the actor, so it is an error.
  /// Rejects a closure without values.
  @_ClosureReturnsNothing
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

/// The closures that return the relationships to load, and values of each row: `{ ($0.project, $0.tags, $0.steps.count) }`.
@resultBuilder
public enum InclusionBuilder {
  /// One relationship or value.
  @inlinable
  public static func buildBlock<I: Inclusion>(_ inclusion: I) -> I { inclusion }

  /// A tuple of relationships and values.
  @inlinable @_disfavoredOverload
  public static func buildBlock<First: Inclusion, Second: Inclusion, each I: Inclusion>(
    _ inclusions: (First, Second, repeat each I)
  ) -> (First, Second, repeat each I) { inclusions }

  /// Rejects anything else.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "'with' loads relationships and values, as in '$0.project' and '$0.tags.count'; its rows are tuples: '(Item, Project, Int)'"
  )
  public static func buildBlock<Other>(_ other: Other) {}
}

/// The closures that return the terms of an order: `{ ($0.priority.descending, $0.title) }`.
@resultBuilder
public enum OrderBuilder {
  /// One term.
  @inlinable
  public static func buildBlock<Term: SQLOrderTerm>(_ term: Term) -> Term { term }

  /// A tuple of terms.
  @inlinable @_disfavoredOverload
  public static func buildBlock<each Term: SQLOrderTerm>(_ terms: (repeat each Term)) -> [Ordering] {
    let tuple = terms
    return Ordering.list(repeat each tuple)
  }

  /// The terms of a branch.
  @inlinable
  public static func buildEither<Terms: _OrderTerms>(first terms: Terms) -> Terms { terms }

  /// The terms of another branch.
  @inlinable
  public static func buildEither<Terms: _OrderTerms>(second terms: Terms) -> Terms { terms }
}

/// The closures that return what rows are grouped by: `{ ($0.genre, $0.publishedIn / 100) }`.
@resultBuilder
public enum GroupBuilder {
  /// One expression, or a tuple of expressions.
  @inlinable
  public static func buildBlock<First: SQLExpression, each E: SQLExpression>(
    _ expressions: (First, repeat each E)
  ) -> [_ExpressionNode] {
    _ExpressionNode.list { expressions }
  }
}

/// The closures that return assignments: `{ [$0.count.set($0.count + 1)] }`.
@resultBuilder
public enum AssignmentBuilder<Owner> {
  // Gives the array its type, which an empty one needs.
  /// The assignments.
  @inlinable
  public static func buildExpression(_ assignments: [Assignment<Owner>]) -> [Assignment<Owner>] { assignments }

  /// The assignments.
  @inlinable
  public static func buildBlock(_ assignments: [Assignment<Owner>]) -> [Assignment<Owner>] { assignments }
}

/// The closures that return the elements of an array: `{ $0.labels.elements }`.
@resultBuilder
public enum ElementsBuilder {
  /// The elements.
  @inlinable
  public static func buildBlock<Key, Value>(_ elements: JSONEntries<Key, Value>) -> JSONEntries<Key, Value> { elements }

  /// Rejects anything else, such as the array itself.
  @_disfavoredOverload
  @available(*, unavailable, message: "'joinEach' needs the elements of a JSON array, as in '$0.labels.elements'")
  public static func buildBlock<Other>(_ other: Other) -> JSONEntries<Int, Bool> {
    JSONEntries(node: JSONNode(.literal("''")))
  }
}

// The functions with such a closure take 'some _SelectedResults<Result>' and not a generic parameter: Swift type-checks a builder of an
// opaque type before it guesses any other type of the expression, such as that of a literal that the fetched values are compared with.
// A single function for values and projections finds the members of the result, too: with overloads, Swift would look for `order` in
// the wrong one.
/// What a closure selects: values, or the columns of a projection.
public protocol _SelectedResults<_Selection> {
  /// A query that returns it.
  associatedtype _Selection
  /// The query that returns it, from the rows of another one.
  func _selection(from query: _QueryCore, of sources: [_Source]) -> _Selection
}

/// What a change returns.
public protocol _ReturnedResults<_Returning> {
  /// A change that returns it.
  associatedtype _Returning
  /// The change that returns it, for the changed rows.
  func _returning<M: Model>(from change: Change<M>, of source: _Source) -> _Returning
}

/// The values that a closure selects. `Row` is their tuple, or the value itself if there is only one.
public struct _SelectedValues<Row, each Value: _SelectedValue>: _SelectedResults, _ReturnedResults {
  @usableFromInline let nodes: [_ExpressionNode]

  @usableFromInline
  init(_ nodes: [_ExpressionNode]) { self.nodes = nodes }

  /// The query that returns the values.
  @inlinable
  public func _selection(from query: _QueryCore, of sources: [_Source]) -> Selection<Row, repeat each Value> {
    Selection(SelectStatement(query.core, results: nodes, of: sources))
  }

  /// The change that returns the values.
  @inlinable
  public func _returning<M: Model>(from change: Change<M>, of source: _Source) -> ChangedValues<Row, repeat each Value>
  {
    ChangedValues(core: change.core, source: source, nodes: nodes)
  }
}

extension ProjectionColumns {
  /// The query that returns the rows of the projection.
  @inlinable
  public func _selection(from query: _QueryCore, of sources: [_Source]) -> Query<OwningModel> {
    Query(derived: SelectStatement(query.core, results: nodes, of: sources))
  }

  /// The change that returns the rows of the projection.
  @inlinable
  public func _returning<M: Model>(from change: Change<M>, of source: _Source) -> ChangedRows<OwningModel> {
    ChangedRows(core: change.core, results: .expressions(nodes, of: source))
  }
}
