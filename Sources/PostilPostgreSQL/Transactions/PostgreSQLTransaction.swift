#if PostgreSQL
  import PostilQuery

  /// An open transaction of a connection.
  public struct _TransactionUse: Sendable {
    @usableFromInline let connection: PostgreSQLConnection
    /// The transaction's number, which is no longer valid when the block ends.
    @usableFromInline let serial: UInt64

    init(_ connection: PostgreSQLConnection, _ serial: UInt64) { (self.connection, self.serial) = (connection, serial) }

    /// - Throws: `TransactionMisuse.ended` if the block has ended.
    @usableFromInline
    func check() throws {
      guard connection.transaction == serial else { throw TransactionMisuse.ended }
    }
  }

  /// What blocks that read and blocks that write have in common.
  public protocol _PostgreSQLTransaction: ReadTransaction
  where Row == _PostgreSQLRow, Binder == _PostgreSQLBinder {
    /// The transaction of the block.
    var _use: _TransactionUse { get }
  }

  extension _PostgreSQLTransaction {
    /// The dialect of the statements that the engine translates.
    public static var dialect: Dialect { .sqlite }

    /// Sets a value that the SQL of triggers and defaults reads with `postil_context('name')`: see `WriteTransaction`. Policies read it as
    /// `current_setting('postil.name', true)`, in `read` blocks too.
    public func setContext(_ name: String, to value: String?) throws {
      try checkContext(name, value)
      try _use.check()
      _ = try _use.connection.texts("SELECT set_config('postil.' || $1, $2, true)", [name, value ?? ""])
    }

    /// Runs a statement and reads its first row; `nil` if it returns none.
    @inlinable
    public func fetchFirst<Result>(
      _ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void,
      read: (inout _PostgreSQLRow) throws -> Result
    ) throws -> Result? {
      let connection = _use.connection
      return try connection.fetchFirst(connection.bound(connection.use(statement, in: _use.serial), bind), read)
    }

    /// Runs a statement and passes its rows to `body`, one at a time.
    @inlinable
    public func forEachRow(
      _ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void,
      _ body: (inout _PostgreSQLRow) throws -> Void
    ) throws {
      let connection = _use.connection
      try connection.forEachRow(connection.bound(connection.use(statement, in: _use.serial), bind), body)
    }

    /// Runs a statement and reads its first row; `nil` if it returns none.
    @inlinable
    public func fetchFirst<Result>(
      _ statement: _RenderedStatement, read: (inout _PostgreSQLRow) throws -> Result
    ) throws -> Result? {
      let connection = _use.connection
      return try connection.fetchFirst(connection.bound(statement, in: _use.serial), read)
    }

    /// Runs a statement and passes its rows to `body`, one at a time.
    @inlinable
    public func forEachRow(_ statement: _RenderedStatement, _ body: (inout _PostgreSQLRow) throws -> Void) throws {
      let connection = _use.connection
      try connection.forEachRow(connection.bound(statement, in: _use.serial), body)
    }

    /// Runs a statement, reads its rows, and passes what was read to `body`, one row at a time. The rows of a query are fetched a few at a
    /// time.
    @inlinable
    public func forEachRow<Value>(
      _ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void,
      read: (inout _PostgreSQLRow) throws -> Value, _ body: (consuming Value) throws -> Void
    ) throws {
      let connection = _use.connection
      try connection.forEachRow(connection.bound(connection.use(statement, in: _use.serial), bind), read: read, body)
    }

    /// Runs a statement, reads its rows, and passes what was read to `body`, one row at a time. The rows of a query are fetched a few at a
    /// time.
    @inlinable
    public func forEachRow<Value>(
      _ statement: _RenderedStatement, read: (inout _PostgreSQLRow) throws -> Value,
      _ body: (consuming Value) throws -> Void
    ) throws {
      let connection = _use.connection
      try connection.forEachRow(connection.bound(statement, in: _use.serial), read: read, body)
    }

    /// Records the call site of the fixed statement that runs next, for errors.
    public func willRun(for callSite: CallSite) {
      if _use.connection.transaction == _use.serial { _use.connection.nextCallSite = callSite }
    }

    /// The server's plan for a statement, which is not run.
    public func explain(_ statement: _RenderedStatement) throws -> QueryPlan {
      try _use.connection.explain(statement, in: _use.serial)
    }
  }

  extension PostgreSQLConnection {
    /// Binds the values of a rendered statement.
    @usableFromInline
    func bound(_ statement: _RenderedStatement, in serial: UInt64) throws -> PreparedStatement {
      try bound(use(statement, in: serial)) { $0.bind(all: statement.bindings) }
    }
  }
#endif
