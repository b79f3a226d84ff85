import CSQLite
import PostilQuery

/// Collects the statements that an observed read runs, with the keys of the rows that they are limited to.
///
/// SQLite's trace gives every statement, its values bound, and costs nothing while no observed read runs. Source: SQLite,
/// "SQL Trace Hook".
private final class ReadRecorder {
  /// A statement and the values of its key conditions in all its runs; `nil` if one has no integer.
  struct Run {
    let sql: String
    var values: [String: Set<Int64>?]
  }

  /// By the bytes of their text.
  private(set) var runs: [[UInt8]: Run] = [:]
  private let watch: StatementWatch?

  init(_ watch: StatementWatch?) { self.watch = watch }

  /// Begins to collect, until another trace is installed.
  func install(on handle: OpaquePointer) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | (watch == nil ? 0 : SQLITE_TRACE_PROFILE)),
      { event, context, statement, text in
        guard let context, let statement else { return 0 }
        let recorder = Unmanaged<ReadRecorder>.fromOpaque(context).takeUnretainedValue()
        let handle = OpaquePointer(statement)
        // Another text is a comment, for a statement that a full-text index runs itself.
        if event == UInt32(SQLITE_TRACE_STMT), let sql = sqlite3_sql(handle),
          text == UnsafeMutableRawPointer(mutating: sql)
        {
          recorder.note(handle, String(cString: sql))
        }
        recorder.watch?.receive(event, handle, text)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ statement: OpaquePointer, _ sql: String) {
    let key = Array(sql.utf8)
    var run = runs[key] ?? Run(sql: sql, values: KeyConditions(sql)?.values.mapValues { _ in [] } ?? [:])
    if !run.values.isEmpty {
      let expanded = sqlite3_expanded_sql(statement)
      defer { sqlite3_free(expanded) }
      let values = expanded.flatMap { KeyConditions(String(cString: $0))?.values } ?? [:]
      for (column, present) in run.values {
        guard var present, let value = values[column] ?? nil, present.count < DatabaseRegion.maximumRows else {
          run.values[column] = .some(nil)
          continue
        }
        present.insert(value)
        run.values[column] = present
      }
    }
    runs[key] = run
  }
}

extension SQLiteConnection {
  /// Runs `body`, which reads, and finds what its result depends on: the tables and columns of its statements, and their rows if they
  /// are found by their keys.
  func recordingReads<Result>(_ body: () throws -> Result) throws -> (Result, DatabaseRegion) {
    let recorder = ReadRecorder(watch)
    let result = try {
      try untraced { try refreshAccesses() }
      recorder.install(on: handle)
      defer {
        sqlite3_trace_v2(handle, 0, nil, nil)
        watch?.install(on: handle)
      }
      return try body()
    }()
    var region = DatabaseRegion()
    for run in recorder.runs.values {
      let access = try access(of: run.sql)
      let rows = access.keyColumn.flatMap { run.values[$0] ?? nil }
      for (table, part) in access.reads.parts { region.insert(.init(columns: part.columns, rows: rows), of: table) }
    }
    return (result, region)
  }
}
