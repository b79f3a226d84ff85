#if PostgreSQL
  import CPostgreSQL

  // Statements that are sent without waiting for the results of those before. Source: PostgreSQL 15, section 34.5, "Pipeline Mode".

  extension PostgreSQLConnection {
    /// Sends several statements at once, after the commands that wait for them, and returns their results.
    /// - Parameter send: sends them and returns their number; `nil` if one couldn't be sent.
    /// - Throws: the first error.
    func pipelined(_ sql: String, _ send: () -> Int?) throws -> [OpaquePointer] {
      let first = try beginPipeline(sql)
      guard let count = send() else {
        _ = try? endPipeline(of: 0, after: first, sql)
        throw failed(nil, sql)
      }
      return try endPipeline(of: count, after: first, sql)
    }

    /// Begins a pipeline with the commands that wait for the next statement, and returns their number.
    func beginPipeline(_ sql: String) throws -> Int {
      guard PQenterPipelineMode(handle) == 1 else { throw failed(nil, sql) }
      let commands = takeUnsent()
      for command in commands { settings.trace?(command) }
      guard commands.allSatisfy({ PQsendQueryParams(handle, $0, 0, nil, nil, nil, nil, 0) == 1 }) else {
        _ = try? endPipeline(of: 0, sql)
        throw failed(nil, sql)
      }
      return commands.count
    }

    /// Ends the pipeline and returns the results of its statements, without those of the first ones.
    /// - Throws: the first error, once all results are read.
    func endPipeline(of count: Int, after first: Int = 0, _ sql: String) throws -> [OpaquePointer] {
      defer { if isUsable { isUntouched = false } }
      guard PQpipelineSync(handle) == 1 else { throw failed(nil, sql) }
      var results: [OpaquePointer] = []
      var failure: (any Error)?
      results.reserveCapacity(count)
      for number in 0..<first + count {
        let result = PQgetResult(handle)
        let status = PQresultStatus(result)
        if let result, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK {
          if number < first { PQclear(result) } else { results.append(result) }
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
      do {
        if let failure { throw failure }
        try checkShards()
        return results
      } catch {
        for result in results { PQclear(result) }
        throw error
      }
    }
  }
#endif
