import CSQLite
import PostilQuery

#if !canImport(Darwin)
  import Synchronization
#endif

/// The flags that `SQLiteConnection.state` has beside a transaction's serial number if the transaction can't continue.
enum TransactionFlag {
  /// The task that the transaction runs for was cancelled.
  static let cancelled: UInt64 = 1 << 63
  /// The database rolled the transaction back.
  static let rolledBack: UInt64 = 1 << 62
  /// `interrupt()` was called.
  static let interrupted: UInt64 = 1 << 61
  /// The transaction took longer than its timeout.
  static let timedOut: UInt64 = 1 << 60
  /// The flags that another thread sets.
  static let stopped = cancelled | interrupted | timedOut
  static let all = stopped | rolledBack
}

/// A transaction as other threads refer to it: they can stop it, and nothing else.
struct StoppableTransaction: @unchecked Sendable {
  let connection: SQLiteConnection
  /// The number of the transaction, `nil` for the one that is open.
  let serial: UInt64?

  func stop(_ reason: UInt64) { connection.stop(serial, reason) }
}

extension SQLiteConnection {
  /// After how many instructions of SQLite's virtual machine a running statement checks whether it was stopped: some ten microseconds.
  ///
  /// Counted with valgrind on SQLite 3.40: each step of a statement costs 6 processor instructions more (0.1 percent of a point lookup,
  /// 0.4 percent of a scan), and the checks themselves add 0.01 percent.
  private static let instructionsBetweenChecks: Int32 = 1_000

  /// Makes running statements check whether their transaction was stopped. `sqlite3_interrupt` alone isn't enough: it has no effect
  /// on a statement that is just about to start. Source: SQLite, "Interrupt A Long-Running Query".
  func installStopCheck() {
    sqlite3_progress_handler(
      handle, Self.instructionsBetweenChecks,
      { context in
        guard let context else { return 0 }
        let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
        return connection.isStopped ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether another thread has stopped the open transaction.
  var isStopped: Bool { state.load(ordering: .relaxed) & TransactionFlag.stopped != 0 }

  /// Stops a transaction: its running statement ends, and every further one throws. Does nothing if the transaction has ended or can't
  /// continue anyway. May be called from any thread at any time.
  /// - Parameters:
  ///   - serial: the transaction, `nil` for the one that is open.
  ///   - reason: one of the flags.
  func stop(_ serial: UInt64?, _ reason: UInt64) {
    stopping.withLock { isClosed in
      guard !isClosed else { return }
      let serial = serial ?? state.load(ordering: .relaxed)
      guard serial != 0, serial & TransactionFlag.all == 0 else { return }
      let (exchanged, _) = state.compareExchange(expected: serial, desired: serial | reason, ordering: .relaxed)
      if exchanged { sqlite3_interrupt(handle) }
    }
  }

  /// Marks that the open transaction is about to end: nothing can stop it from now on, and `db` can no longer be used.
  /// - Returns: why it can't be committed: its flags.
  func closeTransaction() -> UInt64 {
    let flags = state.exchange(0, ordering: .relaxed) & TransactionFlag.all
    owner.store(0, ordering: .relaxed)
    // The thread that set the flag may not have interrupted the connection yet; the next transaction must not be interrupted instead.
    if flags & TransactionFlag.stopped != 0 { stopping.withLock { _ in } }
    return flags
  }

  /// Whether the transaction is open, can continue, and is used on its own thread.
  @inlinable
  func isUsable(_ serial: UInt64) -> Bool {
    state.load(ordering: .relaxed) == serial && owner.load(ordering: .relaxed) == postil_current_thread()
  }

  /// Why the transaction `serial` can't run a statement.
  @usableFromInline
  func endedError(_ serial: UInt64) -> any Error {
    let state = state.load(ordering: .relaxed)
    guard serial != 0, state & ~TransactionFlag.all == serial else { return TransactionMisuse.ended }
    guard owner.load(ordering: .relaxed) == postil_current_thread() else { return TransactionMisuse.wrongThread }
    return stopError(state)
  }

  /// The error of a transaction with these flags.
  func stopError(_ flags: UInt64) -> any Error {
    if flags & TransactionFlag.rolledBack != 0 { return TransactionMisuse.rolledBack(reason: rollbackReason) }
    if flags & TransactionFlag.timedOut != 0, let timeout { return TransactionTimeout(limit: timeout) }
    if flags & TransactionFlag.interrupted != 0 {
      return DatabaseError(
        code: SQLITE_INTERRUPT, extendedCode: SQLITE_INTERRUPT, message: "'interrupt' was called on the store")
    }
    return CancellationError()
  }
}
