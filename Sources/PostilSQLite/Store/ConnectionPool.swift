import Dispatch
import PostilQuery
import Synchronization

/// A number of connections, each given to one block at a time; blocks that find none free wait, first come, first served.
///
/// A thread waits on a semaphore, a task is suspended, so that no thread of Swift's pool is ever blocked by a task. If a connection is
/// free, acquiring it is one lock taken and given back.
final class ConnectionPool: Sendable {
  let slots: [ConnectionSlot]
  /// The threads of the slots' blocks, in one place: looking into each slot would count references to it.
  private nonisolated(unsafe) let owners: UnsafeMutablePointer<Atomic<UInt>>
  /// Where tasks wait for a slot.
  let waitingRoom = BlockWorker()
  private let options: SQLiteOptions
  private let timer: DeadlineTimer
  private let state: Mutex<State>

  private struct State {
    var free: [ConnectionSlot]
    var waiters = WaitingQueue()
    var isClosed = false
  }

  init(slots: [ConnectionSlot], options: SQLiteOptions, timer: DeadlineTimer) {
    self.slots = slots
    owners = .allocate(capacity: slots.count)
    for (number, slot) in slots.enumerated() {
      (owners + number).initialize(to: Atomic(0))
      slot.owner = owners + number
    }
    self.options = options
    self.timer = timer
    // The first slot is the last of the free ones, and so the first to be used.
    state = Mutex(State(free: slots.reversed()))
  }

  deinit {
    owners.deinitialize(count: slots.count)
    owners.deallocate()
  }

  /// The slot whose block the thread runs, `nil` if it runs none of this pool.
  func slot(ownedBy thread: UInt) -> ConnectionSlot? {
    for number in slots.indices where owners[number].load(ordering: .relaxed) == thread { return slots[number] }
    return nil
  }

  /// Takes a slot, blocking the thread until its turn comes.
  /// - Throws: ``StoreOverload``, ``TransactionMisuse/closed``
  func acquire(for callSite: CallSite, by deadline: Deadline?) throws -> ConnectionSlot {
    if let slot = try takeFree(for: callSite) { return slot }
    let thread = WaitingThread()
    enqueue(Waiter(callSite), resumingWith: thread.resume, by: deadline)
    return try thread.wait()
  }

  /// Takes a slot, suspending the task until its turn comes. Called in the ``waitingRoom``.
  /// - Throws: ``StoreOverload``, ``TransactionMisuse/closed``, `CancellationError`
  nonisolated(nonsending) func wait(for callSite: CallSite, by deadline: Deadline?) async throws -> ConnectionSlot {
    let waiter = Waiter(callSite)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enqueue(waiter, resumingWith: { continuation.resume(with: $0) }, by: deadline) { Task.isCancelled }
      }
    } onCancel: {
      refuse(waiter) { _ in CancellationError() }
    }
  }

  /// Takes a slot if one is free.
  /// - Throws: ``TransactionMisuse/closed``
  func takeFree(for callSite: CallSite) throws -> ConnectionSlot? {
    try state.withLock { state in
      guard !state.isClosed else { throw TransactionMisuse.closed }
      let slot = state.free.popLast()
      slot?.holder = ConnectionSlot.Holder(callSite)
      return slot
    }
  }

  /// Lets a block wait, unless it gets its slot or is refused at once.
  /// - Parameter isCancelled: whether the task has been cancelled; afterwards it is the cancellation that refuses the waiter.
  private func enqueue(
    _ waiter: Waiter, resumingWith resume: @escaping Waiter.Resume, by deadline: Deadline?,
    unless isCancelled: () -> Bool = { false }
  ) {
    let outcome: Waiter.Outcome? = state.withLock { state in
      if isCancelled() { return .failure(CancellationError()) }
      if state.isClosed { return .failure(TransactionMisuse.closed) }
      if let slot = state.free.popLast() {
        slot.holder = ConnectionSlot.Holder(waiter.callSite)
        return .success(slot)
      }
      if let maximum = options.maximumWaiting, state.waiters.count >= max(maximum, 0) {
        return .failure(overload(waiter, .tooManyWaiting(state.waiters.count)))
      }
      waiter.resume = resume
      if let deadline = Deadline.earlier(deadline, Deadline(options.waitTimeout)) {
        waiter.alarm = timer.add(deadline.time) { [weak self] in
          self?.refuse(waiter) { pool in pool.overload(waiter, .timeout(deadline.limit)) }
        }
      }
      state.waiters.append(waiter)
      return nil
    }
    if let outcome { resume(outcome) }
  }

  /// Ends the waiting of a block with an error, unless it has ended.
  private func refuse(_ waiter: Waiter, _ error: (ConnectionPool) -> any Error) {
    let refused: (Waiter, any Error)? = state.withLock { state in
      state.waiters.remove(waiter).map { ($0, error(self)) }
    }
    if let (waiter, error) = refused { finish(waiter, .failure(error)) }
  }

  private func finish(_ waiter: Waiter, _ outcome: Waiter.Outcome) {
    if let alarm = waiter.alarm { timer.remove(alarm) }
    waiter.resume?(outcome)
  }

  /// The error for a block that doesn't get its turn. Called with the lock.
  private func overload(_ waiter: Waiter, _ reason: StoreOverload.Reason) -> StoreOverload {
    let running = slots.compactMap { slot in slot.holder?.runningBlock }.sorted { $0.duration > $1.duration }
    return StoreOverload(callSite: waiter.callSite, reason: reason, running: running)
  }

  /// Takes all slots that are free.
  func takeIdle() -> [ConnectionSlot] {
    state.withLock { state in
      defer { state.free = [] }
      return state.free
    }
  }

  /// Gives a slot back, to whoever waits longest.
  func release(_ slot: ConnectionSlot) {
    let waiter: Waiter? = state.withLock { state in
      let waiter = state.waiters.popFirst()
      slot.holder = waiter.map { ConnectionSlot.Holder($0.callSite) }
      if waiter == nil { state.free.append(slot) }
      return waiter
    }
    if let waiter { finish(waiter, .success(slot)) }
  }

  /// Refuses the blocks that wait, and all that come.
  func refuseAll() {
    let waiters: [Waiter] = state.withLock { state in
      guard !state.isClosed else { return [] }
      state.isClosed = true
      return state.waiters.removeAll()
    }
    for waiter in waiters { finish(waiter, .failure(TransactionMisuse.closed)) }
  }

  /// Stops the transactions that are open.
  func interrupt() {
    for slot in slots { slot.interrupt() }
  }

  /// Waits for the blocks that run and closes the connections, after ``refuseAll()``.
  /// - Parameters:
  ///   - interrupting: whether the blocks that run are stopped.
  ///   - checkpoints: whether a connection copies the write-ahead log into the file first.
  /// - Returns: the first error.
  func close(interrupting: Bool, checkpoints: Bool) -> (any Error)? {
    var first: (any Error)?
    for _ in slots {
      do {
        let error = try takeToClose(interrupting: interrupting).close(checkpoints: checkpoints)
        first = first ?? error
      } catch {
        first = first ?? error
      }
    }
    return first
  }

  /// A slot of a closed pool, once it is free.
  private func takeToClose(interrupting: Bool) throws -> ConnectionSlot {
    let thread = WaitingThread()
    let slot: ConnectionSlot? = state.withLock { state in
      if let slot = state.free.popLast() { return slot }
      let waiter = Waiter(CallSite(fileID: #fileID, line: #line))
      waiter.resume = thread.resume
      state.waiters.append(waiter)
      return nil
    }
    if let slot { return slot }
    guard interrupting else { return try thread.wait() }
    interrupt()
    // A block that was about to begin its transaction is found the next time.
    return try thread.wait(every: .milliseconds(20)) { interrupt() }
  }
}
