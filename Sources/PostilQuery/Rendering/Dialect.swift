/// How an engine writes SQL. PostgreSQL is foreseen; the dialect of each engine is a value, so that queries render without
/// one.
public struct Dialect: Hashable, Sendable {
  /// The name, in lower case: `sqlite`.
  public let name: String

  /// SQLite 3.37 and later.
  public static let sqlite = Dialect(name: "sqlite")
}
