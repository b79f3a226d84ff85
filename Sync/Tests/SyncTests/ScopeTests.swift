import Foundation
import PostilPostgreSQL
import PostilSync
import Testing

@testable import PostilSyncServer

/// Which rows an answer has, and which it looks at.
@Suite struct ScopeTests {
  /// A server with these scopes, and those of users and lists.
  private func server(
    _ store: ServerStore, @ScopeBuilder _ scopes: @escaping @Sendable (User) -> [Scope]
  ) async throws -> SyncServer<ServerStore, User> {
    try await SyncServer(store: store, schema: TodoSchema.self) { (user: User) in
      Scope(User.self)
      Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
      scopes(user)
    }
  }

  private func texts(_ device: Device) async throws -> [String] {
    try await device.store.read { db in try Item.order { $0.text }.fetchAll(in: db).map(\.text) }
  }

  /// Adds a list with these items on the server.
  private func add(_ texts: [String], for user: User, to store: ServerStore) async throws -> TodoList {
    try await store.write { db in
      let list = try TodoList.add("list", for: user, in: db)
      for text in texts { try Item.Draft(listID: list.id, text: text).insert(in: db) }
      return list
    }
  }

  /// A table that isn't synced decides about rows.
  @Test func otherTable() async throws {
    let (database, ann) = (try await ServerDatabase(), User(id: UUID(), name: "Ann"))
    let store = try await database.open()
    try await store.write { db in
      try User.Draft(id: ann.id, name: ann.name).insert(in: db)
      try RawSQL("CREATE TABLE hidden (text TEXT NOT NULL PRIMARY KEY)").execute(in: db)
    }
    let server = try await server(store) { _ in
      Scope(Item.self) { item in
        SQLPredicate(raw: "NOT EXISTS (SELECT 1 FROM hidden WHERE hidden.text = \(item.text))")
      }
    }
    let device = try Device(DirectTransport(server: server, user: ann))
    _ = try await add(["a", "b"], for: ann, to: store)
    try await device.sync.once()
    #expect(try await texts(device) == ["a", "b"])
    try await store.write { db in _ = try RawSQL("INSERT INTO hidden VALUES ('a')").execute(in: db) }
    try await device.sync.once()
    #expect(try await texts(device) == ["b"])
    try await store.write { db in _ = try RawSQL("DELETE FROM hidden").execute(in: db) }
    try await device.sync.once()
    #expect(try await texts(device) == ["a", "b"])
  }

  /// A row appears because time has passed.
  @Test func time() async throws {
    let (database, ann) = (try await ServerDatabase(), User(id: UUID(), name: "Ann"))
    let store = try await database.open()
    let server = try await server(store) { _ in Scope(Payment.self) { $0.due <= SQL.now } }
    let device = try Device(DirectTransport(server: server, user: ann))
    let due = Date() + 2
    try await store.write { db in
      try Payment.Draft(
        token: UUID(), at: due, due: due, day: DateComponents(year: 2026, month: 1, day: 1), amount: 1, number: 1,
        rate: 1, labels: []
      ).insert(in: db)
    }
    try await device.sync.once()
    if Date() < due { #expect(try await device.store.read { db in try Payment.count(in: db) } == 0) }
    while Date() < due + 0.1 { try await Task.sleep(for: .milliseconds(50)) }
    try await device.sync.once()
    #expect(try await device.store.read { db in try Payment.count(in: db) } == 1)
  }

  /// A row of the same table decides about others.
  @Test func sameTable() async throws {
    let (database, ann) = (try await ServerDatabase(), User(id: UUID(), name: "Ann"))
    let store = try await database.open()
    try await store.write { db in _ = try User.Draft(id: ann.id, name: ann.name).insert(in: db) }
    let server = try await server(store) { _ in
      Scope(Item.self) { !$0.list.items.any { $0.text == "stop" } }
    }
    let device = try Device(DirectTransport(server: server, user: ann))
    let list = try await add(["a", "b"], for: ann, to: store)
    try await device.sync.once()
    #expect(try await texts(device) == ["a", "b"])
    let stop = try await store.write { db in try Item.Draft(listID: list.id, text: "stop").insert(in: db) }
    try await device.sync.once()
    #expect(try await texts(device) == [])
    try await store.write { db in try stop.delete(in: db) }
    try await device.sync.once()
    #expect(try await texts(device) == ["a", "b"])
  }

  /// A new version of the server's program has other scopes.
  @Test func otherScopes() async throws {
    let (database, ann) = (try await ServerDatabase(), User(id: UUID(), name: "Ann"))
    let store = try await database.open()
    try await store.write { db in _ = try User.Draft(id: ann.id, name: ann.name).insert(in: db) }
    _ = try await add(["a", "b"], for: ann, to: store)
    let (first, second) = (
      try await server(store) { _ in Scope(Item.self) },
      try await server(store) { _ in Scope(Item.self) { $0.text == "a" } }
    )
    let transport = ChangingTransport(DirectTransport(server: first, user: ann))
    let device = try Device(transport)
    try await device.sync.once()
    #expect(try await texts(device) == ["a", "b"])
    transport.transport = DirectTransport(server: second, user: ann)
    try await device.sync.once()
    #expect(try await texts(device) == ["a"])
    transport.transport = DirectTransport(server: first, user: ann)
    try await device.sync.once()
    #expect(try await texts(device) == ["a", "b"])
  }

  /// What happens on the server while a device loads its rows, in parts, is on the device afterwards.
  @Test func changesDuringLoad() async throws {
    let cloud = try await Cloud()
    let (ann, bob) = (try await cloud.user("Ann"), try await cloud.user("Bob"))
    var lists: [TodoList] = []
    for _ in 0..<5 { lists.append(try await add((0..<10).map { "\($0)" }, for: ann, to: cloud.store)) }
    lists.append(try await add(["x", "y"], for: bob, to: cloud.store))
    let transport = ChangingTransport(DirectTransport(server: cloud.server, user: ann))
    let (store, all) = (cloud.store, lists)
    transport.afterAnswer = { number in
      try await store.write { db in
        let list = all[number % 5]
        switch number % 5 {
        case 0: try Item.where { $0.listID == list.id && $0.text.in(["3", "7"]) }.delete(in: db)
        case 1: try Item.where { $0.listID == list.id }.update(in: db) { [$0.text.set("new \(number)")] }
        case 2: try list.removeFromMembers(ann, in: db)
        case 3: try all[5].addToMembers(ann, in: db)
        default: for text in ["new", "newer"] { try Item.Draft(listID: list.id, text: text).insert(in: db) }
        }
      }
    }
    transport.changeLimit = 9
    var options = SyncClient.Options()
    options.rowLimit = 7
    let device = try Device(transport, options: options)
    try await device.sync.once()
    let expected = try await store.read { db in try Replica(of: ann, in: db) }
    let actual = try await device.store.read { db in try Replica(in: db) }
    #expect(actual.difference(from: expected) == nil)
    #expect(expected.lists.count >= 4 && transport.answerCount > 9)
  }

  #if !PostgreSQL
    /// A migration of an SQLite database drops the triggers, and changes rows.
    @Test func changesWithoutTriggers() async throws {
      let cloud = try await Cloud()
      let ann = try await cloud.user("Ann")
      let device = try Device(cloud, ann)
      let list = try await add(["a", "b", "c"], for: ann, to: cloud.store)
      try await device.sync.once()
      try await cloud.store.write { db in
        for event in ["insert", "update", "delete"] {
          try RawSQL("DROP TRIGGER \(identifier: "postil_sync_item_\(event)")").execute(in: db)
        }
        try Item.where { $0.text == "a" }.update(in: db) { [$0.text.set("A")] }
        try Item.where { $0.text == "b" }.delete(in: db)
        try Item.Draft(listID: list.id, text: "d").insert(in: db)
      }
      _ = try await Cloud.server(cloud.store)
      try await device.sync.once()
      #expect(try await texts(device) == ["A", "c", "d"])
    }
  #endif

  /// Positions that no server sent.
  @Test func forgedPositions() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let eve = try await cloud.user("Eve")
    _ = try await add(["a"], for: ann, to: cloud.store)
    var request = SyncRequest(device: "d", received: 0, load: 1, acknowledged: 0)
    let answer = try await cloud.server.answer(request, for: eve)
    let position = try #require(answer.position)
    let scopes = try #require(Position(position, try fingerprint(in: position))).scopes
    for forged in ["", "{}", "null", "[1]", position.replacing("1", with: "99999999999999999999")] {
      request.position = forged
      request.received = try await cloud.server.answer(request, for: eve).number
    }
    for load in [
      Position.Load(table: "item", key: []), .init(table: "item", key: [.integer(1), .null]),
      .init(table: "nothing", key: [.null]), .init(table: "item", key: [.text("'; DROP TABLE item; --")]),
    ] {
      request.position = try Position(scopes: scopes, since: .min, load: load).text()
      // PostgreSQL refuses keys of other types.
      let rows = (try? await cloud.server.answer(request, for: eve))?.tables ?? []
      #expect(!rows.contains { $0.table == "item" })
    }
    #expect(try await cloud.store.read { db in try Item.count(in: db) } == 1)
  }

  private func fingerprint(in position: String) throws -> String {
    struct Part: Decodable { let scopes: String }
    return try JSONDecoder().decode(Part.self, from: Data(position.utf8)).scopes
  }

  /// Only what can move rows makes the server compare all of them.
  @Test func comparedTables() async throws {
    let tables = Dictionary(uniqueKeysWithValues: TodoSchema.syncedTables.map { ($0.name, $0) })
    let user = UUID()
    let scopes = UserScopes(
      tables,
      [
        Scope(User.self), Scope(TodoList.self) { $0.members.any { $0.id == user } },
        Scope(Item.self) { $0.list.members.any { $0.id == user } && $0.isDone == false },
      ])
    let item = try #require(tables["item"])
    let list = try #require(tables["todo_list"])
    for name in ["item", "todo_list", "user"] {
      #expect(!scopes.canMove(item, changed: [name]), "\(name)")
      #expect(!scopes.canMove(list, changed: [name]), "\(name)")
    }
    #expect(scopes.canMove(item, changed: ["todo_list_members"]))
    #expect(scopes.canMove(list, changed: ["todo_list_members"]))
    // A row that refers to a changed one is looked at.
    let keys = try #require(scopes.changedKeys(of: item, in: ["todo_list"], "m.version > 1"))
    #expect(try keys.rendered().sql.contains("\"postil_sync_row_todo_list\""))
    #expect(scopes.changedKeys(of: item, in: ["user"], "m.version > 1") == nil)
  }
}

/// A transport whose server can be exchanged, and on whose server something happens after each answer.
final class ChangingTransport: SyncTransport, @unchecked Sendable {
  var transport: DirectTransport
  var afterAnswer: (@Sendable (Int) async throws -> Void)?
  /// How many answers are followed by something.
  var changeLimit = 0
  private(set) var answerCount = 0

  init(_ transport: DirectTransport) { self.transport = transport }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    let answer = try await transport.send(request)
    if answerCount < changeLimit { try await afterAnswer?(answerCount) }
    answerCount += 1
    return answer
  }
}
