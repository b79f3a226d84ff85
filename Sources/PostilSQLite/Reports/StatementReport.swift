import PostilQuery

/// A statement that was slow or that read every row of a large table. Its description is a message for a log:
/// `full scan of book: 250000 rows in 31.4 ms, called from Library/Search.swift:41`
public struct StatementReport: Sendable, CustomStringConvertible {
  /// The statement, with its values as `?1`, `?2` …
  public let sql: String
  /// The line that ran the statement: that of `fetchAll`, `count`, `update` …; that of `read` or `write` for rows that are inserted,
  /// found by key or loaded by a relationship.
  public let callSite: CallSite?
  /// The time from the first row to the last, including the time that the program spends on the rows.
  public let duration: Duration
  /// The number of rows that were read without an index, or to build one for this statement alone.
  public let rowsScanned: Int
  /// The number of such runs that were not reported since the last report.
  public let repeated: Int
  /// The statement with its values, if ``StatementReports/includesValues`` is set and the statement names no column with `@secret`.
  public let values: String?
  /// How SQLite finds the rows.
  public internal(set) var plan: QueryPlan?
  /// Whether more rows were read than ``StatementReports/scansOver`` allows.
  let isScan: Bool

  /// The tables of which every row was read, or indexed for this statement alone.
  public var scannedTables: [String] {
    guard let plan else { return [] }
    return plan.allSteps.reduce(into: plan.fullScans) { tables, step in
      guard let access = step.access, access.index == .automatic, let table = access.table else { return }
      if !tables.contains(table) { tables.append(table) }
    }
  }

  /// The message, with the place of the call.
  public var description: String {
    let tables = scannedTables
    let (seconds, attoseconds) = duration.components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    let time = "\(tenths / 10).\(tenths % 10) ms"
    let problem =
      isScan && !tables.isEmpty
      ? "full scan of \(tables.joined(separator: ", ")): \(rowsScanned) rows in \(time)" : "slow statement: \(time)"
    return problem + (callSite.map { ", called from \($0)" } ?? "")
  }
}
