#if PostgreSQL
  import PostilMigrations
  import PostilPostgreSQL

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
        throw UnusableServer(
          reason: "this needs a temporary database, and the user may not create one; run 'ALTER ROLE … CREATEDB' as an "
            + "administrator, or use another server")
      }
      defer { try? owner.run("DROP DATABASE IF EXISTS \"\(name)\" WITH (FORCE)") }
      return try body(try server.connect(database: name))
    }
  }

  extension ServerSession {
    /// What the current schema of the database consists of.
    package func catalog() throws -> [[String?]] { try rows(PostgreSQLCatalogQuery.sql) }
  }
#endif
