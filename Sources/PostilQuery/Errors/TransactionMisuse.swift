/// The program used a store or a transaction in a way that cannot work; nothing was done.
public enum TransactionMisuse: Error, Hashable, Sendable {
  /// The transaction's block has ended: what it is captured in ran too late.
  case ended
  /// The database rolled the whole transaction back when a statement failed, so nothing can follow in it.
  case rolledBack(reason: String)
  /// `write` was called inside a `read` block of the same store.
  case writeInsideRead
  /// The statement writes, or begins or ends a transaction, where only reading is possible.
  case statementNotAllowed(sql: String, reason: String)
  /// The statement has another number of parameters than values were bound.
  case parameterCount(sql: String, expected: Int, bound: Int)
  /// The statement returns another number of columns than are read of each row.
  case columnCount(sql: String, expected: Int, found: [String])
  /// The statement returns other columns than those of which a row of the model is made.
  case columnNames(sql: String, expected: [String], found: [String])
  /// The store is closed.
  case closed
  /// `close` was called inside a block of the same store.
  case closeInsideTransaction
  /// The store was opened for reading only.
  case readOnlyStore
}

extension TransactionMisuse: CustomStringConvertible {
  /// What went wrong, and what to write instead.
  public var description: String {
    switch self {
    case .ended:
      "the transaction has ended: use 'db' only inside the block that it was handed to"
    case .rolledBack(let reason):
      "the database rolled this transaction back (\(reason)): leave the block and try the whole write again"
    case .writeInsideRead:
      "'write' inside 'read' cannot work, for the read's snapshot is of an earlier state: begin with 'write'"
    case .statementNotAllowed(let sql, let reason):
      "\(reason): \(sql)"
    case .parameterCount(let sql, let expected, let bound):
      "the statement has \(expected) parameters, and \(bound) values were bound: \(sql)"
    case .columnCount(let sql, _, []), .columnNames(let sql, _, []):
      "the statement returns no rows: use 'execute', or 'RETURNING': \(sql)"
    case .columnCount(let sql, let expected, let found):
      "the statement returns \(found.count) columns (\(found.joined(separator: ", "))), "
        + "and \(expected) are read of each row: \(sql)"
    case .columnNames(let sql, let expected, let found):
      "the statement returns the columns \(found.joined(separator: ", ")), and a row is read from "
        + "\(expected.joined(separator: ", ")): select the model's 'allColumns', or name each with AS: \(sql)"
    case .closed:
      "the store is closed"
    case .closeInsideTransaction:
      "'close' inside a 'read' or 'write' block cannot work: leave the block first"
    case .readOnlyStore:
      "the store was opened for reading only: open it without 'isReadOnly' to write"
    }
  }
}
