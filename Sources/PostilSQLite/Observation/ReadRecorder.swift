import CSQLite
import PostilQuery
import PostilSQL

/// Collects the statements that an observed read runs, with the keys of the rows that they are limited to.
///
/// SQLite's trace gives every statement, its values bound, and each row that it returns. It costs nothing while no observed read
/// runs. Source: SQLite, "SQL Trace Hook".
private final class ReadRecorder {
  /// A statement and the values of its key conditions in all its runs; `nil` if they aren't known.
  final class Run {
    let sql: String
    var values: [String: KeyConditions.Values?]
    /// The number of rows that were returned.
    var rowCount = 0

    init(_ sql: String) {
      self.sql = sql
      values = KeyConditions(sql)?.values.mapValues { _ in KeyConditions.Values() } ?? [:]
    }
  }

  /// By the bytes of their text.
  private(set) var runs: [[UInt8]: Run] = [:]
  /// The runs whose rows are counted, by their statements; the last one is found without a search.
  private var counted: [OpaquePointer: Run] = [:]
  private var last: (statement: OpaquePointer, run: Run)?
  private let watch: StatementWatch?

  init(_ watch: StatementWatch?) { self.watch = watch }

  /// Begins to collect, until another trace is installed.
  func install(on handle: OpaquePointer) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | (watch == nil ? 0 : SQLITE_TRACE_PROFILE)),
      { event, context, statement, text in
        guard let context, let statement else { return 0 }
        let recorder = Unmanaged<ReadRecorder>.fromOpaque(context).takeUnretainedValue()
        let handle = OpaquePointer(statement)
        if event == UInt32(SQLITE_TRACE_ROW) {
          recorder.countRow(of: handle)
          return 0
        }
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
    let run = runs[key] ?? Run(sql)
    runs[key] = run
    (counted[statement], last) = (run.values.isEmpty ? nil : run, nil)
    guard !run.values.isEmpty else { return }
    let expanded = sqlite3_expanded_sql(statement)
    defer { sqlite3_free(expanded) }
    let values = expanded.flatMap { KeyConditions(String(cString: $0))?.values } ?? [:]
    for (column, present) in run.values {
      guard var present, let added = values[column],
        present.scalars.count + present.arrays.count < DatabaseRegion.maximumRows
      else {
        run.values[column] = .some(nil)
        continue
      }
      present.scalars += added.scalars
      present.arrays += added.arrays
      run.values[column] = present
    }
  }

  private func countRow(of statement: OpaquePointer) {
    if last?.statement != statement {
      guard let run = counted[statement] else { return }
      last = (statement, run)
    }
    last?.run.rowCount += 1
  }
}

extension SQLiteConnection {
  /// Runs `body`, which reads, and finds what its result depends on: the tables and columns of its statements, and their rows if they
  /// are found by their keys.
  func recordingReads<Result>(_ body: () throws -> Result) throws -> (Result, DatabaseRegion) {
    let recorder = ReadRecorder(watch)
    let result = try {
      _ = refreshAccesses()
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
      let values = access.key.flatMap { run.values[$0.column] ?? nil }
      for (table, part) in access.reads.parts {
        let rows = try values.flatMap { values in
          try untraced { try rowIDs(of: table, access.key, values, returned: run.rowCount) }
        }
        region.insert(.init(columns: part.columns, rows: rows), of: table)
      }
    }
    return (result, region)
  }

  /// The rowids of the only rows whose key is one of these values, `nil` if there may be others.
  /// - Parameter returned: how many rows were found by the values.
  private func rowIDs(
    of table: String, _ key: StatementAccess.Key?, _ values: KeyConditions.Values, returned: Int
  ) throws -> Set<Int64>? {
    guard let key, key.table == table else { return nil }
    if key.isRowID {
      let arrays = values.arrays.flatMap { $0.dropFirst(2).dropLast(2).split(separator: ",") }
      let rows = (values.scalars.map { Int64($0) } + arrays.map { Int64($0) })
      return rows.contains(nil) || rows.count > DatabaseRegion.maximumRows ? nil : Set(rows.compactMap { $0 })
    }
    // A row that doesn't exist yet has no rowid.
    guard key.returnsRows, returned > 0 else { return nil }
    let lists =
      values.arrays.map { "SELECT value FROM json_each(\($0))" }
      + (values.scalars.isEmpty ? [] : ["VALUES " + values.scalars.map { "(\($0))" }.joined(separator: ", ")])
    let (table, column) = (SQLText.identifier(table), SQLText.identifier(key.column))
    // SQLite cuts a text at a NUL when it writes it as a literal: the rows of all texts that begin so.
    let found = try rows(
      """
      WITH k(v) AS (\(lists.joined(separator: " UNION ALL ")))
      SELECT NULL, count(*) FROM k
      UNION ALL SELECT t.rowid, NULL FROM k JOIN main.\(table) t ON t.\(column) = v
      UNION ALL SELECT t.rowid, NULL FROM k JOIN main.\(table) t ON t.\(column) > v AND t.\(column) < v || char(1)
        WHERE typeof(v) = 'text'
      """)
    guard let count = found.lazy.compactMap({ Int($0[1]) }).first, returned >= count else { return nil }
    return Set(found.compactMap { Int64($0[0]) })
  }
}
