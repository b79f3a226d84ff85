#if PostgreSQL
  import PostilQuery

  /// The argument of a `write` block: an open transaction that writes.
  ///
  /// It can be used only inside its block; afterwards every call throws `TransactionMisuse`.
  public struct PostgreSQLWriteTransaction: WriteTransaction {
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

    /// Runs a statement and returns the number of changed rows.
    @discardableResult
    public func execute(_ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void) throws -> Int {
      let connection = try connection.open(serial)
      return try connection.run(
        connection.prepared(statement, bind: bind), bind: bind, PostgreSQLConnection.changes)
    }

    /// Runs a statement and returns the number of changed rows.
    @discardableResult
    public func execute(_ statement: RenderedStatement) throws -> Int {
      let connection = try connection.open(serial)
      return try connection.run(
        connection.prepared(statement), bind: { $0.bind(all: statement.bindings) }, PostgreSQLConnection.changes)
    }

    /// Runs an insert of one row and returns the integer key that the database assigned.
    public func insert(_ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void) throws -> Int64 {
      let connection = try connection.open(serial)
      let prepared = try connection.prepared(statement, returnsKey: true, bind: bind)
      guard let key = try connection.first(prepared, bind: bind, { try $0.readInt64() }) else {
        throw PostgreSQLError(code: "", message: "the insert returned no key", detail: nil, sql: prepared.sql)
      }
      return key
    }

    /// Runs a statement once for each element and returns the number of changed rows; all or nothing.
    @discardableResult
    public func execute<Elements: Sequence>(
      _ statement: FixedStatement, forEach elements: Elements,
      bind: (borrowing Elements.Element, inout _PostgreSQLBinder) throws -> Void
    ) throws -> Int {
      try savepoint {
        var count = 0
        for element in elements { count += try execute(statement) { try bind(element, &$0) } }
        return count
      }
    }

    /// Runs a statement once for each element and returns the number of changed rows; all or nothing.
    @discardableResult
    public func execute<Elements: Sequence>(
      _ statement: RenderedStatement, forEach elements: Elements,
      bind: (borrowing Elements.Element, inout _PostgreSQLBinder) throws -> Void
    ) throws -> Int {
      let connection = try connection.open(serial)
      return try savepoint {
        var count = 0
        for element in elements {
          let bindAll: (inout _PostgreSQLBinder) throws -> Void = {
            try bind(element, &$0)
            $0.bind(all: statement.bindings)
          }
          count += try connection.run(
            connection.prepared(statement.sql, bind: bindAll), bind: bindAll, PostgreSQLConnection.changes)
        }
        return count
      }
    }

    /// Runs `body` in a savepoint.
    @discardableResult
    public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
      try connection.open(serial).savepoint(body)
    }
  }
#endif
