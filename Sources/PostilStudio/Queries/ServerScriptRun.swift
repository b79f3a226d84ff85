#if PostgreSQL
  import PostilPostgreSQL
  import PostilQuery

  /// One run of a script in a session of a server.
  ///
  /// All statements are one transaction. A script of one statement runs without one if it has to, such as `VACUUM`.
  struct ServerScriptRun {
    private let script: ConsoleScript
    private let values: [SQLValue?]
    private let session: ServerSession
    private let statements: [ServerStatement]
    /// The result of the last statement that returns rows.
    private var shown: ServerResult?
    private var result = ConsoleResult()
    /// The number of parameters.
    private var parameters = 0

    init(_ script: ConsoleScript, _ values: [SQLValue?], _ session: ServerSession) {
      (self.script, self.values, self.session) = (script, values, session)
      statements = ServerStatement.statements(of: script.sql)
    }

    /// Runs the statements, commits them, and returns the rows.
    /// - Throws: ``ConsoleError``; the errors of the session.
    mutating func run() throws -> ConsoleResult {
      let start = ContinuousClock.now
      do {
        try session.run(script.mayWrite ? "BEGIN" : "BEGIN READ ONLY")
        for (index, statement) in statements.enumerated() { try run(statement, number: index + 1) }
        try checkParameters()
        if script.mayWrite { try commit() } else { try session.run("ROLLBACK") }
      } catch let error as ConsoleError where error.sqlState == Self.needsNoTransaction && statements.count == 1 {
        try session.run("ROLLBACK")
        try run(statements[0], number: 1)
      } catch {
        try? session.run("ROLLBACK")
        throw error
      }
      result.columns = try columns()
      (result.rows, result.isTruncated) = (shown?.rows ?? [], shown?.isTruncated ?? false)
      result.duration = start.duration(to: .now)
      return result
    }

    /// The error of a statement that can't run in a transaction. Source: PostgreSQL 15, appendix A.
    private static let needsNoTransaction = "25001"

    private mutating func run(_ statement: ServerStatement, number: Int) throws {
      do {
        guard !statement.controlsTransaction else {
          throw ConsoleError(kind: .forbidden, message: ConsoleError.oneTransaction)
        }
        let (types, columns) = try session.describe(statement.sql)
        // A command that returns nothing changes something, if only the session.
        guard script.mayWrite || columns > 0 else {
          throw ConsoleError(kind: .writes, message: "the statement would change the database or the session")
        }
        parameters = max(parameters, types.count)
        guard types.count <= values.count else {
          throw ConsoleError(
            kind: .failed, message: "there is no value for the parameter '$\(values.count + 1)'")
        }
        let ran = try run(statement, types.count, isLast: number == statements.count)
        result.changes += ran.changes
        if columns > 0 { shown = ran }
        if columns > 0 || result.statement == 0 { result.statement = number }
      } catch let error as ServerStatementError {
        throw ConsoleError(error, in: script.sql, from: statement.offset, statement: number)
      } catch var error as ConsoleError {
        error.setPlace(in: script.sql, from: statement.offset)
        error.statement = number
        throw error
      }
    }

    private func run(_ statement: ServerStatement, _ count: Int, isLast: Bool) throws -> ServerResult {
      // A statement that is cancelled after enough rows fails, and with it its transaction.
      let isSaved = !script.mayWrite && !isLast
      if isSaved { try session.run("SAVEPOINT postil") }
      let result = try session.result(
        of: statement.sql, Array(values.prefix(count)), limit: script.limit, maximumSize: ConsoleScript.maximumSize,
        stopsEarly: !script.mayWrite)
      if isSaved { try session.run(result.isTruncated ? "ROLLBACK TO postil" : "RELEASE postil") }
      return result
    }

    private func checkParameters() throws {
      guard values.count > parameters else { return }
      throw ConsoleError(
        kind: .failed,
        message: "the script has no parameter '$\(parameters + 1)', but \(values.count) values were passed")
    }

    private mutating func commit() throws {
      // The statistics of the transaction contain the tables that triggers and delete rules have changed, too.
      let changed = try session.rows(
        "SELECT relname FROM pg_stat_xact_user_tables WHERE n_tup_ins + n_tup_upd + n_tup_del > 0")
      result.changedTables = Set(changed.compactMap { $0[0] })
      try session.run("COMMIT")
    }

    private func columns() throws -> [ConsoleResult.Column] {
      guard let shown else { return [] }
      let types = Set(shown.columns.map(\.type)).sorted()
      let names = try session.rows(
        "SELECT oid::text, format_type(oid, NULL) FROM pg_type WHERE oid = ANY ($1::text::oid[])",
        ["{\(types.map(String.init).joined(separator: ","))}"])
      let byType = Dictionary(names.map { ($0[0] ?? "", $0[1] ?? "") }, uniquingKeysWith: { first, _ in first })
      return shown.columns.map { ConsoleResult.Column(name: $0.name, type: byType[String($0.type)] ?? "") }
    }
  }
#endif
