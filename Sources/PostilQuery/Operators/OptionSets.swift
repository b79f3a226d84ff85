// Bits of a column whose type is an `OptionSet`. `UInt64` isn't included, whose upper half is stored as text.

extension SQLExpression
where
  Value.Unwrapped: OptionSet & RawColumnValue, Value.Unwrapped.RawValue: ArithmeticColumnValue & FixedWidthInteger
{
  /// Whether the set contains all of these members: `t0."marks" & ?1 = ?1`.
  public func contains(_ members: Value.Unwrapped) -> SQLPredicate { isMasked(by: members, equals: members) }

  /// Whether the set contains none of these members: `t0."marks" & ?1 = 0`.
  public func isDisjoint(with members: Value.Unwrapped) -> SQLPredicate { isMasked(by: members, equals: []) }

  /// The set with these members added, to be set in an update: `t0."marks" | ?1`; `NULL` if there is no set.
  public func union(_ members: Value.Unwrapped) -> SQLOperation<Value> {
    SQLOperation(.arithmetic(.bitOr, node, .value(members._boundValue)))
  }

  /// The set with these members removed: `t0."marks" & ?1`, where `?1` has all other bits; `NULL` if there is no set.
  public func subtracting(_ members: Value.Unwrapped) -> SQLOperation<Value> {
    SQLOperation(.arithmetic(.bitAnd, node, .value((~members.rawValue)._boundValue)))
  }

  private func isMasked(by members: Value.Unwrapped, equals other: Value.Unwrapped) -> SQLPredicate {
    let bits = _ExpressionNode.arithmetic(.bitAnd, node, .value(members._boundValue))
    return SQLPredicate(.comparison(.equal, bits, .value(other._boundValue), Nullability(Self.takesNull, false)))
  }
}
