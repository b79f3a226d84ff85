#if PostgreSQL
  import CPostgreSQL
  import Dispatch
  import PostilQuery
  import PostilSQL
  import PostilSQLite

  /// A lock wasn't granted in time, because another transaction holds it. Nothing was changed by the statement that waited.
  public struct LockNotGranted: Error, Sendable, CustomStringConvertible {
    /// How often the statement or its transaction was tried.
    public let attempts: Int
    /// The process that held the lock, its transaction and its statement, without values; `nil` if it isn't known.
    public let holder: String?
    /// The server's error.
    public let reason: PostgreSQLError

    /// The number of attempts, the process, and what to do.
    public var description: String {
      let tried = attempts == 1 ? "1 attempt" : "\(attempts) attempts"
      let held = holder.map { " (held by \($0))" } ?? ""
      return
        "a lock wasn't granted in \(tried)\(held): \(reason); \(holder == nil ? "" : "end that transaction, or ")allow more attempts "
        + "with '--attempts', or 'migrationAttempts' of the store's options"
    }
  }

  /// Finds the process that a session waits for, with another session, because the server only shows it while the session waits.
  final class LockHolderWatch: Sendable {
    private struct State {
      var isOver = false
      var holder: String?
    }

    private let state = Mutex(State())
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Begins to watch, if the server allows another session.
    init?(_ session: ServerSession) {
      guard let another = try? session.another() else { return nil }
      nonisolated(unsafe) let watching = another
      let process = "\(PQbackendPID(session.handle))"
      DispatchQueue(label: "postil.postgresql.locks").async { [self] in
        while !state.withLock({ $0.isOver }) {
          if let row = try? watching.rows(Self.query, [process]).first {
            state.withLock { $0.holder = Self.description(row.map { $0 ?? "" }) }
          }
          pause(microseconds: 10_000)
        }
        hasEnded.signal()
      }
    }

    /// Ends the watch.
    /// - Returns: the process that the session waited for last; `nil` if it didn't wait.
    func end() -> String? {
      state.withLock { $0.isOver = true }
      hasEnded.wait()
      // It may be called again.
      hasEnded.signal()
      return state.withLock { $0.holder }
    }

    /// The process with the oldest transaction. A prepared transaction has no process.
    private static let query = """
      SELECT a.pid, coalesce(a.application_name, ''), coalesce(host(a.client_addr), 'the server itself'),
        to_char(coalesce(a.xact_start, a.backend_start) AT TIME ZONE 'UTC', 'HH24:MI:SS'), coalesce(a.query, '')
      FROM unnest(pg_blocking_pids($1)) AS b (pid) LEFT JOIN pg_stat_activity a ON a.pid = b.pid
      ORDER BY a.xact_start LIMIT 1
      """

    private static func description(_ row: [String]) -> String {
      guard !row[0].isEmpty else { return "a prepared transaction, see 'pg_prepared_xacts'" }
      let statement = withoutValues(row[4])
      return "process \(row[0]) of the server ('\(row[1])' at \(row[2]), in a transaction since \(row[3]) UTC"
        + (statement.isEmpty ? ")" : ", last statement: \(statement))")
    }

    /// A statement on one line, with `?` for each literal. It ends before a literal in a form that only PostgreSQL has.
    static func withoutValues(_ sql: String) -> String {
      var text = ""
      for token in SQLLexer.tokens(of: sql) {
        let isParameter = token.source.dropFirst().allSatisfy(\.isNumber)
        guard token.kind != .unclosed, !token.source.contains("\\"), token.source.first != "$" || isParameter else {
          return text + " …"
        }
        let isLiteral = [.text, .blob, .number].contains(token.kind)
        text += (token.isSpaced && !text.isEmpty ? " " : "") + (isLiteral ? "?" : token.source)
      }
      return text
    }
  }
#endif
