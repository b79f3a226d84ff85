import CSQLite

/// What the linked library can do, for tests that need it. Builds of SQLite differ; 'Tests/AppleSQLite/run' tests others.
public enum SQLiteFeatures {
  /// Whether it has mathematical functions.
  public static let hasMathematics = (try? RawDatabase().rows("SELECT sqrt(4)")) != nil
  /// Whether a database in memory that has a name keeps reads and writes apart.
  public static let hasNamedMemory = sqlite3_libversion_number() >= 3_040_000
  /// Whether it counts the memory that it uses, and so can limit it.
  public static let countsMemory: Bool = {
    guard let database = try? RawDatabase() else { return false }
    return withExtendedLifetime(database) { sqlite3_memory_used() > 0 }
  }()
}
