import PostilQuery

/// Connects a task with the transaction of its block, so that cancelling the task stops the transaction.
final class AsyncRequest: Sendable {
  private enum State {
    case waiting
    case running(StoppableTransaction)
    case cancelled
  }

  private let state = Mutex(State.waiting)

  /// The block's transaction has begun.
  func didBegin(_ transaction: StoppableTransaction) {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .running(transaction)
      return false
    }
    if isCancelled { transaction.stop(TransactionFlag.cancelled) }
  }

  /// The task was cancelled.
  func cancel() {
    let transaction: StoppableTransaction? = state.withLock { state in
      defer { state = .cancelled }
      if case .running(let transaction) = state { return transaction }
      return nil
    }
    transaction?.stop(TransactionFlag.cancelled)
  }
}

extension SQLiteStore {
  /// Runs `work` with a slot of `pool` in the calling task, on a thread of the slot's worker, when the task's turn comes.
  /// - Throws: what `work` throws, ``StoreOverload``, ``TransactionMisuse/closed``. `CancellationError` if the task is cancelled before
  ///   its turn, and instead of any other error if it is cancelled while `work` runs.
  func run<Result: Sendable>(
    in pool: ConnectionPool, for callSite: CallSite = CallSite(fileID: #fileID, line: #line),
    by deadline: Deadline? = nil,
    _ work: @escaping @Sendable (ConnectionSlot, AsyncRequest) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let request = AsyncRequest()
    return try await pool.run(for: callSite, by: deadline, onCancel: request.cancel) { slot in
      defer { release(slot, to: pool) }
      do {
        try Task.checkCancellation()
        return try work(slot, request)
      } catch  where Task.isCancelled {
        throw CancellationError()
      }
    }
  }
}
