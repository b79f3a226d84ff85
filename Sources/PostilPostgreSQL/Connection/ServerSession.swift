#if PostgreSQL
  import CPostgreSQL

  /// A connection for tools and migrations: it runs SQL as it is written, and passes values as texts.
  ///
  /// Programs use ``PostgreSQLStore``, which translates statements and prepares them.
  package final class ServerSession {
    let handle: OpaquePointer
    /// What the server is.
    package let kind: ServerKind
    /// The schema that the session works in; `nil` if no schema of the search path exists.
    package let schema: String?
    private let parameters: String
    /// The search path with which the session began, and that begins with the schema: quoted names, separated by commas.
    let searchPath: String

    /// Connects to a server.
    /// - Parameters:
    ///   - parameters: a URL or a list of libpq's parameters. Source: PostgreSQL 15, section 34.1.1.
    ///   - database: another database of the same server; `nil` for the one that `parameters` name.
    ///   - schema: the schema that the session works in; `nil` for the first one of the search path.
    ///   - kind: what the server is; `nil` if it is recognized.
    /// - Throws: ``ConnectionRejected``; ``ConnectionLost`` if the server doesn't answer; ``PostgreSQLError`` with the code 3F000 if the schema doesn't exist.
    package init(
      _ parameters: String, database: String? = nil, schema: String? = nil, kind: ServerKind? = nil
    ) throws {
      let handle = try ConnectionParameters(parameters, applicationName: "postil", database: database).connect()
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      let path: SearchPath
      do {
        path = try SearchPath(schema) { sql, values in try Self.rows(handle, sql, values) }
        if schema != nil { _ = try Self.rows(handle, "SET search_path = \(path.sql)", []) }
        // Citus then uses one connection to each worker, without which it refuses to change tables that reference each other together.
        let mode = "SELECT set_config('citus.multi_shard_modify_mode', 'sequential', false) FROM pg_extension"
        _ = try Self.rows(handle, "\(mode) WHERE extname = 'citus'", [])
      } catch {
        PQfinish(handle)
        throw error
      }
      self.handle = handle
      self.kind = kind ?? ServerKind(handle)
      (self.schema, searchPath) = (path.schema, path.sql)
      self.parameters = parameters
    }

    /// Sets the search path with which the session began, which a statement of a migration can have changed.
    package func restoreSearchPath() throws {
      if schema != nil { try run("SET search_path = \(searchPath)") }
    }

    /// Another session in the same database.
    /// - Throws: ``ConnectionRejected``, ``ConnectionLost``
    func another() throws -> ServerSession {
      try ServerSession(parameters, database: database, schema: schema, kind: kind)
    }

    deinit { PQfinish(handle) }

    /// The name of the database.
    package var database: String { PQdb(handle).map { String(cString: $0) } ?? "" }

    /// The server's version: 150004 for 15.4.
    package var version: Int { Int(PQserverVersion(handle)) }

    /// Runs one or more statements without parameters. Several statements are one transaction if they don't contain `BEGIN`.
    /// - Throws: ``PostgreSQLError``, ``ConnectionLost``
    package func run(_ sql: String) throws {
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      try Self.check(handle, result, sql)
    }

    /// Runs a statement with the values of `$1`, `$2` …, whose types the server finds.
    /// - Returns: the rows, each value as text, `nil` for NULL.
    /// - Throws: ``PostgreSQLError``, ``ConnectionLost``
    package func rows(_ sql: String, _ values: [String?] = []) throws -> [[String?]] {
      try Self.rows(handle, sql, values)
    }

    private static func rows(_ handle: OpaquePointer, _ sql: String, _ values: [String?]) throws -> [[String?]] {
      let texts = values.map { $0.map { Array($0.utf8CString) } }
      let pointers = texts.map { bytes -> UnsafePointer<CChar>? in
        guard let bytes else { return nil }
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        return UnsafePointer(copy.baseAddress)
      }
      defer { for pointer in pointers { pointer?.deallocate() } }
      let result = PQexecParams(handle, sql, Int32(values.count), nil, pointers, nil, nil, 0)
      defer { PQclear(result) }
      try check(handle, result, sql)
      return (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
        }
      }
    }

    /// Runs `body` in a transaction that is committed when it returns and rolled back when it throws.
    ///
    /// Each statement sees the rows that were committed before it. With the other levels, which can be the default of a role, a statement
    /// after `LOCK TABLE` would miss rows that were committed before the lock was granted.
    /// - Throws: what `body` throws, or the commit; ``ConnectionLost`` says whether the commit may have succeeded.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
      try run("BEGIN ISOLATION LEVEL READ COMMITTED")
      let value: Result
      do {
        value = try body()
      } catch {
        try? run("ROLLBACK")
        throw error
      }
      let result = PQexec(handle, "COMMIT")
      defer { PQclear(result) }
      do {
        try Self.check(handle, result, "COMMIT")
      } catch let error as ConnectionLost {
        throw ConnectionLost(message: error.message, isOutcomeUnknown: true)
      }
      // A transaction that has failed is rolled back by COMMIT.
      guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
        throw PostgreSQLError(
          code: "25P02", message: "a statement failed, so nothing was committed", detail: nil, sql: "COMMIT")
      }
      return value
    }

    private static func check(_ handle: OpaquePointer, _ result: OpaquePointer?, _ sql: String) throws {
      let status = PQresultStatus(result)
      guard status != PGRES_TUPLES_OK, status != PGRES_COMMAND_OK, status != PGRES_EMPTY_QUERY else { return }
      throw error(handle, result, sql)
    }

    /// The server's error.
    func error(_ result: OpaquePointer?, _ sql: String?) -> any Error { Self.error(handle, result, sql) }

    private static func error(_ handle: OpaquePointer, _ result: OpaquePointer?, _ sql: String?) -> any Error {
      func field(_ letter: Unicode.Scalar) -> String? {
        result.flatMap { PQresultErrorField($0, Int32(letter.value)) }.map { String(cString: $0) }
      }
      let message = String(cString: PQerrorMessage(handle)).trimmed
      guard let code = field("C"), PQstatus(handle) == CONNECTION_OK else {
        return ConnectionLost(message: field("M") ?? message, isOutcomeUnknown: false)
      }
      return PostgreSQLError(code: code, message: field("M") ?? message, detail: field("D") ?? field("H"), sql: sql)
    }
  }
#endif
