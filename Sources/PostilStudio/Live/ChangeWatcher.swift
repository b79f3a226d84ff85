import PostilSQLite

/// Notices commits.
protocol ChangeWatcher: Sendable {
  /// What was committed since the last time, by anybody.
  func changes() async -> WatchedChanges
  /// The other sessions of a server's database, with their numbers; empty for a file.
  func sessions() async -> [String]
}

/// What was changed.
enum WatchedChanges: Equatable, Sendable {
  case nothing
  case tables(Set<String>)
  /// Any table may have been changed.
  case anything
}

/// Notices the commits of all connections to an SQLite file.
///
/// The library observes other processes by `PRAGMA data_version`, which says that something was committed. In write-ahead-log mode,
/// the pages in the log say more: which tables were changed. Source: SQLite, "PRAGMA data_version".
final class SQLiteChangeWatcher: ChangeWatcher, @unchecked Sendable {
  private let path: String
  private let worker = BlockWorker()
  // Used by the worker only.
  private var connection: SQLiteConnection?
  private var version = ""
  private var log: LogReader
  private var owners = PageOwners()

  init(path: String) {
    self.path = path
    log = LogReader(database: path)
  }

  func changes() async -> WatchedChanges { await worker.run { self.readChanges() } }
  func sessions() async -> [String] { [] }

  private func readChanges() -> WatchedChanges {
    do {
      guard let connection else {
        let connection = try SQLiteConnection(path: path, options: .reading())
        // The log first: a commit in between is then reported, rather than lost.
        _ = log.next()
        version = try connection.texts("PRAGMA data_version").first ?? ""
        self.connection = connection
        return .nothing
      }
      let version = try connection.texts("PRAGMA data_version").first ?? ""
      guard version != self.version else { return .nothing }
      self.version = version
      guard try connection.texts("PRAGMA journal_mode").first == "wal" else { return .anything }
      guard case .pages(let pages) = log.next() else { return .anything }
      guard let tables = owners.tables(of: pages, in: connection) else { return .anything }
      return tables.isEmpty ? .nothing : .tables(tables)
    } catch {
      // The file may be locked, or may have been replaced.
      connection?.close()
      connection = nil
      return .nothing
    }
  }
}
