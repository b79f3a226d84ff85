import Foundation

/// The operations of a run. A task that watches the run can read them while it goes on.
final class OperationLog: @unchecked Sendable {
  // Another package has this file too, and Swift's own 'Mutex' requires macOS 15.
  private let lock = NSLock()
  private var lines: [String] = []
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  func append(_ line: String) { lock.withLock { lines.append(line) } }

  /// How to repeat the run, and its last operations.
  var report: String {
    let last = lock.withLock { lines.suffix(12) }
    return (["POSTIL_SEED=\(seed) POSTIL_OPERATION_STEPS=500"] + last).joined(separator: "\n")
  }
}
