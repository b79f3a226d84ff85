/// The way in which text is compared and sorted. Source: SQLite, "Datatypes In SQLite", section 7.
public enum Collation: Hashable, Sendable {
  /// Byte by byte, the default of a column: `BINARY`.
  case binary
  /// Ignoring the case of ASCII letters: `NOCASE`.
  case noCase
  /// Byte by byte, ignoring trailing spaces: `RTRIM`.
  case rtrim
  /// As decimal numbers of any length: `decimal`. The engine registers it on every connection, and SQLite's own shell
  /// has it under the same name.
  case decimal
  /// The collation with this name, which must be registered on every connection, like those in `@collate`.
  case custom(String)
}

extension SQLExpression where Value.Unwrapped == String {
  /// The text, compared and sorted using this collation: `t0."title" COLLATE NOCASE`.
  ///
  /// The left operand of a comparison determines the collation, and this takes precedence over the column's own
  /// `@collate`: `$0.title.collated(.noCase) == "emma"`. Source: SQLite, "Datatypes In SQLite", section 7.1.
  @inlinable
  public func collated(_ collation: Collation) -> SQLOperation<Value> { SQLOperation(.collated(node, collation)) }
}

extension SQLExpression where Value.Unwrapped: RawColumnValue, Value.Unwrapped.RawValue == String {
  /// The stored text of the value, compared and sorted using this collation: `t0."genre" COLLATE NOCASE`.
  @inlinable
  public func collated(_ collation: Collation) -> SQLOperation<Value> { SQLOperation(.collated(node, collation)) }
}
