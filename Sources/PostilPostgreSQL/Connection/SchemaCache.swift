#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  /// The tables of a database, which the connections of a pool share, so that a new one doesn't read the whole catalog.
  ///
  /// A description is used for a minute. It is forgotten when a statement finds another schema than expected.
  final class SchemaCache: Sendable {
    private static let lifetime = Duration.seconds(60)

    private struct Entry {
      var schema: ServerSchema
      var end: ContinuousClock.Instant
    }

    private let entry = Mutex<Entry?>(nil)
    /// Whether stores notify each other of their commits: see ``ServerSchema/notifiesCommits``.
    let notifiesCommits = Atomic(false)

    /// The description of the database, read by this connection if it isn't known.
    /// - Parameter name: the schema of the tables; `nil` for the first one of the search path.
    func schema(
      _ handle: OpaquePointer, _ name: String?, _ tables: [String: _TableDescription], _ kind: ServerKind
    ) throws -> ServerSchema {
      let known = entry.withLock { entry in entry.flatMap { $0.end > .now ? $0.schema : nil } }
      if let known { return known }
      let schema = try ServerSchema(handle, name, tables, kind)
      entry.withLock { $0 = Entry(schema: schema, end: .now + Self.lifetime) }
      notifiesCommits.store(schema.notifiesCommits, ordering: .relaxed)
      return schema
    }

    /// Makes the next connection read the catalog.
    func forget() { entry.withLock { $0 = nil } }
  }
#endif
