import Dispatch
import PostilQuery
import Synchronization

/// A number of connections, each given to one block at a time; blocks that find none free wait, first come, first served.
///
/// A thread waits on a semaphore, a task by a closure that is called when its turn comes, so that no thread of Swift's
/// pool is ever blocked. Where a connection is free, acquiring it is one lock taken and given back.
final class ConnectionPool: Sendable {
  let slots: [ConnectionSlot]
  private let state: Mutex<State>

  private struct State {
    var free: [ConnectionSlot]
    var waiters = Queue<Waiter>()
    var isClosed = false
  }

  private enum Waiter {
    case thread(WaitingThread)
    case task(Turn)
  }

  /// Called with the slot when a task's turn comes, `nil` when the pool was closed meanwhile. It must not block. It
  /// returns whether it accepts the slot, which it then has to release.
  typealias Turn = @Sendable (ConnectionSlot?) -> Bool

  private final class WaitingThread: @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    var slot: ConnectionSlot?
  }

  init(slots: [ConnectionSlot]) {
    self.slots = slots
    // The first slot is the last of the free ones, and so the first to be used.
    state = Mutex(State(free: slots.reversed()))
  }

  /// The slot whose block the thread runs, `nil` if it runs none of this pool.
  func slot(ownedBy thread: UInt) -> ConnectionSlot? {
    for slot in slots where slot.isOwned(by: thread) { return slot }
    return nil
  }

  /// Takes a slot, blocking the thread until its turn comes.
  /// - Throws: ``TransactionMisuse/closed``
  func acquire() throws -> ConnectionSlot {
    let (slot, waiter): (ConnectionSlot?, WaitingThread?) = try state.withLock { state in
      guard !state.isClosed else { throw TransactionMisuse.closed }
      if let slot = state.free.popLast() { return (slot, nil) }
      let waiter = WaitingThread()
      state.waiters.append(.thread(waiter))
      return (nil, waiter)
    }
    if let slot { return slot }
    waiter?.semaphore.wait()
    guard let slot = waiter?.slot else { throw TransactionMisuse.closed }
    return slot
  }

  /// Takes a slot for a task, which does not wait here: `turn` is called when its turn comes, maybe before this returns.
  func acquire(_ turn: @escaping Turn) {
    let (slot, isWaiting): (ConnectionSlot?, Bool) = state.withLock { state in
      guard !state.isClosed else { return (nil, false) }
      if let slot = state.free.popLast() { return (slot, false) }
      state.waiters.append(.task(turn))
      return (nil, true)
    }
    guard !isWaiting else { return }
    if !turn(slot), let slot { release(slot) }
  }

  /// Gives a slot back, to whoever waits longest.
  func release(_ slot: ConnectionSlot) {
    while true {
      let waiter: Waiter? = state.withLock { state in
        let waiter = state.waiters.popFirst()
        if waiter == nil { state.free.append(slot) }
        return waiter
      }
      switch waiter {
      case .none: return
      case .thread(let waiting):
        waiting.slot = slot
        waiting.semaphore.signal()
        return
      case .task(let turn):
        // A cancelled task doesn't get a slot: the next one in the queue does.
        if turn(slot) { return }
      }
    }
  }

  /// Waits for the blocks that run, closes every connection and refuses whoever waits or comes. Calling it again does
  /// nothing.
  func close() {
    let waiters: [Waiter]? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      return state.waiters.removeAll()
    }
    guard let waiters else { return }
    for waiter in waiters {
      switch waiter {
      case .thread(let waiting): waiting.semaphore.signal()
      case .task(let turn): _ = turn(nil)
      }
    }
    for _ in slots { takeToClose()?.close() }
  }

  /// A slot of a closed pool, once it is free.
  private func takeToClose() -> ConnectionSlot? {
    let waiting = WaitingThread()
    let slot: ConnectionSlot? = state.withLock { state in
      if let slot = state.free.popLast() { return slot }
      state.waiters.append(.thread(waiting))
      return nil
    }
    if let slot { return slot }
    waiting.semaphore.wait()
    return waiting.slot
  }
}

/// First in, first out.
private struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  mutating func removeAll() -> [Element] {
    defer {
      elements = []
      head = 0
    }
    return elements[head...].compactMap { $0 }
  }
}
