#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  /// The argument of a `read` block: an open transaction that reads one snapshot of the database.
  ///
  /// It can be used only inside its block; afterwards every call throws `TransactionMisuse`.
  public struct PostgreSQLReadTransaction: ReadTransaction {
    let connection: PostgreSQLConnection
    /// The transaction's number, which is no longer valid when the block ends.
    let serial: UInt64

    /// The dialect of the statements that the engine translates.
    public static var dialect: Dialect { .sqlite }

    /// Runs a statement and reads its first row; `nil` if it returns none.
    public func fetchFirst<Result>(
      _ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void,
      read: (inout _PostgreSQLRow) throws -> Result
    ) throws -> Result? {
      let connection = try connection.open(serial)
      return try connection.first(connection.prepared(statement, bind: bind), bind: bind, read)
    }

    /// Runs a statement and passes its rows to `body`, one at a time.
    public func forEachRow(
      _ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void,
      _ body: (inout _PostgreSQLRow) throws -> Void
    ) throws {
      let connection = try connection.open(serial)
      try connection.forEach(connection.prepared(statement, bind: bind), bind: bind, body)
    }

    /// Runs a statement and reads its first row; `nil` if it returns none.
    public func fetchFirst<Result>(
      _ statement: RenderedStatement, read: (inout _PostgreSQLRow) throws -> Result
    ) throws -> Result? {
      let connection = try connection.open(serial)
      return try connection.first(connection.prepared(statement), bind: { $0.bind(all: statement.bindings) }, read)
    }

    /// Runs a statement and passes its rows to `body`, one at a time.
    public func forEachRow(_ statement: RenderedStatement, _ body: (inout _PostgreSQLRow) throws -> Void) throws {
      let connection = try connection.open(serial)
      try connection.forEach(connection.prepared(statement), bind: { $0.bind(all: statement.bindings) }, body)
    }

    /// Not supported yet.
    public func explain(_ statement: RenderedStatement) throws -> QueryPlan {
      throw TransactionMisuse.statementNotAllowed(
        sql: statement.sql, reason: "PostgreSQL's plans are read with raw SQL: EXPLAIN")
    }
  }

  extension PostgreSQLConnection {
    /// The connection, for the transaction with this number.
    func open(_ serial: UInt64) throws -> PostgreSQLConnection {
      guard transaction == serial else { throw TransactionMisuse.ended }
      return self
    }

    func first<Result>(
      _ statement: PreparedStatement, bind: (inout _PostgreSQLBinder) throws -> Void,
      _ read: (inout _PostgreSQLRow) throws -> Result
    ) throws -> Result? {
      try run(statement, bind: bind) { result in
        guard PQntuples(result) > 0 else { return nil }
        var row = _PostgreSQLRow(result, statement.columns(of: result), 0)
        return try read(&row)
      }
    }

    func forEach(
      _ statement: PreparedStatement, bind: (inout _PostgreSQLBinder) throws -> Void,
      _ body: (inout _PostgreSQLRow) throws -> Void
    ) throws {
      try run(statement, bind: bind) { result in
        let types = statement.columns(of: result)
        for number in 0..<PQntuples(result) {
          var row = _PostgreSQLRow(result, types, number)
          try body(&row)
        }
      }
    }
  }
#endif
