#if Monitoring
  import Metrics
  import PostilQuery
  import PostilSQLite

  extension SQLiteMonitor {
    /// Records metrics of each block with swift-metrics.
    ///
    /// | metric | kind | dimensions | value |
    /// |---|---|---|---|
    /// | `postil.block.duration` | timer | `kind`, `outcome` | the time from asking for a block to its end |
    /// | `postil.block.wait` | timer | `kind` | the part of it before the block began |
    /// | `postil.statements` | counter | | the statements that were run |
    /// | `postil.statements.prepared` | counter | | those that weren't in the cache of their connection |
    /// | `postil.busy.retries` | counter | | the attempts to get a lock that another process held |
    /// | `postil.log.pages` | gauge | | the pages in the write-ahead log after the last commit |
    ///
    /// `kind` is `read` or `write`, and `outcome` is `committed` or `rolled_back`.
    /// - Parameters:
    ///   - prefix: the first part of each name.
    ///   - factory: where the metrics go; the factory of `MetricsSystem` by default.
    public static func metrics(prefix: String = "postil", factory: any MetricsFactory = MetricsSystem.factory)
      -> SQLiteMonitor
    {
      let read = BlockMetrics(prefix, "read", factory)
      let write = BlockMetrics(prefix, "write", factory)
      let statements = Counter(label: "\(prefix).statements", factory: factory)
      let prepared = Counter(label: "\(prefix).statements.prepared", factory: factory)
      let retries = Counter(label: "\(prefix).busy.retries", factory: factory)
      let logPages = Gauge(label: "\(prefix).log.pages", factory: factory)
      return SQLiteMonitor { report, _ in
        (report.isWrite ? write : read).record(report)
        statements.increment(by: report.statementCount)
        prepared.increment(by: report.preparedStatements)
        if report.busyRetries > 0 { retries.increment(by: report.busyRetries) }
        if let pages = report.logPages { logPages.record(pages) }
      }
    }
  }

  /// The metrics of blocks of one kind.
  private struct BlockMetrics: Sendable {
    private let committed: Timer
    private let rolledBack: Timer
    private let wait: Timer

    init(_ prefix: String, _ kind: String, _ factory: any MetricsFactory) {
      func timer(_ outcome: String) -> Timer {
        Timer(
          label: "\(prefix).block.duration", dimensions: [("kind", kind), ("outcome", outcome)], factory: factory)
      }
      (committed, rolledBack) = (timer("committed"), timer("rolled_back"))
      wait = Timer(label: "\(prefix).block.wait", dimensions: [("kind", kind)], factory: factory)
    }

    func record(_ report: BlockReport) {
      (report.isCommitted ? committed : rolledBack).recordNanoseconds(report.duration.nanoseconds)
      wait.recordNanoseconds(report.waited.nanoseconds)
    }
  }

  extension Duration {
    /// The whole nanoseconds.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
  }
#endif
