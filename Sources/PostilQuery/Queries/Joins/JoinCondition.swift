extension _ExpressionNode {
  /// The condition of a query of several tables: `==` of two expressions never matches `NULL`, as in SQL. Rows without a value would
  /// otherwise be joined with all others without one.
  ///
  /// Only conditions that must be true are changed: `!(a.code == b.code)` isn't true for two `NULL` either.
  @usableFromInline
  var matchingValues: _ExpressionNode {
    switch kind {
    case .logical(let conjunction, let left, let right) where isOptional:
      with(.logical(conjunction, left.matchingValues, right.matchingValues))
    case .comparison(.equal, let left, let right, .both): with(.comparison(.equal, left, right, .one))
    default: self
    }
  }
}
