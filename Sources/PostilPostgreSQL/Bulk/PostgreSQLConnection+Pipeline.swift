#if PostgreSQL
  import CPostgreSQL

  // Statements that are sent without waiting for the results of those before. Source: PostgreSQL 15, section 34.5, "Pipeline Mode".

  extension PostgreSQLConnection {
    /// Sends several statements at once and returns their results.
    /// - Parameter send: sends them and returns their number; `nil` if one couldn't be sent.
    /// - Throws: the first error.
    func pipelined(_ sql: String, _ send: () -> Int?) throws -> [OpaquePointer] {
      try sendBegin()
      return try pipelinedAlone(sql, send)
    }

    /// The same without the beginning of the transaction.
    private func pipelinedAlone(_ sql: String, _ send: () -> Int?) throws -> [OpaquePointer] {
      guard PQenterPipelineMode(handle) == 1 else { throw failed(nil, sql) }
      guard let count = send() else {
        _ = try? endPipeline(of: 0, sql)
        throw failed(nil, sql)
      }
      return try endPipeline(of: count, sql)
    }

    /// Sends the beginning of the transaction together with its first statement.
    /// - Parameter send: sends the statement, and returns whether that was possible.
    /// - Returns: the result of the statement.
    /// - Throws: the first error.
    func pipelinedWithBegin(_ sql: String, _ send: () -> Bool) throws -> OpaquePointer? {
      let commands = unsentBegin
      unsentBegin = []
      for command in commands { settings.trace?(command) }
      var results = try pipelinedAlone(sql) {
        for command in commands {
          guard PQsendQueryParams(handle, command, 0, nil, nil, nil, nil, 0) == 1 else { return nil }
        }
        return send() ? commands.count + 1 : nil
      }
      isUntouched = false
      let result = results.popLast()
      for result in results { PQclear(result) }
      return result
    }

    /// Ends the pipeline and returns the results of its statements.
    /// - Throws: the first error, once all results are read.
    func endPipeline(of count: Int, _ sql: String) throws -> [OpaquePointer] {
      guard PQpipelineSync(handle) == 1 else { throw failed(nil, sql) }
      var results: [OpaquePointer] = []
      var failure: (any Error)?
      for _ in 0..<count {
        let result = PQgetResult(handle)
        let status = PQresultStatus(result)
        if let result, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK {
          results.append(result)
        } else {
          if failure == nil { failure = failed(result, sql) }
          PQclear(result)
        }
        // Each statement's results end with a null pointer.
        while let rest = PQgetResult(handle) { PQclear(rest) }
        if !isUsable { break }
      }
      if isUsable { PQclear(PQgetResult(handle)) }
      _ = PQexitPipelineMode(handle)
      if let failure {
        for result in results { PQclear(result) }
        throw failure
      }
      return results
    }
  }
#endif
