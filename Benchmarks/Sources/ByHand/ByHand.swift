import BenchmarkHarness
import SystemSQLite

/// The C API, as a good engineer writes it by hand: statements prepared once, columns by position, texts bound with their
/// length. What the other contenders are compared with.
package enum ByHand: Contender {
  package static let name = "C API"

  package static func settings(_ fixture: Fixture) throws -> [String: String] {
    let connection = try Connection(fixture.path, waitsForDisk: fixture.waitsForDisk)
    var settings: [String: String] = [:]
    for pragma in SharedSettings.pragmas {
      let statement = try connection.prepare("PRAGMA \(pragma)")
      if sqlite3_step(statement) == SQLITE_ROW { settings[pragma] = statement.text(at: 0) }
    }
    return settings
  }
}

/// A connection with the three statements of a transaction.
struct Session {
  let connection: Connection
  let begin: OpaquePointer
  let beginImmediate: OpaquePointer
  let commit: OpaquePointer
  let rollback: OpaquePointer

  init(_ fixture: Fixture) throws {
    connection = try Connection(fixture.path, waitsForDisk: fixture.waitsForDisk)
    begin = try connection.prepare("BEGIN")
    beginImmediate = try connection.prepare("BEGIN IMMEDIATE")
    commit = try connection.prepare("COMMIT")
    rollback = try connection.prepare("ROLLBACK")
  }

  /// Runs `body` in a transaction of snapshot reads.
  @inline(__always)
  func read<Result>(_ body: () throws -> Result) throws -> Result {
    try begin.run(on: connection)
    let result = try body()
    try commit.run(on: connection)
    return result
  }

  /// Runs `body` in a transaction that writes.
  @inline(__always)
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    try beginImmediate.run(on: connection)
    let result = try body()
    try commit.run(on: connection)
    return result
  }

  /// Runs `body` in a transaction that is undone.
  func undo<Result>(_ body: () throws -> Result) throws -> Result {
    try beginImmediate.run(on: connection)
    let result = try body()
    try rollback.run(on: connection)
    return result
  }
}
