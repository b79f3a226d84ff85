/// The program used a store or a transaction in a way that can't work; nothing was done.
public enum TransactionMisuse: Error, Hashable, Sendable {
  /// `db` was used after the transaction's block had ended.
  case ended
  /// A row was read after its closure had returned.
  case rowEnded
  /// `db` was used on another thread than that of its block.
  case wrongThread
  /// The store was used by its `trace`, or while a transaction of the same thread begins or ends.
  case insideCallback
  /// The database rolled back the whole transaction when a statement failed, so nothing else can run in it.
  case rolledBack(reason: String)
  /// `write` was called inside a `read` block of the same store.
  case writeInsideRead
  /// The statement writes, or begins or ends a transaction, which isn't allowed here.
  case statementNotAllowed(sql: String, reason: String)
  /// The number of bound values differs from the statement's number of parameters.
  case parameterCount(sql: String, expected: Int, bound: Int)
  /// The statement doesn't return the number of columns that a row needs.
  case columnCount(sql: String, expected: Int, found: [String])
  /// The statement doesn't return the columns of the model.
  case columnNames(sql: String, expected: [String], found: [String])
  /// The store is closed.
  case closed
  /// `close` was called inside a block of the same store.
  case closeInsideTransaction
  /// A backup, a checkpoint or another maintenance function was called inside a block of the same store.
  case maintenanceInsideTransaction
  /// The store was opened as read-only.
  case readOnlyStore
  /// `snapshot` was called on a database in memory.
  case snapshotInMemory
  /// A store was used in a child process that `fork` made after the store was opened.
  case forked
}

extension TransactionMisuse: CustomStringConvertible {
  /// What went wrong, and what to write instead.
  public var description: String {
    switch self {
    case .ended:
      "the transaction has ended; use 'db' only inside its block"
    case .rowEnded:
      "the row is no longer valid; use it only inside its closure"
    case .wrongThread:
      "'db' is used on another thread than its block's; use it only on that thread, or call 'read' or 'write' on the other one"
    case .insideCallback:
      "the store can't be used in 'trace', or while a transaction of this thread begins or ends; use it afterwards"
    case .rolledBack(let reason):
      "the database rolled this transaction back (\(reason)); leave the block, and repeat the whole write"
    case .writeInsideRead:
      "'write' isn't allowed inside 'read', whose snapshot may be outdated; use 'write' for the whole block"
    case .statementNotAllowed(let sql, let reason):
      "\(reason): \(sql)"
    case .parameterCount(let sql, let expected, let bound):
      "expected \(expected) values for the parameters, found \(bound): \(sql)"
    case .columnCount(let sql, _, []), .columnNames(let sql, _, []):
      "the statement returns no rows; use 'execute', or add 'RETURNING': \(sql)"
    case .columnCount(let sql, let expected, let found):
      "expected \(expected) columns, found \(found.count) (\(found.joined(separator: ", "))): \(sql)"
    case .columnNames(let sql, let expected, let found):
      "expected the columns \(expected.joined(separator: ", ")), found \(found.joined(separator: ", ")); select the model's "
        + "'allColumns', or name each column with AS: \(sql)"
    case .closed:
      "the store is closed"
    case .closeInsideTransaction:
      "'close' isn't allowed inside a 'read' or 'write' block; leave the block first"
    case .maintenanceInsideTransaction:
      "backups and maintenance aren't allowed inside a 'read' or 'write' block; leave the block first"
    case .readOnlyStore:
      "the store is read-only; open it without 'isReadOnly' to write"
    case .snapshotInMemory:
      "a database in memory has no write-ahead log, so a snapshot would block every write; use a file, or a 'read' block"
    case .forked:
      "this process is a 'fork' of the one that opened the store, whose locks it doesn't have; fork first, and open a store in each process"
    }
  }
}
