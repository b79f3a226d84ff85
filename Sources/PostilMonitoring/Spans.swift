#if Monitoring
  import PostilQuery
  import PostilSQLite
  import Tracing

  extension SQLiteMonitor {
    /// Makes a span of each block, and within it a span of each statement, with swift-distributed-tracing. The parent is the span in
    /// which `read` or `write` was called. The values of statements aren't recorded.
    ///
    /// A span of a block is named `read` or `write`, that of a statement by its first word. The attributes follow the conventions of
    /// OpenTelemetry: `db.system.name`, `db.query.text`, `code.file.path` and `code.line.number`.
    /// - Parameter tracer: where the spans go; the tracer of `InstrumentationSystem` by default.
    public static func spans(tracer: (any Tracer)? = nil) -> SQLiteMonitor {
      SQLiteMonitor {
        ServiceContext.current
      } report: { report, context in
        let tracer = tracer ?? InstrumentationSystem.tracer
        let clock = BlockClock()
        let block = tracer.startSpan(
          report.isWrite ? "write" : "read", context: context as? ServiceContext ?? .topLevel, ofKind: .client,
          at: clock.timestamp(of: report.start), function: report.isWrite ? "write" : "read",
          file: "\(report.callSite.fileID)", line: report.callSite.line)
        block.attributes["db.system.name"] = "sqlite"
        block.attributes["code.file.path"] = "\(report.callSite.fileID)"
        block.attributes["code.line.number"] = Int64(report.callSite.line)
        if !report.isCommitted { block.setStatus(SpanStatus(code: .error, message: "rolled back")) }
        for statement in report.statements {
          let name = statement.sql.prefix { $0.isLetter }
          let span = tracer.startSpan(
            name.isEmpty ? "statement" : String(name), context: block.context, ofKind: .client,
            at: clock.timestamp(of: statement.start), function: report.isWrite ? "write" : "read",
            file: "\(report.callSite.fileID)", line: report.callSite.line)
          span.attributes["db.system.name"] = "sqlite"
          span.attributes["db.query.text"] = statement.sql
          span.end(at: clock.timestamp(of: statement.start + statement.duration))
        }
        block.end(at: clock.timestamp(of: report.start + report.duration))
      }
    }

    /// Passes each report to several monitors.
    public static func combined(_ monitors: SQLiteMonitor...) -> SQLiteMonitor {
      SQLiteMonitor {
        monitors.map { $0.context() }
      } report: { report, contexts in
        let contexts = contexts as? [(any Sendable)?] ?? []
        for (monitor, context) in zip(monitors, contexts) { monitor.report(report, context) }
      }
    }
  }

  /// Converts the times of a report into those of spans, which count from 1970.
  private struct BlockClock {
    private let now = ContinuousClock.now
    private let timestamp = DefaultTracerClock.now.nanosecondsSinceEpoch

    func timestamp(of instant: ContinuousClock.Instant) -> DefaultTracerClock.Timestamp {
      DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: timestamp - UInt64(max(0, (now - instant).nanoseconds)))
    }
  }
#endif
