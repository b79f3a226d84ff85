import PostilQuery

/// Passes on the reports of all connections of a store, each at most once in an interval.
final class StatementReporter: Sendable {
  let reports: StatementReports
  private let history = Mutex<[Key: Entry]>([:])

  private struct Key: Hashable {
    let sql: StatementText
    let callSite: CallSite?
  }

  private struct Entry {
    var reportedAt: ContinuousClock.Instant
    /// The number of runs since then that weren't reported.
    var repeated = 0
  }

  /// The number of statements that are remembered before the expired ones are removed: the SQL that programs write themselves can
  /// differ each time.
  private static let capacity = 1024

  init(_ reports: StatementReports) { self.reports = reports }

  /// Whether a run exceeds a limit.
  func concerns(duration: Duration, rowsScanned: Int) -> Bool {
    isSlow(duration) || isLarge(rowsScanned)
  }

  private func isSlow(_ duration: Duration) -> Bool { reports.slowerThan.map { duration > $0 } ?? false }

  func isLarge(_ rowsScanned: Int) -> Bool { reports.scansOver.map { rowsScanned > $0 } ?? false }

  /// If a report of this statement is due now, the number of its runs that were not reported since the last one.
  func takeTurn(sql: String, callSite: CallSite?, now: ContinuousClock.Instant) -> Int? {
    history.withLock { history in
      let key = Key(sql: StatementText(sql), callSite: callSite)
      if let entry = history[key], now - entry.reportedAt < reports.interval {
        history[key]?.repeated += 1
        return nil
      }
      if history.count >= Self.capacity {
        history = history.filter { now - $0.value.reportedAt < reports.interval }
        if history.count >= Self.capacity { history = [:] }
      }
      let repeated = history[key]?.repeated ?? 0
      history[key] = Entry(reportedAt: now)
      return repeated
    }
  }

  /// Passes on a report whose plan is known. A statement may read many rows but no table, as a recursive one does: then only its
  /// time counts.
  func send(_ report: StatementReport) {
    guard isSlow(report.duration) || report.isScan && !report.scannedTables.isEmpty else { return }
    reports.report(report)
  }
}
