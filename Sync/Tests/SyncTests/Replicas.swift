import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer

/// A server with a database of its own, and the devices of its users.
struct Cloud {
  let database: ServerDatabase
  let store: ServerStore
  let server: SyncServer<ServerStore, User>

  init(authorize: SyncServer<ServerStore, User>.Authorization? = nil) async throws {
    database = try await ServerDatabase()
    store = try await database.open()
    server = try await Self.server(store, authorize)
  }

  /// A process that serves the database.
  static func server(
    _ store: ServerStore, _ authorize: SyncServer<ServerStore, User>.Authorization? = nil
  ) async throws -> SyncServer<ServerStore, User> {
    try await SyncServer(store: store, schema: TodoSchema.self) { (user: User) in
      Scope(User.self)
      Scope(Page.self)
      Scope(Payment.self)
      Scope(Theme.self)
      Scope(TodoList.self) { $0.color != "locked" && $0.members.any { $0.id == user.id } }
      Scope(TodoList.self, .readOnly) { $0.members.any { $0.id == user.id } }
      Scope(Item.self) { $0.list.members.any { $0.id == user.id } }
    } authorize: {
      try authorize?($0, $1, $2)
    }
  }

  func user(_ name: String, id: UUID = UUID()) async throws -> User {
    try await store.write { db in try User.Draft(id: id, name: name).insert(in: db) }
  }
}

extension TodoList {
  /// Adds a list with one member.
  static func add(_ title: String, for user: User, in db: some WriteTransaction) throws -> TodoList {
    let list = try TodoList.Draft(title: title, color: "red").insert(in: db)
    try list.addToMembers(user, in: db)
    return list
  }
}

/// The database of a user's device.
struct Device {
  let store: SQLiteStore
  let sync: SyncClient

  init(_ cloud: Cloud, _ user: User, options: SyncClient.Options = .init()) throws {
    try self.init(DirectTransport(server: cloud.server, user: user), options: options)
  }

  init(_ transport: any SyncTransport, options: SyncClient.Options = .init()) throws {
    store = try SQLiteStore.inMemory(schema: TodoSchema.self)
    sync = try SyncClient(store: store, schema: TodoSchema.self, transport: transport, options: options)
  }

  func lists() async throws -> [String] {
    try await store.read { db in try TodoList.order { $0.title }.fetchAll(in: db).map(\.title) }
  }
}

/// Calls the server, with each message encoded and decoded.
struct DirectTransport: SyncTransport {
  private let answer: @Sendable (SyncRequest) async throws -> SyncResponse

  init<Store: DatabaseStore>(server: SyncServer<Store, User>, user: User) {
    answer = { try await server.answer($0, for: user) }
  }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    let request = try JSONDecoder().decode(SyncRequest.self, from: JSONEncoder().encode(request))
    let answer = try await self.answer(request)
    return try JSONDecoder().decode(SyncResponse.self, from: JSONEncoder().encode(answer))
  }
}

/// A transport with answers that arrive late.
actor LateTransport: SyncTransport {
  private let transport: DirectTransport
  private var action: (@Sendable () async throws -> Void)?

  init(_ transport: DirectTransport) { self.transport = transport }

  /// Does something before the next answer arrives.
  func beforeNextAnswer(_ action: @escaping @Sendable () async throws -> Void) { self.action = action }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    let answer = try await transport.send(request)
    let action = self.action
    self.action = nil
    try await action?()
    return answer
  }
}

/// A transport whose requests arrive, and whose answers don't.
struct DeafTransport: SyncTransport {
  struct Lost: Error {}
  let server: any SyncTransport

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    _ = try await server.send(request)
    throw Lost()
  }
}

/// A transport that can be switched off.
final class SwitchedTransport: SyncTransport, @unchecked Sendable {
  struct Off: Error {}

  private let transport: DirectTransport
  private let lock = NSLock()
  private var left = Int.max

  init(_ transport: DirectTransport) { self.transport = transport }

  var answersLeft: Int {
    get { lock.withLock { left } }
    set { lock.withLock { left = newValue } }
  }

  var isOn: Bool {
    get { answersLeft > 0 }
    set { answersLeft = newValue ? .max : 0 }
  }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    guard isOn else { throw Off() }
    answersLeft -= 1
    return try await transport.send(request)
  }
}
