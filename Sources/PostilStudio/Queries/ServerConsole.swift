#if PostgreSQL
  import PostilPostgreSQL
  import PostilQuery
  import PostilSQLite
  import PostilServer
  import PostilTranslation

  /// Runs scripts on a database of a server, each in a session of its own.
  ///
  /// A script that may not write runs in a read-only transaction, and each of its statements must return rows: commands such as
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
        var run = ServerScriptRun(script, values, session)
        return try run.run()
      }
    }

    func plan(of sql: String) async throws(ConsoleError) -> QueryPlan {
      try await inSession(sql) { session in
        let statements = ServerStatement.statements(of: sql)
        guard statements.count == 1 else {
          throw ConsoleError(kind: .failed, message: ConsoleError.oneStatement(outOf: statements.count))
        }
        do { return try Self.plan(of: statements[0].sql, session) } catch let error as ServerStatementError {
          throw ConsoleError(error, in: sql, from: statements[0].offset, statement: 1)
        }
      }
    }

    private static func plan(of sql: String, _ session: ServerSession) throws -> QueryPlan {
      try session.run("BEGIN READ ONLY")
      defer { try? session.run("ROLLBACK") }
      func result(_ sql: String) throws -> ServerResult {
        try session.result(of: sql, [], limit: 10_000, maximumSize: ConsoleScript.maximumSize, stopsEarly: false)
      }
      // The server reports a second statement here, so that none follows 'PREPARE', and the place of an error.
      let parameters = try session.describe(sql).parameters
      var explained = sql
      if !parameters.isEmpty {
        // The plan for any values, rather than for NULL.
        try session.run("SET LOCAL plan_cache_mode = force_generic_plan")
        _ = try result("PREPARE postil_plan AS \(sql)")
        explained = "EXECUTE postil_plan (\(parameters.map { _ in "NULL" }.joined(separator: ", ")))"
      }
      do {
        let lines = try result("EXPLAIN (COSTS OFF) \(explained)").rows.map { row in
          if case .text(let line)?? = row.first { line } else { "" }
        }
        return QueryPlan(sql: sql, steps: PlanText(lines).steps)
      } catch var error as ServerStatementError {
        // The position is that in the longer text.
        error.position = nil
        throw error
      }
    }

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
          WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relnamespace IN (\(PostgreSQLNames.schema))
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

    // MARK: - sessions

    /// Runs `body` in a session of its own, which ``stop()`` interrupts, on a thread that may block.
    func inSession<Result: Sendable>(
      _ sql: String, _ body: @escaping @Sendable (ServerSession) throws -> Result
    ) async throws(ConsoleError) -> Result {
      let (connector, running) = (connector, running)
      let outcome = await BlockWorker().run { () -> Swift.Result<Result, ConsoleError> in
        do throws(ConsoleError) {
          guard !sql.utf8.contains(0) else {
            throw ConsoleError(
              kind: .failed, message: "the SQL contains a NUL character, which PostgreSQL doesn't support")
          }
          let session: ServerSession
          do { session = try connector.session() } catch { throw ConsoleError(server: error) }
          let canceller = ServerCanceller(session)
          return .success(
            try running.run({ canceller.cancel() }) { () throws(ConsoleError) in
              do { return try body(session) } catch { throw ConsoleError(server: error) }
            })
        } catch { return .failure(error) }
      }
      return try outcome.get()
    }
  }

  extension ConsoleError {
    /// The server's error for a statement of a script.
    /// - Parameter start: where the statement begins in the script, in Unicode scalars.
    init(_ error: ServerStatementError, in script: String, from start: Int, statement: Int?) {
      self.init(server: error)
      self.statement = statement
      setPlace(in: script, from: start + (error.position ?? 1) - 1)
    }

    /// Sets the line and the offset.
    /// - Parameter start: the place in Unicode scalars.
    mutating func setPlace(in script: String, from start: Int) {
      let before = String(script.unicodeScalars.prefix(start))
      offset = before.utf16.count
      line = 1 + before.unicodeScalars.count { $0 == "\n" }
    }

    /// The error of a session.
    fileprivate init(server error: any Error) {
      switch error {
      case let error as ConsoleError: self = error
      case let error as ServerStatementError:
        switch error.code {
        case "25006": self.init(kind: .writes, message: "the statement would change the database")
        case "57014": self.init(kind: .stopped, message: "the statement was stopped; nothing was changed")
        default: self.init(kind: .failed, message: error.message)
        }
        sqlState = error.code
      case let error as PostgreSQLError: self.init(kind: .failed, message: error.message)
      case let error as ConnectionLost: self.init(kind: .failed, message: error.message)
      case let error as UnusableServer: self.init(kind: .failed, message: error.reason)
      default: self.init(kind: .failed, message: "\(error)")
      }
    }
  }
#endif
