#if PostgreSQL
  import CPostgreSQL

  extension ServerSession {
    /// Runs a `COPY … FROM STDIN`. Source: PostgreSQL 15, section 34.10.
    /// - Parameter body: passes the lines of the text form, complete or in parts, to its argument.
    /// - Throws: what `body` throws, after the server has discarded the rows; ``PostgreSQLError``, ``ConnectionLost``
    package func copyIn(_ sql: String, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
      try begin(sql, PGRES_COPY_IN)
      do {
        try body { part in
          let bytes = part.assumingMemoryBound(to: CChar.self)
          guard PQputCopyData(handle, bytes.baseAddress, Int32(part.count)) == 1 else { throw error(nil, sql) }
        }
      } catch {
        _ = PQputCopyEnd(handle, "stopped")
        try? end(sql)
        throw error
      }
      guard PQputCopyEnd(handle, nil) == 1 else { throw error(nil, sql) }
      try end(sql)
    }

    /// Runs a `COPY … TO STDOUT`, and passes each line of the text form to `body`, with its line break.
    /// - Throws: what `body` throws; ``PostgreSQLError``, ``ConnectionLost``
    package func copyOut(_ sql: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      try begin(sql, PGRES_COPY_OUT)
      var failure: (any Error)?
      while true {
        var line: UnsafeMutablePointer<CChar>?
        let count = PQgetCopyData(handle, &line, 0)
        guard count > 0 else { break }
        defer { PQfreemem(line) }
        // The lines that follow an error are read too, because the connection is usable only after the last one.
        guard failure == nil else { continue }
        do { try body(UnsafeRawBufferPointer(start: line, count: Int(count))) } catch { failure = error }
      }
      try end(sql)
      if let failure { throw failure }
    }

    private func begin(_ sql: String, _ expected: ExecStatusType) throws {
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      guard PQresultStatus(result) == expected else { throw error(result, sql) }
    }

    /// Reads the results at the end of a `COPY`.
    private func end(_ sql: String) throws {
      var failure: (any Error)?
      while let result = PQgetResult(handle) {
        defer { PQclear(result) }
        if failure == nil, PQresultStatus(result) != PGRES_COMMAND_OK { failure = error(result, sql) }
      }
      if let failure { throw failure }
    }
  }
#endif
