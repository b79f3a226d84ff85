import CSQLite
import Dispatch
import PostilQuery

extension SQLiteStore {
  /// Waits for the blocks that run and closes the database; every later use throws ``TransactionMisuse/closed``. Sequences of observed
  /// values, snapshots and streams of rows end. Closing a closed store does nothing; closing one that is being closed waits until it is closed.
  ///
  /// A store that is no longer referenced is closed automatically, on another thread if that happens on the main thread.
  /// - Parameter interrupting: whether the blocks that run are stopped as by ``interrupt()``, instead of running to their end.
  /// - Throws: ``TransactionMisuse/closeInsideTransaction`` if called inside a block of this store, or of one of its snapshots.
  ///   ``DatabaseError`` if the write-ahead
  ///   log couldn't be copied into the file: the store is closed nevertheless, and what was committed is safe in the log.
  public func close(interrupting: Bool = false) throws {
    try connections.process.check()
    guard !connections.isInUse(by: postil_current_thread()) else { throw TransactionMisuse.closeInsideTransaction }
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

/// The connections of a store, which are closed together. A held snapshot is a store of one connection.
final class StoreConnections: Sendable {
  let writers: ConnectionPool
  /// The same pool as `writers` if the database is in memory.
  let readers: ConnectionPool
  private let state = Mutex(State())
  private let closing = DispatchGroup()
  let process = ProcessMark()

  private struct State {
    var hasBegunToClose = false
    /// The held snapshots of the store.
    var snapshots: [ObjectIdentifier: StoreConnections] = [:]
  }

  init(writers: ConnectionPool, readers: ConnectionPool) {
    (self.writers, self.readers) = (writers, readers)
  }

  /// - Throws: ``TransactionMisuse/closed``
  func checkOpen() throws {
    if state.withLock({ $0.hasBegunToClose }) { throw TransactionMisuse.closed }
  }

  /// Adds a held snapshot.
  /// - Throws: ``TransactionMisuse/closed``
  func add(_ snapshot: StoreConnections) throws {
    try state.withLock { state in
      guard !state.hasBegunToClose else { throw TransactionMisuse.closed }
      state.snapshots[ObjectIdentifier(snapshot)] = snapshot
    }
  }

  /// Removes a snapshot that is closed.
  func remove(_ snapshot: StoreConnections) {
    _ = state.withLock { $0.snapshots.removeValue(forKey: ObjectIdentifier(snapshot)) }
  }

  /// Whether a thread runs a block with one of the connections.
  func isInUse(by thread: UInt) -> Bool {
    if (writers.slot(ownedBy: thread) ?? readers.slot(ownedBy: thread)) != nil { return true }
    return snapshots.contains { $0.isInUse(by: thread) }
  }

  private var snapshots: [StoreConnections] { state.withLock { Array($0.snapshots.values) } }

  func interrupt() {
    writers.interrupt()
    if readers !== writers { readers.interrupt() }
    for snapshot in snapshots { snapshot.interrupt() }
  }

  /// Closes all connections, or waits until another thread has closed them.
  func close(interrupting: Bool) throws {
    try process.check()
    let isFirst = state.withLock { state in
      defer { state.hasBegunToClose = true }
      if !state.hasBegunToClose { closing.enter() }
      return !state.hasBegunToClose
    }
    guard isFirst else {
      if interrupting { interrupt() }
      return closing.wait()
    }
    defer { closing.leave() }
    readers.refuseAll()
    writers.refuseAll()
    for snapshot in snapshots { try? snapshot.close(interrupting: interrupting) }
    // The writer is closed last: the last connection copies the log's contents into the file.
    let readError = readers === writers ? nil : readers.close(interrupting: interrupting, checkpoints: false)
    if let error = writers.close(interrupting: interrupting, checkpoints: true) ?? readError { throw error }
  }

  /// Closes the connections of a store that was released. The main thread doesn't wait for the disk.
  func closeAfterRelease() {
    guard !process.isCopy else { return }
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
