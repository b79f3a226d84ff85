/// A value on its way into a statement, in one of SQLite's five storage classes.
///
/// Values travel as bindings and never as SQL text. Source: SQLite, "Datatypes In SQLite", section 2.
public enum Binding: Hashable, Sendable {
  /// `NULL`
  case null
  /// A 64-bit signed integer.
  case integer(Int64)
  /// A 64-bit IEEE floating-point number; never a NaN, which SQLite would store as `NULL`.
  case real(Double)
  /// Text, bound as UTF-8.
  case text(String)
  /// Bytes, stored as they are.
  case blob([UInt8])
}
