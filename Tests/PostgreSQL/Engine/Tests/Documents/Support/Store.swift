import Dispatch
import Foundation
import Postil
import PostilPostgreSQL
import Synchronization

// The names of SQLite's engine in the tests of the documents, which are symbolic links, mean PostgreSQL's here.
typealias SQLiteStore = PostgreSQLStore
typealias SQLiteReadTransaction = PostgreSQLReadTransaction
typealias SQLiteWriteTransaction = PostgreSQLWriteTransaction

/// A store for one of the documents' examples: the whole schema of this folder, with empty tables. All stores are the same one, so the
/// tests run one after the other.
func temporaryStore() throws -> PostgreSQLStore {
  let store = try Server.store.get()
  try store.write { db in
    let tables = DocumentsSchema.tables.map { RawSQL("\(identifier: $0.name)") }
    try RawSQL("TRUNCATE \(tables.joined(separator: ", ")) RESTART IDENTITY CASCADE").execute(in: db)
  }
  return store
}

private enum Server {
  /// The store on the database that `Tests/PostgreSQL/run` created.
  static let store: Result<PostgreSQLStore, any Error> = {
    let url = ProcessInfo.processInfo.environment["POSTIL_DOCUMENTS_URL"] ?? ""
    let result = Mutex<Result<PostgreSQLStore, any Error>?>(nil)
    let isReady = DispatchSemaphore(value: 0)
    Task.detached {
      let store = await Result(catching: { try await PostgreSQLStore(url, schema: DocumentsSchema.self) })
      result.withLock { $0 = store }
      isReady.signal()
    }
    isReady.wait()
    return result.withLock { $0 } ?? .failure(CancellationError())
  }()
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
