import Foundation
import PostilPostgreSQL
import PostilSync
import Synchronization
import Testing

@testable import PostilSyncServer

/// What keeps a server small, and what tells devices that there is something new.
@Suite struct OperationTests {
  /// What was deleted is forgotten when no device has it any more; a device that was away for long loads again, and keeps its changes.
  @Test func compaction() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let clock = Mutex(Date())
    let server = try await SyncServer(store: cloud.store, schema: TodoSchema.self, now: { clock.withLock { $0 } }) {
      (user: User) in
      Scope(User.self)
      Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
      Scope(Item.self) { $0.list.members.any { $0.id == user.id } }
    }
    let phone = try Device(DirectTransport(server: server, user: ann))
    let old = try Device(DirectTransport(server: server, user: ann))
    try await phone.sync.once()
    let list = try await phone.store.write { db in
      let list = try TodoList.add("list", for: ann, in: db)
      for text in ["a", "b", "c"] { try Item.Draft(listID: list.id, text: text).insert(in: db) }
      return list
    }
    for device in [phone, old] { try await device.sync.once() }
    try await old.store.write { db in
      try TodoList.where { $0.id == list.id }.update(in: db) { [$0.timesOpened.set($0.timesOpened + 1)] }
      try Item.Draft(listID: list.id, text: "d").insert(in: db)
    }
    try await phone.store.write { db in _ = try Item.where { $0.text == "a" }.delete(in: db) }
    try await phone.sync.once()
    func marks() async throws -> Int {
      try await cloud.store.read { db in
        try RawSQL("SELECT count(*) FROM postil_sync_row_item").as(Int.self).fetchOne(in: db) ?? 0
      }
    }
    // The older device still has the row.
    for _ in 0..<2 {
      try await server.compact()
      clock.withLock { $0 += 7_200 }
    }
    #expect(try await marks() == 3)
    clock.withLock { $0 += 100 * 86_400 }
    try await phone.sync.once()
    for _ in 0..<2 {
      try await server.compact()
      clock.withLock { $0 += 7_200 }
    }
    #expect(try await marks() == 2)
    let known = try await cloud.store.read { db in
      try RawSQL("SELECT count(DISTINCT device) FROM postil_sync_known_item").as(Int.self).fetchOne(in: db)
    }
    #expect(known == 1)
    for device in [old, phone] { try await device.sync.once() }
    for device in [old, phone] {
      #expect(
        try await device.store.read { db in try Item.order { $0.text }.fetchAll(in: db).map(\.text) } == [
          "b", "c", "d",
        ])
      #expect(try await device.store.read { db in try TodoList.find(list.id, in: db).timesOpened } == 1)
    }
  }

  /// A user is told about rows that appear, change and disappear, and not about those of others.
  @Test func changes() async throws {
    let cloud = try await Cloud()
    let (ann, bob) = (try await cloud.user("Ann"), try await cloud.user("Bob"))
    let phone = try Device(cloud, ann)
    try await phone.sync.once()
    // Another process of the server.
    let other = try await Cloud.server(cloud.store)
    let (told, toldBob) = (Counter(), Counter())
    let tasks = [
      Task { for await _ in other.changes(for: ann) { await told.add() } },
      Task { for await _ in other.changes(for: bob) { await toldBob.add() } },
    ]
    defer { for task in tasks { task.cancel() } }
    #expect(await told.passes(0))
    #expect(await toldBob.passes(0))

    var before = try await told.settled()
    let list = try await phone.store.write { db in try TodoList.add("list", for: ann, in: db) }
    try await phone.sync.once()
    #expect(await told.passes(before))

    // An item of Ann's list: Bob isn't told.
    before = try await told.settled()
    let others = try await toldBob.settled()
    let item = try await cloud.store.write { db in try Item.Draft(listID: list.id, text: "a").insert(in: db) }
    #expect(await told.passes(before))
    try await phone.sync.once()
    before = try await told.settled()
    try await cloud.store.write { db in try item.delete(in: db) }
    #expect(await told.passes(before))
    #expect(try await toldBob.settled() == others)
  }
}

/// Counts what happens meanwhile.
private actor Counter {
  private var count = 0

  func add() { count += 1 }

  /// Waits until it has counted further than this.
  func passes(_ start: Int) async -> Bool {
    for _ in 0..<200 where count <= start { try? await Task.sleep(for: .milliseconds(50)) }
    return count > start
  }

  /// Waits until nothing is counted for more than a second.
  func settled() async throws -> Int {
    var last = -1
    while last != count {
      last = count
      try await Task.sleep(for: .milliseconds(1_200))
    }
    return count
  }
}
