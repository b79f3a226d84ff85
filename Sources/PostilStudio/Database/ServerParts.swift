#if PostgreSQL
  import PostilPostgreSQL
  import PostilQuery
  import PostilRows
  import PostilSQLite
  import PostilServer

  extension EngineParts {
    /// Connects to a server.
    /// - Parameter schema: the schema; `nil` for the first one of the search path.
    /// - Throws: ``StudioFailure``
    static func openServer(_ url: String, schema: String?) async throws -> (
      any StudioDatabase, any StudioConsole, any StudioInspection, any ChangeWatcher
    ) {
      let name = DatabaseServer(url).name
      do {
        let connector = ServerConnector(url, schema: schema)
        // Fails early if the server is too old.
        let watcher = try await ServerChangeWatcher(connector)
        let database = try await PostgreSQLDatabase(connector)
        let console = ServerConsole(connector)
        return (database, console, ServerInspection(connector, console), watcher)
      } catch let error as UnusableServer {
        throw StudioFailure("cannot connect to '\(name)': \(error.reason)")
      } catch let error as ConnectionLost {
        throw StudioFailure("cannot connect to '\(name)': \(error.message)")
      } catch {
        throw StudioFailure("cannot open '\(name)': \(error)")
      }
    }
  }

  /// Connects to the studio's database of a server. All of its sessions have one name, so that they can be told from those of others.
  struct ServerConnector: Sendable {
    /// The URL with the name.
    let url: String
    let server: DatabaseServer
    let applicationName: String

    init(_ url: String, schema: String?) {
      applicationName = "postil studio \(UInt32.random(in: 0...UInt32.max))"
      let parameter = "application_name=" + applicationName.replacing(" ", with: "%20")
      self.url = url + (url.contains("?") ? "&" : "?") + parameter
      server = DatabaseServer(self.url, schema: schema, shownAs: url)
    }

    /// A session with settings that make the texts of values the same on all servers.
    func session() throws -> ServerSession {
      let session = try server.connect()
      try session.run(
        """
        SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET bytea_output = 'hex';
        SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET standard_conforming_strings = on;
        SET statement_timeout = \(ConsoleScript.maximumDuration.components.seconds * 1_000)
        """)
      return session
    }
  }

  /// The rows of a PostgreSQL database, through the engine for PostgreSQL, which translates the studio's statements.
  final class PostgreSQLDatabase: StudioDatabase {
    private let store: PostgreSQLStore

    init(_ connector: ServerConnector) async throws {
      var options = PostgreSQLOptions()
      options.schemaName = connector.server.schema
      options.maximumConnections = 4
      options.minimumConnections = 0
      options.statementTimeout = ConsoleScript.maximumDuration
      store = try await PostgreSQLStore(connector.url, schema: NoSchema.self, options: options)
    }

    var engine: StudioEngine { .postgresql }

    func read<Result: Sendable>(
      _ body: @escaping @Sendable (any RowTransaction) throws -> Result
    ) async throws -> Result {
      try await store.read { db in try body(ReadingTransaction(db)) }
    }

    func write<Result: Sendable>(
      _ body: @escaping @Sendable (any RowTransaction) throws -> Result
    ) async throws -> Result {
      try await store.write { db in try body(WritingTransaction(db)) }
    }

    func close() async { try? await store.close() }
  }
#endif
