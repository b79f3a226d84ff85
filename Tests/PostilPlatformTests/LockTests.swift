import Dispatch
import Testing

/// The types for older systems, used by several threads.
@Suite struct LockTests {
  private let threads = 8
  private let rounds = 20_000

  @Test func `a mutex admits one thread at a time`() {
    let count = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for _ in 0..<rounds { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == threads * rounds)
  }

  @Test func `a mutex is released when its block throws, and frees its value`() {
    final class Value: Sendable {}
    weak var value: Value?
    do {
      let new = Value()
      value = new
      let mutex = Mutex(new)
      #expect(throws: CancellationError.self) { try mutex.withLock { _ in throw CancellationError() } }
      mutex.withLock { #expect($0 === new) }
    }
    #expect(value == nil)
  }

  @Test func `no addition to an atomic number is lost`() {
    let count = Atomic<UInt64>(0)
    let largest = Atomic<Int>(-1)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for round in 0..<rounds {
        count.wrappingAdd(3, ordering: .relaxed)
        count.wrappingSubtract(2, ordering: .relaxed)
        largest.max(thread * rounds + round, ordering: .acquiringAndReleasing)
      }
    }
    let (sum, maximum) = (count.load(ordering: .sequentiallyConsistent), largest.load(ordering: .acquiring))
    #expect(sum == UInt64(threads * rounds))
    #expect(maximum == threads * rounds - 1)
    let (old, new) = count.wrappingAdd(1, ordering: .relaxed)
    #expect((old, new) == (sum, sum + 1))
  }

  @Test func `an atomic value is exchanged only for the expected one`() {
    let number = Atomic<UInt>(5)
    let refused = number.compareExchange(expected: 4, desired: 6, ordering: .relaxed)
    #expect(refused == (false, 5))
    let exchanged = number.compareExchange(expected: 5, desired: .max, ordering: .relaxed)
    #expect(exchanged == (true, 5))
    let last = number.load(ordering: .relaxed)
    #expect(last == .max)
  }

  @Test func `an atomic flag keeps what was stored last`() {
    let flag = Atomic(false)
    let before = flag.exchange(true, ordering: .relaxed)
    let after = flag.load(ordering: .relaxed)
    #expect(!before && after)
    flag.store(false, ordering: .releasing)
    let last = flag.load(ordering: .acquiring)
    #expect(!last)
  }
}
