import CSQLite
import PostilQuery

/// The argument of a `read` block: an open transaction that reads one snapshot of the database.
///
/// It can be used only inside its block; afterwards every call throws ``TransactionMisuse``.
public struct SQLiteReadTransaction: ReadTransaction {
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
    try connection.fetchFirst(
      connection.start(statement, in: serial, mayWrite: false), bind: bind, read: read)
  }

  /// Runs a statement and passes its rows to `body`, one at a time.
  @inlinable
  public func forEachRow(
    _ statement: FixedStatement, bind: (inout _SQLiteBinder) throws -> Void,
    _ body: (inout _SQLiteRow) throws -> Void
  ) throws {
    try connection.forEachRow(
      connection.start(statement, in: serial, mayWrite: false), bind: bind, body)
  }

  /// Runs a statement and reads its first row, `nil` if it returns none.
  @inlinable
  public func fetchFirst<Result>(
    _ statement: _RenderedStatement, read: (inout _SQLiteRow) throws -> Result
  ) throws -> Result? {
    try connection.reporting(statement) {
      try connection.fetchFirst(
        connection.start(statement, in: serial, mayWrite: false), bind: { $0.bind(all: statement.bindings) },
        read: read)
    }
  }

  /// Runs a statement and passes its rows to `body`, one at a time.
  @inlinable
  public func forEachRow(_ statement: _RenderedStatement, _ body: (inout _SQLiteRow) throws -> Void) throws {
    try connection.reporting(statement) {
      try connection.forEachRow(
        connection.start(statement, in: serial, mayWrite: false), bind: { $0.bind(all: statement.bindings) }, body)
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
}
