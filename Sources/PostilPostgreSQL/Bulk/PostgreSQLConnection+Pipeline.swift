#if PostgreSQL
  import CPostgreSQL

  // Statements that are sent without waiting for the results of those before. Source: PostgreSQL 15, section 34.5, "Pipeline Mode".

  extension PostgreSQLConnection {
    /// Sends several statements at once, after the beginning of the transaction if they are its first, and returns their results.
    /// - Parameter send: sends them and returns their number; `nil` if one couldn't be sent.
    /// - Throws: the first error.
    func pipelined(_ sql: String, _ send: () -> Int?) throws -> [OpaquePointer] {
      let commands = unsentBegin
      unsentBegin = []
      defer { if isUsable { isUntouched = false } }
      guard PQenterPipelineMode(handle) == 1 else { throw failed(nil, sql) }
      for command in commands { settings.trace?(command) }
      let areSent = commands.allSatisfy { PQsendQueryParams(handle, $0, 0, nil, nil, nil, nil, 0) == 1 }
      guard areSent, let count = send() else {
        _ = try? endPipeline(of: 0, sql)
        throw failed(nil, sql)
      }
      let results = try endPipeline(of: commands.count + count, sql)
      for result in results.prefix(commands.count) { PQclear(result) }
      return Array(results.dropFirst(commands.count))
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
