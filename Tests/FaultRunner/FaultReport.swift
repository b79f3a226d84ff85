import Foundation
import PostilQuery
import PostilSQLite

/// Counts the outcomes, and collects the violations.
final class FaultReport {
  private var counts: [String: [String: Int]] = [:]
  private var violationCount = 0

  var hasViolations: Bool { violationCount > 0 }

  func count(_ group: String, _ outcome: String) { counts[group, default: [:]][outcome, default: 0] += 1 }

  func violation(_ message: String) {
    violationCount += 1
    if violationCount <= 50 { FileHandle.standardError.write(Data("violation: \(message)\n".utf8)) }
  }

  func printFigures() {
    for (group, outcomes) in counts.sorted(by: { $0.key < $1.key }) {
      let text = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      Self.printLine("\(group): \(outcomes.values.reduce(0, +)) runs: \(text)")
    }
    Self.printLine("\(counts.values.flatMap(\.values).reduce(0, +)) runs in total, \(violationCount) violations")
  }

  /// Prints a line at once: if the process is killed, the last line names the case.
  static func printLine(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// The name of an error that a failure of the disk or of memory may cause, `nil` for any other error.
  static func nameOfFailure(_ error: any Error) -> String? {
    switch error {
    // Source: SQLite, "Result and Error Codes": NOMEM, IOERR, FULL, CANTOPEN.
    case let error as DatabaseError where [7, 10, 13, 14].contains(error.code): "DatabaseError \(error.code)"
    // What SQLite reports if it can't read the size of the new file.
    case let error as DatabaseError where error.message == "output file already exists": "DatabaseError 1"
    case TransactionMisuse.rolledBack: "TransactionMisuse.rolledBack"
    case MigrationError.statementFailed(_, _, _, let reason), MigrationError.commitFailed(_, let reason):
      nameOfFailure(reason)
    // A check of the copy reports a page that can't be read as a finding.
    case BackupError.damaged: "BackupError.damaged"
    case is FaultOperation.FoundDamage: "IntegrityFinding"
    default: nil
    }
  }

  /// Whether the error is one of Postil's own types.
  static func isTyped(_ error: any Error) -> Bool {
    let name = String(reflecting: type(of: error))
    return name.hasPrefix("PostilQuery.") || name.hasPrefix("PostilSQLite.")
  }
}
