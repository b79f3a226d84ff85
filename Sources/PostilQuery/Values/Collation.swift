/// How texts are compared and sorted. Source: SQLite, "Datatypes In SQLite", section 7.
public enum Collation: Hashable, Sendable {
  /// Byte by byte, the default of a column: `BINARY`.
  case binary
  /// The letters of ASCII alike in both cases: `NOCASE`.
  case noCase
  /// Byte by byte, but for the spaces at the end: `RTRIM`.
  case rtrim
  /// As the decimal numbers that they are, whatever their length: `decimal`, which the engine adds to every connection, and
  /// which SQLite's own shell has by the same name.
  case decimal
  /// The collation with this name, which must be registered on every connection, as for a column's `@collate`.
  case custom(String)
}

extension SQLExpression where Value.Unwrapped == String {
  /// The text, compared and ordered by this collation: `t0."title" COLLATE NOCASE`.
  ///
  /// The left side of a comparison determines the collation, whatever the column's own `@collate` is:
  /// `$0.title.collated(.noCase) == "emma"`. Source: SQLite, "Datatypes In SQLite", section 7.1.
  @inlinable
  public func collated(_ collation: Collation) -> SQLOperation<Value> { SQLOperation(.collated(node, collation)) }
}

extension SQLExpression where Value.Unwrapped: RawColumnValue, Value.Unwrapped.RawValue == String {
  /// The text that the value is stored as, compared and ordered by this collation: `t0."genre" COLLATE NOCASE`.
  @inlinable
  public func collated(_ collation: Collation) -> SQLOperation<Value> { SQLOperation(.collated(node, collation)) }
}
