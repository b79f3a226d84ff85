import CSQLite
import PostilQuery

/// A place for a connection in a pool; the connection is opened when the place is first used.
///
/// Whoever acquired the slot from its pool, and nobody else, uses the connection.
@usableFromInline
package final class ConnectionSlot: PoolSlot, @unchecked Sendable {
  package let worker = BlockWorker()
  /// The thread that a block runs on with this slot's connection, 0 while none does. A thread that finds itself here is
  /// inside that block. The memory is the pool's, which looks through those of all its slots before each block.
  @exclusivity(unchecked) package var owner: UnsafeMutablePointer<Atomic<UInt>>?
  @exclusivity(unchecked) private var opened: SQLiteConnection?
  /// The connection, for threads that stop its transaction.
  private let stoppable = Mutex<StoppableTransaction?>(nil)
  /// Whether the block that runs writes.
  @exclusivity(unchecked) private(set) var isWriting = false
  /// The block that has the slot. Used with the pool's lock only.
  @exclusivity(unchecked) package var holder: SlotHolder?
  private let open: @Sendable () throws -> SQLiteConnection

  init(connection: SQLiteConnection?, open: @escaping @Sendable () throws -> SQLiteConnection) {
    self.open = open
    if let connection { use(connection) }
  }

  private func use(_ connection: SQLiteConnection) {
    opened = connection
    let transaction = StoppableTransaction(connection: connection, serial: nil)
    stoppable.withLock { $0 = transaction }
  }

  /// The connection, opened now if it has not been yet.
  func connection() throws -> SQLiteConnection {
    if let opened { return opened }
    let connection = try open()
    use(connection)
    return connection
  }

  /// The connection of the block that this thread runs.
  var currentConnection: SQLiteConnection? { opened }

  /// Marks that a block begins on the calling thread.
  func enter(writing: Bool) {
    isWriting = writing
    enter()
  }

  /// Stops the transaction that is open, if any. May be called from any thread.
  package func interrupt() { stoppable.withLock { $0?.stop(TransactionFlag.interrupted) } }

  /// What is to be reported of the block that has ended, none of which has been written yet.
  func takeReports() -> [StatementReport] {
    guard let opened, let watch = opened.watch else { return [] }
    return watch.takeReports { try opened.explain($0) }
  }

  /// The function that passes on the report of the block that has ended, `nil` if there is no monitor.
  func takeBlockReport() -> (() -> Void)? { opened?.watch?.recorder?.take(isWrite: isWriting) }

  /// Closes the connection; the next use would open another.
  /// - Parameter checkpoints: whether the write-ahead log is copied into the file first.
  /// - Returns: the error, if there is one. The connection is closed nevertheless.
  func close(checkpoints: Bool) -> DatabaseError? {
    stoppable.withLock { $0 = nil }
    guard let connection = opened else { return nil }
    connection.optimizeBeforeClosing()
    opened = nil
    let checkpointError = checkpoints ? connection.checkpointBeforeClosing() : nil
    return checkpointError ?? connection.close()
  }
}
