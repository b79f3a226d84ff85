import CSQLite

/// The SQLite library that the program runs with is too old. Nothing was opened.
public struct SQLiteVersionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The version of the library: `3.36.0`.
  public let found: String
  /// The oldest version that can be used: `3.38`.
  public let required: String
  private let feature: String

  /// The oldest library that a store can use, as SQLite numbers its versions: 3038005 for 3.38.5.
  package static let minimum: Int32 = 3_038_000

  /// What is needed, and what to do.
  public var description: String {
    "this program runs with SQLite \(found), but \(feature) requires \(required) or later; "
      + "link another build, see \"Other builds of SQLite\" in Docs/Store.md"
  }

  /// Checks the version of a library. 3.38 added the operator `->>`, and includes the JSON functions unless a build omits them. In a named
  /// database in memory, a write changed what a read saw before 3.40. Source: SQLite, "Release History", and `memdb.c`.
  /// - Parameter number: 3038005 for 3.38.5. Source: SQLite, "Run-Time Library Version Numbers".
  static func check(
    _ number: Int32 = sqlite3_libversion_number(), isNamedMemory: Bool = false
  ) throws(SQLiteVersionError) {
    let required = isNamedMemory ? 3_040_000 : minimum
    guard number < required else { return }
    throw SQLiteVersionError(
      found: "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)",
      required: "\(required / 1_000_000).\(required / 1_000 % 1_000)",
      feature: isNamedMemory ? "a named database in memory" : "Postil")
  }
}
