import BenchmarkHarness
import ByHand
import Foundation
import WithGRDB
import WithPostil

/// The memory that streaming takes: each contender streams the whole table in a process of its own, whose peak resident
/// set is read at its end.
struct Memory {
  let workspace: Workspace
  let sizes: [Int]
  let folders: Int

  /// Streams the file in this process and prints the digest and the peak: the child's side.
  static func stream(_ contender: String, _ path: String) throws {
    let digest =
      switch contender {
      case ByHand.name: try ByHand.stream(path)
      case WithPostil.name: try WithPostil.stream(path)
      case WithGRDB.name: try WithGRDB.stream(path)
      default: throw BenchmarkFailure("no contender '\(contender)'")
      }
    print(digest.count, digest.sum, peakResidentBytes() ?? 0)
  }

  /// Runs the children and prints the peaks side by side.
  /// - Throws: ``BenchmarkFailure`` when they came to different results.
  func run(_ contenders: [any Contender.Type], quiet: Bool) throws {
    var peaks: [String: [Double]] = [:]
    for size in sizes {
      let path = try workspace.path(of: .entries(size, folders: folders)).path
      var expected: [String]?
      for contender in contenders {
        let output = try child(contender.name, path).split(separator: " ").map(String.init)
        guard output.count == 3, expected ?? Array(output[..<2]) == Array(output[..<2]), let peak = Double(output[2])
        else { throw BenchmarkFailure("memory: \(contender.name) printed \(output), not \(expected ?? [])") }
        expected = Array(output[..<2])
        peaks[contender.name, default: []].append(peak / 1_048_576)
      }
    }
    if quiet { return }
    print(
      "\nmemory: peak resident set of a process that streams \(sizes.map(String.init).joined(separator: " and ")) rows")
    for contender in contenders {
      let values = peaks[contender.name] ?? []
      let growth = (values.last ?? 0) / (values.first ?? 1)
      print(
        "  \(contender.name.padding(toLength: 10, withPad: " ", startingAt: 0))",
        values.map { String(format: "%.1f MiB", $0) }.joined(separator: ", "),
        String(format: " growth %.2f", growth))
    }
  }

  private func child(_ contender: String, _ path: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--stream", contender, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchmarkFailure("memory: the child of \(contender) failed") }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
