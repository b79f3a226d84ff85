#if PostgreSQL
  import Dispatch
  import Synchronization

  /// Connects a task with the block that runs for it, so that cancelling the task stops this block, and no later one of the same slot.
  final class BlockRequest: Sendable {
    private enum State {
      case waiting
      case running(PostgreSQLSlot)
      case cancelled
      case ended
    }

    private let state = Mutex(State.waiting)

    /// The block begins.
    /// - Throws: `CancellationError` if the task was cancelled before.
    func begin(_ slot: PostgreSQLSlot) throws {
      try state.withLock { state throws in
        if case .cancelled = state { throw CancellationError() }
        slot.prepareToRun()
        state = .running(slot)
      }
    }

    /// The block has ended.
    func end() { state.withLock { $0 = .ended } }

    /// The task was cancelled.
    func cancel() {
      state.withLock { state in
        switch state {
        case .waiting: state = .cancelled
        case .running(let slot): slot.interrupt()
        case .cancelled, .ended: break
        }
      }
    }
  }

  /// Blocks the calling thread.
  func pause(microseconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(microseconds))
  }
#endif
