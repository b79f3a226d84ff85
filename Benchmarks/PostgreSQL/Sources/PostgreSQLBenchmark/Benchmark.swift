import Foundation
import Postil
import PostilPostgreSQL

/// Compares Postil with hand-written libpq, in one run on one server.
///
///     POSTIL_POSTGRESQL_URL=… PostgreSQLBenchmark [--quick] [--rounds N] [--only CASE]…
@main
struct Benchmark {
  private struct Case {
    let name: String
    let goal: Double
    let operations: Int
    let hand: (Stopwatch) throws -> Digest
    let typed: (Stopwatch) throws -> Digest
  }

  static func main() async {
    do {
      try await compare()
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func compare() async throws {
    guard let url = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_URL"] else {
      throw HandFailure(description: "set POSTIL_POSTGRESQL_URL, or run Benchmarks/PostgreSQL/run")
    }
    var (quick, rounds, only) = (false, 5, [String]())
    var arguments = CommandLine.arguments.dropFirst().makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick": (quick, rounds) = (true, 1)
      case "--rounds": rounds = arguments.next().flatMap { Int($0) } ?? rounds
      case "--only": only += arguments.next().map { [$0] } ?? []
      default: throw HandFailure(description: "unknown option \(argument)")
      }
    }
    let fixture = Fixture(quick: quick)
    let connection = try HandConnection(url)
    for statement in fixture.statements { try connection.execute(statement) }
    let store = try await PostgreSQLStore(url, schema: PostgreSQLBenchmarkSchema.self)
    let cases = cases(ByHand(connection: connection, fixture: fixture), WithPostil(store: store, fixture: fixture))
      .filter { example in only.isEmpty || only.contains { example.name.hasPrefix($0) } }
    try run(cases, rounds: rounds, quick: quick)
  }

  private static func run(_ cases: [Case], rounds: Int, quick: Bool) throws {
    if !quick { print("| case | libpq, µs | Postil, µs | Postil / libpq | goal |\n|---|--:|--:|--:|--:|") }
    for example in cases { try run(example, rounds: rounds, quick: quick) }
    if quick { print("\(cases.count) cases return the same as hand-written libpq") }
    if let memory = peakMemory { print("\nlargest memory of the process: \(memory / 1024) MiB") }
  }

  private static func cases(_ hand: ByHand, _ typed: WithPostil) -> [Case] {
    let (fixture, operations) = (hand.fixture, hand.fixture.operations)
    let adding = fixture.members.map { members in
      Case(
        name: "add-to-tags-\(members)", goal: 1.2, operations: operations,
        hand: { try hand.addToTags(members: members, $0) }, typed: { try typed.addToTags(members: members, $0) })
    }
    return [
      Case(name: "scan", goal: 1.15, operations: fixture.rows, hand: hand.scan, typed: typed.scan),
      Case(name: "insert", goal: 1.15, operations: operations, hand: hand.insert, typed: typed.insert),
      Case(
        name: "insert-many", goal: 1.15, operations: fixture.drafts.count, hand: hand.insertMany,
        typed: typed.insertMany),
      Case(name: "lookup", goal: 1.2, operations: operations, hand: hand.lookUp, typed: typed.lookUp),
    ] + adding + [
      Case(
        name: "eager-loading", goal: 1.15, operations: fixture.eagerEntries.count * fixture.eagerLoads,
        hand: hand.loadEagerly, typed: typed.loadEagerly),
      Case(
        name: "transaction", goal: 1.15, operations: operations, hand: hand.transactions, typed: typed.transactions),
    ]
  }

  /// Runs both sides in turn, and prints the medians of this process' processor time for an operation. The server's isn't in them.
  private static func run(_ example: Case, rounds: Int, quick: Bool) throws {
    var times: [[Double]] = [[], []]
    for round in 0...rounds {
      var digests: [Digest] = []
      for (side, body) in [example.hand, example.typed].enumerated() {
        let stopwatch = Stopwatch()
        digests.append(try body(stopwatch))
        // The first round fills caches.
        if round > 0 { times[side].append(stopwatch.seconds) }
      }
      guard digests[0] == digests[1] else {
        throw HandFailure(description: "\(example.name): \(digests[0]) by hand, \(digests[1]) with Postil")
      }
    }
    if quick { return }
    let medians = times.map { $0.sorted()[$0.count / 2] / Double(example.operations) * 1e6 }
    print(
      String(
        format: "| %@ | %.3f | %.3f | %.2f | %.2f |", example.name, medians[0], medians[1], medians[1] / medians[0],
        example.goal))
    fflush(nil)
  }

  /// The largest resident set so far, in KiB.
  private static var peakMemory: Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }
  }
}

/// The processor time of the process in the part of a run that a case is about.
final class Stopwatch {
  private(set) var seconds = 0.0

  func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = Self.now
    defer { seconds += Self.now - start }
    return try body()
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
