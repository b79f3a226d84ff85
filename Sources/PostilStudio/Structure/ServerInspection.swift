#if PostgreSQL
  import PostilCompiler
  import PostilDialects
  import PostilMigrations
  import PostilPostgreSQL
  import PostilRows
  import PostilSQLite
  import PostilSchema
  import PostilServer
  import PostilSources
  import PostilTranslation

  /// A database of a server.
  struct ServerInspection: StudioInspection {
    private let connector: ServerConnector
    private let console: ServerConsole

    init(_ connector: ServerConnector, _ console: ServerConsole) {
      (self.connector, self.console) = (connector, console)
    }

    func sizes(isExact: Bool) async throws -> JSONTree {
      let (objects, file) = try await console.inSession("") { session in
        // The size of a table includes its large values, which are in a table of their own.
        let objects = try session.rows(
          """
          SELECT c.relname, CASE WHEN c.relkind = 'i' THEN 'index' ELSE 'table' END, coalesce(t.relname, c.relname),
            CASE WHEN c.relkind = 'i' THEN pg_relation_size(c.oid) ELSE pg_table_size(c.oid) END,
            CASE WHEN c.relkind <> 'i' AND c.reltuples >= 0 THEN c.reltuples::bigint END
          FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
          WHERE c.relkind IN ('r', 'm', 'i') AND c.relnamespace IN (\(PostgreSQLNames.schema))
          ORDER BY 4 DESC, 1
          """)
        return (objects, try session.rows("SELECT pg_database_size(current_database())").first?[0])
      }
      return [
        "objects": .array(
          objects.map { row in
            [
              "name": .string(row[0] ?? ""), "kind": .string(row[1] ?? ""), "table": .string(row[2] ?? ""),
              "bytes": .optional(row[3].flatMap { Int($0) }), "rows": .optional(row[4].flatMap { Int($0) }),
              // The numbers of rows are those of the last ANALYZE.
              "estimated": .bool(row[1] == "table"),
            ]
          }),
        "file": .optional(file.flatMap { Int($0) }), "free": .null,
        "remark": "The server measures the sizes. The numbers of rows are estimates of the last ANALYZE.",
      ]
    }

    func integrity() async throws -> JSONTree {
      let start = ContinuousClock.now
      let rows = try await console.inSession("") { session in
        try session.rows(
          """
          SELECT 'the index ''' || c.relname || ''' is invalid, because its creation failed; drop it, or run REINDEX' FROM pg_index i
            JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT i.indisvalid
              AND c.relnamespace IN (\(PostgreSQLNames.schema))
          UNION ALL
          SELECT 'the constraint ''' || conname || ''' of ''' || r.relname
              || ''' was never checked for the rows that existed before it; run VALIDATE CONSTRAINT'
            FROM pg_constraint k JOIN pg_class r ON r.oid = k.conrelid WHERE NOT convalidated
              AND r.relnamespace IN (\(PostgreSQLNames.schema))
          UNION ALL
          SELECT checksum_failures || ' pages with wrong checksums were found' FROM pg_stat_database
            WHERE datname = current_database() AND checksum_failures > 0
          ORDER BY 1 LIMIT 100
          """)
      }
      return [
        "problems": .strings(rows.compactMap { $0[0] }), "milliseconds": .milliseconds(start.duration(to: .now)),
        "remark":
          "The server checks its files itself; this looks for what it reports. The extension 'amcheck' can check indexes.",
      ]
    }

    func migrations(of targets: [SourceTarget], _ graphs: [ModelGraph]) async throws -> [TargetMigrations] {
      let folders = try Self.folders(of: targets, graphs)
      return try await console.inSession("") { session in
        let refusal = try ScratchDatabase.refusal(of: session)
        return try folders.map { target, folder in
          var migrations = try TargetMigrations(of: target, folder, session)
          migrations.comparison = refusal == nil ? .possible : .refused
          if let refusal { migrations.problems.append("the schema can't be compared: \(refusal)") }
          return migrations
        }
      }
    }

    func compared(_ targets: [SourceTarget], _ graphs: [ModelGraph]) async throws -> [TargetMigrations] {
      let server = connector.server
      let folders = try Self.folders(of: targets, graphs)
      // The tables of all targets are in the database.
      let scripts = graphs.wholes.map { $0.schema.script(for: .postgresql) }
      let statements = DDLScript.joined(scripts, dialect: .postgresql).statements.map(\.sql)
      var found = try await migrations(of: targets, graphs)
      guard !found.contains(where: { $0.comparison == .refused }) else { return found }
      let differences = try await BlockWorker().run {
        do {
          return try folders.map { target, folder in
            try ServerMigrations(server, folder: folder, target: target).differences(from: statements)
          }
        } catch let error as UnusableServer {
          throw StudioError.conflict(error.reason)
        }
      }
      var seen: Set<String> = []
      for index in found.indices {
        found[index].differences = differences[index].filter { seen.insert($0).inserted }
        found[index].comparison = .done
      }
      return found
    }

    private static func folders(
      of targets: [SourceTarget], _ graphs: [ModelGraph]
    ) throws -> [(target: String, folder: MigrationFolder)] {
      try targets.wholes(graphs).map { target, graph in
        (graph.target, try MigrationFolder(of: target, try target.migrations(), for: .postgreSQL))
      }
    }
  }

  extension TargetMigrations {
    /// Reads a database of a server without changing it.
    fileprivate init(of target: String, _ folder: MigrationFolder, _ session: ServerSession) throws {
      self.target = target
      guard !folder.files.isEmpty else { return }
      let files = folder.files.map { SchemaMigrations.File(name: "\($0.name).postgresql", sql: $0.text) }
      let steps = folder.steps.map { (name: $0.name, after: $0.after) }
      let status = try ServerMigrator(session, SchemaMigrations(files), declared: steps).status()
      entries = status.applied.map { record in
        Entry(
          name: record.migration.name, state: record.isComplete ? "applied" : "incomplete",
          appliedAt: record.migration.appliedAt, kind: record.migration.kind?.rawValue,
          milliseconds: record.migration.milliseconds)
      }
      entries += status.pending.map { Entry(name: $0, state: "pending") }
      problems = status.problems.map { "\($0)" }
      if !status.hasLedger, !status.isEmpty {
        problems.append("the database has no record of migrations; 'postil migrate apply --adopt' records them")
      }
    }
  }
#endif
