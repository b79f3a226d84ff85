import CSQLite
import PostilQuery

// SQLite's C API, for what Postil doesn't wrap.

extension SQLiteReadTransaction {
  /// Runs `body` with the `sqlite3 *` of the connection.
  ///
  /// `body` must use it only on its own thread, and must not keep it, leave statements unfinalized, or replace the authorizer, the hooks,
  /// the trace or the busy handler of the connection. It can't begin or end transactions.
  /// - Throws: what `body` throws; ``TransactionMisuse`` if the transaction has ended, or if `body` has written, which is undone.
  public func withHandle<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
    guard connection.isUsable(serial) else { throw connection.endedError(serial) }
    let isInsideWrite = sqlite3_txn_state(connection.handle, nil) == SQLITE_TXN_WRITE
    let result = try body(connection.handle)
    if !isInsideWrite, sqlite3_txn_state(connection.handle, nil) == SQLITE_TXN_WRITE {
      connection.rollBack()
      throw TransactionMisuse.statementNotAllowed(
        sql: "withHandle", reason: "a 'read' block must not write; use 'write'")
    }
    return result
  }
}

extension SQLiteWriteTransaction {
  /// Runs `body` with the `sqlite3 *` of the connection. Observations take everything for changed afterwards.
  ///
  /// The rules are those of ``SQLiteReadTransaction/withHandle(_:)``, except that `body` may write.
  /// - Throws: what `body` throws; ``TransactionMisuse`` if the transaction has ended.
  public func withHandle<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
    guard connection.isUsable(serial) else { throw connection.endedError(serial) }
    connection.expectSchemaChange()
    connection.changeRecorder?.note(nil)
    return try body(connection.handle)
  }
}
