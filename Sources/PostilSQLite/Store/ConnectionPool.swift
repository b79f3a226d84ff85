import CSQLite
import Dispatch
import PostilQuery

/// A place for a connection in a pool.
package protocol PoolSlot: AnyObject, Sendable {
  /// Runs the blocks of tasks.
  var worker: BlockWorker { get }
  /// The thread that a block runs on with this slot's connection, 0 while none does. The memory is the pool's.
  var owner: UnsafeMutablePointer<Atomic<UInt>>? { get set }
  /// The block that has the slot. Used with the pool's lock only.
  var holder: SlotHolder? { get set }
  /// Stops the transaction that is open, if any. May be called from any thread.
  func interrupt()
}

extension PoolSlot {
  /// Marks that a block begins on the calling thread.
  package func enter() { owner?.pointee.store(postil_current_thread(), ordering: .relaxed) }

  /// Marks that the block has ended.
  package func leave() { owner?.pointee.store(0, ordering: .relaxed) }
}

/// The block that has a slot.
package struct SlotHolder {
  let callSite: CallSite
  /// The thread that runs the block and will give the slot back, 0 while it isn't known: a task's block has none before it begins.
  var thread: UInt
  /// The priority that the thread has been given by those that wait.
  var raised: RaisedPriority?
  private let start = postil_coarse_nanoseconds()

  init(_ callSite: CallSite, thread: UInt = 0) { (self.callSite, self.thread) = (callSite, thread) }

  var runningBlock: StoreOverload.RunningBlock {
    StoreOverload.RunningBlock(
      callSite: callSite, duration: .nanoseconds(Int64(postil_coarse_nanoseconds() &- start)))
  }
}

/// How many blocks may wait for a connection, and how long.
package struct PoolLimits: Sendable {
  var maximumWaiting: Int?
  var waitTimeout: Duration?

  package init(maximumWaiting: Int?, waitTimeout: Duration?) {
    (self.maximumWaiting, self.waitTimeout) = (maximumWaiting, waitTimeout)
  }
}

/// The connections of an SQLite database.
typealias ConnectionPool = SlotPool<ConnectionSlot>

/// A number of connections, each given to one block at a time; blocks that find none free wait, first come, first served.
///
/// A thread waits on a semaphore, a task is suspended, so that no thread of Swift's pool is ever blocked by a task. If a connection is
/// free, acquiring it is one lock taken and given back.
package final class SlotPool<Slot: PoolSlot>: Sendable {
  package let slots: [Slot]
  /// The threads of the slots' blocks, in one place: looking into each slot would count references to it.
  private nonisolated(unsafe) let owners: UnsafeMutablePointer<Atomic<UInt>>
  /// Where tasks that get no slot go on.
  fileprivate let worker = BlockWorker()
  private let limits: PoolLimits
  private let timer: DeadlineTimer
  private let priorities: ThreadPriorities?
  private let state: Mutex<State>
  private let process = ProcessMark()

  private struct State {
    var free: [Slot]
    var waiters = WaitingQueue<Slot>()
    var isClosed = false
  }

  package init(
    slots: [Slot], limits: PoolLimits, timer: DeadlineTimer, priorities: ThreadPriorities? = .system
  ) {
    self.slots = slots
    self.priorities = priorities
    owners = .allocate(capacity: slots.count)
    for (number, slot) in slots.enumerated() {
      (owners + number).initialize(to: Atomic(0))
      slot.owner = owners + number
    }
    self.limits = limits
    self.timer = timer
    // The first slot is the last of the free ones, and so the first to be used.
    state = Mutex(State(free: slots.reversed()))
  }

  deinit {
    owners.deinitialize(count: slots.count)
    owners.deallocate()
  }

  /// The slot whose block the thread runs, `nil` if it runs none of this pool.
  package func slot(ownedBy thread: UInt) -> Slot? {
    for number in slots.indices where owners[number].load(ordering: .relaxed) == thread { return slots[number] }
    return nil
  }

  /// The slot whose block the calling thread runs, `nil` if it runs none of this pool.
  package var currentSlot: Slot? { slot(ownedBy: postil_current_thread()) }

  /// Takes a slot, blocking the thread until its turn comes.
  /// - Throws: ``StoreOverload``, ``TransactionMisuse/closed``
  package func acquire(for callSite: CallSite, by deadline: Deadline?) throws -> Slot {
    if let slot = try takeFree(for: callSite, thread: postil_current_thread()) { return slot }
    let thread = WaitingThread<Slot>()
    enqueue(
      Waiter<Slot>(callSite, thread: postil_current_thread(), priority: priorities?.current() ?? 0),
      resumingWith: thread.resume, by: deadline)
    return try thread.wait()
  }

  /// Runs `work` with a slot in the calling task, on the thread of the slot's worker, when the task's turn comes. `work` gives the slot back.
  /// - Parameter cancel: called when the task is cancelled.
  /// - Throws: ``StoreOverload``, ``TransactionMisuse/closed``, ``TransactionMisuse/forked``, `CancellationError` if the task is cancelled
  ///   before its turn, and what `work` throws.
  package func run<Result: Sendable>(
    for callSite: CallSite, by deadline: Deadline?, onCancel cancel: @Sendable () -> Void,
    _ work: @Sendable (Slot) throws -> Result
  ) async throws -> Result {
    try process.check()
    let turn = Turn(in: self, Waiter(callSite), by: deadline)
    return try await withTaskCancellationHandler {
      try await turn.run(work)
    } onCancel: {
      refuse(turn.waiter) { _ in CancellationError() }
      cancel()
    }
  }

  /// Takes a slot if one is free.
  /// - Parameter thread: the thread that will run the block and give the slot back, 0 if it isn't known yet.
  /// - Throws: ``TransactionMisuse/closed``, ``TransactionMisuse/forked``
  package func takeFree(for callSite: CallSite, thread: UInt = 0) throws -> Slot? {
    // Before the lock, which another thread may have held when the process was copied.
    try process.check()
    return try state.withLock { state in
      guard !state.isClosed else { throw TransactionMisuse.closed }
      let slot = state.free.popLast()
      slot?.holder = SlotHolder(callSite, thread: thread)
      return slot
    }
  }

  /// Notes that the calling thread is about to run the block of a task, and will give its slot back.
  package func begin(_ slot: Slot) {
    guard priorities != nil else { return }
    state.withLock { state in
      slot.holder?.thread = postil_current_thread()
      raise(slot, to: state.waiters.highestPriority)
    }
  }

  /// Gives the thread of a slot's block the priority of those that wait. Called with the lock, without which the thread can't give the
  /// slot back, and so can't end.
  private func raise(_ slot: Slot, to priority: UInt32) {
    guard let priorities, let holder = slot.holder, holder.thread != 0, priority > holder.raised?.priority ?? 0,
      let token = priorities.raise(holder.thread, priority)
    else { return }
    if let raised = holder.raised { priorities.restore(raised.token) }
    slot.holder?.raised = RaisedPriority(priority: priority, token: token)
  }

  /// Lets a block wait, unless it gets its slot or is refused at once.
  fileprivate func enqueue(
    _ waiter: Waiter<Slot>, resumingWith resume: @escaping Waiter<Slot>.Resume, by deadline: Deadline?
  ) {
    let outcome: Waiter<Slot>.Outcome? = state.withLock { state in
      if let error = waiter.refusal { return .failure(error) }
      if state.isClosed { return .failure(TransactionMisuse.closed) }
      if let slot = state.free.popLast() {
        slot.holder = SlotHolder(waiter.callSite, thread: waiter.thread)
        return .success(slot)
      }
      if let maximum = limits.maximumWaiting, state.waiters.count >= max(maximum, 0) {
        return .failure(overload(waiter, .tooManyWaiting(state.waiters.count)))
      }
      waiter.resume = resume
      if let deadline = Deadline.earlier(deadline, Deadline(limits.waitTimeout)) {
        waiter.alarm = timer.add(deadline.time) { [weak self] in
          self?.refuse(waiter) { pool in pool.overload(waiter, .timeout(deadline.limit)) }
        }
      }
      state.waiters.append(waiter)
      for slot in slots { raise(slot, to: waiter.priority) }
      return nil
    }
    if let outcome { resume(outcome) }
  }

  /// Ends the waiting of a block with an error, unless it has ended. If it hasn't begun, it won't.
  private func refuse(_ waiter: Waiter<Slot>, _ error: (SlotPool) -> any Error) {
    let refused: (Waiter<Slot>, any Error)? = state.withLock { state in
      let error = error(self)
      waiter.refusal = error
      return state.waiters.remove(waiter).map { ($0, error) }
    }
    if let (waiter, error) = refused { finish(waiter, .failure(error)) }
  }

  private func finish(_ waiter: Waiter<Slot>, _ outcome: Waiter<Slot>.Outcome) {
    if let alarm = waiter.alarm { timer.remove(alarm) }
    waiter.resume?(outcome)
    waiter.resume = nil
  }

  /// The error for a block that doesn't get its turn. Called with the lock.
  private func overload(_ waiter: Waiter<Slot>, _ reason: StoreOverload.Reason) -> StoreOverload {
    let running = slots.compactMap { slot in slot.holder?.runningBlock }.sorted { $0.duration > $1.duration }
    return StoreOverload(callSite: waiter.callSite, reason: reason, running: running)
  }

  /// Takes the slot that has been free for the longest time; `nil` if none is free.
  package func takeLeastRecent() -> Slot? {
    state.withLock { state in state.isClosed || state.free.isEmpty ? nil : state.free.removeFirst() }
  }

  /// Takes all slots that are free.
  func takeIdle() -> [Slot] {
    state.withLock { state in
      defer { state.free = [] }
      return state.free
    }
  }

  /// Keeps a slot from being used until ``release(_:)``, although its block has ended.
  package func park(_ slot: Slot) {
    let raised = state.withLock { _ in
      defer { slot.holder = nil }
      return slot.holder?.raised
    }
    if let raised { priorities?.restore(raised.token) }
  }

  /// Gives a slot back, to whoever waits longest.
  package func release(_ slot: Slot) {
    guard !process.isCopy else { return }
    let (waiter, raised): (Waiter<Slot>?, RaisedPriority?) = state.withLock { state in
      let (waiter, raised) = (state.waiters.popFirst(), slot.holder?.raised)
      slot.holder = waiter.map { SlotHolder($0.callSite, thread: $0.thread) }
      if waiter == nil { state.free.append(slot) } else { raise(slot, to: state.waiters.highestPriority) }
      return (waiter, raised)
    }
    if let waiter { finish(waiter, .success(slot)) }
    if let raised { priorities?.restore(raised.token) }
  }

  /// Refuses the blocks that wait, and all that come.
  package func refuseAll() {
    guard !process.isCopy else { return }
    let waiters: [Waiter<Slot>] = state.withLock { state in
      guard !state.isClosed else { return [] }
      state.isClosed = true
      return state.waiters.removeAll()
    }
    for waiter in waiters { finish(waiter, .failure(TransactionMisuse.closed)) }
  }

  /// Stops the transactions that are open.
  package func interrupt() {
    for slot in slots { slot.interrupt() }
  }

  /// A slot of a closed pool, once it is free.
  package func takeToClose(interrupting: Bool) throws -> Slot {
    try process.check()
    let thread = WaitingThread<Slot>()
    let slot: Slot? = state.withLock { state in
      if let slot = state.free.popLast() { return slot }
      // Without its thread: a slot that is closed isn't given back, so nothing would end a priority that the thread got for it.
      let waiter = Waiter<Slot>(CallSite(fileID: #fileID, line: #line), priority: priorities?.current() ?? 0)
      waiter.resume = thread.resume
      state.waiters.append(waiter)
      for slot in slots { raise(slot, to: waiter.priority) }
      return nil
    }
    if let slot { return slot }
    guard interrupting else { return try thread.wait() }
    interrupt()
    // A block that was about to begin its transaction is found the next time.
    return try thread.wait(every: .milliseconds(20)) { interrupt() }
  }
}

/// The turn of a task in a pool.
///
/// What the task does as this actor starts when the pool has given it a slot, on the thread of the slot's worker. So a task that has a slot
/// never waits for one of Swift's threads, which may all be blocked by calls of the synchronous versions that wait for this slot. A
/// continuation would need one: it resumes the task there first, also if the task waits as an actor that has its own threads.
private actor Turn<Slot: PoolSlot>: SerialExecutor {
  private nonisolated let pool: SlotPool<Slot>
  nonisolated let waiter: Waiter<Slot>
  private nonisolated let deadline: Deadline?
  /// Set before the task goes on.
  private nonisolated(unsafe) var outcome = Waiter<Slot>.Outcome.failure(TransactionMisuse.closed)

  init(in pool: SlotPool<Slot>, _ waiter: Waiter<Slot>, by deadline: Deadline?) {
    (self.pool, self.waiter, self.deadline) = (pool, waiter, deadline)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

  nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.enqueue(
      waiter,
      resumingWith: { [self] outcome in
        self.outcome = outcome
        let worker = (try? outcome.get())?.worker ?? pool.worker
        worker.start(job, of: self)
      }, by: deadline)
  }

  func run<Result>(_ work: @Sendable (Slot) throws -> Result) throws -> Result {
    let slot = try outcome.get()
    pool.begin(slot)
    return try work(slot)
  }
}

extension ConnectionPool {
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
}
