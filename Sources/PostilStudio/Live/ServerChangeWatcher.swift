#if PostgreSQL
  import PostilPostgreSQL
  import PostilSQLite

  /// Notices the commits in a database of a server.
  ///
  /// With the triggers of `installObservation()`, the server reports each commit. Without them, its statistics count the rows of each table
  /// that were changed; the server adds a session's numbers up to ten seconds after the commit, and also counts changes that were
  /// rolled back. Source: PostgreSQL 15, section 28.2.
  final class ServerChangeWatcher: ChangeWatcher, @unchecked Sendable {
    private let connector: ServerConnector
    private let worker = BlockWorker()
    // Used by the worker only.
    private var session: ServerSession?
    private var counts: [String: String]?

    /// Connects to the server.
    init(_ connector: ServerConnector) async throws {
      self.connector = connector
      let session = try await worker.run { [connector] in SessionReference(try connector.session()) }
      try await worker.run { try self.use(session.session) }
    }

    func changes() async -> WatchedChanges { await worker.run { self.readChanges() } }

    func sessions() async -> [String] {
      await worker.run {
        let rows = try? self.connected()?.rows(
          """
          SELECT coalesce(nullif(application_name, ''), usename, 'unknown'), count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
            AND application_name IS DISTINCT FROM $1 GROUP BY 1 ORDER BY 1 LIMIT 5
          """, [self.connector.applicationName])
        return (rows ?? []).map { row in
          let name = row[0] ?? ""
          return row[1] == "1" ? name : "\(name) (\(row[1] ?? ""))"
        }
      }
    }

    private func use(_ session: ServerSession) throws {
      try session.run("LISTEN postil_changes")
      self.session = session
    }

    private func connected() throws -> ServerSession? {
      if let session { return session }
      try use(try connector.session())
      return session
    }

    private func readChanges() -> WatchedChanges {
      do {
        guard let session = try connected() else { return .nothing }
        let rows = try session.rows(
          """
          SELECT relname, (n_tup_ins + n_tup_upd + n_tup_del)::text FROM pg_stat_user_tables
          WHERE schemaname = current_schema()
          """)
        let now = Dictionary(rows.map { ($0[0] ?? "", $0[1] ?? "") }, uniquingKeysWith: { first, _ in first })
        let notified = session.notifiedTables()
        defer { counts = now }
        guard let counts else { return .nothing }
        // What was notified is counted later.
        let changed = Set(now.filter { counts[$0.key, default: "0"] != $0.value }.keys).union(notified)
        return changed.isEmpty ? .nothing : .tables(changed)
      } catch {
        // The next time connects again. Commits may have been missed.
        let wasConnected = session != nil
        session = nil
        return wasConnected ? .anything : .nothing
      }
    }
  }

  private struct SessionReference: @unchecked Sendable {
    let session: ServerSession

    init(_ session: ServerSession) { self.session = session }
  }
#endif
