import Foundation

/// Observes the size of the log and of the process while a load runs.
actor LoadMonitor {
  private let log: String
  private(set) var largestLog = 0
  private var memory: [Int] = []

  init(path: String) { log = path + "-wal" }

  /// Looks ten times a second until the task is cancelled.
  func watch() async {
    while !Task.isCancelled {
      let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int
      largestLog = max(largestLog, size ?? 0)
      if let resident = Self.residentBytes() { memory.append(resident) }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// The average resident memory in the second and in the last quarter of the run, in bytes; `nil` where the system doesn't report it.
  var memoryGrowth: (early: Int, late: Int)? {
    let quarter = memory.count / 4
    guard quarter > 0 else { return nil }
    return (memory[quarter..<2 * quarter].reduce(0, +) / quarter, memory.suffix(quarter).reduce(0, +) / quarter)
  }

  private static func residentBytes() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
