import CSQLite
import PostilQuery

/// Receives a report of every `read` and `write` of a store, for metrics and traces: `SQLiteOptions(monitor:)`. The library
/// `PostilMonitoring` has monitors for swift-metrics and swift-distributed-tracing.
public struct SQLiteMonitor: Sendable {
  /// Called by `read` and `write`, in the calling task or on the calling thread, before the block begins. The result is passed to
  /// ``report``.
  public var context: @Sendable () -> (any Sendable)?
  /// Receives the report of a block that has ended. It is called on the thread of the block, and may use the store.
  public var report: @Sendable (BlockReport, (any Sendable)?) -> Void

  /// Creates a monitor.
  public init(
    context: @escaping @Sendable () -> (any Sendable)? = { nil },
    report: @escaping @Sendable (BlockReport, (any Sendable)?) -> Void
  ) {
    (self.context, self.report) = (context, report)
  }
}

/// What a `read` or `write` block did, including the blocks inside it. A call that throws before its block begins has no report.
public struct BlockReport: Sendable {
  /// A statement that the block ran, including the one that ends the transaction.
  public struct Statement: Sendable {
    /// The text, with its values as `?1`, `?2` …
    public let sql: String
    /// The time when it started.
    public let start: ContinuousClock.Instant
    /// The time from its start to its end, including the time that the program spends on its rows.
    public let duration: Duration
  }

  /// The line of `read` or `write`.
  public let callSite: CallSite
  /// The time when `read` or `write` was called.
  public let start: ContinuousClock.Instant
  /// The time until the block began: it waits for a connection of the store and, if it writes, for other processes that write.
  public let waited: Duration
  /// The time from ``start`` until the transaction had ended.
  public fileprivate(set) var duration = Duration.zero
  /// Whether the block writes.
  public internal(set) var isWrite = false
  /// Whether the transaction was committed; `true` for one that reads.
  public internal(set) var isCommitted = true
  /// The first 1000 statements, in the order in which they ended.
  public fileprivate(set) var statements: [Statement] = []
  /// The number of statements, including those that aren't in ``statements``.
  public fileprivate(set) var statementCount = 0
  /// How many statements had to be prepared; the others were found in the connection's cache.
  public internal(set) var preparedStatements = 0
  /// How often the block tried again to get a lock that another process held, before it began.
  public fileprivate(set) var busyRetries = 0
  /// The number of pages in the write-ahead log after the commit, `nil` if nothing was written.
  public fileprivate(set) var logPages: Int?
}

/// The call of a block, if there is a monitor.
final class BlockOrigin: Sendable {
  fileprivate let start = ContinuousClock.now
  fileprivate let context: (any Sendable)?

  init(_ monitor: SQLiteMonitor) { context = monitor.context() }
}

/// Collects the report of the block that a connection runs.
final class BlockRecorder {
  private let monitor: SQLiteMonitor
  /// The number of pages in the write-ahead log from which on a commit copies them into the file; 0 if commits never do that.
  private let checkpointPages: Int
  private var origin: BlockOrigin?
  /// The open block.
  var block: BlockReport?
  /// How often the block that is about to begin has tried to get a lock again.
  var busyRetries = 0
  private var logPages: Int?

  /// - Parameter checkpointPages: what `PRAGMA wal_autocheckpoint` returns.
  init(_ monitor: SQLiteMonitor, checkpointPages: Int) {
    (self.monitor, self.checkpointPages) = (monitor, checkpointPages)
  }

  /// Begins to record the size of the log. SQLite calls one function after a commit, and copies the log in it by default, so the
  /// recorder does that too. It must live as long as the connection. Source: SQLite, "Write-Ahead Log Commit Hook".
  func install(on handle: OpaquePointer) {
    sqlite3_wal_hook(
      handle,
      { context, handle, name, pages in
        guard let context else { return SQLITE_OK }
        let recorder = Unmanaged<BlockRecorder>.fromOpaque(context).takeUnretainedValue()
        recorder.logPages = Int(pages)
        if recorder.checkpointPages > 0, pages >= recorder.checkpointPages {
          sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// A block begins.
  func enter(_ callSite: CallSite, _ origin: BlockOrigin) {
    self.origin = origin
    block = BlockReport(callSite: callSite, start: origin.start, waited: .now - origin.start)
  }

  /// A statement of the block has ended.
  func note(_ statement: OpaquePointer, since start: ContinuousClock.Instant) {
    guard let count = block?.statementCount else { return }
    block?.statementCount += 1
    // A block can run millions of statements.
    guard count < 1000 else { return }
    let sql = sqlite3_sql(statement).map { String(cString: $0) } ?? ""
    block?.statements.append(BlockReport.Statement(sql: sql, start: start, duration: .now - start))
  }

  /// The function that passes on the report of the block that has ended.
  func take(isWrite: Bool) -> (() -> Void)? {
    defer { (block, origin, busyRetries, logPages) = (nil, nil, 0, nil) }
    guard var block, let origin else { return nil }
    block.duration = .now - origin.start
    (block.isWrite, block.busyRetries, block.logPages) = (isWrite, busyRetries, logPages)
    return { [monitor, block] in monitor.report(block, origin.context) }
  }
}
