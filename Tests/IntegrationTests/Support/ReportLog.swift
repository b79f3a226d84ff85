import Postil

/// Keeps the reports of a store's statements for tests.
final class ReportLog: Sendable {
  private let list = Mutex<[StatementReport]>([])

  /// The reports since the last call.
  func drain() -> [StatementReport] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }

  func append(_ report: StatementReport) { list.withLock { $0.append(report) } }
}

extension StatementReport {
  var line: UInt? { callSite?.line }
}
