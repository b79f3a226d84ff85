#if PostgreSQL
  import PostilPostgreSQL
  import PostilQuery
  import PostilSQLite
  import PostilServer

  /// Runs statements on a database of a server, each in a session of its own.
  ///
  /// The server takes one statement at a time. One that may not write runs in a read-only transaction, and must return rows: commands such as
  /// `COPY … TO PROGRAM` return none. Functions that a superuser may call, such as those that write files, aren't refused.
  final class ServerConsole: StudioConsole {
    private let connector: ServerConnector
    private let running = RunningScripts()

    init(_ connector: ServerConnector) { self.connector = connector }

    func stop() -> Int { running.stop() }

    func run(_ script: ConsoleScript) async throws(ConsoleError) -> ConsoleResult {
      guard case .positional(let values) = script.parameters else {
        throw ConsoleError(kind: .failed, message: "PostgreSQL has no parameters with names; write $1, $2 and so on")
      }
      return try await inSession(script.sql) { session in
        let start = ContinuousClock.now
        var result = ConsoleResult()
        let rows =
          try script.mayWrite
          ? Self.write(session, script, values, &result.changedTables) : Self.read(session, script, values)
        result.columns = try Self.columns(rows.columns, session)
        (result.rows, result.isTruncated, result.changes) = (rows.rows, rows.isTruncated, rows.changes)
        result.statement = 1
        result.duration = start.duration(to: .now)
        return result
      }
    }

    func plan(of sql: String) async throws(ConsoleError) -> QueryPlan {
      try await inSession(sql, prefix: Self.explain) { session in
        try session.run("BEGIN READ ONLY")
        defer { try? session.run("ROLLBACK") }
        func result(_ sql: String) throws -> ServerResult {
          try session.result(of: sql, [], limit: 10_000, maximumSize: ConsoleScript.maximumSize, stopsEarly: false)
        }
        // The server reports a second statement here, so that none follows 'PREPARE'.
        let parameters = try session.describe(sql).parameters
        var explained = sql
        if !parameters.isEmpty {
          // The plan for any values, rather than for NULL.
          try session.run("SET LOCAL plan_cache_mode = force_generic_plan")
          _ = try result("PREPARE postil_plan AS \(sql)")
          explained = "EXECUTE postil_plan (\(parameters.map { _ in "NULL" }.joined(separator: ", ")))"
        }
        let lines = try result(Self.explain + explained).rows.map { row in
          if case .text(let line)?? = row.first { line } else { "" }
        }
        return QueryPlan(sql: sql, steps: PlanText(lines).steps)
      }
    }

    private static let explain = "EXPLAIN (COSTS OFF) "

    func completions() async throws(ConsoleError) -> Completions {
      try await inSession("") { session in
        let keywords = try session.rows("SELECT upper(word) FROM pg_get_keywords() ORDER BY 1").compactMap { $0[0] }
        let functions = try session.rows(
          """
          SELECT DISTINCT proname FROM pg_proc
          WHERE pg_function_is_visible(oid) AND prokind IN ('f', 'a', 'w') AND prorettype NOT IN (2281, 2279, 3838)
            AND proname ~ '^[a-z][a-z_0-9]*$' AND NOT proargtypes::oid[] && ARRAY[2281]::oid[] ORDER BY 1
          """
        ).compactMap { $0[0] }
        let rows = try session.rows(
          """
          SELECT c.relname, a.attname FROM pg_class c
          LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relnamespace = ANY (current_schemas(false)::regnamespace[])
          ORDER BY 1, a.attnum
          """)
        var tables: [(name: String, columns: [String])] = []
        for row in rows {
          if tables.last?.name != row[0] { tables.append((row[0] ?? "", [])) }
          if let column = row[1] { tables[tables.count - 1].columns.append(column) }
        }
        return Completions(keywords: keywords, functions: functions, tables: tables)
      }
    }

    // MARK: - statements

    private static func read(
      _ session: ServerSession, _ script: ConsoleScript, _ values: [SQLValue?]
    ) throws -> ServerResult {
      try session.run("BEGIN READ ONLY")
      defer { try? session.run("ROLLBACK") }
      // A command that returns nothing changes something, if only the session.
      let (parameters, columns) = try session.describe(script.sql)
      guard columns > 0 else {
        throw ConsoleError(kind: .writes, message: "the statement would change the database or the session")
      }
      try check(values, parameters)
      return try session.result(
        of: script.sql, values, limit: script.limit, maximumSize: ConsoleScript.maximumSize, stopsEarly: true)
    }

    private static func write(
      _ session: ServerSession, _ script: ConsoleScript, _ values: [SQLValue?], _ tables: inout Set<String>
    ) throws -> ServerResult {
      func run() throws -> ServerResult {
        try session.result(
          of: script.sql, values, limit: script.limit, maximumSize: ConsoleScript.maximumSize, stopsEarly: false)
      }
      try session.run("BEGIN")
      do {
        let result = try run()
        // The statistics of the transaction say which tables triggers and delete rules have changed, too.
        let changed = try session.rows(
          "SELECT relname FROM pg_stat_xact_user_tables WHERE n_tup_ins + n_tup_upd + n_tup_del > 0")
        tables = Set(changed.compactMap { $0[0] })
        try session.run("COMMIT")
        return result
      } catch let error as ServerStatementError where error.code == "25001" {
        // VACUUM and a few others can't run in a transaction.
        try session.run("ROLLBACK")
        return try run()
      } catch {
        try? session.run("ROLLBACK")
        throw error
      }
    }

    private static func check(_ values: [SQLValue?], _ parameters: [UInt32]) throws {
      guard values.count != parameters.count else { return }
      throw ConsoleError(
        kind: .failed,
        message: "the statement has \(parameters.count) parameters, but \(values.count) values were passed")
    }

    private static func columns(
      _ columns: [(name: String, type: UInt32)], _ session: ServerSession
    ) throws -> [ConsoleResult.Column] {
      let types = Set(columns.map(\.type)).sorted()
      let names = try session.rows(
        "SELECT oid::text, format_type(oid, NULL) FROM pg_type WHERE oid = ANY ($1::text::oid[])",
        ["{\(types.map(String.init).joined(separator: ","))}"])
      let byType = Dictionary(names.map { ($0[0] ?? "", $0[1] ?? "") }, uniquingKeysWith: { first, _ in first })
      return columns.map { ConsoleResult.Column(name: $0.name, type: byType[String($0.type)] ?? "") }
    }

    // MARK: - sessions

    /// Runs `body` in a session of its own, which ``stop()`` interrupts, on a thread that may block.
    /// - Parameter prefix: what was written before the SQL, for the places of errors.
    func inSession<Result: Sendable>(
      _ sql: String, prefix: String = "", _ body: @escaping @Sendable (ServerSession) throws -> Result
    ) async throws(ConsoleError) -> Result {
      let (connector, running) = (connector, running)
      let outcome = await BlockWorker().run { () -> Swift.Result<Result, ConsoleError> in
        do throws(ConsoleError) {
          guard !sql.utf8.contains(0) else {
            throw ConsoleError(
              kind: .failed, message: "the SQL contains a NUL character, which PostgreSQL doesn't support")
          }
          let session: ServerSession
          do { session = try connector.session() } catch { throw Self.error(error, sql, prefix) }
          let canceller = ServerCanceller(session)
          return .success(
            try running.run({ canceller.cancel() }) { () throws(ConsoleError) in
              do { return try body(session) } catch { throw Self.error(error, sql, prefix) }
            })
        } catch { return .failure(error) }
      }
      return try outcome.get()
    }

    private static func error(_ error: any Error, _ sql: String, _ prefix: String) -> ConsoleError {
      switch error {
      case let error as ConsoleError: return error
      case let error as ServerStatementError:
        let kind: ConsoleError.Kind =
          switch error.code {
          case "25006": .writes
          case "57014": .stopped
          default: .failed
          }
        var result = ConsoleError(kind: kind, message: error.message, statement: 1)
        if kind == .writes { result.message = "the statement would change the database" }
        if kind == .stopped { result.message = "the statement was stopped; nothing was changed" }
        if let position = error.position, position > prefix.unicodeScalars.count {
          let before = String(
            String.UnicodeScalarView(sql.unicodeScalars.prefix(position - 1 - prefix.unicodeScalars.count)))
          result.offset = before.utf16.count
          result.line = 1 + before.unicodeScalars.count { $0 == "\n" }
        }
        return result
      case let error as PostgreSQLError: return ConsoleError(kind: .failed, message: error.message)
      case let error as ConnectionLost: return ConsoleError(kind: .failed, message: error.message)
      case let error as UnusableServer: return ConsoleError(kind: .failed, message: error.reason)
      default: return ConsoleError(kind: .failed, message: "\(error)")
      }
    }
  }
#endif
