/// A value on its way into a statement, in one of SQLite's five storage classes unless it cannot be stored at all.
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
  /// A value that the database has no room for, and why; a statement that is given it throws the error instead of running.
  indirect case unstorable(ColumnEncodingError)
}

extension Binding: CustomStringConvertible {
  /// The value as SQL writes it: `7`, `'it''s'`, `x'00FF'`. For people to read: no statement is made of it.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value):
      "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .blob(let value): "x'" + value.map(Self.hexadecimal).joined() + "'"
    case .unstorable(let error): error.description
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
