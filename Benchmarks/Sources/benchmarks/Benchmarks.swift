import BenchmarkHarness
import ByHand
import Films
import Foundation
import WithGRDB
import WithPostil

/// Runs the cases that the command line names, and prints ratios.
@main
struct Benchmarks {
  static var contenders: [any Contender.Type] { [ByHand.self, WithPostil.self, WithGRDB.self] }

  @MainActor static func main() {
    do {
      try run(Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      end(with: error)
    }
  }

  private static func end(with error: any Error) -> Never {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(2)
  }

  @MainActor private static func run(_ options: Options) throws {
    if let stream = options.stream { return try Memory.stream(stream.contender, stream.path) }
    if options.films { return try FilmBenchmark(options).run() }
    let scale = options.quick ? Scale.quick : Scale.full
    let chosen = { (name: String) in options.only.isEmpty || options.only.contains { name.hasPrefix($0) } }
    let cases = scale.cases.filter { chosen($0.name) }
    if options.list {
      for benchmark in cases { print("\(benchmark.name): \(benchmark.summary)") }
      if chosen("memory") { print("memory: the peak resident set of streaming \(scale.memory) rows") }
      return
    }
    guard !cases.isEmpty || chosen("memory") else { throw BenchmarkFailure("no case begins with \(options.only)") }

    let workspace = try Workspace(under: options.folder) { template, path in
      try WithPostil.createDatabase(at: path)
      try ByHand.populate(template, at: path)
    }
    if options.observe {
      nonisolated(unsafe) let observation = Observation(
        workspace: workspace, observerCounts: options.quick ? [0, 1, 20] : [0, 1, 100, 1000],
        writes: options.quick ? 20 : 500)
      // A task, because valgrind 3.19 can't run a program whose 'main' is asynchronous. Nothing else uses the observation.
      Task {
        do { try await observation.run() } catch { end(with: error) }
        workspace.remove()
        exit(0)
      }
      dispatchMain()
    }
    defer { workspace.remove() }
    if let work = options.work {
      guard let contender = contenders.first(where: { $0.name == work.contender }) else {
        let names = contenders.map { $0.name }.joined(separator: ", ")
        throw BenchmarkFailure("no contender '\(work.contender)': \(names)")
      }
      let runner = Runner(contenders: [contender], workspace: workspace, rounds: work.rounds)
      for benchmark in cases {
        try runner.work(benchmark, of: contender)
        print(benchmark.name, benchmark.operations * work.rounds)
      }
      return
    }
    let runner = Runner(contenders: contenders, workspace: workspace, rounds: options.rounds)
    var report = Report(base: ByHand.name)
    for benchmark in cases {
      let result = try runner.run(benchmark)
      if options.quick { print("\(benchmark.name): all contenders agree") } else { report.add(result) }
      fflush(nil)  // whoever reads a pipe sees each case as it ends
    }
    if chosen("memory") {
      try Memory(workspace: workspace, sizes: scale.memory, folders: scale.folders).run(
        contenders, quiet: options.quick)
      if options.quick { print("memory: all contenders agree") }
    }
    if options.quick, options.only.isEmpty { try FilmBenchmark(options).run() }
    if !options.quick { report.printTable() }
  }
}
