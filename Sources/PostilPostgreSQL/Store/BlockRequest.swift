#if PostgreSQL
  import Dispatch
  import PostilQuery
  import PostilSQLite

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

    /// The block took too long.
    func timeOut(_ limit: Duration) {
      state.withLock { state in
        if case .running(let slot) = state { slot.interrupt(by: TransactionTimeout(limit: limit)) }
      }
    }
  }

  extension PostgreSQLStore {
    /// Where statements of blocks that take too long are stopped, which waits for the server.
    private static let stopping = DispatchQueue(label: "postil.postgresql.timeouts")

    /// Runs `body`, and stops the block at the deadline.
    private func run<Result>(_ request: BlockRequest, by deadline: Deadline?, _ body: () throws -> Result) rethrows
      -> Result
    {
      guard let deadline else { return try body() }
      let alarm = timer.add(deadline.time) { Self.stopping.async { request.timeOut(deadline.limit) } }
      defer { timer.remove(alarm) }
      return try body()
    }

    /// Runs `work` with a connection, on the calling thread.
    func runOnThread<Result>(
      in pool: SlotPool<PostgreSQLSlot>, _ callSite: CallSite, _ deadline: Deadline?,
      _ work: (PostgreSQLSlot) throws -> Result
    ) throws -> Result {
      while true {
        let slot = try pool.acquire(for: callSite, by: deadline)
        let request = BlockRequest()
        do {
          defer { request.end() }
          try request.begin(slot)
          slot.callSite = callSite
          let result = try run(request, by: deadline) { try work(slot) }
          pool.release(slot)
          return result
        } catch is NoRoom {
          parked.add(slot, of: pool, timer)
        } catch {
          pool.release(slot)
          throw error
        }
      }
    }

    /// Runs `work` with a connection to the primary, in the calling task, but on a thread that may block.
    func primary<Result: Sendable>(
      _ callSite: CallSite, _ deadline: Deadline? = nil, _ work: @escaping @Sendable (PostgreSQLSlot) throws -> Result
    ) async throws -> Result { try await run(in: pool, callSite, deadline, work) }

    /// Runs `work` with a connection, in the calling task, but on a thread that may block.
    func run<Result: Sendable>(
      in pool: SlotPool<PostgreSQLSlot>, _ callSite: CallSite, _ deadline: Deadline?,
      _ work: @escaping @Sendable (PostgreSQLSlot) throws -> Result
    ) async throws -> Result {
      while true {
        try Task.checkCancellation()
        let request = BlockRequest()
        // `nil` if another connection can be used instead.
        let result: Result? = try await pool.run(for: callSite, by: deadline, onCancel: request.cancel) { slot in
          var isParked = false
          defer {
            request.end()
            if isParked { parked.add(slot, of: pool, timer) } else { pool.release(slot) }
          }
          do {
            try request.begin(slot)
            slot.callSite = callSite
            return .some(try run(request, by: deadline) { try work(slot) })
          } catch is NoRoom {
            isParked = true
            return nil
          } catch let error where Task.isCancelled {
            throw error.mayBeCommitted ? error : CancellationError()
          }
        }
        if let result { return result }
      }
    }
  }

  extension Error {
    /// Whether the transaction may have been committed although its block throws this.
    fileprivate var mayBeCommitted: Bool {
      self is CommitNotReplicated || (self as? ConnectionLost)?.isOutcomeUnknown == true
    }
  }

  /// Blocks the calling thread.
  func pause(microseconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(microseconds))
  }
#endif
