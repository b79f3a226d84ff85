import CSQLite
import PostilQuery

/// Observes the statements that a connection runs, for the application's `trace` and for reports of statements and blocks. A connection
/// that has none of them has no watch. Source: SQLite, "SQL Trace Hook".
final class StatementWatch {
  private let trace: (@Sendable (String) -> Void)?
  private let reporter: StatementReporter?
  private let secretColumns: SecretColumns
  /// `nil` if blocks aren't reported.
  var recorder: BlockRecorder?
  /// The statements that have begun and not yet ended, with the time when they began. SQLite reports a statement again for
  /// each delete rule that it runs.
  private var running: [OpaquePointer: ContinuousClock.Instant] = [:]
  /// The call site of the fixed statement that runs next.
  private var next: CallSite?
  /// The call sites of the running statements, if known.
  private var callSites: [OpaquePointer: CallSite] = [:]
  /// The line of the open block, used for statements without a call site of their own.
  private var block: CallSite?
  /// The reports to send when the block ends, each with the statement and its values as one text.
  private var due: [(report: StatementReport, expanded: String)] = []
  /// Whether the application's `trace` is running: it can't use the connection.
  private(set) var isTracing = false
  /// Whether the connection is explaining a statement for a report.
  private var isExplaining = false

  /// `nil` if nothing is reported.
  init?(
    trace: (@Sendable (String) -> Void)?, reporter: StatementReporter?, isMonitored: Bool, secretColumns: SecretColumns
  ) {
    guard trace != nil || reporter != nil || isMonitored else { return nil }
    self.trace = trace
    self.reporter = reporter
    self.secretColumns = secretColumns
  }

  /// Starts to observe the connection. The watch must live as long as the connection.
  func install(on handle: OpaquePointer) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
      { event, context, statement, text in
        guard let context, let statement else { return 0 }
        let watch = Unmanaged<StatementWatch>.fromOpaque(context).takeUnretainedValue()
        watch.receive(event, OpaquePointer(statement), text)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// A statement has begun or ended.
  func receive(_ event: UInt32, _ statement: OpaquePointer, _ text: UnsafeMutableRawPointer?) {
    if event == UInt32(SQLITE_TRACE_PROFILE) {
      ended(statement)
    } else if let text {
      started(statement, text.assumingMemoryBound(to: CChar.self))
    }
  }

  /// A block begins that this line of the program opened.
  func enter(_ callSite: CallSite, _ origin: BlockOrigin?) {
    (block, next) = (callSite, nil)
    if let origin { recorder?.enter(callSite, origin) }
  }

  /// Records the call site of the fixed statement that runs next.
  func expect(_ callSite: CallSite) { next = callSite }

  /// Records the call site of a statement that is about to run.
  func note(_ callSite: CallSite?, for statement: OpaquePointer) {
    if reporter != nil { (callSites[statement], next) = (callSite, nil) }
  }

  private func started(_ statement: OpaquePointer, _ text: UnsafePointer<CChar>) {
    // For triggers and for the statements of a full-text index, SQLite passes a comment instead of the statement.
    guard !isExplaining, text == sqlite3_sql(statement), running[statement] == nil else { return }
    running[statement] = .now
    if let next { (callSites[statement], self.next) = (next, nil) }
    if let trace {
      isTracing = true
      defer { isTracing = false }
      trace(String(cString: text))
    }
  }

  private func ended(_ statement: OpaquePointer) {
    // The connection runs statements of its own outside of blocks, for example to open a file.
    guard let start = running.removeValue(forKey: statement), block != nil else { return }
    recorder?.note(statement, since: start)
    guard let reporter else { return }
    // The counters are reset, so that each run has its own.
    let counters = [SQLITE_STMTSTATUS_FULLSCAN_STEP, SQLITE_STMTSTATUS_AUTOINDEX].map {
      UInt64(UInt32(bitPattern: sqlite3_stmt_status(statement, $0, 1)))
    }
    let now = ContinuousClock.now
    let scanned = Int(clamping: counters[0] + counters[1])
    guard reporter.concerns(duration: now - start, rowsScanned: scanned) else { return }
    report(statement, duration: now - start, rowsScanned: scanned, now: now, reporter)
  }

  private func report(
    _ statement: OpaquePointer, duration: Duration, rowsScanned: Int, now: ContinuousClock.Instant,
    _ reporter: StatementReporter
  ) {
    let sql = sqlite3_sql(statement).map { String(cString: $0) } ?? ""
    guard !Self.isControl(sql) else { return }
    let callSite = callSites[statement] ?? block
    guard let repeated = reporter.takeTurn(sql: sql, callSite: callSite, now: now) else { return }
    let text = sqlite3_expanded_sql(statement)
    defer { sqlite3_free(text) }
    let expanded = text.map { String(cString: $0) } ?? sql
    let report = StatementReport(
      sql: sql, callSite: callSite, duration: duration, rowsScanned: rowsScanned, repeated: repeated,
      values: reporter.reports.includesValues && !secretColumns.areIn(sql) ? expanded : nil, plan: nil,
      isScan: reporter.isLarge(rowsScanned))
    due.append((report, expanded))
  }

  /// Whether the statement begins or ends a transaction, or is one of the connection's own queries.
  private static func isControl(_ sql: String) -> Bool {
    ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA"].contains { sql.hasPrefix($0) }
  }

  /// What is to be reported of the block that is over, each with its plan.
  ///
  /// A plan is asked for now, for while a statement ends SQLite must not be asked anything; it is that of the statement with its
  /// values, which may have made SQLite choose it, but doesn't contain them.
  func takeReports(_ explain: (String) throws -> QueryPlan) -> [StatementReport] {
    callSites.removeAll(keepingCapacity: true)
    block = nil
    guard !due.isEmpty else { return [] }
    isExplaining = true
    defer {
      isExplaining = false
      due = []
    }
    return due.map { due in
      var report = due.report
      report.plan = (try? explain(due.expanded)).map { QueryPlan(sql: report.sql, steps: $0.steps) }
      return report
    }
  }
}
