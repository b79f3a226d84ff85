import Dispatch
import PostilQuery

/// A block that waits for a slot. Everything that can change is used with the pool's lock only.
final class Waiter: @unchecked Sendable {
  typealias Outcome = Swift.Result<ConnectionSlot, any Error>
  typealias Resume = @Sendable (Outcome) -> Void

  let callSite: CallSite
  /// Called once, when the waiter is no longer in the queue. It must not block.
  var resume: Resume?
  /// The timer's action that ends the waiting.
  var alarm: UInt64?
  /// The key in the queue.
  fileprivate var place: UInt64?

  init(_ callSite: CallSite) { self.callSite = callSite }
}

/// First in, first out; an element can leave from any place.
struct WaitingQueue {
  private var waiters: [UInt64: Waiter] = [:]
  private var first: UInt64 = 0
  private var end: UInt64 = 0

  var count: Int { waiters.count }

  mutating func append(_ waiter: Waiter) {
    waiter.place = end
    waiters[end] = waiter
    end += 1
  }

  mutating func popFirst() -> Waiter? {
    while first < end {
      defer { first += 1 }
      if let waiter = waiters.removeValue(forKey: first) { return waiter }
    }
    return nil
  }

  /// Removes a waiter. Returns `nil` if it isn't in the queue.
  mutating func remove(_ waiter: Waiter) -> Waiter? { waiter.place.flatMap { waiters.removeValue(forKey: $0) } }

  mutating func removeAll() -> [Waiter] {
    var removed: [Waiter] = []
    while let waiter = popFirst() { removed.append(waiter) }
    return removed
  }
}

/// A thread that waits for a slot.
final class WaitingThread: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private var outcome = Waiter.Outcome.failure(TransactionMisuse.closed)

  func resume(_ outcome: Waiter.Outcome) {
    self.outcome = outcome
    semaphore.signal()
  }

  /// Blocks the thread until its turn comes.
  func wait() throws -> ConnectionSlot {
    semaphore.wait()
    return try outcome.get()
  }

  /// Blocks the thread until its turn comes, and calls `body` from time to time.
  func wait(every interval: DispatchTimeInterval, _ body: () -> Void) throws -> ConnectionSlot {
    while semaphore.wait(timeout: .now() + interval) == .timedOut { body() }
    return try outcome.get()
  }
}
