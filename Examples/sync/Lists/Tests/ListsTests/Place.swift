import Foundation
import Postil
import PostilPostgreSQL
import PostilSyncModels
import Todo

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The database under the server.
enum Engine: String, CaseIterable {
  case sqlite, postgresql

  /// A database with the schema of Todo; its rows are deleted. PostgreSQL is tested only if it is there.
  static let postgreSQL = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_URL"]

  /// A shell command that kills PostgreSQL and starts it again.
  static let restart = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_RESTART"]

  /// The end of the command is seen by a file: the process counts as running as long as the server that it starts.
  static func restartPostgreSQL(in folder: URL) async throws {
    let file = folder.appending(path: UUID().uuidString).path
    _ = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", "\(restart ?? "false") && touch '\(file)'"])
    try await wait(for: "a running PostgreSQL") { FileManager.default.fileExists(atPath: file) }
  }

  static var available: [Engine] { postgreSQL == nil ? [.sqlite] : allCases }
}

/// A server with an empty database, and a folder for its devices.
final class Place: @unchecked Sendable {
  let folder: URL
  let port: Int
  private(set) var server: Program
  private let database: String

  private init(_ folder: URL, _ database: String) async throws {
    (self.folder, self.database) = (folder, database)
    server = try Program(["lists-server"], in: folder, environment: ["DATABASE_URL": database, "PORT": "0"])
    try await server.waits(for: "listening on 127.0.0.1:")
    let address = try server.printed().components(separatedBy: "listening on 127.0.0.1:")[1]
    port = Int(address.prefix { $0.isNumber }) ?? 0
  }

  /// Starts a server, and stops all programs after `body`.
  static func with(_ engine: Engine, _ body: (Place) async throws -> Void) async throws {
    signal(SIGPIPE, SIG_IGN)
    let folder = FileManager.default.temporaryDirectory.appending(path: "lists-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = engine == .sqlite ? "lists.sqlite" : Engine.postgreSQL ?? ""
    if engine == .postgresql {
      let store = try await PostgreSQLStore(database, schema: TodoSchema.self)
      try await store.write { db in
        try Login.all.delete(in: db)
        try TodoList.all.delete(in: db)
        try User.all.delete(in: db)
      }
      try await store.close()
    }
    let place = try await Place(folder, database)
    defer { place.server.kill() }
    try await body(place)
  }

  /// Starts the server again, at the same port.
  func startServer() throws {
    server = try Program(["lists-server"], in: folder, environment: ["DATABASE_URL": database, "PORT": "\(port)"])
  }

  /// Starts the client: `["anna", "show"]`
  func lists(_ arguments: String...) throws -> Program {
    try Program(["lists"] + arguments, in: folder, environment: ["LISTS_SERVER": "http://127.0.0.1:\(port)"])
  }

  /// Runs a command of the client, and returns what it prints.
  @discardableResult
  func run(_ line: String) async throws -> String {
    let arguments = ["lists"] + line.split(separator: " ").map(String.init)
    let program = try Program(arguments, in: folder, environment: ["LISTS_SERVER": "http://127.0.0.1:\(port)"])
    return try await program.result().text
  }

  // MARK: Rows

  /// The rows in the database of a device.
  func rows(of name: String) async throws -> Rows {
    let store = try SQLiteStore(path: folder.appending(path: "\(name).sqlite").path, schema: TodoSchema.self)
    let rows = try await store.read { db in try Rows(in: db) }
    try await store.close()
    return rows
  }

  /// The rows in the database of the server.
  func rows() async throws -> Rows {
    guard database.hasPrefix("postgres") else { return try await rows(of: "lists") }
    let store = try await PostgreSQLStore(database, schema: TodoSchema.self)
    let rows = try await store.read { db in try Rows(in: db) }
    try await store.close()
    return rows
  }

  // MARK: Requests

  /// Sends a request with a token, and returns the response.
  func send(
    _ method: String, _ path: String, token: String? = nil, _ body: Data? = nil
  ) async throws -> (status: Int, body: Data) {
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response) = try await URLSession.shared.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
  }

  /// Creates a user.
  func signUp(_ name: String) async throws -> (token: String, id: UUID) {
    struct Answer: Decodable {
      var token: String
      var userID: UUID
    }
    let body = try await send("POST", "users", JSONEncoder().encode(["name": name])).body
    let answer = try JSONDecoder().decode(Answer.self, from: body)
    return (answer.token, answer.userID)
  }
}

/// All rows that are synced, in order.
struct Rows: Equatable {
  var users: [User]
  var lists: [TodoList]
  var items: [[Item]]
  var members: [[User]]

  init(in db: some ReadTransaction) throws {
    users = try User.order { $0.name }.fetchAll(in: db)
    lists = try TodoList.order { $0.title }.fetchAll(in: db)
    items = try lists.map { try $0.items.fetchAll(in: db) }
    members = try lists.map { try $0.members.order { $0.name }.fetchAll(in: db) }
  }
}
