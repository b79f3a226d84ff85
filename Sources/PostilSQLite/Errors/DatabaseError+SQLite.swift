import CSQLite
import PostilQuery

extension DatabaseError {
  /// Creates the error for one of SQLite's result codes. The message includes advice if there is any.
  /// - Parameter isUntrusted: whether the file was opened as untrusted.
  init(_ code: Int32, message: String, path: String, sql: String? = nil, isUntrusted: Bool = false) {
    let advice =
      Self.searchAdvice(code) ?? Self.libraryAdvice(message, isUntrusted) ?? Self.lockAdvice(code, message)
      ?? Self.advice(code & 0xFF, path: path)
    self.init(
      code: code & 0xFF, extendedCode: code, message: advice.map { "\(message): \($0)" } ?? message, sql: sql)
  }

  /// Creates the error for a result code from opening and configuring the database.
  init(opening path: String, code: Int32, handle: OpaquePointer?, isUntrusted: Bool = false) {
    let message = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(code, message: message.map { String(cString: $0) } ?? "", path: path, isUntrusted: isUntrusted)
  }

  /// A path can't be opened.
  init(unusablePath message: String) {
    self.init(code: SQLITE_CANTOPEN, extendedCode: SQLITE_CANTOPEN, message: message)
  }

  /// SQLite has no memory left. Source: SQLite, "Result and Error Codes", `SQLITE_NOMEM`.
  @usableFromInline
  static func outOfMemory(_ sql: String? = nil) -> DatabaseError {
    DatabaseError(code: SQLITE_NOMEM, extendedCode: SQLITE_NOMEM, message: "out of memory", sql: sql)
  }

  /// Advice for a lock that the block itself holds. Source: SQLite, "Result and Error Codes", `SQLITE_LOCKED`.
  private static func lockAdvice(_ code: Int32, _ message: String) -> String? {
    guard code & 0xFF == SQLITE_LOCKED || message.hasSuffix("SQL statements in progress") else { return nil }
    return "a statement of the same block is still running; run this one after the loop over its rows"
  }

  /// The message of a statement with parameters that failed while it ran, without the values that SQLite may quote in it: the
  /// text of a search, a path in JSON, the name of a file.
  ///
  /// Source: SQLite, "SQLite FTS5 Extension", section 3, and `fts5_main.c`.
  static func messageWithoutValues(_ message: String, code: Int32, sql: String) -> String {
    guard code == SQLITE_ERROR || code & 0xFF == SQLITE_CANTOPEN else { return message }
    let starts = [
      "fts5: ", "unterminated string", "unknown special query", "no such column: ", "expected integer, got ",
    ]
    if code == SQLITE_ERROR, sql.contains(" MATCH "), starts.contains(where: message.hasPrefix) {
      return
        "invalid FTS5 expression passed to 'matches(_:)'; to search for text typed by a user, call 'matches(words:)'"
    }
    let marks: Set<Unicode.Scalar> = ["\"", "'", ":", "[", "]", " "]
    let scalars = message.unicodeScalars
    guard let end = scalars.firstIndex(where: { $0 != " " && marks.contains($0) }) else { return message }
    // What is in the statement too isn't a value.
    let quoted = scalars[end...].split(whereSeparator: marks.contains)
    return quoted.allSatisfy { sql.contains(String($0)) } ? message : String(scalars[..<end]) + "…"
  }

  /// Advice for a failed full-text search.
  private static func searchAdvice(_ code: Int32) -> String? {
    guard code == ExtendedCode.corruptVirtualTable else { return nil }
    return "the full-text index doesn't match its table, or is damaged; call 'rebuild(in:)'"
  }

  /// Advice if the library lacks something that a build can include or omit. Source: SQLite, "Compile-time Options".
  private static func libraryAdvice(_ message: String, _ isUntrusted: Bool) -> String? {
    if isUntrusted, sqlite3_libversion_number() < 3_044_000, message.contains("unsafe use of ") {
      return "the file was opened with 'isUntrusted', and before version 3.44 SQLite doesn't consider JSON functions "
        + "and full-text indexes safe in the schema of such a file; link a later version"
    }
    guard let range = message.firstRange(of: "no such ") else { return nil }
    let missing = message[range.upperBound...].lowercased()
    let build = "this libsqlite3 was built without"
    if missing == "module: fts5" {
      return "\(build) FTS5 (SQLITE_ENABLE_FTS5), which full-text indexes need; link a build that has it"
    }
    if ["function: json", "table: json_each", "table: json_tree"].contains(where: missing.hasPrefix) {
      return "\(build) the JSON functions (SQLITE_OMIT_JSON); link a build that has them"
    }
    guard missing.hasPrefix("function: "), mathematics.contains(String(missing.dropFirst(10))) else { return nil }
    return "\(build) the mathematical functions (SQLITE_ENABLE_MATH_FUNCTIONS); "
      + "link a build that has them, or fetch the numbers and compute in Swift"
  }

  private static let mathematics: Set<String> = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh", "degrees", "exp",
    "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
    "trunc",
  ]

  /// Advice for a primary result code.
  private static func advice(_ code: Int32, path: String) -> String? {
    switch code {
    case SQLITE_BUSY:
      "another process, or another store in this process, kept '\(path)' locked for longer than the busy timeout"
    case SQLITE_CANTOPEN:
      "'\(path)' can't be opened or created; check that its folder exists and is writable"
    case SQLITE_NOTADB:
      "'\(path)' is not an SQLite database, or is encrypted"
    case SQLITE_READONLY:
      "'\(path)', its folder, or its '-wal' and '-shm' files aren't writable"
    case SQLITE_FULL:
      "no disk space for '\(path)'; the transaction changed nothing"
    case SQLITE_IOERR:
      "the disk failed while reading or writing '\(path)' or its '-wal' or '-shm' file"
    case SQLITE_CORRUPT:
      "the file '\(path)' is damaged; run 'PRAGMA integrity_check' for details"
    default:
      nil
    }
  }
}
