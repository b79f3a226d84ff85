extension SQLExpression where Value.Unwrapped == String {
  /// The text, compared and ordered by this collation: `t0."title" COLLATE NOCASE`.
  ///
  /// What stands to the left of a comparison says how it compares, whatever the column's own `@collate` is:
  /// `$0.title.collated(.noCase) == "emma"`. Source: SQLite, "Datatypes In SQLite", section 7.1.
  @inlinable
  public func collated(_ collation: Collation) -> SQLOperation<Value> { SQLOperation(.collated(node, collation)) }
}

extension SQLExpression where Value.Unwrapped: RawColumnValue, Value.Unwrapped.RawValue == String {
  /// The text that the value is stored as, compared and ordered by this collation: `t0."genre" COLLATE NOCASE`.
  @inlinable
  public func collated(_ collation: Collation) -> SQLOperation<Value> { SQLOperation(.collated(node, collation)) }
}
