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
    try compare(answers, sql, sourceLocation)
  }

  /// The same of rows of one value.
  func expect<Cell: ColumnValue>(
    _ values: [Cell], sql: HandwrittenSQL, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try compare(values.map { [$0._boundValue] }, sql, sourceLocation)
  }

  private func compare(_ answers: [[BoundValue]], _ sql: HandwrittenSQL, _ sourceLocation: SourceLocation) throws {
    let expected = try database.values(sql)
    #expect(!expected.isEmpty, "the question has no answer at all", sourceLocation: sourceLocation)
    #expect(answers.count == expected.count, sourceLocation: sourceLocation)
    for (index, (answer, row)) in zip(answers, expected).enumerated() where answer != row {
      Issue.record("row \(index) is \(answer), by hand \(row)", sourceLocation: sourceLocation)
      return
    }
  }
}

/// The schema of a file that others made: its tables are those of the models, and nothing about them is compared when it is
/// opened, for their types are not Postil's.
enum ChinookFile: DatabaseSchema {
  static let ddl = ""
  static let fingerprint = ""
  static let tables = ChinookSchema.tables
}
