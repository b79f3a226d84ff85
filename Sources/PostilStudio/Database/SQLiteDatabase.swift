import PostilQuery
import PostilRows
import PostilSQLite

/// An SQLite file.
///
/// Reads use connections that can't write. The first change opens the file for writing. The file keeps its journal mode, which is a
/// setting that other programs may rely on.
package final class SQLiteDatabase: StudioDatabase {
  /// The store of the reads.
  package let reader: SQLiteStore
  private let writer = Mutex<SQLiteStore?>(nil)
  package let path: String

  /// - Throws: the errors of `SQLiteStore`.
  package init(path: String) throws {
    self.path = path
    reader = try SQLiteStore(path: path, schema: NoSchema.self, options: .reading(maximumConnections: 4))
  }

  package var engine: StudioEngine { .sqlite }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (any RowTransaction) throws -> Result
  ) async throws -> Result {
    try await reader.read { db in try body(ReadingTransaction(db)) }
  }

  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any RowTransaction) throws -> Result
  ) async throws -> Result {
    let store = try writer.withLock { writer in
      if let writer { return writer }
      var options = SQLiteOptions(maximumConnections: 1, optimizeInterval: nil)
      options.keepsJournalMode = true
      let store = try SQLiteStore(path: path, schema: NoSchema.self, options: options)
      writer = store
      return store
    }
    return try await store.write { db in try body(WritingTransaction(db)) }
  }

  package func close() async {
    try? await reader.close()
    if let writer = writer.withLock({ $0 }) { try? await writer.close() }
  }
}
