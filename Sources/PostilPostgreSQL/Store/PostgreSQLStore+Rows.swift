#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  extension PostgreSQLStore {
    /// The rows of a query of any kind, fetched while a loop uses them: memory doesn't grow with their number.
    ///
    /// ```swift
    /// for try await item in store.rows(of: Item.order { $0.id }) { … }
    /// ```
    ///
    /// All rows belong to one snapshot, taken when the loop asks for the first row. A few batches of rows are fetched ahead. The loop
    /// occupies one of the store's connections until it ends: after the last row, when you leave it, or when its task is cancelled.
    @inlinable
    public func rows<Q: FetchableQuery>(
      of query: Q, fileID: StaticString = #fileID, line: UInt = #line
    ) -> StreamedRows<Q.Row> where Q.Row: Sendable {
      let callSite = CallSite(fileID: fileID, line: line)
      return rows(callSite) { db, body in try query._forEachRow(limit: nil, in: db, for: callSite, body) }
    }

    @usableFromInline
    func rows<Row: Sendable>(
      _ callSite: CallSite,
      _ forEachRow: @escaping @Sendable (PostgreSQLReadTransaction, (consuming Row) throws -> Void) throws -> Void
    ) -> StreamedRows<Row> {
      StreamedRows(observers, isBounded: true) { consume in
        try await self.read(fileID: callSite.fileID, line: callSite.line) { db in
          try consume { body in try forEachRow(db, body) }
        }
      }
    }
  }
#endif
