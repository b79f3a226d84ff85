import Postil

/// A store for one of the documents' examples: the whole schema of this folder, in memory.
func temporaryStore() throws -> SQLiteStore { try SQLiteStore.inMemory(schema: DocumentsSchema.self) }
