import CSQLite
import PostilSQL

/// When a connection last updated the statistics for query plans.
struct OptimizeState {
  var time = ContinuousClock.now
  /// The number of rows that the connection had changed.
  var changes: Int64 = 0
}

extension SQLiteConnection {
  /// Analyzes the tables that have no statistics, or many more rows than when they were analyzed. For large tables, SQLite reads
  /// a sample. Source: SQLite, "PRAGMA optimize" and "PRAGMA analysis_limit".
  func optimize() throws {
    optimizeState = OptimizeState(changes: sqlite3_total_changes64(handle))
    // Before 3.46, SQLite skips the tables that this connection hasn't queried through an index. Preparing such a query is enough;
    // other connections run those of the program.
    let columns = try rows(
      """
      SELECT DISTINCT t.name, c.name FROM sqlite_schema t, temp.pragma_index_list(t.name) i, temp.pragma_index_info(i.name) c
      WHERE t.type = 'table' AND NOT i."unique" AND NOT i.partial AND c.seqno = 0 AND c.name IS NOT NULL
      """)
    for column in columns {
      _ = try refusal(of: "SELECT 1 FROM \(SQLText.identifier(column[0])) WHERE \(SQLText.identifier(column[1])) = ?1")
    }
    // The limit is the one that the documentation recommends. 0x10000 is the same request for 3.46 and later.
    try run("PRAGMA analysis_limit = 400; PRAGMA optimize = 0x1fffe")
  }

  /// Whether rows were changed since the statistics were updated, and that was longer ago than `interval`. If so, the next answer is
  /// `false`.
  func isOptimizeDue(every interval: Duration) -> Bool {
    let now = ContinuousClock.now
    guard now - optimizeState.time >= interval else { return false }
    optimizeState.time = now
    return sqlite3_total_changes64(handle) != optimizeState.changes
  }

  /// Updates the statistics of a file before it is closed, if rows were changed. Nobody waits for another process here.
  func optimizeBeforeClosing() {
    guard options.optimizeInterval != nil, sqlite3_total_changes64(handle) != optimizeState.changes, !isInMemory else {
      return
    }
    sqlite3_busy_timeout(handle, 0)
    try? untraced { try optimize() }
  }
}
