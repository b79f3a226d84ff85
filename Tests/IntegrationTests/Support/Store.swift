import Postil
import PostilTestSupport

/// A store for one of the documents' examples: the whole schema of this folder, in memory.
func temporaryStore() throws -> SQLiteStore { try SQLiteStore.inMemory(schema: DocumentsSchema.self) }

/// The same, its statements noted in `log`.
func temporaryStore(tracedBy log: StatementLog) throws -> SQLiteStore {
  try SQLiteStore.inMemory(schema: DocumentsSchema.self, options: SQLiteOptions(trace: { log.append($0) }))
}
