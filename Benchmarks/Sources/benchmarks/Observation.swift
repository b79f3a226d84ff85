import BenchmarkHarness
import Foundation
import Synchronization
import WithGRDB
import WithPostil

/// What observers cost the writer, and how soon a value arrives.
///
/// Each write changes one entry. The observers of another region count folders; those of the same region add up the entries of one
/// folder each, so that no two have the same query. Only the first of them gets another value.
struct Observation {
  let workspace: Workspace
  let observerCounts: [Int]
  let writes: Int

  private static var contenders: [any ObservationContender.Type] { [WithPostil.self, WithGRDB.self] }

  /// Prints a line for each number of observers, and one with the latency.
  func run() async throws {
    let folders = max(observerCounts.max() ?? 1, 1)
    print("microseconds per write: in the call, and processor time of all threads until every observer is up to date")
    for isSame in [false, true] {
      for count in observerCounts where count > 0 || !isSame {
        var columns: [String] = []
        for contender in Self.contenders {
          let (call, processor) = try await cost(contender, observers: count, isSame: isSame, folders: folders)
          columns.append(String(format: "%@ %.1f, %.1f", contender.name, call * 1e6, processor * 1e6))
        }
        print(
          "  \(count) observers of \(isSame ? "the same region" : "another region"): " + columns.joined(separator: "; ")
        )
        fflush(nil)
      }
    }
    print("microseconds from the beginning of a write to the observed value, median")
    for contender in Self.contenders {
      print("  \(contender.name): " + String(format: "%.1f", try await latency(contender, folders: folders) * 1e6))
    }
  }

  /// The median time of a write, and the mean processor time of a write with all that follows it.
  private func cost(
    _ contender: any ObservationContender.Type, observers: Int, isSame: Bool, folders: Int
  ) async throws -> (call: Double, processor: Double) {
    let path = try workspace.copy(of: .entries(folders * 10, folders: folders), for: contender.name)
    defer { workspace.discard(path) }
    var fixture = Fixture(path: path)
    fixture.waitsForDisk = false
    let database = try contender.observation(fixture)
    let log = ValueLog()
    let tasks = (0..<observers).map { number in
      Task {
        let key = Int64(number + 1)
        let values = isSame ? database.quantities(ofFolder: key) : database.folders(upTo: key)
        for try await value in values { log.note(value, of: number) }
      }
    }
    while log.count < observers { try await Task.sleep(for: .milliseconds(1)) }
    for _ in 0..<10 { try database.raise(1) }
    let first = log.latest(of: 0)
    try await Task.sleep(for: .milliseconds(100))
    var calls: [Double] = []
    let total = Stopwatch()
    let settled = first.map { _ in (log.latest(of: 0) ?? 0) + writes }
    try await total.measure {
      for _ in 0..<writes {
        let call = Stopwatch()
        try call.measure { try database.raise(1) }
        calls.append(call.measurement.wall)
      }
      while isSame, observers > 0, log.latest(of: 0) != settled { try await Task.sleep(for: .microseconds(200)) }
    }
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
    return (calls.sorted()[calls.count / 2], total.measurement.processor / Double(writes))
  }

  private func latency(_ contender: any ObservationContender.Type, folders: Int) async throws -> Double {
    let path = try workspace.copy(of: .entries(folders * 10, folders: folders), for: contender.name)
    defer { workspace.discard(path) }
    var fixture = Fixture(path: path)
    fixture.waitsForDisk = false
    let database = try contender.observation(fixture)
    var times: [Double] = []
    let written = WriteTime()
    var writer: Task<Void, any Error>?
    for try await _ in database.quantities(ofFolder: 1) {
      if writer != nil { times.append((ContinuousClock.now - written.value) / .seconds(1)) }
      guard times.count < writes else { break }
      writer = Task.detached {
        try await Task.sleep(for: .milliseconds(1))
        written.note()
        try database.raise(1)
      }
    }
    try await writer?.value
    return times.sorted()[times.count / 2]
  }
}

/// When the last write began.
private final class WriteTime: Sendable {
  private let time = Mutex(ContinuousClock.now)

  var value: ContinuousClock.Instant { time.withLock { $0 } }

  func note() { time.withLock { $0 = .now } }
}

/// The latest value of each observer.
private final class ValueLog: Sendable {
  private let values = Mutex<[Int: Int]>([:])

  var count: Int { values.withLock { $0.count } }

  func note(_ value: Int, of observer: Int) { values.withLock { $0[observer] = value } }

  func latest(of observer: Int) -> Int? { values.withLock { $0[observer] } }
}
