extension ReadTransaction {
  /// Runs `body` with a transaction that is limited to the rows of these scopes.
  ///
  /// ```swift
  /// try await store.write { db in
  ///   try db.scoped(to: RowScopes(Post.where { $0.authorID == me.id })) { db in try edit(form, in: db) }
  /// }
  /// ```
  ///
  /// Queries, paths, eager loads and `find` don't see other rows, and a to-one relationship to one of them is like one to no row.
  /// Other rows aren't changed or deleted: `find`, `update` and operations of relationships throw ``RecordNotFound`` for them. A row that
  /// wouldn't be in the scopes after it is inserted or changed isn't written, with the same error.
  ///
  /// What can't be limited is refused with ``TransactionMisuse``: raw SQL, named queries, `inserting` and `insert(from:)` into a limited
  /// table, and the operations of relationships that change all members or their order. ``ScopedTransaction/unscoped`` runs it. Cascades and
  /// triggers aren't limited, nor the SQL in an expression of your own.
  public func scoped<Result>(
    to scopes: RowScopes, _ body: (ScopedTransaction<Self>) throws -> Result
  ) rethrows -> Result {
    try body(ScopedTransaction(unscoped: self, scopes: _scopes?.intersection(scopes) ?? scopes))
  }
}

/// A transaction that is limited to some rows; see ``ReadTransaction/scoped(to:_:)``.
public struct ScopedTransaction<DB: ReadTransaction>: ReadTransaction {
  /// The transaction without these scopes.
  public let unscoped: DB
  let scopes: RowScopes

  /// The engine's dialect.
  public static var dialect: Dialect { DB.dialect }
  /// The scopes, also those outside.
  public var _scopes: RowScopes? { scopes }
  /// The transaction without any scopes.
  public var _unscoped: DB.Unscoped { unscoped._unscoped }

  /// Throws ``TransactionMisuse``, because the statement isn't limited.
  public func fetchFirst<Result>(
    _ statement: FixedStatement, bind: (inout DB.Binder) throws -> Void, read: (inout DB.Row) throws -> Result
  ) throws -> Result? {
    throw refusal(of: statement)
  }

  /// Throws ``TransactionMisuse``, because the statement isn't limited.
  public func forEachRow(
    _ statement: FixedStatement, bind: (inout DB.Binder) throws -> Void, _ body: (inout DB.Row) throws -> Void
  ) throws {
    throw refusal(of: statement)
  }

  /// Reads the first row of a limited statement.
  public func fetchFirst<Result>(
    _ statement: _RenderedStatement, read: (inout DB.Row) throws -> Result
  ) throws -> Result? {
    try unscoped.fetchFirst(limited(statement), read: read)
  }

  /// Reads the rows of a limited statement.
  public func forEachRow(_ statement: _RenderedStatement, _ body: (inout DB.Row) throws -> Void) throws {
    try unscoped.forEachRow(limited(statement), body)
  }

  /// Reads the rows of a limited statement, and passes them on.
  public func forEachRow<Value>(
    _ statement: _RenderedStatement, read: (inout DB.Row) throws -> Value, _ body: (consuming Value) throws -> Void
  ) throws {
    try unscoped.forEachRow(limited(statement), read: read, body)
  }

  /// The plan of a statement.
  public func explain(_ statement: _RenderedStatement) throws -> QueryPlan { try unscoped.explain(statement) }

  /// Records a call site.
  public func willRun(for callSite: CallSite) { unscoped.willRun(for: callSite) }

  private func limited(_ statement: _RenderedStatement) throws -> _RenderedStatement {
    guard statement.isLimited, !statement.isHandwritten else { throw Self.refusal(of: statement.sql) }
    return statement
  }

  private func refusal(of statement: FixedStatement) -> any Error { Self.refusal(of: statement.description) }

  private static func refusal(of sql: String) -> any Error {
    TransactionMisuse.statementNotAllowed(
      sql: sql, reason: "it isn't limited to the scopes of the transaction; run it with 'db.unscoped'")
  }
}

extension ScopedTransaction: WriteTransaction where DB: WriteTransaction {
  /// Throws ``TransactionMisuse``, because the statement isn't limited.
  public func execute(_ statement: FixedStatement, bind: (inout DB.Binder) throws -> Void) throws -> Int {
    throw refusal(of: statement)
  }

  /// Runs a limited statement.
  public func execute(_ statement: _RenderedStatement) throws -> Int { try unscoped.execute(limited(statement)) }

  /// Throws ``TransactionMisuse``, because the statement isn't limited.
  public func insert(_ statement: FixedStatement, bind: (inout DB.Binder) throws -> Void) throws -> Int64 {
    throw refusal(of: statement)
  }

  /// Throws ``TransactionMisuse``, because the statement isn't limited.
  public func execute<Elements: Sequence>(
    _ statement: FixedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout DB.Binder) throws -> Void
  ) throws -> Int {
    throw refusal(of: statement)
  }

  /// Runs a limited statement for each element.
  public func execute<Elements: Sequence>(
    _ statement: _RenderedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout DB.Binder) throws -> Void
  ) throws -> Int {
    try unscoped.execute(limited(statement), forEach: elements, bind: bind)
  }

  /// Sets a value that triggers can read.
  public func setContext(_ name: String, to value: String?) throws { try unscoped.setContext(name, to: value) }

  /// Runs `body` after the commit.
  public func afterCommit(_ body: @escaping @Sendable () -> Void) throws { try unscoped.afterCommit(body) }

  /// Runs `body` in a savepoint.
  public func savepoint<Result>(_ body: () throws -> Result) throws -> Result { try unscoped.savepoint(body) }

  /// Runs `body`, which inserts rows, in a savepoint.
  public func _insertRows<Result>(_ count: Int, _ body: () throws -> Result) throws -> Result {
    try unscoped._insertRows(count, body)
  }

  /// Computes the rows of a view again.
  public func _refresh(_ view: String, isKeyed: Bool) throws { try unscoped._refresh(view, isKeyed: isKeyed) }

  /// Whether unknown triggers can change rows.
  public var _hasForeignTriggers: Bool { unscoped._hasForeignTriggers }

  /// The hooks of the store. There is a table also if it has none, because each write is checked.
  public var _hooks: _HookTable? { unscoped._hooks ?? .empty }
}
