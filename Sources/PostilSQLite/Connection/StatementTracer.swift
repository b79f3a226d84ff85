import CSQLite

/// Tells the application which statements a connection runs. Source: SQLite, "SQL Trace Hook".
final class StatementTracer {
  private let report: @Sendable (String) -> Void
  /// The statements that have been reported and have not ended: SQLite tells of a statement once more for each delete rule
  /// that acts on a row of it.
  private var running: Set<OpaquePointer> = []

  init(report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Begins to watch; the tracer must live as long as the connection.
  func install(on handle: OpaquePointer) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
      { event, context, statement, text in
        guard let context, let statement else { return 0 }
        let tracer = Unmanaged<StatementTracer>.fromOpaque(context).takeUnretainedValue()
        if event == UInt32(SQLITE_TRACE_PROFILE) {
          tracer.running.remove(OpaquePointer(statement))
        } else if let text {
          tracer.started(OpaquePointer(statement), text.assumingMemoryBound(to: CChar.self))
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func started(_ statement: OpaquePointer, _ text: UnsafePointer<CChar>) {
    let sql = String(cString: text)
    // A comment is what SQLite gives for a statement inside a trigger, which nobody ran by itself.
    guard !sql.hasPrefix("--"), running.insert(statement).inserted else { return }
    report(sql)
  }
}
