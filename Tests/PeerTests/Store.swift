import Postil

/// The engine of the tests. `Tests/PostgreSQL` runs them on another one.
typealias Store = SQLiteStore

/// A store with empty tables.
func emptyStore() throws -> Store { try SQLiteStore.inMemory(schema: PeerTestsSchema.self) }
