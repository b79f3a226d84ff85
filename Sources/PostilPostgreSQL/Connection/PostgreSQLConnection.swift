#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilSQL
  import PostilTranslation

  /// A connection to a server. One block uses it at a time, on one thread.
  @usableFromInline
  final class PostgreSQLConnection: @unchecked Sendable {
    let handle: OpaquePointer
    let schema: ServerSchema
    let settings: ConnectionSettings
    /// `nil` if the store has no hooks.
    @usableFromInline let hooks: _HookTable?
    @usableFromInline let parameters = ParameterBuffer()

    // Statements.
    /// The statements whose text was fixed at build time, by the address of the text.
    var fixed: [UnsafePointer<UInt8>: PreparedStatement] = [:]
    /// The same for inserts that return the key.
    var keyed: [UnsafePointer<UInt8>: PreparedStatement] = [:]
    var rendered: RenderedStatements
    /// Who keeps the statements that are prepared.
    var keeper = StatementKeeper.nobody
    var names = StatementNames()
    /// Whether prepared statements weren't there, or others were, when they were needed.
    var hasLostStatements = false
    /// Tables that rows are copied to.
    var copyTables: [String: CopyTable?] = [:]
    var copyTargets: [PreparedStatement.Insertion: CopyTarget?] = [:]
    /// What writes many rows now.
    var writer: BulkWriter?
    /// The keys for rows that are inserted later, while ``insertRows(_:_:)`` runs.
    var reservation: KeyReservation?
    /// The blobs of which written parts are to be sent before the next statement.
    var pendingBlobs: [any PendingBlob] = []
    /// The number of cursors that were opened in the transaction.
    var cursorCount = 0

    // The transaction.
    /// The number of the open transaction; `nil` if none is open.
    @usableFromInline var transaction: UInt64?
    var lastTransaction: UInt64 = 0
    /// The commands that are sent with the next statement, because nobody waits for their results: `BEGIN` and the transaction's settings,
    /// the beginnings and ends of savepoints, the ends of cursors.
    var unsent: [String] = []
    /// Whether `BEGIN` was sent.
    var hasBegun = false
    /// Whether the server has answered no statement of the block, so that a lost connection can be replaced.
    var isUntouched = false
    /// Whether a commit was sent and not answered.
    var isCommitting = false
    /// The server's warning that a commit didn't wait for the synchronous replicas.
    var replicationWarning: String?
    /// What a worker of Citus answered to its part of the commit.
    var workerError: (any Error)?
    var depth = 0
    /// What the block has used, if it requires a single shard of Citus.
    var singleShard: SingleShard?
    /// The shards of Citus that are known, by their numbers.
    var shards: [Substring: CitusShard] = [:]
    var isWriting = false
    /// The tables that the transaction has changed, if no trigger notifies their observations.
    var changedTables: Set<String> = []
    /// The first error of the transaction that can disappear if it is run again.
    var conflict: PostgreSQLError?
    /// What runs after the commit, in order.
    var afterCommit: [@Sendable () -> Void] = []
    /// The line of the program that opened the block.
    var blockCallSite: CallSite?
    /// The line that runs the statement; `nil` if it isn't known.
    var callSite: CallSite?
    /// That of the fixed statement that runs next.
    var nextCallSite: CallSite?
    /// Records the statements of a read that is observed.
    var recorder: ObservedStatements?

    /// Connects to a server.
    /// - Parameter parameters: a URL or a list of libpq's parameters. Source: PostgreSQL 15, section 34.1.1.
    /// - Throws: ``ConnectionRejected``, ``ConnectionLost``
    init(_ parameters: String, _ settings: ConnectionSettings) throws {
      self.settings = settings
      hooks = settings.hooks
      rendered = RenderedStatements(capacity: settings.cachedStatements)
      let handle = try ConnectionParameters(parameters).connect()
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      do {
        schema = try settings.schemas.schema(
          handle, settings.schema, settings.tables, settings.serverKind ?? ServerKind(handle))
      } catch {
        PQfinish(handle)
        throw error
      }
      self.handle = handle
      PQsetNoticeReceiver(
        handle, { connection, notice in connection.map { PostgreSQLConnection.receive(notice, on: $0) } },
        Unmanaged.passUnretained(self).toOpaque())
      if settings.preparesStatements { keeper = kind == .postgreSQL ? try StatementKeeper(of: self) : .server }
    }

    deinit { PQfinish(handle) }

    /// Receives a notice or warning of the server. The function that reports it is the same in all languages.
    private static func receive(_ notice: OpaquePointer?, on connection: UnsafeMutableRawPointer) {
      guard let function = PQresultErrorField(notice, Int32(UInt8(ascii: "R"))) else { return }
      let connection = Unmanaged<PostgreSQLConnection>.fromOpaque(connection).takeUnretainedValue()
      switch String(cString: function) {
      case "SyncRepWaitForLSN":
        let message = PQresultErrorField(notice, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
        connection.replicationWarning = message ?? ""
      case "LogRemoteCommand", "LogLocalCommand":
        func field(_ letter: Unicode.Scalar) -> String {
          PQresultErrorField(notice, Int32(letter.value)).map { String(cString: $0) } ?? ""
        }
        connection.singleShard?.note(field("M"), field("D"))
      case "ReportResultError" where connection.isCommitting:
        connection.workerError = connection.workerError ?? connection.error(notice, "COMMIT")
      default: break
      }
    }

    /// Records a statement that is sent.
    func note(_ statement: PreparedStatement) {
      recorder?.note(statement)
      if isWriting, notifiesCommits { changedTables.formUnion(schema.tables(changedBy: statement)) }
      settings.trace?(statement.translation.sql)
    }

    /// Whether stores notify each other of their commits: see ``ServerSchema/notifiesCommits``.
    var notifiesCommits: Bool { settings.schemas.notifiesCommits.load(ordering: .relaxed) }

    /// What the server is.
    var kind: ServerKind { settings.serverKind ?? ServerKind(handle) }

    var isUsable: Bool { PQstatus(handle) == CONNECTION_OK }

    /// Whether a pooler keeps so many unused statements for the connection that a new one is better.
    var isWornOut: Bool { keeper == .pooler && names.unusedCount > settings.cachedStatements }

    /// Whether the server answers.
    func isAlive() -> Bool {
      let result = PQexec(handle, "")
      defer { PQclear(result) }
      return PQresultStatus(result) == PGRES_EMPTY_QUERY
    }

    /// Runs commands without parameters and results: `SAVEPOINT`.
    func run(_ commands: String...) throws {
      try flush()
      let commands = takeUnsent() + commands
      guard !commands.isEmpty else { return }
      for command in commands { settings.trace?(command) }
      let sql = commands.joined(separator: "; ")
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw failed(result, sql) }
      isUntouched = false
    }

    /// Runs a query of the engine's own, whose parameters and results are texts.
    func texts(_ sql: String, _ values: [String] = []) throws -> [[String?]] {
      try flush()
      let texts = values.map { CText($0) }
      var pointers = texts.map { Optional($0.pointer) }
      let result = try withExtendedLifetime(texts) {
        guard unsent.isEmpty else {
          return try pipelined(sql) {
            PQsendQueryParams(handle, sql, Int32(values.count), nil, &pointers, nil, nil, 0) == 1 ? 1 : nil
          }.first
        }
        return PQexecParams(handle, sql, Int32(values.count), nil, &pointers, nil, nil, 0)
      }
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw failed(result, sql) }
      return (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
        }
      }
    }

    /// The error of a result. A conflict is kept for the store, which may run the block again.
    func failed(_ result: OpaquePointer?, _ sql: String) -> any Error {
      let error = error(result, sql)
      guard let error = error as? PostgreSQLError else { return error }
      // A missing table or column, or a value of another type: the schema has changed, or the statement is wrong.
      if error.code.hasPrefix("42") { settings.schemas.forget() }
      if error.isRetryable || isOutdated(result) || didLoseStatements(error), conflict == nil { conflict = error }
      return error
    }

    /// Whether a prepared statement returns other columns than before, because the table was changed. The statements are then prepared again.
    private func isOutdated(_ result: OpaquePointer?) -> Bool {
      guard let result, let function = PQresultErrorField(result, Int32(UInt8(ascii: "R"))),
        String(cString: function) == "RevalidateCachedQuery"
      else { return false }
      settings.schemas.forget()
      forgetStatements(areOnServer: true)
      return true
    }

    /// Stops the transaction if its task was cancelled or its time is over.
    func checkStopped() throws {
      if settings.isStopped() { throw CancellationError() }
    }
  }

  /// What all connections of a store have in common.
  struct ConnectionSettings: Sendable {
    /// The program's tables, by their names.
    var tables: [String: _TableDescription]
    /// The schema of the tables; `nil` for the first one of the search path.
    var schema: String?
    /// What the connections to the server know about its database.
    var schemas = SchemaCache()
    /// The relationships that require a minimum number of members.
    var arityChecks: [_ArityCheck]
    /// What the server is; `nil` if it is recognized.
    var serverKind: ServerKind?
    /// Whether statements are prepared on the server.
    var preparesStatements: Bool
    /// How many statements that are rendered at run time are kept.
    var cachedStatements: Int
    /// Receives the text of each statement.
    var trace: (@Sendable (String) -> Void)?
    /// `nil` if the store has no hooks.
    var hooks: _HookTable?
    /// Whether the block that runs is to be stopped.
    var isStopped: @Sendable () -> Bool = { false }
  }
#endif
