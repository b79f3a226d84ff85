#if PostgreSQL
  import CPostgreSQL

  /// A database that speaks PostgreSQL's protocol.
  public enum ServerKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case postgreSQL = "PostgreSQL"
    case cockroachDB = "CockroachDB"
    case yugabyteDB = "YugabyteDB"

    /// The name of the product.
    public var description: String { rawValue }

    /// Recognizes a server by what it reports when a client connects.
    /// - Parameters:
    ///   - version: the parameter `server_version`: `15.4`, or `15.2-YB-2.25.0.0-b0` of YugabyteDB.
    ///   - cockroachVersion: the parameter `crdb_version`, which only CockroachDB reports.
    public init(version: String?, cockroachVersion: String?) {
      let isYugabyte = version?.contains("-YB-") == true
      self = cockroachVersion != nil ? .cockroachDB : isYugabyte ? .yugabyteDB : .postgreSQL
    }

    init(_ handle: OpaquePointer) {
      func parameter(_ name: String) -> String? { PQparameterStatus(handle, name).map { String(cString: $0) } }
      self.init(version: parameter("server_version"), cockroachVersion: parameter("crdb_version"))
    }

    /// - Throws: ``UnsupportedByServer`` unless the server is PostgreSQL.
    func require(_ feature: UnsupportedByServer.Feature) throws {
      if self != .postgreSQL { throw UnsupportedByServer(server: self, feature: feature) }
    }
  }

  /// A feature of PostgreSQL that another server with its protocol lacks, according to its documentation.
  public struct UnsupportedByServer: Error, Hashable, Sendable, CustomStringConvertible {
    /// What isn't supported.
    public enum Feature: Hashable, Sendable {
      /// Transactions that change the schema as a whole or not at all, and advisory locks, which migrations need.
      case migrations
      /// `LISTEN`, `NOTIFY` and triggers for each statement, which observation needs.
      case observation
      /// The places of versions of rows, which reading and writing parts of blobs needs.
      case blobs
      /// The positions of replicas in the log, which `readers:` needs.
      case replicas
    }

    /// The server.
    public let server: ServerKind
    /// What isn't supported.
    public let feature: Feature

    /// What the server lacks, and what to do instead.
    public var description: String {
      switch feature {
      case .migrations:
        "\(server) doesn't change a schema as a whole or not at all, so Postil's migrations aren't supported on it; create the schema with "
          + "'postil ddl --dialect \(server.rawValue.lowercased())', change it with another tool, and open the store without 'migrations:'"
      case .observation:
        "\(server) isn't supported by observation, which needs 'LISTEN', 'NOTIFY' and triggers for each statement; run the query again "
          + "after your own writes, or from time to time"
      case .blobs:
        "\(server) has no 'ctid', so parts of blobs can't be read or written; read and write the whole value"
      case .replicas:
        "\(server) has no replicas with positions in a log, so 'readers:' isn't supported; remove it: every node can be asked for rows"
      }
    }
  }
#endif
