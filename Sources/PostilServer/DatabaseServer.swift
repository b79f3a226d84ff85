#if PostgreSQL
  import PostilPostgreSQL

  /// The server that a command works on.
  package struct DatabaseServer: Sendable {
    /// A URL or a list of libpq's parameters.
    package let url: String
    /// The schema that the command works in; `nil` for the first one of the search path.
    package let schema: String?
    /// What messages show, without the password.
    private let shown: String

    /// Names a server. Nothing is connected.
    /// - Parameters:
    ///   - schema: the schema that the command works in; `nil` for the first one of the search path.
    ///   - shown: the URL in messages, if it is another one.
    package init(_ url: String, schema: String? = nil, shownAs shown: String? = nil) {
      (self.url, self.schema, self.shown) = (url, schema, shown ?? url)
    }

    /// The URL without its password, for messages.
    package var name: String { ConnectionParameters.shown(shown) }

    /// Connects to the server.
    /// - Throws: ``UnusableServer`` if the server doesn't answer, is too old, or isn't PostgreSQL, or if the schema doesn't exist.
    package func connect() throws -> ServerSession { try connect(database: nil, schema: schema) }

    /// Connects to another database of the server.
    /// - Throws: the same error.
    func connect(database: String?, schema: String?) throws -> ServerSession {
      let session: ServerSession
      do {
        session = try ServerSession(url, database: database, schema: schema)
      } catch let error as PostgreSQLError where error.code == "3F000" {
        throw UnusableServer(reason: error.message)
      } catch let error as ConnectionRejected {
        throw UnusableServer(reason: "\(error)")
      } catch let error as ConnectionLost {
        let lines = error.message.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
        throw UnusableServer(reason: lines.joined(separator: "; "))
      }
      guard session.kind == .postgreSQL else {
        throw UnusableServer(
          reason: "the server is \(session.kind), and the tool works on PostgreSQL only; 'postil ddl --dialect "
            + "\(session.kind.rawValue.lowercased())' prints the schema")
      }
      guard session.version >= 150_000 else {
        throw UnusableServer(
          reason: "the server is PostgreSQL \(session.version / 10_000); Postil requires version 15 or later")
      }
      return session
    }
  }

  /// A server that can't be connected to.
  package struct UnusableServer: Error {
    /// The client's message.
    package let reason: String
  }
#endif
