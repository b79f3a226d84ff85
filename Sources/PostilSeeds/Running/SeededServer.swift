#if PostgreSQL
  import PostilPostgreSQL
  import PostilQuery
  import PostilRows
  import PostilSQL
  import PostilServer
  import PostilTranslation

  extension SeededDatabase {
    /// The end of a transaction that is only tried.
    private struct TrialEnd: Error {
      var report: SeedReport
    }

    /// What a block did, for after the commit.
    private struct Result: Sendable {
      var report: SeedReport
      var assignedKeys: [String: (column: String, key: Int64)]
    }

    static func write(_ plan: SeedPlan, url: String, schema: String?, isTrial: Bool) async throws -> SeedReport {
      let server = DatabaseServer(url, schema: schema)
      // Fails early, with a clear message, if the server is too old.
      let session = try server.connect()
      var options = PostgreSQLOptions()
      options.schemaName = schema
      options.maximumConnections = 1
      options.minimumConnections = 0
      options.statementTimeout = nil
      let store = try await PostgreSQLStore(url, schema: NoSchema.self, options: options)
      do {
        let result = try await store.write { db in
          var runner = SeedRunner(plan, WritingTransaction(db))
          try runner.run()
          if isTrial { throw TrialEnd(report: runner.report) }
          return Result(report: runner.report, assignedKeys: runner.assignedKeys)
        }
        try? await store.close()
        try continueKeys(result.assignedKeys, session)
        return result.report
      } catch let end as TrialEnd {
        try? await store.close()
        return end.report
      } catch {
        try? await store.close()
        throw error
      }
    }

    /// Continues the keys that the server assigns after those of the seed files. A sequence isn't part of a transaction.
    private static func continueKeys(
      _ keys: [String: (column: String, key: Int64)], _ session: ServerSession
    ) throws {
      for (table, assigned) in keys.sorted(by: { $0.key < $1.key }) where assigned.key > 0 {
        let sequence = "pg_get_serial_sequence($1, $2)"
        _ = try session.rows(
          "SELECT setval(\(sequence), greatest(nextval(\(sequence)), $3::bigint))",
          [SQLText.identifier(PostgreSQLNames.short(table)), PostgreSQLNames.short(assigned.column), "\(assigned.key)"])
      }
    }
  }
#endif
