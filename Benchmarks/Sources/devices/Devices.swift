import BenchmarkHarness
import Foundation

/// What sync costs a device, and how fast devices and a server exchange their changes, over SQLite in one process.
///
/// `--only costs|changes|load|devices --rounds 9 --changes 10000 --rows 100000 --devices 100 --folder PATH`
@main
struct Devices {
  static func main() async {
    do {
      try await run(CommandLine.arguments.dropFirst())
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ arguments: some Sequence<String>) async throws {
    var values: [String: String] = [:]
    var iterator = arguments.makeIterator()
    while let name = iterator.next(), let value = iterator.next() {
      guard ["--only", "--rounds", "--changes", "--rows", "--devices", "--folder"].contains(name) else {
        throw BenchmarkFailure("unknown option '\(name)'")
      }
      values[name] = value
    }
    func number(_ name: String, _ usual: Int) -> Int { values[name].flatMap { Int($0) } ?? usual }
    func isWanted(_ name: String) -> Bool { values["--only"].map { $0 == name } ?? true }
    let folder = values["--folder"]
    if isWanted("costs") { try await Costs(fixture: Fixture(folder), rounds: number("--rounds", 9)).run() }
    if isWanted("changes") { try await Exchanges(fixture: Fixture(folder)).changes(number("--changes", 10_000)) }
    if isWanted("load") { try await Exchanges(fixture: Fixture(folder)).firstLoad(number("--rows", 100_000)) }
    if isWanted("devices") { try await Exchanges(fixture: Fixture(folder)).manyDevices(number("--devices", 100)) }
  }
}
