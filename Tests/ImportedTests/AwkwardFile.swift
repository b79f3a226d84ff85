import Foundation
import Postil
import PostilTestSupport
import Testing

/// The database of `Awkward.sql`, opened twice: through the structs that were imported of it, and by the C API.
final class AwkwardFile {
  let path: String
  let store: SQLiteStore
  let database: RawDatabase
  private let folder: TemporaryFolder

  static let goldens = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")

  static var script: String {
    get throws {
      try String(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Awkward.sql"), encoding: .utf8
      )
    }
  }

  /// Makes the file with SQLite alone, and opens it with the schema of the imported structs.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("awkward.sqlite")
    database = try RawDatabase(path: path, foreignKeys: false)
    try database.execute(try Self.script)
    store = try SQLiteStore(path: path, schema: ImportedSchema.self)
  }
}

extension BoundValue {
  /// The value with whole numbers of one kind: `NUMERIC` columns store them as integers.
  var number: BoundValue {
    if case .integer(let value) = self, let exact = Double(exactly: value) { .real(exact) } else { self }
  }
}
