import CSQLite
import PostilQuery
import PostilSQLite

/// Runs scripts on an SQLite file, each on a connection of its own.
///
/// A script that may not write runs on a connection that is opened for reading only.
final class SQLiteConsole: StudioConsole {
  private let path: String
  private let running = RunningScripts()

  init(path: String) { self.path = path }

  func stop() -> Int { running.stop() }

  func run(_ script: ConsoleScript) async throws(ConsoleError) -> ConsoleResult {
    try await onThread { () throws(ConsoleError) in
      try self.withConnection(mayWrite: script.mayWrite) { connection, watch throws(ConsoleError) in
        try ScriptRun(script, connection, watch).result()
      }
    }
  }

  func plan(of sql: String) async throws(ConsoleError) -> QueryPlan {
    try await onThread { () throws(ConsoleError) in
      try self.withConnection(mayWrite: false) { connection, watch throws(ConsoleError) in
        try ScriptRun(ConsoleScript(sql: sql), connection, watch).plan()
      }
    }
  }

  func completions() async throws(ConsoleError) -> Completions { try await inspect { try Self.completions(in: $0) } }

  /// Reads something on a connection that can't write, and that ``stop()`` interrupts.
  /// - Throws: ``ConsoleError`` with the message of what `body` throws.
  func inspect<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
  ) async throws(ConsoleError) -> Result {
    try await onThread { () throws(ConsoleError) in
      try self.withConnection(mayWrite: false) { connection, watch throws(ConsoleError) in
        do { return try body(connection) } catch {
          if watch.wasStopped { throw ConsoleError(kind: .stopped, message: "it was stopped") }
          throw ConsoleError(kind: .failed, message: Self.message(error))
        }
      }
    }
  }

  /// The message of SQLite, without the codes and the statement.
  static func message(_ error: any Error) -> String { (error as? DatabaseError)?.message ?? "\(error)" }

  // MARK: - connections

  /// Runs `body` on a thread that may block.
  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws(ConsoleError) -> Result
  ) async throws(ConsoleError) -> Result {
    let outcome = await BlockWorker().run { () -> Swift.Result<Result, ConsoleError> in
      do throws(ConsoleError) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  private func withConnection<Result>(
    mayWrite: Bool, _ body: (SQLiteConnection, ConsoleGuard) throws(ConsoleError) -> Result
  ) throws(ConsoleError) -> Result {
    let connection: SQLiteConnection
    do {
      // A reader never waits for a writer in write-ahead-log mode; in the others, one that waits longer is reported.
      connection = try SQLiteConnection(
        path: path,
        options: mayWrite ? SQLiteOptions(busyTimeout: .seconds(5)) : .reading(busyTimeout: .seconds(5)))
    } catch {
      throw ConsoleError(kind: .failed, message: Self.message(error))
    }
    let watch = ConsoleGuard(until: .now + ConsoleScript.maximumDuration)
    defer { withExtendedLifetime(watch) { _ = connection.close() } }
    let handle = connection.handle
    postil_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(ConsoleScript.maximumValueSize))
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    watch.install(on: handle)
    let interrupt = HandleReference(handle: handle)
    return try running.run({
      watch.stop()
      sqlite3_interrupt(interrupt.handle)
    }) { () throws(ConsoleError) in try body(connection, watch) }
  }

  private static func completions(in connection: SQLiteConnection) throws -> Completions {
    var keywords: [String] = []
    for index in 0..<sqlite3_keyword_count() {
      var text: UnsafePointer<CChar>?
      var count: Int32 = 0
      guard sqlite3_keyword_name(index, &text, &count) == SQLITE_OK, let text else { continue }
      keywords.append(
        String(decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self))
    }
    // Operators are functions too: '->', '||'.
    let functions = try connection.texts("SELECT DISTINCT lower(name) FROM temp.pragma_function_list ORDER BY 1")
      .filter { $0.first?.isLetter == true }
    let rows = try connection.rows(
      """
      SELECT t.name, c.name FROM temp.pragma_table_list t LEFT JOIN temp.pragma_table_xinfo(t.name) c ON c.hidden <> 1
      WHERE t.schema = 'main' AND t.type <> 'shadow' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid
      """)
    var tables: [(name: String, columns: [String])] = []
    for row in rows {
      if tables.last?.name != row[0] { tables.append((row[0], [])) }
      if !row[1].isEmpty { tables[tables.count - 1].columns.append(row[1]) }
    }
    return Completions(keywords: keywords.sorted(), functions: functions, tables: tables)
  }
}

/// A handle that another thread interrupts; the connection isn't closed meanwhile.
private struct HandleReference: @unchecked Sendable {
  let handle: OpaquePointer
}
