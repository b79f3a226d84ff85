/// How texts are compared and sorted. Source: SQLite, "Datatypes In SQLite", section 7.
public enum Collation: Hashable, Sendable {
  /// Byte by byte, which is what a column does unless it says otherwise: `BINARY`.
  case binary
  /// The letters of ASCII alike in both cases: `NOCASE`.
  case noCase
  /// Byte by byte, but for the spaces at the end: `RTRIM`.
  case rtrim
  /// As the decimal numbers that they are, whatever their length: `decimal`, which the engine adds to every connection, and
  /// which SQLite's own shell has by the same name.
  case decimal
  /// As a collation of this name says, which every connection has to know: the one that a column has by `@collate`.
  case custom(String)
}
