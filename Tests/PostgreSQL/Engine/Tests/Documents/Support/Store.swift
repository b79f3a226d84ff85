import Postil
import PostilPostgreSQL
import PostilTestSupport

// The names of SQLite's engine in the tests of the documents, which are symbolic links, mean PostgreSQL's here.
typealias SQLiteStore = PostgreSQLStore
typealias SQLiteReadTransaction = PostgreSQLReadTransaction
typealias SQLiteWriteTransaction = PostgreSQLWriteTransaction

private let connected = connectedStore("POSTIL_DOCUMENTS_URL", DocumentsSchema.self)

/// A store for one of the documents' examples: the whole schema of this folder, with empty tables. All stores are the same one, so the
/// tests run one after the other.
func temporaryStore() throws -> PostgreSQLStore {
  let store = try connected.get()
  try store.write { db in
    let tables = DocumentsSchema.tables.map { RawSQL("\(identifier: $0.name)") }
    try RawSQL("TRUNCATE \(tables.joined(separator: ", ")) RESTART IDENTITY CASCADE").execute(in: db)
  }
  return store
}
