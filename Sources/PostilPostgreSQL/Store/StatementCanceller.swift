#if PostgreSQL
  import CPostgreSQL

  /// Asks the server to stop the statement of a connection. May be used from any thread.
  final class StatementCanceller: @unchecked Sendable {
    private let request: OpaquePointer?

    init(_ connection: PostgreSQLConnection) { request = PQgetCancel(connection.handle) }

    deinit { PQfreeCancel(request) }

    func cancel() {
      var message = [CChar](repeating: 0, count: 256)
      _ = PQcancel(request, &message, 256)
    }
  }
#endif
