extension Query {
  /// The rows for which `predicate` is true of a value, or the same rows where there is no value: a filter that people may leave
  /// empty.
  ///
  /// `Item.where(ifPresent: name) { $0.title == $1 }` is `WHERE t0."title" = ?1`, or no condition at all for `nil`.
  @inlinable
  public func `where`<Value, P: SQLExpression<Bool>>(
    ifPresent value: Value?, _ predicate: (M.Columns, Value) -> P
  ) -> Query<M> {
    guard let value else { return self }
    return self.where { predicate($0, value) }
  }
}

extension Queryable {
  /// The rows for which `predicate` is true of a value, or every row where there is no value; see ``Query/where(ifPresent:_:)``.
  @inlinable
  public static func `where`<Value, P: SQLExpression<Bool>>(
    ifPresent value: Value?, _ predicate: (Columns, Value) -> P
  ) -> Query<Self> {
    Query().where(ifPresent: value, predicate)
  }
}
