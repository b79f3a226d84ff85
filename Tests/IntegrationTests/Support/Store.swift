import Postil
import PostilTestSupport

/// A store for one of the documents' examples: the whole schema of this folder, in memory.
func temporaryStore() throws -> SQLiteStore { try SQLiteStore.inMemory(schema: DocumentsSchema.self) }

/// The same, its statements noted in `log`.
func temporaryStore(tracedBy log: StatementLog) throws -> SQLiteStore {
  try SQLiteStore.inMemory(schema: DocumentsSchema.self, options: SQLiteOptions(trace: { log.append($0) }))
}

/// The same, with hooks.
func hookedStore(_ hooks: [any WriteHooks]) throws -> SQLiteStore {
  try SQLiteStore.inMemory(schema: DocumentsSchema.self, options: SQLiteOptions(hooks: hooks))
}

/// Runs statements of which some fail, after which the transaction goes on. PostgreSQL needs a savepoint for that, SQLite doesn't.
func goingOnAfterErrors<Result>(
  in db: SQLiteWriteTransaction, _ body: () throws -> Result
) throws -> Result { try body() }

/// Has SQLite compare a full-text index with its table. PostgreSQL's indexes can't differ.
func checkFullTextIndex(_ name: String, in db: SQLiteWriteTransaction) throws {
  try db.execute(_RenderedStatement(sql: "INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)"))
}

/// The smallest character that the engine stores in a text: SQLite stores U+0000, PostgreSQL doesn't.
let smallestScalar = Unicode.Scalar(UInt8(0))

/// Runs the query of a row of Docs/Queries.md. On PostgreSQL, its SQL is compared with Docs/QueriesOnPostgreSQL.md too.
/// - Parameter swift: the Swift in the row.
func runDocumented(_ swift: String, _ part: DocumentedPart, _ run: () throws -> Void) throws { try run() }
