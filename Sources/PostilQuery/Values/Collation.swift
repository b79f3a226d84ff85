/// How texts are compared and sorted. Source: SQLite, "Datatypes In SQLite", section 7.
public enum Collation: Sendable {
  /// Byte by byte, which is what a column does unless it says otherwise: `BINARY`.
  case binary
  /// As the decimal numbers that they are, whatever their length: `decimal`, which the engine adds to every connection, and
  /// which SQLite's own shell has by the same name.
  case decimal

  var name: StaticString {
    switch self {
    case .binary: "BINARY"
    case .decimal: "decimal"
    }
  }
}
