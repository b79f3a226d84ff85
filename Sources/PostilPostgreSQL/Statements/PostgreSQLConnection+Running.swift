#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  // How a statement is bound, run and read. What takes closures is inlinable, so that a program's own code is specialized.

  extension PostgreSQLConnection {
    /// Binds the values of a statement, and again if their kinds decide which statement runs.
    @inlinable
    func bound(_ use: StatementUse, _ bind: (inout _PostgreSQLBinder) throws -> Void) throws -> PreparedStatement {
      var use = use
      var binder = _PostgreSQLBinder(parameters)
      repeat { try bind(&binder) } while try !isBound(&use)
      return try complete(use)
    }

    /// The statement, whose values are bound.
    @usableFromInline
    func complete(_ use: StatementUse) throws -> PreparedStatement {
      if let failure = parameters.failure { throw failure }
      guard let statement = use.statement else { throw TransactionMisuse.ended }
      guard parameters.count == statement.parameterCount else {
        throw TransactionMisuse.parameterCount(
          sql: statement.translation.sql, expected: statement.parameterCount, bound: parameters.count)
      }
      return statement
    }

    /// Runs a bound statement and reads its first row; `nil` if it returns none.
    @inlinable
    func fetchFirst<Result>(
      _ statement: PreparedStatement, _ read: (inout _PostgreSQLRow) throws -> Result
    ) throws -> Result? {
      let result = try run(statement)
      guard result.rowCount > 0 else { return nil }
      var row = _PostgreSQLRow(result, 0)
      return try read(&row)
    }

    /// Runs a bound statement and passes its rows to `body`, which receives all of them at once from the server.
    @inlinable
    func forEachRow(_ statement: PreparedStatement, _ body: (inout _PostgreSQLRow) throws -> Void) throws {
      try Self.forEachRow(of: run(statement), body)
    }

    @inlinable
    static func forEachRow(of result: PostgreSQLResult, _ body: (inout _PostgreSQLRow) throws -> Void) rethrows {
      let count = result.rowCount
      // One value for all rows, so that references to the result aren't counted for each.
      var row = _PostgreSQLRow(result, 0)
      var number: Int32 = 0
      while number < count {
        (row.row, row.column) = (number, 0)
        try body(&row)
        number &+= 1
      }
    }

    /// Runs a bound statement and passes what `read` reads to `body`, while the server returns the rows of a query a few at a time.
    @inlinable
    func forEachRow<Value>(
      _ statement: PreparedStatement, read: (inout _PostgreSQLRow) throws -> Value,
      _ body: (consuming Value) throws -> Void
    ) throws {
      guard let cursor = try openCursor(statement) else {
        return try forEachRow(statement) { row in try body(read(&row)) }
      }
      do {
        while let rows = try cursor.next() {
          try Self.forEachRow(of: rows) { row in try body(read(&row)) }
        }
      } catch {
        cursor.close()
        throw error
      }
      cursor.close()
    }

    /// Runs a bound statement.
    @usableFromInline
    func run(_ statement: PreparedStatement) throws -> PostgreSQLResult {
      PostgreSQLResult(try send(statement), jsonValues: statement.translation.jsonValues)
    }

    /// Runs a bound statement and returns the number of rows that it changed.
    @usableFromInline
    func execute(_ statement: PreparedStatement) throws -> Int {
      let result = try send(statement)
      defer { PQclear(result) }
      return Self.changes(result)
    }

    private func send(_ statement: PreparedStatement) throws -> OpaquePointer {
      try flush()
      try checkStopped()
      guard unsent.isEmpty else { return try sendFirst(statement) }
      note(statement)
      let result = parameters.withValues { values, lengths, formats in
        guard let name = statement.name else {
          return PQexecParams(
            handle, statement.sql.pointer, Int32(parameters.count), statement.oids, values, lengths, formats, 1)
        }
        return PQexecPrepared(handle, name.pointer, Int32(parameters.count), values, lengths, formats, 1)
      }
      let status = PQresultStatus(result)
      guard let result, status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else {
        defer { PQclear(result) }
        let error = failed(result, statement.translation.sql)
        throw overflow(error, statement.translation) ?? error
      }
      if status == PGRES_COMMAND_OK { noteDeallocation(result) }
      do { try checkShards() } catch {
        PQclear(result)
        throw error
      }
      return result
    }

    /// Sends a bound statement together with the commands before it.
    private func sendFirst(_ statement: PreparedStatement) throws -> OpaquePointer {
      let sql = statement.translation.sql
      do {
        guard let result = try pipelined(sql, { isQueued(statement) ? 1 : nil }).first else { throw failed(nil, sql) }
        if PQresultStatus(result) == PGRES_COMMAND_OK { noteDeallocation(result) }
        return result
      } catch {
        throw overflow(error, statement.translation) ?? error
      }
    }

    /// Sends a bound statement in a pipeline. Returns whether that was possible.
    func isQueued(_ statement: PreparedStatement) -> Bool {
      note(statement)
      return parameters.withValues { values, lengths, formats in
        guard let name = statement.name else {
          return PQsendQueryParams(
            handle, statement.sql.pointer, Int32(parameters.count), statement.oids, values, lengths, formats, 1)
        }
        return PQsendQueryPrepared(handle, name.pointer, Int32(parameters.count), values, lengths, formats, 1)
      } == 1
    }

    /// Forgets the statements if a program's SQL deallocated them.
    private func noteDeallocation(_ result: OpaquePointer) {
      guard let command = PQcmdStatus(result), command.pointee == CChar(UInt8(ascii: "D")),
        ["DEALLOCATE ALL", "DISCARD ALL"].contains(String(cString: command))
      else { return }
      forgetStatements(areOnServer: false)
    }

    /// The number of rows that a statement changed.
    static func changes(_ result: OpaquePointer) -> Int {
      guard var digit = PQcmdTuples(result) else { return 0 }
      var count = 0
      while digit.pointee >= 48, digit.pointee <= 57 {
        count = count * 10 + Int(digit.pointee - 48)
        digit += 1
      }
      return count
    }
  }
#endif
