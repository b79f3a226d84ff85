import Foundation
import Postil
import PostilPostgreSQL

/// The transactions of pgbench, by a store: `TransactionsBenchmark tpcb|select TASKS CONNECTIONS SECONDS SCALE`. Prints the transactions per
/// second, the 50th and 99th percentile of their durations and the processor time of each, in microseconds.
@main
struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst().map { String($0) }
    guard arguments.count == 5, let tasks = Int(arguments[1]), let connections = Int(arguments[2]),
      let seconds = Double(arguments[3]), let scale = Int32(arguments[4])
    else { fatalError("usage: TransactionsBenchmark tpcb|select TASKS CONNECTIONS SECONDS SCALE") }
    let url = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_URL"] ?? ""
    // pgbench has PostgreSQL's default isolation.
    let options = PostgreSQLOptions(isolation: .readCommitted, maximumConnections: connections)
    let store = try await PostgreSQLStore(url, schema: TransactionsBenchmarkSchema.self, options: options)
    let isReading = arguments[0] == "select"
    let clock = ContinuousClock()
    // Connections are opened and statements prepared first.
    for round in 0..<2 {
      let end = clock.now + .seconds(round == 0 ? 1 : seconds)
      let (start, used) = (clock.now, processorTime)
      let durations = try await withThrowingTaskGroup(of: [Double].self) { group in
        for _ in 0..<tasks {
          group.addTask {
            var durations: [Double] = []
            var random = Random()
            while clock.now < end {
              let start = clock.now
              try await isReading ? select(store, scale, &random) : transfer(store, scale, &random)
              durations.append((clock.now - start) / .microseconds(1))
            }
            return durations
          }
        }
        var all: [Double] = []
        for try await durations in group { all += durations }
        return all.sorted()
      }
      guard round == 1 else { continue }
      let rate = Double(durations.count) / ((clock.now - start) / .seconds(1))
      print(
        Int(rate), Int(durations[durations.count / 2]), Int(durations[durations.count * 99 / 100]),
        Int((processorTime - used) / Double(durations.count)), separator: " ")
    }
    try await store.close()
  }

  /// The processor time of the process, in microseconds.
  private static var processorTime: Double { Double(clock()) * 1_000_000 / Double(CLOCKS_PER_SEC) }

  private static func select(_ store: PostgreSQLStore, _ scale: Int32, _ random: inout Random) async throws {
    let account = Int32.random(in: 1...scale * 100_000, using: &random)
    _ = try await store.read { db in
      try Account.where { $0.aid == account }.select { $0.balance }.fetchOne(in: db)
    }
  }

  private static func transfer(_ store: PostgreSQLStore, _ scale: Int32, _ random: inout Random) async throws {
    let account = Int32.random(in: 1...scale * 100_000, using: &random)
    let (branch, teller) = (
      Int32.random(in: 1...scale, using: &random), Int32.random(in: 1...scale * 10, using: &random)
    )
    let delta = Int32.random(in: -5000...5000, using: &random)
    try await store.write { db in
      try Account.where { $0.aid == account }.update(in: db) { [$0.balance.set($0.balance + delta)] }
      _ = try Account.where { $0.aid == account }.select { $0.balance }.fetchOne(in: db)
      try Teller.where { $0.tid == teller }.update(in: db) { [$0.balance.set($0.balance + delta)] }
      try Branch.where { $0.bid == branch }.update(in: db) { [$0.balance.set($0.balance + delta)] }
      try Change.Draft(tellerID: teller, branchID: branch, accountID: account, delta: delta, mtime: .now).insert(in: db)
    }
  }
}

/// Random numbers without a call of the system for each: Sebastiano Vigna's SplitMix64.
struct Random: RandomNumberGenerator {
  private var state = UInt64.random(in: .min ... .max)

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
