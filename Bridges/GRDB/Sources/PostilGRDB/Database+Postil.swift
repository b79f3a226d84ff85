import GRDB
import GRDBSQLite
import Postil
@_spi(Bridges) import PostilSQLite

extension GRDB.Database {
  /// Runs Postil's generated functions and queries on this connection, as a part of its transaction.
  ///
  /// ```swift
  /// try writer.write { database in
  ///   try Author(name: "Ann").insert(database)  // a record of GRDB
  ///   try database.postil { db in try Book.Draft(title: "Oil").insert(in: db) }
  /// }
  /// ```
  ///
  /// The statements are prepared and run by GRDB, so its observations are notified of the changes, and track what is read. An error that
  /// leaves the block of `write` rolls everything back. An error that is caught there doesn't: use a savepoint.
  /// - Parameters:
  ///   - schema: the schema whose names errors contain; without it, they contain the names in the database.
  ///   - body: can use `db` until it returns.
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body`; ``DatabaseError`` if Postil's functions can't be added to the connection.
  public func postil<Result>(
    schema: (any DatabaseSchema.Type)? = nil, _ body: (GRDBTransaction) throws -> Result
  ) throws -> Result {
    let session = BridgeSession(self, tables: schema?.tables ?? [])
    defer { session.end() }
    try addPostilFunctions()
    return try body(GRDBTransaction(session: session))
  }

  /// Adds the functions and the collation of decimal numbers to this connection, unless it has them.
  ///
  /// `postil` does this. Call it in `Configuration.prepareDatabase` if statements of GRDB read tables with columns for decimal numbers.
  public func addPostilFunctions() throws {
    // GRDB caches the statement while the connection is open.
    if (try? cachedStatement(sql: "SELECT postil_decimal_abs('0') COLLATE decimal")) != nil { return }
    let code = sqliteConnection.map(QueryFunctions.add) ?? SQLITE_MISUSE
    guard code == SQLITE_OK else {
      throw Postil.DatabaseError(
        code: code & 0xFF, extendedCode: code, message: "can't add Postil's functions to the connection")
    }
  }
}

extension DatabaseWriter {
  /// Reports the changes that a store commits to a table on its own connections, so that this writer's observations fetch again.
  ///
  /// It returns when the store is closed, or the calling task is cancelled. What a ``GRDBTransaction`` changes needs no report.
  /// - Throws: the errors of the store and of the writer.
  public func notifyChanges<M: Postil.Model>(of model: M.Type, in store: SQLiteStore) async throws
  where M.ID: ColumnValue {
    try await notify(store.changes(of: model), in: M.table.name)
  }

  /// The same for a model with a composite key.
  /// - Throws: the errors of the store and of the writer.
  public func notifyChanges<M: Postil.Model>(of model: M.Type, in store: SQLiteStore) async throws
  where M.ID: _ColumnGroup {
    try await notify(store.changes(of: model), in: M.table.name)
  }

  private func notify<Key>(_ changes: AsyncThrowingStream<KeyChanges<Key>, any Error>, in table: String) async throws {
    for try await _ in changes {
      try await write { database in try database.notifyChanges(in: Table(table)) }
    }
  }
}
