import Foundation
import Hummingbird
import Postil
import PostilPostgreSQL
import PostilSyncServer
import ServiceLifecycle
import Todo

/// The routes of the devices. All except `POST /users` need a token.
struct SyncRoutes<Store: DatabaseStore>: Sendable {
  let store: Store
  let server: SyncServer<Store, User>

  /// Says which rows a user has, and what they may not change.
  init(store: Store) async throws {
    self.store = store
    server = try await SyncServer(store: store, schema: TodoSchema.self) { (user: User) in
      // All users, so that lists can be shared with them.
      Scope(User.self)
      Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
      Scope(Item.self) { $0.list.members.any { $0.id == user.id } }
    } authorize: { change, _, _ in
      if change.old is User || change.new is User { throw Refusal(description: "devices can't change users") }
    }
  }

  var routes: RouteCollection<ListsContext> {
    let routes = RouteCollection(context: ListsContext.self)
    routes.post("users", use: signUp)
    routes.post("sync", use: sync)
    routes.get("changes", use: changes)
    return routes
  }

  /// `{"name": "anna"}`: creates a user, and answers with the token of the device.
  @Sendable
  private func signUp(_ request: Request, context: ListsContext) async throws -> SignedUp {
    let user = try await request.decode(as: NewUser.self, context: context)
    let token = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let login = try await store.write { db in
      let user = try User.Draft(name: user.name).insert(in: db)
      return try Login.Draft(token: token, userID: user.id).insert(in: db)
    }
    return SignedUp(token: login.token, userID: login.userID)
  }

  /// A message of a device and the answer.
  @Sendable
  private func sync(_ request: Request, context: ListsContext) async throws -> SyncResponse {
    let user = try await user(of: request)
    let message = try await request.decode(as: SyncRequest.self, context: context)
    return try await server.answer(message, for: user)
  }

  /// Server-sent events: one at once, and one whenever a device should ask for changes.
  @Sendable
  private func changes(_ request: Request, context: ListsContext) async throws -> Response {
    let user = try await user(of: request)
    let events = events(server.changes(for: user)).cancelOnGracefulShutdown()
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
      body: ResponseBody { writer in
        for await event in events { try await writer.write(ByteBuffer(string: event)) }
        try await writer.finish(nil)
      })
  }

  /// The user whose token a request has.
  private func user(of request: Request) async throws -> User {
    let header = request.headers[.authorization] ?? ""
    guard header.hasPrefix("Bearer ") else { throw HTTPError(.unauthorized, message: "the request has no token") }
    let token = String(header.dropFirst("Bearer ".count))
    let user = try await store.read { db in
      try Login.fetch(token, in: db).flatMap { login in try User.fetch(login.userID, in: db) }
    }
    guard let user else { throw HTTPError(.unauthorized, message: "the token is unknown") }
    return user
  }
}

/// Why a change of a device isn't accepted.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}

struct NewUser: Decodable {
  var name: String
}

struct SignedUp: ResponseEncodable {
  var token: String
  var userID: User.ID
}

extension SyncResponse: @retroactive ResponseEncodable {}
