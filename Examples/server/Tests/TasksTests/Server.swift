import Foundation
import Hummingbird
import Postil
import PostilPostgreSQL

@testable import Tasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The database under the server.
enum Engine: String, CaseIterable {
  case sqlite, postgresql

  /// A database with the schema of Tasks; its rows are deleted. PostgreSQL is tested only if it is there.
  static let postgreSQL = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_URL"]

  static var available: [Engine] { postgreSQL == nil ? [.sqlite] : allCases }
}

/// Starts the server on a free port over an empty database, and stops it after `body`.
func withServer(_ engine: Engine, _ body: @escaping @Sendable (Client) async throws -> Void) async throws {
  switch engine {
  case .sqlite: try await withServer(over: SQLiteStore.inMemory(schema: TasksSchema.self), body)
  case .postgresql:
    let store = try await PostgreSQLStore(Engine.postgreSQL ?? "", schema: TasksSchema.self)
    try await store.write { db in
      try Project.all.delete(in: db)
      try Tag.all.delete(in: db)
    }
    try await withServer(over: store, body)
  }
}

private func withServer(
  over store: some DatabaseStore, _ body: @escaping @Sendable (Client) async throws -> Void
) async throws {
  let (ports, port) = AsyncStream.makeStream(of: Int.self)
  var application = Application(
    router: TaskServer.router(over: store),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
  // Tests stop the server by cancelling it, which it reports as an error.
  application.logger.logLevel = .critical
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { [application] in try await application.run() }
    group.addTask {
      for await port in ports {
        try await body(Client(port: port))
        break
      }
    }
    try await group.next()
    group.cancelAll()
  }
  try await store.close()
}

/// Sends requests over a socket, and reads their responses as JSON.
struct Client: Sendable {
  struct Response {
    var status: Int
    var json: JSON
  }

  let port: Int

  func callAsFunction(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Response {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let body {
      request.httpBody = try JSONEncoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    return Response(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0,
      json: data.isEmpty ? .null : try JSONDecoder().decode(JSON.self, from: data))
  }
}
