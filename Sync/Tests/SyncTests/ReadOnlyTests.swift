import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

/// Rows that users see and don't change.
@Suite struct ReadOnlyTests {
  private let database: ServerDatabase
  private let store: ServerStore
  private let server: SyncServer<ServerStore, User>
  private let (ann, bob): (User, User)
  /// Bob's list, which everybody may read, with one item.
  private let news: TodoList
  private let headline: Item

  init() async throws {
    database = try await ServerDatabase()
    store = try await database.open()
    let server = try await SyncServer(store: store, schema: TodoSchema.self) { (user: User) in
      Scope(User.self, .readOnly)
      Scope(User.self) { $0.id == user.id }
      Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
      Scope(TodoList.self, .readOnly) { $0.color == "public" }
      Scope(Item.self) { $0.list.members.any { $0.id == user.id } }
      Scope(Item.self, .readOnly) { $0.list.color == "public" }
    }
    self.server = server
    let users = ["Ann", "Bob"].map { User(id: UUID(), name: $0) }
    (ann, bob) = (users[0], users[1])
    (news, headline) = try await store.write { db in
      for user in users { try User.Draft(id: user.id, name: user.name).insert(in: db) }
      let news = try TodoList.Draft(title: "News", color: "public").insert(in: db)
      try news.addToMembers(users[1], in: db)
      return (news, try Item.Draft(listID: news.id, text: "headline").insert(in: db))
    }
  }

  /// A device of Ann, with the list of hers and what she may read.
  private func device() async throws -> (Device, TodoList) {
    let device = try Device(DirectTransport(server: server, user: ann))
    try await device.sync.once()
    let own = try await device.store.write { [ann] db in try TodoList.add("own", for: ann, in: db) }
    try await device.sync.once()
    #expect(try await device.lists() == ["News", "own"])
    return (device, own)
  }

  /// Expects that the server refuses a transaction, and that the device shows the rows of before again.
  private func expectRefusal(
    _ reason: String, _ device: Device, _ change: @escaping @Sendable (SQLiteWriteTransaction) throws -> Void
  ) async throws {
    let before = try await device.store.read { db in try Replica(in: db) }
    try await device.store.write { db in try change(db) }
    try await device.sync.once()
    let rejections = try await device.sync.rejections()
    #expect(rejections.map(\.reason) == [reason])
    for rejection in rejections { try await device.sync.dismiss(rejection) }
    #expect(try await device.store.read { db in try Replica(in: db) }.difference(from: before) == nil)
  }

  @Test func rows() async throws {
    let (device, own) = try await device()
    let (news, headline, bob) = (news, headline, bob)
    try await expectRefusal("a row of 'user' is only for reading", device) { db in
      try User.where { $0.id == bob.id }.update(in: db) { [$0.name.set("Rob")] }
    }
    try await expectRefusal("a row of 'todo_list' is only for reading", device) { db in
      try TodoList.where { $0.id == news.id }.update(in: db) { [$0.title.set("Old")] }
    }
    try await expectRefusal("a row of 'item' is only for reading", device) { db in
      try Item.where { $0.id == headline.id }.delete(in: db)
    }
    try await expectRefusal("a row of 'user' is only for reading", device) { db in
      try User.Draft(name: "Kim").insert(in: db)
    }
    // A new row, and one that was Ann's, in a list of which she isn't a member.
    try await expectRefusal("a row of 'item' is only for reading", device) { db in
      try Item.Draft(listID: news.id, text: "letter").insert(in: db)
    }
    let item = try await device.store.write { db in try Item.Draft(listID: own.id, text: "draft").insert(in: db) }
    try await device.sync.once()
    try await expectRefusal("a row of 'item' is only for reading", device) { db in try news.addToItems(item, in: db) }
    // Her own row.
    try await device.store.write { [ann] db in
      try User.where { $0.id == ann.id }.update(in: db) { [$0.name.set("Anna")] }
    }
    try await device.sync.once()
    #expect(try await store.read { db in try User.order { $0.name }.fetchAll(in: db).map(\.name) } == ["Anna", "Bob"])
  }

  /// A pair belongs to the list: Ann adds others to hers, and not herself to those that she may only read.
  @Test func pairs() async throws {
    let (device, own) = try await device()
    let (news, ann, bob) = (news, ann, bob)
    try await expectRefusal("a row of 'todo_list' is only for reading", device) { db in
      try news.addToMembers(ann, in: db)
    }
    try await expectRefusal("a row of 'todo_list_members' is only for reading", device) { db in
      try news.removeFromMembers(bob, in: db)
    }
    try await device.store.write { db in try own.addToMembers(bob, in: db) }
    try await device.sync.once()
    #expect(try await store.read { db in try own.members.count(in: db) } == 2)
    try await device.store.write { db in try own.removeFromMembers(bob, in: db) }
    try await device.sync.once()
    #expect(try await store.read { db in try own.members.fetchAll(in: db).map(\.id) } == [ann.id])
    #expect(try await device.sync.rejections().isEmpty)
  }

  /// A row for writing refers to one for reading; who deletes a row deletes those that go with it.
  @Test func references() async throws {
    let server = try await SyncServer(store: store, schema: TodoSchema.self) { (_: User) in
      Scope(User.self)
      Scope(TodoList.self, .readOnly) { $0.color == "public" }
      Scope(TodoList.self) { $0.color != "public" }
      Scope(Item.self) { $0.text != "headline" }
      Scope(Item.self, .readOnly) { $0.text == "headline" }
    }
    let device = try Device(DirectTransport(server: server, user: ann))
    try await device.sync.once()
    let news = news
    let list = try await device.store.write { db in
      try Item.Draft(listID: news.id, text: "letter").insert(in: db)
      return try TodoList.Draft(title: "other", color: "red").insert(in: db)
    }
    try await device.sync.once()
    #expect(try await device.sync.rejections().isEmpty)
    #expect(try await store.read { db in try news.items.fetchAll(in: db).map(\.text) } == ["headline", "letter"])
    try await store.write { db in try Item.Draft(listID: list.id, text: "headline").insert(in: db) }
    try await device.sync.once()
    try await expectRefusal("a row of 'item' is only for reading", device) { db in
      try TodoList.where { $0.id == list.id }.delete(in: db)
    }
  }
}
