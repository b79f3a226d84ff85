import PostilTestSupport

/// A database file of one test, removed when the test is over, and what another program sees in it.
final class TemporaryFile {
  private let folder: TemporaryFolder
  var path: String { folder.path("library.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// Runs SQL as the sqlite3 shell would.
  func runElsewhere(_ sql: String) throws {
    try RawDatabase(path: path, foreignKeys: false, decimals: true).execute(sql)
  }

  /// The rows that another program would get, their values as text.
  func rows(_ sql: String) throws -> [[String]] {
    try RawDatabase(path: path).rows(sql).map { $0.map { $0 ?? "NULL" } }
  }
}
