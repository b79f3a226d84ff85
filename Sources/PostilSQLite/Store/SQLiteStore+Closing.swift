import CSQLite
import Dispatch
import PostilQuery
import Synchronization

extension SQLiteStore {
  /// Waits for the blocks that run and closes the database; every later use throws ``TransactionMisuse/closed``. Sequences of observed
  /// values end. Closing a closed store does nothing; closing one that is being closed waits until it is closed.
  ///
  /// A store that is no longer referenced is closed automatically, on another thread if that happens on the main thread.
  /// - Parameter interrupting: whether the blocks that run are stopped as by ``interrupt()``, instead of running to their end.
  /// - Throws: ``TransactionMisuse/closeInsideTransaction`` if called inside a block of this store. ``DatabaseError`` if the write-ahead
  ///   log couldn't be copied into the file: the store is closed nevertheless, and what was committed is safe in the log.
  public func close(interrupting: Bool = false) throws {
    guard currentSlot() == nil else { throw TransactionMisuse.closeInsideTransaction }
    observers.close()
    try connections.close(interrupting: interrupting)
  }

  /// Suspends the task until the blocks that run have ended and the database is closed; see the synchronous version.
  /// - Parameter interrupting: whether the blocks that run are stopped as by ``interrupt()``, instead of running to their end.
  /// - Throws: ``DatabaseError`` if the write-ahead log couldn't be copied into the file: the store is closed nevertheless, and what
  ///   was committed is safe in the log.
  public func close(interrupting: Bool = false) async throws {
    observers.close()
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      DispatchQueue(label: "postil.close").async { [connections] in
        continuation.resume(with: Swift.Result { try connections.close(interrupting: interrupting) })
      }
    }
  }

  /// Stops the blocks that run: their running statements end, and all further ones throw ``DatabaseError`` with code 9. A `write` is
  /// rolled back. Blocks that begin later, or are just beginning, aren't affected. May be called from any thread, also inside a block.
  public func interrupt() { connections.interrupt() }
}

/// The connections of a store, which are closed together.
final class StoreConnections: Sendable {
  let writers: ConnectionPool
  /// The same pool as `writers` if the database is in memory.
  let readers: ConnectionPool
  private let hasBegunToClose = Mutex(false)
  private let closing = DispatchGroup()

  init(writers: ConnectionPool, readers: ConnectionPool) {
    (self.writers, self.readers) = (writers, readers)
  }

  func interrupt() {
    writers.interrupt()
    if readers !== writers { readers.interrupt() }
  }

  /// Closes all connections, or waits until another thread has closed them.
  func close(interrupting: Bool) throws {
    let isFirst = hasBegunToClose.withLock { hasBegun in
      defer { hasBegun = true }
      if !hasBegun { closing.enter() }
      return !hasBegun
    }
    guard isFirst else {
      if interrupting { interrupt() }
      return closing.wait()
    }
    defer { closing.leave() }
    readers.refuseAll()
    writers.refuseAll()
    // The writer is closed last: the last connection copies the log's contents into the file.
    let readError = readers === writers ? nil : readers.close(interrupting: interrupting, checkpoints: false)
    if let error = writers.close(interrupting: interrupting, checkpoints: true) ?? readError { throw error }
  }

  /// Closes the connections of a store that was released. The main thread doesn't wait for the disk.
  func closeAfterRelease() {
    guard DispatchQueue.getSpecific(key: Self.isMainQueue) == true else {
      try? close(interrupting: false)
      return
    }
    DispatchQueue(label: "postil.close").async { try? self.close(interrupting: false) }
  }

  /// The main queue has this mark. On Linux, its work may run on any thread.
  private static let isMainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()
}
