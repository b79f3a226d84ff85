import Foundation

/// What a number of tasks did.
struct LoadResult: Sendable {
  var reads = Latencies()
  var writes = Latencies()
  /// How many calls threw `CancellationError`; and how many writes were cancelled but may have been committed.
  var cancelled = 0
  var cancelledWrites = 0
  var failures: [String] = []
  /// The number of calls of the task with the fewest, and of the median task.
  var fewest = 0
  var median = 0

  mutating func add(_ other: LoadResult) {
    reads.add(other.reads)
    writes.add(other.writes)
    cancelled += other.cancelled
    cancelledWrites += other.cancelledWrites
    failures += other.failures.prefix(5)
  }
}

/// Tasks that read and write until a moment.
struct LoadRun<Store: LoadStore> {
  /// The entries that a transaction that writes changes.
  static var entriesPerWrite: Int { 3 }
  static var entriesPerRead: Int { 10 }

  let store: Store
  let tasks: Int
  let entries: Int

  func run(seconds: Double) async -> LoadResult {
    let end = ContinuousClock.now + .seconds(seconds)
    let results = await withTaskGroup(of: LoadResult.self) { group in
      for _ in 0..<tasks { group.addTask { await work(until: end) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let counts = results.map { $0.reads.count + $0.writes.count + $0.cancelled }.sorted()
    var result = results.reduce(into: LoadResult()) { $0.add($1) }
    result.fewest = counts.first ?? 0
    result.median = counts[counts.count / 2]
    return result
  }

  /// One task: three reads for each write, and one call in thirty is cancelled.
  private func work(until end: ContinuousClock.Instant) async -> LoadResult {
    var result = LoadResult()
    while ContinuousClock.now < end {
      let isWrite = Int.random(in: 0..<4) == 0
      let ids = (0..<(isWrite ? Self.entriesPerWrite : Self.entriesPerRead)).map { _ in
        Int64.random(in: 1...Int64(entries))
      }
      let isCancelled = Int.random(in: 0..<30) == 0
      let start = ContinuousClock.now
      do {
        if isCancelled {
          let call = Task { try await perform(isWrite, ids) }
          try? await Task.sleep(for: .microseconds(Int.random(in: 0..<5_000)))
          call.cancel()
          if isWrite { result.cancelledWrites += 1 }
          try await call.value
          if isWrite { result.cancelledWrites -= 1 }
        } else {
          try await perform(isWrite, ids)
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        let latency = Double(seconds) + Double(attoseconds) / 1e18
        if isWrite { result.writes.add(latency) } else { result.reads.add(latency) }
      } catch is CancellationError {
        result.cancelled += 1
      } catch {
        result.failures.append("\(error)")
      }
    }
    return result
  }

  private func perform(_ isWrite: Bool, _ ids: [Int64]) async throws {
    if isWrite {
      try await store.countUp(ids)
    } else {
      guard try await store.lookUp(ids) == ids.count else { throw LoadFailure("a read missed entries") }
    }
  }
}

struct LoadFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
