import CSQLite
import PostilQuery
import PostilSQL
import PostilSQLite

/// One run of a script on a connection.
///
/// A script of one statement runs without a transaction around it, because some statements, such as `VACUUM`, don't allow one.
struct ScriptRun {
  private let script: ConsoleScript
  private let connection: SQLiteConnection
  private let watch: ConsoleGuard
  private let bytes: [UInt8]

  init(_ script: ConsoleScript, _ connection: SQLiteConnection, _ watch: ConsoleGuard) {
    (self.script, self.connection, self.watch) = (script, connection, watch)
    bytes = Array(script.sql.utf8)
  }

  private var handle: OpaquePointer { connection.handle }

  /// Runs the statements, commits them, and returns the rows.
  func result() throws(ConsoleError) -> ConsoleResult {
    try checkText()
    let start = ContinuousClock.now
    let before = sqlite3_total_changes64(handle)
    let isTransaction = try !isSingle()
    if isTransaction { try control(script.mayWrite ? "BEGIN IMMEDIATE" : "BEGIN") }
    var result = ConsoleResult()
    do throws(ConsoleError) {
      var number = 0
      var used: Set<Int> = []
      try forEachStatement { statement, offset throws(ConsoleError) in
        number += 1
        try run(statement, number: number, at: offset, used: &used, into: &result)
      }
      if case .positional(let values) = script.parameters,
        let extra = values.indices.first(where: { !used.contains($0) })
      {
        throw ConsoleError(
          kind: .failed, message: "the script has no parameter '?\(extra + 1)', but \(values.count) values were passed")
      }
      if isTransaction { try control("COMMIT") }
    } catch {
      if sqlite3_get_autocommit(handle) == 0 { _ = try? control("ROLLBACK") }
      throw error
    }
    result.changes = Int(sqlite3_total_changes64(handle) - before)
    result.changedTables = watch.changedTables
    result.duration = start.duration(to: .now)
    return result
  }

  /// The plan of the script's only statement.
  func plan() throws(ConsoleError) -> QueryPlan {
    try checkText()
    var count = 0
    var parameters: Int32 = 0
    try forEachStatement { statement, _ in
      count += 1
      parameters = sqlite3_bind_parameter_count(statement)
    }
    guard count == 1 else {
      throw ConsoleError(kind: .failed, message: ConsoleError.oneStatement(outOf: count))
    }
    do {
      return try connection.explain(script.sql, Array(repeating: .null, count: Int(parameters)))
    } catch {
      throw ConsoleError(kind: .failed, message: SQLiteConsole.message(error))
    }
  }

  /// SQLite would ignore what follows a NUL character.
  private func checkText() throws(ConsoleError) {
    guard let index = bytes.firstIndex(of: 0) else { return }
    throw error(
      .failed, "the SQL contains a NUL character; pass it in a parameter, or write char(0)", statement: nil, at: index)
  }

  // MARK: - statements

  /// Whether nothing follows the first statement.
  private func isSingle() throws(ConsoleError) -> Bool {
    var isSingle = true
    try forEachText { _, _, next throws(ConsoleError) in
      // Later statements may need what the first one creates, so that they can't be prepared yet.
      let rest = bytes[next...]
      isSingle = !Self.hasStatement(rest)
      return false
    }
    return isSingle
  }

  /// Whether a text contains more than spaces, comments and semicolons.
  private static func hasStatement(_ bytes: ArraySlice<UInt8>) -> Bool {
    SQLLexer.tokens(of: String(decoding: bytes, as: UTF8.self)).contains { !$0.is(";") }
  }

  private func forEachStatement(
    _ body: (OpaquePointer, Int) throws(ConsoleError) -> Void
  ) throws(ConsoleError) {
    try forEachText { statement, offset, _ throws(ConsoleError) in
      if let statement { try body(statement, offset) }
      return true
    }
  }

  /// Prepares one statement after the other.
  /// - Parameter body: receives the statement, `nil` for a comment, and where it begins and ends; returns whether to go on.
  private func forEachText(
    _ body: (OpaquePointer?, Int, Int) throws(ConsoleError) -> Bool
  ) throws(ConsoleError) {
    var offset = 0
    var number = 1
    while offset < bytes.count {
      var statement: OpaquePointer?
      var end = bytes.count
      let start = offset
      let code = watch.whilePreparing {
        bytes[start...].withUnsafeBytes { text in
          text.withMemoryRebound(to: CChar.self) { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, text.baseAddress, Int32(clamping: text.count), &statement, &tail)
            if let tail, let base = text.baseAddress { end = start + (tail - base) }
            return code
          }
        }
      }
      defer { sqlite3_finalize(statement) }
      guard code == SQLITE_OK else { throw failure(code, statement: number, at: start) }
      // SQLite returns no statement for a comment.
      guard end > start else { return }
      guard try body(statement, start, end) else { return }
      if statement != nil { number += 1 }
      offset = end
    }
  }

  private func run(
    _ statement: OpaquePointer, number: Int, at offset: Int, used: inout Set<Int>, into result: inout ConsoleResult
  ) throws(ConsoleError) {
    guard script.mayWrite || sqlite3_stmt_readonly(statement) != 0 else {
      throw error(.writes, "the statement would change the database", statement: number, at: offset)
    }
    try bind(statement, number, offset, &used)
    let count = sqlite3_column_count(statement)
    var rows = RowReader(limit: script.limit)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW where count > 0 && rows.add(statement, count): continue
      case SQLITE_ROW where count > 0:
        // The rest isn't read. All changes of a statement with RETURNING are made before its first row.
        break
      case SQLITE_ROW: continue
      case SQLITE_DONE: break
      case let code: throw failure(code, statement: number, at: offset)
      }
      break
    }
    guard sqlite3_errcode(handle) != SQLITE_NOMEM else { throw failure(SQLITE_NOMEM, statement: number, at: offset) }
    guard count > 0 else {
      if result.statement == 0 { result.statement = number }
      return
    }
    result.columns = (0..<count).map { column in
      ConsoleResult.Column(
        name: sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "",
        type: sqlite3_column_decltype(statement, column).map { String(cString: $0) } ?? "")
    }
    (result.rows, result.isTruncated, result.statement) = (rows.rows, rows.isTruncated, number)
  }

  private func bind(
    _ statement: OpaquePointer, _ number: Int, _ offset: Int, _ used: inout Set<Int>
  ) throws(ConsoleError) {
    let count = sqlite3_bind_parameter_count(statement)
    guard count > 0 else { return }
    for index in 1...count {
      let name = sqlite3_bind_parameter_name(statement, index).map { String(cString: $0) }
      let value: SQLValue??
      switch script.parameters {
      case .positional(let values):
        value = values.indices.contains(Int(index) - 1) ? values[Int(index) - 1] : nil
        used.insert(Int(index) - 1)
      case .named(let values): value = name.flatMap { values[String($0.dropFirst())] }
      }
      guard let value else {
        // The numbers of '?5' without '?4' have gaps.
        if name == nil, sqlite3_bind_parameter_name(statement, count) != nil { continue }
        throw error(
          .failed, "there is no value for the parameter '\(name ?? "?\(index)")'", statement: number, at: offset)
      }
      let code = Self.bind(value, statement, index)
      guard code == SQLITE_OK else { throw failure(code, statement: number, at: offset) }
    }
  }

  private static func bind(_ value: SQLValue?, _ statement: OpaquePointer, _ index: Int32) -> Int32 {
    switch value {
    case nil: return sqlite3_bind_null(statement, index)
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .real(let number): return sqlite3_bind_double(statement, index, number)
    case .text(let text): return postil_bind_text_copy(statement, index, text, UInt64(text.utf8.count))
    case .malformedText(let bytes): return postil_bind_text_copy(statement, index, bytes, UInt64(bytes.count))
    case .blob(let bytes):
      return bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, index, 0)
        : postil_bind_blob_copy(statement, index, bytes, UInt64(bytes.count))
    }
  }

  /// Begins or ends the transaction.
  private func control(_ sql: String) throws(ConsoleError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, statement: nil, at: nil) }
  }

  // MARK: - errors

  /// An error at a byte of the script.
  private func error(_ kind: ConsoleError.Kind, _ message: String, statement: Int?, at offset: Int?) -> ConsoleError {
    guard let offset else { return ConsoleError(kind: kind, message: message, statement: statement) }
    let before = bytes[..<min(tokenStart(after: offset), bytes.count)]
    return ConsoleError(
      kind: kind, message: message, statement: statement, line: 1 + before.count { $0 == UInt8(ascii: "\n") },
      offset: String(decoding: before, as: UTF8.self).utf16.count)
  }

  /// The error for a result code of SQLite.
  private func failure(_ code: Int32, statement: Int?, at offset: Int?) -> ConsoleError {
    if let refusal = watch.takeRefusal(), [SQLITE_AUTH, SQLITE_ERROR].contains(code & 0xFF) {
      return error(.forbidden, refusal, statement: statement, at: offset)
    }
    let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    switch code & 0xFF {
    case SQLITE_INTERRUPT:
      let seconds = ConsoleScript.maximumDuration.components.seconds
      let reason = watch.wasStopped ? "was stopped" : "took longer than \(seconds) seconds and was stopped"
      return error(.stopped, "the statement \(reason); nothing was changed", statement: statement, at: offset)
    case SQLITE_TOOBIG:
      let limit = "a value is larger than \(ConsoleScript.maximumValueSize >> 20) MiB, the limit of the studio"
      return error(.failed, "\(message): \(limit); select a part of it with 'substr'", statement: statement, at: offset)
    // A connection for reading refuses what isn't known before the statement runs.
    case SQLITE_READONLY where !script.mayWrite:
      return error(.writes, "the statement would change the database", statement: statement, at: offset)
    default:
      let inside = sqlite3_error_offset(handle)
      return error(
        .failed, message, statement: statement, at: inside < 0 ? offset : offset.map { $0 + Int(inside) })
    }
  }

  /// The place of the first token after spaces and comments.
  private func tokenStart(after offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    let text = String(decoding: bytes[offset...], as: UTF8.self)
    return offset + (SQLLexer.tokens(of: text).first?.offset ?? 0)
  }
}

/// Collects rows up to a number of rows and bytes.
private struct RowReader {
  private let limit: Int
  private(set) var rows: [[SQLValue?]] = []
  private(set) var isTruncated = false
  private var size = 0

  init(limit: Int) { self.limit = limit }

  /// Adds the current row of a statement.
  /// - Returns: whether there was room for it.
  mutating func add(_ statement: OpaquePointer, _ count: Int32) -> Bool {
    guard rows.count < limit, size < ConsoleScript.maximumSize else {
      isTruncated = true
      return false
    }
    rows.append(
      (0..<count).map { column -> SQLValue? in
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
          let start = sqlite3_column_text(statement, column)
          let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
          size += bytes.count
          return String(utf8: bytes).map { .text($0) } ?? .malformedText(Array(bytes))
        case SQLITE_BLOB:
          let start = sqlite3_column_blob(statement, column)
          let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
          size += bytes.count
          return .blob(Array(bytes))
        default: return nil
        }
      })
    return true
  }
}
