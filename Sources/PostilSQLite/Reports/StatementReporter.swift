import Logging
import PostilQuery
import Synchronization

/// Writes the reports of all connections of a store into a log, each kind of them once in an interval.
final class StatementReporter: Sendable {
  let reports: StatementReports
  private let history = Mutex<[Key: Entry]>([:])

  private struct Key: Hashable {
    let sql: String
    let callSite: CallSite?
  }

  private struct Entry {
    var reportedAt: ContinuousClock.Instant
    /// How many runs were not reported since.
    var repeated = 0
  }

  /// How many statements are remembered, before those go whose interval is over: programs that make up their SQL have no end
  /// of them.
  private static let capacity = 1024

  init(_ reports: StatementReports) { self.reports = reports }

  /// Whether a run is more than may stay unsaid.
  func concerns(duration: Duration, rowsScanned: Int) -> Bool {
    isSlow(duration) || isLarge(rowsScanned)
  }

  private func isSlow(_ duration: Duration) -> Bool { reports.slowerThan.map { duration > $0 } ?? false }

  private func isLarge(_ rowsScanned: Int) -> Bool { reports.scansOver.map { rowsScanned > $0 } ?? false }

  /// Whether a report of this statement is due now, and then how many runs of it were not reported since the last one.
  func takeTurn(sql: String, callSite: CallSite?, now: ContinuousClock.Instant) -> Int? {
    history.withLock { history in
      let key = Key(sql: sql, callSite: callSite)
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

  /// Writes a report into the log.
  func write(_ report: StatementReport) {
    let tables = report.tables
    // What looked at many rows may have read no table: then only its time is worth a word.
    let isScan = isLarge(report.rowsScanned) && !tables.isEmpty
    guard isScan || isSlow(report.duration) else { return }
    let milliseconds = Self.milliseconds(report.duration)
    var metadata: Logger.Metadata = [
      "sql": .string(report.sql), "duration": .string(milliseconds),
      "rows_scanned": .stringConvertible(report.rowsScanned),
    ]
    if let callSite = report.callSite { metadata["location"] = .stringConvertible(callSite) }
    if !tables.isEmpty { metadata["tables"] = .array(tables.map { .string($0) }) }
    if let plan = report.plan { metadata["plan"] = .stringConvertible(plan) }
    if let values = report.values { metadata["values"] = .string(values) }
    if report.repeated > 0 { metadata["repeated"] = .stringConvertible(report.repeated) }
    let scan = "full scan of \(tables.joined(separator: ", ")): \(report.rowsScanned) rows in \(milliseconds) ms"
    let place = report.callSite.map { ", asked for by \($0)" } ?? ""
    reports.logger.log(
      level: reports.level, "\(isScan ? scan : "slow statement: \(milliseconds) ms")\(place)", metadata: metadata,
      source: "PostilSQLite", file: report.callSite?.fileID.description ?? #fileID, function: "",
      line: report.callSite?.line ?? #line)
  }

  /// `73.1`
  private static func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// A run of a statement that is to be reported.
struct StatementReport: Sendable {
  let sql: String
  let callSite: CallSite?
  let duration: Duration
  let rowsScanned: Int
  let repeated: Int
  /// The statement with its values in it, where these are to be logged.
  var values: String?
  var plan: QueryPlan?

  /// The tables whose rows were looked at without an index.
  var tables: [String] { plan?.scannedTables ?? [] }
}

extension QueryPlan {
  /// The tables of which every row is looked at, be it to make an index of them.
  fileprivate var scannedTables: [String] {
    allSteps.reduce(into: fullScans) { tables, step in
      guard let access = step.access, access.index == .automatic, let table = access.table else { return }
      if !tables.contains(table) { tables.append(table) }
    }
  }
}
