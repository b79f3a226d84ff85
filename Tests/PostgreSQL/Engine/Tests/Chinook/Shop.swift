import Foundation
import Postil
import PostilPostgreSQL
import PostilTestSupport
import Testing

private let connected = connectedStore("POSTIL_CHINOOK_URL", ChinookSchema.self)

/// SQL that people wrote for the file.
typealias HandwrittenSQL = RawSQL

/// The music shop of `chinook.sql` on PostgreSQL, and the file itself for SQL that people wrote.
final class Shop {
  let store: PostgreSQLStore
  private let file: SQLiteStore

  /// The path of the file, which `Tests/PostgreSQL/run` made; `nil` without one.
  static let script = ProcessInfo.processInfo.environment["POSTIL_CHINOOK_FILE"]

  init() throws {
    store = try connected.get()
    file = try SQLiteStore(path: try #require(Self.script), schema: ChinookFile.self)
  }

  /// Expects what Postil answered on PostgreSQL to be what hand-written SQL answers on SQLite, row by row, in order.
  func expect<each Cell: ColumnValue>(
    _ rows: [(repeat each Cell)], sql: HandwrittenSQL, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let query = sql.as(repeat (each Cell).self)
    let expected = try file.read { db in try query.fetchAll(in: db) }
    compare(rows.map { "\($0)" }, expected.map { "\($0)" }, sourceLocation)
  }

  /// The same of rows of one value.
  func expect<Cell: ColumnValue>(
    _ values: [Cell], sql: HandwrittenSQL, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let query = sql.as(Cell.self)
    let expected = try file.read { db in try query.fetchAll(in: db) }
    compare(values.map { "\($0)" }, expected.map { "\($0)" }, sourceLocation)
  }
}
