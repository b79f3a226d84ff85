import Logging

/// What a store tells a log about the statements that it runs: which were slow, and which looked at every row of a large table.
///
/// ```swift
/// let reports = StatementReports(slowerThan: .milliseconds(50), scansOver: 10_000)
/// let store = try SQLiteStore(path: path, schema: TasksSchema.self, options: SQLiteOptions(reports: reports))
/// ```
///
/// A report is one message with these metadata:
///
/// | key | what it says |
/// |---|---|
/// | `location` | the line that asked: that of `fetchAll`, `count`, `update` …; that of the `read` or `write` for rows that are written, found by their key or loaded by a relationship |
/// | `sql` | the statement, its values as `?1`, `?2` … |
/// | `duration` | in milliseconds, from the first row that is asked for to the last, with what the program does with the rows |
/// | `rows_scanned` | how many rows were looked at without an index |
/// | `tables` | the tables that these are of |
/// | `plan` | how SQLite finds the rows, as ``QueryPlan`` shows it |
/// | `values` | the statement with its values in it, where ``includesValues`` says so |
/// | `repeated` | how many such runs were not reported since the last report, where there were some |
///
/// A statement is reported once for each line that asks, then not again until ``interval`` is over, however many connections run
/// it. The log is told when the block is over that ran the statement, on its thread. What begins and ends transactions is not
/// reported, nor what the store itself does when it opens a file.
///
/// Values stay out of the log unless they are asked for, for they are what people typed.
public struct StatementReports: Sendable {
  /// Where the reports go; a logger of the label `postil` unless another one is given.
  public var logger: Logger
  /// How long a statement may take before it is reported; `nil` reports none for that.
  public var slowerThan: Duration?
  /// How many rows of tables a statement may look at without an index before it is reported; `nil` reports none for that.
  ///
  /// An automatic index, which SQLite makes of every row of a table for one statement, counts as such a look at every row. A plain
  /// `count(*)` does not count.
  /// Source: SQLite, "Status Parameters for prepared statements".
  public var scansOver: Int?
  /// How long the same statement of the same line is not reported again.
  public var interval: Duration
  /// The level of the messages.
  public var level: Logger.Level
  /// Whether the values of the statement are logged too.
  public var includesValues: Bool

  /// Reports that differ from the defaults where something is given.
  public init(
    to logger: Logger = Logger(label: "postil"), slowerThan: Duration? = .milliseconds(100), scansOver: Int? = 10_000,
    interval: Duration = .seconds(60), level: Logger.Level = .warning, includesValues: Bool = false
  ) {
    self.logger = logger
    self.slowerThan = slowerThan
    self.scansOver = scansOver
    self.interval = interval
    self.level = level
    self.includesValues = includesValues
  }
}
