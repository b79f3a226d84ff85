#if PostgreSQL
  import PostilMigrations
  import PostilPostgreSQL
  import PostilSQL

  /// A new database on a server, which is dropped when it is no longer needed.
  package enum ScratchDatabase {
    /// Creates a database, runs `body` with a connection to it, and drops it.
    /// - Throws: ``UnusableServer`` if the user may not create databases; what `body` throws.
    package static func with<Result>(on server: DatabaseServer, _ body: (ServerSession) throws -> Result) throws
      -> Result
    {
      let owner = try server.connect()
      let name = "postil_scratch_\(UInt32.random(in: 0...UInt32.max))"
      do {
        try owner.run("CREATE DATABASE \"\(name)\"")
      } catch let error as PostgreSQLError where error.code == "42501" {
        throw UnusableServer(reason: try refusal(of: owner) ?? error.message)
      }
      defer { try? owner.run("DROP DATABASE IF EXISTS \"\(name)\" WITH (FORCE)") }
      // The same schema, which a new database may not have.
      if let schema = owner.schema {
        try server.connect(database: name, schema: nil).run("CREATE SCHEMA IF NOT EXISTS \(SQLText.identifier(schema))")
      }
      return try body(server.connect(database: name, schema: owner.schema))
    }

    /// Why the user of a session can't create a database; `nil` if the user can.
    package static func refusal(of session: ServerSession) throws -> String? {
      let rows = try session.rows("SELECT rolcreatedb OR rolsuper, rolname FROM pg_roles WHERE rolname = current_user")
      guard let row = rows.first, row[0] != "t" else { return nil }
      return
        "this needs a temporary database, and the user '\(row[1] ?? "")' may not create one; run 'ALTER ROLE … CREATEDB' as an "
        + "administrator, or use another server"
    }
  }

  extension ServerSession {
    /// What the schema of the session consists of.
    package func catalog() throws -> [[String?]] {
      try restoreSearchPath()
      return try rows(PostgreSQLCatalogQuery.sql)
    }
  }
#endif
