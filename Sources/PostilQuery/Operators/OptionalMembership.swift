extension SQLExpression where Value: _OptionalColumnValue {
  /// Whether the value is in a list that can contain `nil`: `(t0."note" IN (?1) OR t0."note" IS NULL)`.
  ///
  /// As in Swift, `nil` is in the list exactly if the list contains `nil`.
  public func `in`(_ values: some Sequence<Value.Unwrapped.Plain?>) -> SQLPredicate {
    var (present, hasNil) = ([BoundValue](), false)
    for value in values {
      if let value { present.append(Value.Unwrapped._boundValue(of: value)) } else { hasNil = true }
    }
    let member = _ExpressionNode.membership(node, present, takesNull: true)
    if !hasNil { return SQLPredicate(member) }
    return SQLPredicate(present.isEmpty ? .isNull(node) : .or(member, .isNull(node)))
  }

  /// Whether the value isn't in a list that can contain `nil`.
  public func notIn(_ values: some Sequence<Value.Unwrapped.Plain?>) -> SQLPredicate { !self.in(values) }
}
