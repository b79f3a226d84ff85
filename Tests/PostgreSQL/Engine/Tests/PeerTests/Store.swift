import Postil
import PostilPostgreSQL
import PostilTestSupport

private let connected = connectedStore("POSTIL_PEERS_URL", PeerTestsSchema.self)

/// The engine of the tests.
typealias Store = PostgreSQLStore

/// The store with empty tables. All stores are the same one, so the tests run one after the other.
func emptyStore() throws -> Store {
  let store = try connected.get()
  try store.write { db in
    let tables: [RawSQL] = PeerTestsSchema.tables.map { "\(identifier: $0.name)" }
    try RawSQL("TRUNCATE \(tables.joined(separator: ", ")) RESTART IDENTITY CASCADE").execute(in: db)
  }
  return store
}
