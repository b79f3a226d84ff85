import CSQLite

/// Tells the application which statements a connection runs. Source: SQLite, "SQL Trace Hook".
final class StatementTracer {
  private let report: @Sendable (String) -> Void

  init(report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Begins to watch; the tracer must live as long as the connection.
  func install(on handle: OpaquePointer) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        // A comment is what SQLite gives for a statement inside a trigger, which nobody ran by itself.
        if !sql.hasPrefix("--") { Unmanaged<StatementTracer>.fromOpaque(context).takeUnretainedValue().report(sql) }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
