#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  /// Who keeps the statements that a connection prepares.
  enum StatementKeeper {
    /// The server, until they are deallocated or the connection ends.
    case server
    /// A pooler, which gives them names of its own on the server and knows ours, until the connection ends: PgBouncer from version 1.21 on,
    /// with `max_prepared_statements`. `DEALLOCATE` would name a statement that the server doesn't have, and libpq can send the protocol's
    /// message `Close` only from version 17 on.
    case pooler
    /// Nobody: a pooler passes names on as they are, so a transaction can find the statements of others and miss its own. Statements aren't
    /// prepared then.
    case nobody

    /// Finds out who keeps them.
    init(of connection: PostgreSQLConnection) throws {
      // A pooler reports numbers of its own, with which it recognizes requests to cancel a statement.
      guard let process = try connection.texts("SELECT pg_backend_pid()")[0][0],
        Int32(process) != PQbackendPID(connection.handle)
      else {
        self = .server
        return
      }
      guard Self.succeeds(PQexec(connection.handle, "BEGIN READ ONLY")) else {
        self = .nobody
        return
      }
      defer { PQclear(PQexec(connection.handle, "ROLLBACK")) }
      let name = StatementNames.name(of: "SELECT", [], 0)
      // It fails if somebody's connection was lost before the statement below.
      guard Self.succeeds(PQprepare(connection.handle, name, "SELECT", 0, nil)) else {
        self = .nobody
        return
      }
      let isHidden = try connection.texts("SELECT FROM pg_prepared_statements WHERE name = $1", [name]).isEmpty
      self = isHidden ? .pooler : .nobody
      if !isHidden { PQclear(PQexec(connection.handle, "DEALLOCATE \(name)")) }
    }

    private static func succeeds(_ result: OpaquePointer?) -> Bool {
      defer { PQclear(result) }
      return PQresultStatus(result) == PGRES_COMMAND_OK
    }
  }
#endif
