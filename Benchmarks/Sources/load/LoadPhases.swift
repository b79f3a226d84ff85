import Foundation

/// The phases of a load, with one library.
struct LoadPhases<Store: LoadStore> {
  let template: String
  let folder: URL
  let options: LoadOptions

  init(template: String, folder: URL, _ options: LoadOptions) {
    self.template = template
    self.folder = folder
    self.options = options
  }

  /// Runs all phases.
  /// - Returns: the problems that were found.
  func run() async throws -> [String] {
    var problems: [String] = []
    for (name, phase) in [
      ("tasks", mixed), ("waiting", waiting), ("long readers", longReaders), ("processes", processes),
    ] {
      let path = folder.appending(path: "\(Store.name) \(name).sqlite").path
      try FileManager.default.copyItem(atPath: template, toPath: path)
      for problem in try await phase(path) {
        print("\(Store.name), \(name): PROBLEM: \(problem)")
        problems.append(problem)
      }
    }
    return problems
  }

  /// Tasks that read and write, some of them cancelled, for the whole time.
  private func mixed(_ path: String) async throws -> [String] {
    let store = try Store(path: path)
    let monitor = LoadMonitor(path: path)
    let watch = Task { await monitor.watch() }
    let result = await LoadRun(store: store, tasks: options.tasks, entries: options.entries).run(
      seconds: options.seconds)
    watch.cancel()
    Self.report("\(options.tasks) tasks", result, seconds: options.seconds)
    var problems = try await check(result, store)
    // A short run shows chance.
    if options.seconds >= 10, result.fewest * 10 < result.median {
      problems.append("a task had \(result.fewest) turns, the median is \(result.median)")
    }
    let log = await monitor.largestLog
    // The log is moved into the file when it has 1,000 pages; a read that is open at that moment delays it.
    if log > 64 * 1_048_576 { problems.append("the log grew to \(log / 1_048_576) MiB") }
    var memory = ""
    if let (early, late) = await monitor.memoryGrowth {
      memory = String(format: ", memory %.1f and later %.1f MiB", Double(early) / 1_048_576, Double(late) / 1_048_576)
      if options.seconds >= 10, late > early + early / 5 + 8 * 1_048_576 { problems.append("memory grew\(memory)") }
    }
    print("  \(Store.name): log at most \(log / 1024) KiB\(memory)")
    try store.close()
    return problems
  }

  /// Thousands of tasks that wait for the writer at once.
  private func waiting(_ path: String) async throws -> [String] {
    let store = try Store(path: path)
    let start = ContinuousClock.now
    let latencies = try await withThrowingTaskGroup(of: Double.self) { group in
      for number in 0..<options.waiting {
        group.addTask {
          try await store.countUp([Int64(number % options.entries) + 1])
          let (seconds, attoseconds) = (ContinuousClock.now - start).components
          return Double(seconds) + Double(attoseconds) / 1e18
        }
      }
      return try await group.reduce(into: Latencies()) { $0.add($1) }
    }
    print("\(Store.name), \(options.waiting) tasks that wait at once: \(latencies.summary)")
    let sum = try await store.sums(apart: 0).0
    try store.close()
    return sum == options.waiting ? [] : ["\(options.waiting) tasks wrote, the sum is \(sum)"]
  }

  /// Reads that keep their snapshots for seconds while others write.
  private func longReaders(_ path: String) async throws -> [String] {
    let store = try Store(path: path)
    let seconds = min(options.seconds / 4, 10)
    let monitor = LoadMonitor(path: path)
    let watch = Task { await monitor.watch() }
    async let readers = withThrowingTaskGroup(of: (Int, Int).self) { group in
      for _ in 0..<4 { group.addTask { try await store.sums(apart: seconds) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let run = LoadRun(store: store, tasks: max(options.tasks / 10, 1), entries: options.entries)
    var result = await run.run(seconds: seconds)
    let grown = await monitor.largestLog
    let snapshots = try await readers
    // Afterwards, the log is used from its beginning again.
    result.add(await run.run(seconds: min(seconds, 2)))
    watch.cancel()
    let largest = await monitor.largestLog
    Self.report("long readers", result, seconds: seconds + min(seconds, 2))
    print("  \(Store.name): log \(grown / 1024) KiB with readers, at most \(largest / 1024) KiB")
    var problems = try await check(result, store)
    if !snapshots.allSatisfy({ $0.0 == $0.1 }) { problems.append("a snapshot changed: \(snapshots)") }
    if largest > grown + grown / 2 + 16 * 1_048_576 { problems.append("the log grows on without readers") }
    try store.close()
    return problems
  }

  /// Several processes with tasks of their own on one file.
  private func processes(_ path: String) async throws -> [String] {
    let seconds = min(options.seconds, 60)
    let children = try (0..<options.processes).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = [
        "--child-\(Store.name)", path, "--seconds", "\(seconds)", "--entries", "\(options.entries)",
        "--tasks", "\(max(options.tasks / options.processes, 1))",
      ]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      return (process, pipe)
    }
    var problems: [String] = []
    var (acknowledged, uncertain, calls) = (0, 0, 0)
    for (process, pipe) in children {
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      let lines = output.split(separator: "\n", maxSplits: 1)
      let numbers = (lines.first ?? "").split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 4 else {
        problems.append("a process printed: \(output)")
        continue
      }
      (acknowledged, uncertain, calls) = (acknowledged + numbers[0], uncertain + numbers[1], calls + numbers[2])
      if numbers[3] > 0 { problems.append("\(numbers[3]) calls failed in a process: \(lines.last ?? "")") }
      print("  \(Store.name), one of \(options.processes) processes: \(lines.last ?? "")", terminator: "")
    }
    print("\(Store.name), \(options.processes) processes: \(Int(Double(calls) / seconds)) calls a second")
    let store = try Store(path: path)
    let sum = try await store.sums(apart: 0).0
    try store.close()
    let perWrite = LoadRun<Store>.entriesPerWrite
    if !(acknowledged * perWrite...(acknowledged + uncertain) * perWrite).contains(sum) {
      problems.append("\(acknowledged) writes were acknowledged, the sum is \(sum)")
    }
    return problems
  }

  /// The work of one of several processes: prints the writes, the cancelled ones, all calls and the failures, then the latencies.
  static func child(of path: String, _ options: LoadOptions) async throws {
    let store = try Store(path: path)
    let result = await LoadRun(store: store, tasks: options.tasks, entries: options.entries).run(
      seconds: options.seconds)
    print(
      result.writes.count, result.cancelledWrites, result.reads.count + result.writes.count, result.failures.count)
    print("reads \(result.reads.summary), writes \(result.writes.summary) \(result.failures.prefix(2))")
    try store.close()
  }

  private static func report(_ name: String, _ result: LoadResult, seconds: Double) {
    let calls = { (latencies: Latencies) in "\(Int(Double(latencies.count) / seconds))/s, \(latencies.summary)" }
    print("\(Store.name), \(name): reads \(calls(result.reads))")
    print("\(Store.name), \(name): writes \(calls(result.writes))")
    print(
      "  \(Store.name): \(result.cancelled) cancelled, fewest calls of a task \(result.fewest), median \(result.median)"
    )
  }

  /// Checks that no acknowledged write is lost.
  private func check(_ result: LoadResult, _ store: Store) async throws -> [String] {
    let sum = try await store.sums(apart: 0).0
    let perWrite = LoadRun<Store>.entriesPerWrite
    var problems = result.failures.prefix(5).map { "a call failed: \($0)" }
    let possible = result.writes.count * perWrite...(result.writes.count + result.cancelledWrites) * perWrite
    if !possible.contains(sum) { problems.append("\(result.writes.count) writes were acknowledged, the sum is \(sum)") }
    return problems
  }
}
