#if PostgreSQL
  import PostilQuery
  import PostilSQL
  import PostilTranslation

  /// The argument of a `write` block: an open transaction that writes.
  ///
  /// It can be used only inside its block; afterwards every call throws `TransactionMisuse`. If a statement fails, the server refuses the
  /// later ones of its block, unless it ran in a ``savepoint(_:)`` that has ended.
  public struct PostgreSQLWriteTransaction: _PostgreSQLTransaction, WriteTransaction {
    /// The transaction of the block.
    public let _use: _TransactionUse

    init(_ connection: PostgreSQLConnection, _ serial: UInt64) { _use = _TransactionUse(connection, serial) }

    /// Runs a statement and returns the number of changed rows.
    @inlinable @discardableResult
    public func execute(_ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void) throws -> Int {
      let connection = _use.connection
      if connection.isReserving, try connection.insertLater(statement, in: _use.serial, assignsKey: false, bind) != nil
      {
        return 1
      }
      return try connection.execute(connection.bound(connection.use(statement, in: _use.serial), bind))
    }

    /// Runs a statement and returns the number of changed rows.
    @inlinable @discardableResult
    public func execute(_ statement: _RenderedStatement) throws -> Int {
      let connection = _use.connection
      return try connection.execute(connection.bound(statement, in: _use.serial))
    }

    /// Runs an insert of one row and returns the integer key that the database assigned.
    @inlinable
    public func insert(_ statement: FixedStatement, bind: (inout _PostgreSQLBinder) throws -> Void) throws -> Int64 {
      let connection = _use.connection
      if connection.isReserving,
        let key = try connection.insertLater(statement, in: _use.serial, assignsKey: true, bind)
      {
        return key
      }
      let use = try connection.use(statement, in: _use.serial, returnsKey: true)
      let key = try connection.fetchFirst(connection.bound(use, bind)) { try $0.readInt64() }
      guard let key else { throw connection.nothingInserted(statement) }
      return key
    }

    /// Runs a statement once for each element and returns the number of changed rows; all or nothing. Many rows are inserted with `COPY`.
    @inlinable @discardableResult
    public func execute<Elements: Sequence>(
      _ statement: FixedStatement, forEach elements: Elements,
      bind: (borrowing Elements.Element, inout _PostgreSQLBinder) throws -> Void
    ) throws -> Int {
      let connection = _use.connection
      return try connection.execute(connection.use(statement, in: _use.serial), forEach: elements, bind: bind)
    }

    /// Runs a statement once for each element and returns the number of changed rows; all or nothing.
    @inlinable @discardableResult
    public func execute<Elements: Sequence>(
      _ statement: _RenderedStatement, forEach elements: Elements,
      bind: (borrowing Elements.Element, inout _PostgreSQLBinder) throws -> Void
    ) throws -> Int {
      let connection = _use.connection
      return try connection.execute(connection.use(statement.sql, in: _use.serial), forEach: elements) {
        element, binder in
        try bind(element, &binder)
        binder.bind(all: statement.bindings)
      }
    }

    /// Runs `body` after the whole transaction is committed. It doesn't run if the transaction is rolled back, or the savepoint in which
    /// `afterCommit` was called, and once only if the block is run again after a conflict.
    ///
    /// ```swift
    /// try db.afterCommit { mailer.send(.welcome(to: address)) }
    /// ```
    ///
    /// `body` runs on the thread or in the task that called `write`, before `write` returns. The transaction has ended then, so `body` may
    /// use the store. Several closures run in the order in which they were added.
    /// - Throws: `TransactionMisuse` if the transaction has ended.
    public func afterCommit(_ body: @escaping @Sendable () -> Void) throws {
      try _use.check()
      _use.connection.afterCommit.append(body)
    }

    /// Runs `body` in a savepoint: kept when it returns, undone when it throws.
    @discardableResult
    public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
      try _use.check()
      return try _use.connection.savepoint(body)
    }

    /// Computes the stored rows of a view again, and notifies observations of it. Others can read it meanwhile if it has a unique key.
    public func _refresh(_ view: String, isKeyed: Bool) throws {
      try _use.check()
      let connection = _use.connection
      try connection.flush()
      let name = PostgreSQLNames.short(view)
      let notification = "; NOTIFY \(ObservationTriggers.channel), \(SQLText.literal(name))"
      try connection.run(
        "REFRESH MATERIALIZED VIEW \(isKeyed ? "CONCURRENTLY " : "")\(PostgreSQLNames.quoted(name))"
          + (connection.kind == .postgreSQL ? notification : ""))
    }

    /// The hooks of the store; `nil` if it has none.
    @inlinable
    public var _hooks: _HookTable? { _use.connection.hooks }

    /// Runs `body`, which inserts about `count` rows, in a savepoint. The rows are sent together as far as possible.
    @inlinable
    public func _insertRows<Result>(_ count: Int, _ body: () throws -> Result) throws -> Result {
      try _use.check()
      return try _use.connection.insertRows(count, body)
    }
  }

  extension PostgreSQLConnection {
    /// Whether keys can be assigned before rows are inserted.
    @usableFromInline var isReserving: Bool { reservation != nil }

    /// Inserts a row together with others.
    /// - Returns: its key; `nil` if it must be inserted at once.
    @usableFromInline
    func insertLater(
      _ statement: FixedStatement, in serial: UInt64, assignsKey: Bool,
      _ bind: (inout _PostgreSQLBinder) throws -> Void
    ) throws -> Int64? {
      guard transaction == serial else { throw TransactionMisuse.ended }
      return try reservation?.insert(statement, assignsKey: assignsKey, bind)
    }

    @usableFromInline
    func nothingInserted(_ statement: FixedStatement) -> any Error {
      PostgreSQLError(
        code: "", message: "the insert returned no key", detail: nil, sql: keyed[statement.identity]?.translation.sql)
    }
  }
#endif
