#if PostgreSQL
  import PostilMigrations
  import PostilPostgreSQL
  import PostilSQLite

  // What is found out in new databases of the server.
  extension ServerMigrations {
    /// No program uses them.
    private static var scratch: ServerWaiting {
      var waiting = ServerWaiting()
      waiting.contracts = true
      return waiting
    }

    /// Applies all migrations to a new database, and compares it with a new database of the models. Each undo has to restore the schema
    /// before its migration.
    /// - Parameter statements: the statements of the models.
    /// - Returns: the results, one line each.
    /// - Throws: `MigrationRefusal`, ``UnusableServer``
    package func verify(statements: [String]) throws -> [String] {
      try reporting {
        let undos = try verifyUndos()
        let found = try migrated(Set(folder.files.map(\.name)))
        let expected = try created(statements)
        let differences = PostgreSQLCatalogQuery.differences(found: found, expected: expected)
        guard differences.isEmpty else {
          throw MigrationRefusal(
            "the migrations for PostgreSQL don't produce the schema of the models; write the missing one with 'postil "
              + "migrate new NAME PATH --dialect postgresql', or correct the last one", at: folder.path,
            notes: differences)
        }
        let count = folder.files.count
        return [
          "\(target): \(counted(count, "migration")) \(count == 1 ? "produces" : "produce") the schema of the models on "
            + "PostgreSQL"
        ] + undos
      }
    }

    /// Applies and undoes each migration that has an undo, in new databases.
    private func verifyUndos() throws -> [String] {
      let order = try folder.order()
      let new = Set(order.namesOfNew)
      // The branches before a merge have no order without it.
      let undone = folder.scripts(named: order.namesOfNew).filter { folder.undos[$0.name] != nil && $0.after.count < 2 }
        .map(\.name)
      guard !undone.isEmpty else { return [] }
      var pending = undone[...]
      while !pending.isEmpty {
        try ScratchDatabase.with(on: server) { session in
          var applied: Set<String> = []
          // Another branch needs another database.
          while let name = pending.first, let earlier = order.ancestors[name]?.intersection(new),
            applied.isSubset(of: earlier)
          {
            pending.removeFirst()
            try verifyUndo(of: name, after: earlier, in: session)
            applied = earlier.union([name])
          }
        }
      }
      return [
        "\(target): \(counted(undone.count, "undo")) \(undone.count == 1 ? "restores" : "restore") the previous schema on PostgreSQL"
      ]
    }

    private func verifyUndo(of name: String, after earlier: Set<String>, in session: ServerSession) throws {
      guard let undo = folder.undos[name] else { return }
      if !earlier.isEmpty {
        _ = try ServerMigrator(session, SchemaMigrations(files(earlier)), waiting: Self.scratch).apply()
      }
      let before = try session.catalog()
      let migrator = try ServerMigrator(session, SchemaMigrations(files(earlier.union([name]))), waiting: Self.scratch)
      _ = try migrator.apply()
      try migrator.undo(name, sql: undo.text)
      let differences = PostgreSQLCatalogQuery.differences(found: try session.catalog(), expected: before)
      guard differences.isEmpty else {
        throw MigrationRefusal(
          "this doesn't undo '\(name)', because the schema differs from the one before it; fix or delete this file",
          at: undo.path, notes: differences)
      }
      _ = try migrator.apply()
    }

    private func files(_ names: Set<String>) -> [SchemaMigrations.File] {
      migrations.postgreSQLFiles.filter { names.contains(String($0.name.dropLast(".postgresql".count))) }
    }

    /// The schema of the models.
    func created(_ statements: [String]) throws -> [[String?]] {
      try ScratchDatabase.with(on: server) { session in
        try session.transaction { for statement in statements { try session.run(statement) } }
        return try session.catalog()
      }
    }

    /// The schema after some of the migrations.
    func migrated(_ names: Set<String>) throws -> [[String?]] {
      let files = files(names)
      return try ScratchDatabase.with(on: server) { session in
        if !files.isEmpty { _ = try ServerMigrator(session, SchemaMigrations(files), waiting: Self.scratch).apply() }
        return try session.catalog()
      }
    }
  }
#endif
