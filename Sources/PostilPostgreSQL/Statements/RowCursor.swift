#if PostgreSQL
  import CPostgreSQL

  /// The rows of a query, which the server returns a few at a time, so that memory doesn't grow with their number. Other statements can run
  /// between two batches. Source: PostgreSQL 15, `DECLARE` and `FETCH`.
  @usableFromInline
  final class RowCursor {
    /// The number of rows below which a query runs without a cursor, if a parameter limits them.
    static let smallCount: Int64 = 256
    /// The memory of a batch, roughly.
    private static let batchMemory = 1 << 18
    private static let maximumRows = 4096

    private let connection: PostgreSQLConnection
    private let name: String
    private var batch: PostgreSQLResult?
    private var rowCount = 32
    private var hasEnded = false
    private let jsonValues: [Int]

    /// Runs a bound query and fetches its first rows, in one round trip.
    fileprivate init(_ statement: PreparedStatement, on connection: PostgreSQLConnection) throws {
      self.connection = connection
      jsonValues = statement.translation.jsonValues
      name = "postil_\(connection.cursorCount)"
      let (parameters, handle) = (connection.parameters, connection.handle)
      let declare = CText("DECLARE \(name) NO SCROLL CURSOR FOR \(statement.translation.sql)")
      var sent: [String] = []
      var results = try connection.pipelined(statement.translation.sql) {
        if connection.cursorCount == 0, connection.kind == .postgreSQL {
          // The planner expects that all rows are read. Other servers have other planners.
          let setting = "SET LOCAL cursor_tuple_fraction = 1"
          guard PQsendQueryParams(handle, setting, 0, nil, nil, nil, nil, 1) == 1 else { return nil }
          sent.append(setting)
        }
        let isSent = parameters.withValues { values, lengths, formats in
          PQsendQueryParams(
            handle, declare.pointer, Int32(parameters.count), statement.oids, values, lengths, formats, 1) == 1
        }
        guard isSent, PQsendQueryParams(handle, "FETCH \(rowCount) FROM \(name)", 0, nil, nil, nil, nil, 1) == 1
        else { return nil }
        return sent.count + 2
      }
      connection.cursorCount += 1
      guard let rows = results.popLast() else { throw connection.failed(nil, statement.translation.sql) }
      for result in results { PQclear(result) }
      take(PostgreSQLResult(rows, jsonValues: jsonValues))
    }

    private func take(_ rows: PostgreSQLResult) {
      batch = rows
      hasEnded = Int(rows.rowCount) < rowCount
      let memory = max(PQresultMemorySize(rows.handle), 1)
      rowCount = min(max(rowCount * Self.batchMemory / memory, 1), rowCount * 8, Self.maximumRows)
    }

    /// The next rows; `nil` after the last ones.
    @usableFromInline
    func next() throws -> PostgreSQLResult? {
      if let batch {
        self.batch = nil
        if batch.rowCount > 0 { return batch }
      }
      guard !hasEnded else { return nil }
      try connection.flush()
      try connection.checkStopped()
      let sql = "FETCH \(rowCount) FROM \(name)"
      let result = PQexecParams(connection.handle, sql, 0, nil, nil, nil, nil, 1)
      guard let result, PQresultStatus(result) == PGRES_TUPLES_OK else {
        defer { PQclear(result) }
        throw connection.failed(result, sql)
      }
      take(PostgreSQLResult(result, jsonValues: jsonValues))
      try connection.checkShards()
      defer { batch = nil }
      return batch.flatMap { $0.rowCount > 0 ? $0 : nil }
    }

    /// Frees the cursor on the server.
    @usableFromInline
    func close() { connection.closeLater(name) }
  }

  extension PostgreSQLConnection {
    /// A cursor for a bound statement; `nil` if it changes rows or returns only a few.
    @usableFromInline
    func openCursor(_ statement: PreparedStatement) throws -> RowCursor? {
      guard statement.translation.isQuery else { return nil }
      if let limit = statement.translation.limitParameter, let count = parameters.integer(limit),
        count <= RowCursor.smallCount
      {
        return nil
      }
      try flush()
      try checkStopped()
      note(statement)
      return try RowCursor(statement, on: self)
    }
  }
#endif
