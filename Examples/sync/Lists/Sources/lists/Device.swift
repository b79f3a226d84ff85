import Foundation
import Postil
import PostilSync
import Todo

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The database of a user, which is synced with the server.
struct Device {
  let name: String
  let store: SQLiteStore
  let userID: User.ID
  let sync: SyncClient

  /// Opens `anna.sqlite`. The first time, the server creates the user.
  init(of name: String) async throws {
    let address = ProcessInfo.processInfo.environment["LISTS_SERVER"] ?? "http://127.0.0.1:8080"
    guard let server = URL(string: address) else { throw URLError(.badURL) }
    // Looks for changes of other processes too: 'lists anna add …' while 'lists anna' runs.
    let options = SQLiteOptions(externalChangeInterval: .milliseconds(500))
    let store = try SQLiteStore(path: "\(name).sqlite", schema: TodoSchema.self, options: options)
    let login: Login
    if let known = try await store.read({ db in try Login.all.fetchOne(in: db) }) {
      login = known
    } else {
      let new = try await Login.signUp(name, at: server)
      login = try await store.write { db in try new.insert(in: db) }
    }
    (self.name, self.store, userID) = (name, store, login.userID)
    sync = try SyncClient(
      store: store, schema: TodoSchema.self, transport: HTTPTransport(server: server, token: login.token))
    // The user has to be there before they have a list.
    if try await store.read({ db in try User.fetch(login.userID, in: db) }) == nil { try await sync.once() }
  }

  /// Runs a command in a transaction. That is all: the transaction is sent with the next sync.
  func run(_ command: Command) async throws {
    if case .dismiss = command {
      for rejection in try await sync.rejections() { try await sync.dismiss(rejection) }
    } else {
      try await store.write { [userID] db in try command.run(for: userID, in: db) }
    }
  }

  /// All lists as text, and what the server refused.
  func lists() async throws -> String {
    let lists = try await store.read { db in
      try TodoList.order { $0.title }.with { ($0.items, $0.members.order { $0.name }) }.fetchAll(in: db)
    }
    let rejections = try await sync.rejections()
    return lists.map { list, items, members in
      let things = items.map { item in
        "  [\(item.isDone ? "x" : " ")] \(item.text)\(item.amount == 1 ? "" : " × \(item.amount)")\n"
      }
      return "\(list.title) (\(members.map(\.name).joined(separator: ", ")))\n\(things.joined())"
    }.joined() + rejections.map { "refused: \($0.reason)\n" }.joined()
  }
}

extension Login {
  static func signUp(_ name: String, at server: URL) async throws -> Login.Draft {
    struct SignedUp: Decodable {
      var token: String
      var userID: User.ID
    }
    var request = URLRequest(url: server.appending(path: "users"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(["name": name])
    let (body, response) = try await URLSession.shared.data(for: request)
    try ServerError.check(response, body)
    let answer = try JSONDecoder().decode(SignedUp.self, from: body)
    return Login.Draft(token: answer.token, userID: answer.userID)
  }
}
