import PostilQuery
import Synchronization

/// A task's wish to run a block: it waits for its turn, runs, and may be cancelled from another thread all the while.
final class AsyncRequest: Sendable {
  private enum State {
    /// Nobody waits for the outcome yet.
    case new
    /// Waiting; the closure resumes the task if it is cancelled.
    case waiting(@Sendable () -> Void)
    /// The block's turn has come; the transaction is there once it has begun.
    case running(Transaction?)
    case ended
    case cancelled
  }

  private struct Transaction: @unchecked Sendable {
    let serial: UInt64
    let connection: SQLiteConnection
  }

  private let state = Mutex(State.new)

  /// Begins to wait. Where the task has been cancelled already, `onCancel` is called at once and `false` is returned.
  func wait(onCancel: @escaping @Sendable () -> Void) -> Bool {
    let isWaiting = state.withLock { state in
      if case .cancelled = state { return false }
      state = .waiting(onCancel)
      return true
    }
    if !isWaiting { onCancel() }
    return isWaiting
  }

  /// It is the block's turn; `false` if the task has been cancelled.
  func takeTurn() -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .running(nil)
      return true
    }
  }

  /// The block's transaction, which reads, has begun and may be interrupted from now on.
  func didBegin(_ serial: UInt64, on connection: SQLiteConnection) {
    let transaction = Transaction(serial: serial, connection: connection)
    state.withLock { state in
      if case .cancelled = state {
        transaction.connection.cancel(transaction.serial)
      } else {
        state = .running(transaction)
      }
    }
  }

  /// The block's transaction is about to end. Nothing may interrupt the connection after this, because another block is next.
  func willEnd() {
    state.withLock { state in
      if case .running = state { state = .ended }
    }
  }

  /// Whether the task was cancelled before the block ended.
  var isCancelled: Bool {
    state.withLock { state in
      if case .cancelled = state { true } else { false }
    }
  }

  /// The task was cancelled: it waits no longer, and the statement that runs for it is interrupted.
  func cancel() {
    let tell: (@Sendable () -> Void)? = state.withLock { state in
      switch state {
      case .new:
        state = .cancelled
      case .waiting(let tell):
        state = .cancelled
        return tell
      case .running(let transaction):
        state = .cancelled
        // Still under the lock, so that the transaction cannot end before.
        if let transaction { transaction.connection.cancel(transaction.serial) }
      case .ended, .cancelled:
        break
      }
      return nil
    }
    tell?()
  }
}

extension SQLiteStore {
  /// Runs `work` with a slot of `pool`, on a thread of the slot's queue, when the task's turn comes.
  /// - Throws: what `work` throws, `CancellationError` where the task is cancelled before its turn,
  ///   ``TransactionMisuse/closed``.
  func run<Result: Sendable>(
    in pool: ConnectionPool, _ work: @escaping @Sendable (ConnectionSlot, AsyncRequest) throws -> Result
  ) async throws -> Result {
    let request = AsyncRequest()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
        guard request.wait(onCancel: { continuation.resume(throwing: CancellationError()) }) else { return }
        pool.acquire { slot in
          guard request.takeTurn() else { return false }
          guard let slot else {
            continuation.resume(throwing: TransactionMisuse.closed)
            return false
          }
          slot.queue.async {
            let outcome = Swift.Result { try work(slot, request) }
            self.release(slot, to: pool)
            continuation.resume(with: outcome)
          }
          return true
        }
      }
    } onCancel: {
      request.cancel()
    }
  }
}
