import Foundation
import Postil
import PostilTestSupport
import Testing

/// SQL that people wrote: text here, and a statement of its own over another engine.
typealias HandwrittenSQL = String

/// The music shop of `chinook.sql`, opened twice: through the models, and by the C API for SQL that people wrote.
///
/// The file stays where it is; where it is absent the tests are skipped, and say so.
final class Shop {
  let store: SQLiteStore
  let database: RawDatabase
  private let folder: TemporaryFolder

  /// The file beside the checkout; `nil` where it is absent.
  static let script: String? = {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try? String(contentsOf: checkout.appending(path: "../shared/data/chinook.sql"), encoding: .utf8)
  }()

  /// Makes the database that the file's own SQL makes, in a folder of its own.
  init() throws {
    let script = try #require(Self.script)
    folder = try TemporaryFolder()
    let path = folder.path("chinook.sqlite")
    database = try RawDatabase(path: path)
    try database.execute("BEGIN; \(script); COMMIT")
    store = try SQLiteStore(path: path, schema: ChinookFile.self)
  }

  /// Expects what Postil answered to be what hand-written SQL answers, row by row, in order.
  func expect<each Cell: ColumnValue>(
    _ rows: [(repeat each Cell)], sql: HandwrittenSQL, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let answers = rows.map { row in
      var cells: [BoundValue] = []
      repeat cells.append((each row)._boundValue)
      return cells
    }
    compare(answers, try database.values(sql), sourceLocation)
  }

  /// The same of rows of one value.
  func expect<Cell: ColumnValue>(
    _ values: [Cell], sql: HandwrittenSQL, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    compare(values.map { [$0._boundValue] }, try database.values(sql), sourceLocation)
  }
}
