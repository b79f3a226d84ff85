#if PostgreSQL
  import PostilPostgreSQL

  /// The server that a command works on.
  package struct DatabaseServer: Sendable {
    /// A URL or a list of libpq's parameters.
    package let url: String
    /// What messages show, without the password.
    private let shown: String

    /// Names a server. Nothing is connected.
    /// - Parameter shown: the URL in messages, if it is another one.
    package init(_ url: String, shownAs shown: String? = nil) { (self.url, self.shown) = (url, shown ?? url) }

    /// The URL without its password, for messages.
    package var name: String {
      let url = shown
      guard let scheme = url.firstRange(of: "://") else { return url }
      let rest = url[scheme.upperBound...]
      let authority = rest.prefix { $0 != "/" && $0 != "?" }
      guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") else { return url }
      return url[..<colon] + String(url[at...])
    }

    /// Connects to the server.
    /// - Parameter database: another database of the server; `nil` for the one of the URL.
    /// - Throws: ``UnusableServer`` if the server doesn't answer, is too old, or isn't PostgreSQL.
    package func connect(database: String? = nil) throws -> ServerSession {
      let session: ServerSession
      do {
        session = try ServerSession(url, database: database)
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
