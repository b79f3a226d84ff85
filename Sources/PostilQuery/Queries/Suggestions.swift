// What people write first if they know other libraries. These members only say what it is called here.

extension Queryable {
  /// Not available; see ``where(_:)``.
  @available(*, unavailable, message: "use 'where'")
  public static func filter<P>(_ predicate: (Columns) -> P) -> Query<Self> { Query() }
}

extension Query {
  /// Not available; see ``where(_:)``.
  @available(*, unavailable, message: "use 'where'")
  public func filter<P>(_ predicate: (M.Columns) -> P) -> Query<M> { self }
}

extension ToMany {
  /// Not available; see ``any(_:)``.
  @available(*, unavailable, message: "use 'any' for a condition; 'contains' takes a row or its key")
  public func contains<P>(_ predicate: (Target.Columns) -> P) -> SQLPredicate { isEmpty }
}

// Not for JSON columns, where the name can be a member.
extension SQLExpression where Value.Unwrapped.Plain: Comparable {
  /// Not available; see ``descending``.
  @available(*, unavailable, renamed: "descending")
  public var desc: Ordering { descending }

  /// Not available; see ``ascending``.
  @available(*, unavailable, renamed: "ascending")
  public var asc: Ordering { ascending }
}
