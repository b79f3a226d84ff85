import CSQLite
import PostilQuery

/// The connection of an open transaction that writes: what a `write` block is handed.
///
/// It can be used only inside its block; afterwards every call throws ``TransactionMisuse``.
public struct SQLiteWriteTransaction: WriteTransaction {
  @usableFromInline let connection: SQLiteConnection
  /// The transaction's number, which is no longer valid when the block ends.
  @usableFromInline let serial: UInt64

  @inlinable
  init(connection: SQLiteConnection, serial: UInt64) {
    self.connection = connection
    self.serial = serial
  }

  /// How SQLite writes SQL.
  public static var dialect: Dialect { .sqlite }

  /// Runs a statement and reads its first row, `nil` if it returns none.
  @inlinable
  public func fetchFirst<Result>(
    _ statement: FixedStatement, bind: (inout _SQLiteBinder) throws -> Void,
    read: (inout _SQLiteRow) throws -> Result
  ) throws -> Result? {
    try connection.fetchFirst(connection.start(statement, in: serial, mayWrite: true), bind: bind, read: read)
  }

  /// Runs a statement and passes its rows to `body`, one at a time.
  @inlinable
  public func forEachRow(
    _ statement: FixedStatement, bind: (inout _SQLiteBinder) throws -> Void,
    _ body: (inout _SQLiteRow) throws -> Void
  ) throws {
    try connection.forEachRow(connection.start(statement, in: serial, mayWrite: true), bind: bind, body)
  }

  /// Runs a statement and reads its first row, `nil` if it returns none.
  @inlinable
  public func fetchFirst<Result>(
    _ statement: _RenderedStatement, read: (inout _SQLiteRow) throws -> Result
  ) throws -> Result? {
    try connection.reporting(statement) {
      try connection.fetchFirst(
        connection.start(statement, in: serial, mayWrite: true), bind: { $0.bind(all: statement.bindings) },
        read: read)
    }
  }

  /// Runs a statement and passes its rows to `body`, one at a time.
  @inlinable
  public func forEachRow(_ statement: _RenderedStatement, _ body: (inout _SQLiteRow) throws -> Void) throws {
    try connection.reporting(statement) {
      try connection.forEachRow(
        connection.start(statement, in: serial, mayWrite: true), bind: { $0.bind(all: statement.bindings) }, body)
    }
  }

  /// Runs a statement, reads its rows, and passes what was read to `body`, one row at a time.
  @inlinable
  public func forEachRow<Value>(
    _ statement: FixedStatement, bind: (inout _SQLiteBinder) throws -> Void, read: (inout _SQLiteRow) throws -> Value,
    _ body: (consuming Value) throws -> Void
  ) throws {
    try connection.forEachRow(
      connection.start(statement, in: serial, mayWrite: true), bind: bind, read: read, body)
  }

  /// Runs a statement, reads its rows, and passes what was read to `body`, one row at a time.
  @inlinable
  public func forEachRow<Value>(
    _ statement: _RenderedStatement, read: (inout _SQLiteRow) throws -> Value, _ body: (consuming Value) throws -> Void
  ) throws {
    try connection.reporting(statement) {
      try connection.forEachRow(
        connection.start(statement, in: serial, mayWrite: true), bind: { $0.bind(all: statement.bindings) },
        read: read, body)
    }
  }

  /// How SQLite would run a statement, which is not run: not even one that writes.
  public func explain(_ statement: _RenderedStatement) throws -> QueryPlan {
    try connection.explain(statement.sql, statement.bindings, in: serial)
  }

  /// Records the call site of the fixed statement that runs next, for the store's reports.
  public func willRun(for callSite: CallSite) {
    if let watch = connection.watch, connection.isUsable(serial) { watch.expect(callSite) }
  }

  /// Runs a statement and returns the number of rows that it changed (those of cascades and triggers not counted).
  /// Source: SQLite, "Count The Number Of Rows Modified".
  @inlinable @discardableResult
  public func execute(_ statement: FixedStatement, bind: (inout _SQLiteBinder) throws -> Void) throws -> Int {
    try connection.execute(connection.start(statement, in: serial, mayWrite: true), bind: bind)
  }

  /// Runs a statement and returns the number of rows that it changed.
  @inlinable @discardableResult
  public func execute(_ statement: _RenderedStatement) throws -> Int {
    try connection.reporting(statement) {
      try connection.execute(
        connection.start(statement, in: serial, mayWrite: true), bind: { $0.bind(all: statement.bindings) })
    }
  }

  /// Runs an insert of one row and returns the integer key that the database assigned.
  @inlinable
  public func insert(_ statement: FixedStatement, bind: (inout _SQLiteBinder) throws -> Void) throws -> Int64 {
    guard try execute(statement, bind: bind) == 1 else { throw connection.nothingInserted(statement) }
    return sqlite3_last_insert_rowid(connection.handle)
  }

  /// Runs a statement once for each element and returns the number of rows changed; all or nothing.
  @inlinable @discardableResult
  public func execute<Elements: Sequence>(
    _ statement: FixedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout _SQLiteBinder) throws -> Void
  ) throws -> Int {
    try savepoint {
      try connection.execute(
        connection.start(statement, in: serial, mayWrite: true), forEach: elements, bind: bind, rest: { _ in })
    }
  }

  /// Runs a statement once for each element and returns the number of rows changed; all or nothing. An element's values come
  /// first, followed by those of the statement.
  @inlinable @discardableResult
  public func execute<Elements: Sequence>(
    _ statement: _RenderedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout _SQLiteBinder) throws -> Void
  ) throws -> Int {
    try savepoint {
      try connection.reporting(statement) {
        let started = try connection.start(statement, in: serial, mayWrite: true)
        return try connection.execute(
          started, forEach: elements, bind: bind, rest: { $0.bind(all: statement.bindings) })
      }
    }
  }

  /// Whether triggers that aren't part of the program's schema can change rows after they are written.
  @inlinable
  public var _hasForeignTriggers: Bool { connection.hasForeignTriggers }

  /// The hooks of the store; `nil` if it has none.
  @inlinable
  public var _hooks: _HookTable? { connection.hooks }

  /// Runs `body` after the whole transaction is committed. It doesn't run if the transaction is rolled back, or the savepoint in which
  /// `afterCommit` was called.
  ///
  /// ```swift
  /// try db.afterCommit { mailer.send(.welcome(to: address)) }
  /// ```
  ///
  /// `body` runs on the thread or in the task that called `write`, before `write` returns. The transaction has ended then, so `body` may
  /// use the store. Several closures run in the order in which they were added.
  /// - Throws: ``TransactionMisuse`` if the transaction has ended, and the other errors of a statement that it refuses.
  public func afterCommit(_ body: @escaping @Sendable () -> Void) throws {
    guard connection.isUsable(serial) else { throw connection.endedError(serial) }
    connection.afterCommit.append(body)
  }

  /// Sets a value that the SQL of triggers and defaults reads with `postil_context('name')`: see ``WriteTransaction/setContext(_:to:)``.
  public func setContext(_ name: String, to value: String?) throws {
    try checkContext(name, value)
    guard connection.isUsable(serial) else { throw connection.endedError(serial) }
    connection.context.values[name] = value?.isEmpty == true ? nil : value
  }

  /// Runs a statement at the beginning of each later `write` of the store, so that the changes of a transaction can be told from those of
  /// others.
  public func _beginTransactions(with statement: FixedStatement) { connection.firstStatement = statement }

  /// Runs `body` in a savepoint: kept when it returns, undone when it throws.
  @inlinable @discardableResult
  public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.beginNested(in: serial)
    let result: Result
    do {
      result = try body()
      try connection.endNested(in: serial)
    } catch {
      connection.rollBackNested()
      throw error
    }
    return result
  }
}
