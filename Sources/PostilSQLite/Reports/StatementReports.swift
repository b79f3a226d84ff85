/// Which statements of a store are reported, and where to: slow ones, and those that read every row of a large table.
///
/// ```swift
/// let reports = StatementReports(slowerThan: .milliseconds(50), scansOver: 10_000) { report in
///   logger.warning("\(report)", metadata: ["sql": "\(report.sql)"])
/// }
/// let store = try SQLiteStore(path: path, schema: TasksSchema.self, options: SQLiteOptions(reports: reports))
/// ```
///
/// A statement is reported once for each line that runs it, and again after ``interval``, no matter how many connections run it.
/// The report is made after the block ends, on its thread. `BEGIN`, `COMMIT` and similar statements are not reported, and neither
/// is what the store runs when it opens a file.
public struct StatementReports: Sendable {
  /// The longest time that a statement may take without a report; `nil` reports no statement for its time.
  public var slowerThan: Duration?
  /// The number of rows that a statement may read without an index, and without a report; `nil` reports no statement for its scans.
  ///
  /// Rows that SQLite reads to build an automatic index for a single statement count too. A plain `count(*)` does not.
  /// Source: SQLite, "Status Parameters for prepared statements".
  public var scansOver: Int?
  /// The time before the same statement of the same line is reported again.
  public var interval: Duration
  /// Whether reports contain the values of the statement. They are user input, and others read the log.
  public var includesValues: Bool
  /// Receives the reports. It may use the store.
  public var report: @Sendable (StatementReport) -> Void

  /// Creates the settings.
  public init(
    slowerThan: Duration? = .milliseconds(100), scansOver: Int? = 10_000, interval: Duration = .seconds(60),
    includesValues: Bool = false, report: @escaping @Sendable (StatementReport) -> Void
  ) {
    self.slowerThan = slowerThan
    self.scansOver = scansOver
    self.interval = interval
    self.includesValues = includesValues
    self.report = report
  }
}
