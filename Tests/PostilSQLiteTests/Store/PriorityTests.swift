import CSQLite
import Foundation
import PostilQuery
import Testing

@testable import PostilSQLite

/// Threads that wait pass their priority on, as on Apple's systems; here with priorities that the test gives them.
@Suite("Priorities of waiting threads", .timeLimit(.minutes(5)))
struct PriorityTests {
  private final class TestSlot: PoolSlot, @unchecked Sendable {
    let worker = BlockWorker()
    var owner: UnsafeMutablePointer<Atomic<UInt>>?
    var holder: SlotHolder?
    func interrupt() {}
  }

  /// What is done to threads, by the names of the threads.
  private let events = Recorder<String>()
  private let names = Recorder<(thread: UInt, name: String, priority: UInt32)>()
  private let callSite = CallSite(fileID: "App/App.swift", line: 1)

  private func pool(slots: Int = 1) -> SlotPool<TestSlot> {
    let (events, names) = (events, names)
    @Sendable func name(_ thread: UInt) -> String { names.values.last { $0.thread == thread }?.name ?? "?" }
    let priorities = ThreadPriorities(
      current: { names.values.last { $0.thread == postil_current_thread() }?.priority ?? 0 },
      raise: { thread, priority in
        events.append("\(name(thread)) to \(priority)")
        return UnsafeMutableRawPointer(bitPattern: Int(priority))
      },
      restore: { token in events.append("\(name(postil_current_thread())) ends \(Int(bitPattern: token))") })
    return SlotPool(
      slots: (0..<slots).map { _ in TestSlot() }, limits: PoolLimits(maximumWaiting: nil, waitTimeout: nil),
      timer: DeadlineTimer(), priorities: priorities)
  }

  /// A block on a thread with a name and a priority, which runs until it may end.
  private func block(
    _ name: String, _ priority: UInt32, in pool: SlotPool<TestSlot>
  ) -> (has: Signal, mayEnd: Signal, ended: Signal) {
    let (has, mayEnd, ended) = (Signal(), Signal(), Signal())
    Thread.detachNewThread {
      names.append((postil_current_thread(), name, priority))
      do {
        let slot = try pool.acquire(for: callSite, by: nil)
        has.signal()
        mayEnd.wait()
        pool.release(slot)
      } catch { Issue.record(error) }
      ended.signal()
    }
    return (has, mayEnd, ended)
  }

  private func waitUntil(_ isTrue: () -> Bool) async throws {
    while !isTrue() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("A thread that has a slot gets the highest priority of those that wait, until it gives the slot back")
  func chain() async throws {
    let pool = pool()
    let low = block("low", 9, in: pool)
    await low.has.arrival()
    let middle = block("middle", 17, in: pool)
    try await waitUntil { events.values == ["low to 17"] }
    let main = block("main", 33, in: pool)
    try await waitUntil { events.values.count == 3 }
    low.mayEnd.signal()
    await middle.has.arrival()
    await low.ended.arrival()
    middle.mayEnd.signal()
    await main.has.arrival()
    await middle.ended.arrival()
    main.mayEnd.signal()
    await main.ended.arrival()
    #expect(events.values.prefix(3) == ["low to 17", "low to 33", "main ends 17"])
    #expect(events.values.dropFirst(3).sorted() == ["low ends 33", "middle ends 33", "middle to 33"])
  }

  @Test("The thread of a task's block is raised when it begins, or when a thread begins to wait")
  func tasks() async throws {
    let pool = pool(slots: 2)
    let first = try #require(try pool.takeFree(for: callSite))
    let second = try #require(try pool.takeFree(for: callSite))
    let main = block("main", 33, in: pool)
    try await onAnotherThread {
      names.append((postil_current_thread(), "worker", 9))
      // Until the other thread waits, nothing is raised.
      while events.values.isEmpty { pool.begin(first) }
      pool.release(first)
    }
    await main.has.arrival()
    #expect(events.values == ["worker to 33", "worker ends 33"])
    pool.release(second)
    main.mayEnd.signal()
    await main.ended.arrival()
    #expect(events.values.count == 2)
  }

  @Test("A thread that closes the slots one after another passes its priority on, and isn't raised itself")
  func closing() async throws {
    let pool = pool(slots: 2)
    let (first, second) = (block("first", 9, in: pool), block("second", 9, in: pool))
    await first.has.arrival()
    await second.has.arrival()
    pool.refuseAll()
    let (hasFirst, closed) = (Signal(), Signal())
    Thread.detachNewThread {
      names.append((postil_current_thread(), "main", 33))
      do {
        _ = try pool.takeToClose(interrupting: false)
        hasFirst.signal()
        _ = try pool.takeToClose(interrupting: false)
      } catch { Issue.record(error) }
      closed.signal()
    }
    try await waitUntil { events.values.count == 2 }
    first.mayEnd.signal()
    await hasFirst.arrival()
    await first.ended.arrival()
    second.mayEnd.signal()
    await closed.arrival()
    await second.ended.arrival()
    #expect(events.values.sorted() == ["first ends 33", "first to 33", "second ends 33", "second to 33"])
  }
}
