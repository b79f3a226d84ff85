import Dispatch
import PostilQuery

/// A block that waits for a slot. Everything that can change is used with the pool's lock only.
final class Waiter<Slot: PoolSlot>: @unchecked Sendable {
  typealias Outcome = Swift.Result<Slot, any Error>
  typealias Resume = @Sendable (Outcome) -> Void

  let callSite: CallSite
  /// The thread that waits and its priority; 0 for a task.
  let thread: UInt
  let priority: UInt32
  /// Called once, when the waiter is no longer in the queue. It must not block.
  var resume: Resume?
  /// Why it doesn't begin to wait.
  var refusal: (any Error)?
  /// The timer's action that ends the waiting.
  var alarm: UInt64?
  /// The key in the queue.
  fileprivate var place: UInt64?

  init(_ callSite: CallSite, thread: UInt = 0, priority: UInt32 = 0) {
    (self.callSite, self.thread, self.priority) = (callSite, thread, priority)
  }
}

/// First in, first out; an element can leave from any place.
struct WaitingQueue<Slot: PoolSlot> {
  private var waiters: [UInt64: Waiter<Slot>] = [:]
  /// How many threads of each priority wait.
  private var priorities: [UInt32: Int] = [:]
  private var first: UInt64 = 0
  private var end: UInt64 = 0

  var count: Int { waiters.count }

  /// The highest priority of the threads that wait; 0 if none does.
  var highestPriority: UInt32 { priorities.keys.max() ?? 0 }

  mutating func append(_ waiter: Waiter<Slot>) {
    if waiter.priority > 0 { priorities[waiter.priority, default: 0] += 1 }
    waiter.place = end
    waiters[end] = waiter
    end += 1
  }

  mutating func popFirst() -> Waiter<Slot>? {
    while first < end {
      defer { first += 1 }
      if let waiter = removeValue(at: first) { return waiter }
    }
    return nil
  }

  /// Removes a waiter. Returns `nil` if it isn't in the queue.
  mutating func remove(_ waiter: Waiter<Slot>) -> Waiter<Slot>? {
    waiter.place.flatMap { removeValue(at: $0) }
  }

  private mutating func removeValue(at place: UInt64) -> Waiter<Slot>? {
    guard let waiter = waiters.removeValue(forKey: place) else { return nil }
    if let count = priorities[waiter.priority] { priorities[waiter.priority] = count == 1 ? nil : count - 1 }
    return waiter
  }

  mutating func removeAll() -> [Waiter<Slot>] {
    var removed: [Waiter<Slot>] = []
    while let waiter = popFirst() { removed.append(waiter) }
    return removed
  }
}

/// A thread that waits for a slot.
final class WaitingThread<Slot: PoolSlot>: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private var outcome = Waiter<Slot>.Outcome.failure(TransactionMisuse.closed)

  func resume(_ outcome: Waiter<Slot>.Outcome) {
    self.outcome = outcome
    semaphore.signal()
  }

  /// Blocks the thread until its turn comes.
  func wait() throws -> Slot {
    semaphore.wait()
    return try outcome.get()
  }

  /// Blocks the thread until its turn comes, and calls `body` from time to time.
  func wait(every interval: DispatchTimeInterval, _ body: () -> Void) throws -> Slot {
    while semaphore.wait(timeout: .now() + interval) == .timedOut { body() }
    return try outcome.get()
  }
}
