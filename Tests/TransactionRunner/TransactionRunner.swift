import CSQLite
import CSQLiteSystem
import Foundation

/// Runs each line of standard input as the statements of one transaction, for tests that need another process that writes. A
/// transaction that fails is rolled back. Argument: the database.
@main
struct TransactionRunner {
  static func main() {
    var handle: OpaquePointer?
    guard sqlite3_open(CommandLine.arguments[1], &handle) == SQLITE_OK else { exit(1) }
    defer { sqlite3_close(handle) }
    sqlite3_busy_timeout(handle, 10_000)
    guard sqlite3_exec(handle, "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL", nil, nil, nil) == SQLITE_OK
    else { exit(1) }
    while let statements = readLine() {
      sqlite3_exec(handle, "BEGIN IMMEDIATE; \(statements); COMMIT", nil, nil, nil)
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }
  }
}
