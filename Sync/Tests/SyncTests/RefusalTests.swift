import Foundation
import PostilSync
import PostilSyncServer
import Testing

/// What the server refuses, and what becomes of it on the device.
@Suite struct RefusalTests {
  /// Ann's list, which Eve's device knows nothing of.
  private func strangeList(_ cloud: Cloud) async throws -> TodoList {
    let ann = try await cloud.user("Ann")
    return try await cloud.store.write { db in
      let list = try TodoList.add("secret", for: ann, in: db)
      try Item.Draft(listID: list.id, text: "hidden").insert(in: db)
      return list
    }
  }

  private func send(
    _ changes: [SyncChange], _ cloud: Cloud, for user: User, device: String = "forged"
  ) async throws -> SyncResponse {
    try await cloud.server.answer(
      SyncRequest(
        device: device, received: 0, load: 1, acknowledged: 0,
        transactions: [SyncTransaction(number: 1, time: 0, base: 0, changes: changes)]), for: user)
  }

  private func text(_ id: UUID) -> SyncValue { .text(id.uuidString) }

  @Test func rowsOfOthers() async throws {
    let cloud = try await Cloud()
    let list = try await strangeList(cloud)
    let eve = try await cloud.user("Eve")
    let device = try Device(cloud, eve)
    try await device.sync.once()
    #expect(try await device.lists() == [])
    let own = UUID()
    let pair: [String: SyncValue] = ["todo_list_id": text(list.id), "user_id": text(eve.id)]
    let attempts: [[SyncChange]] = [
      [SyncChange(.update, table: "todo_list", key: [text(list.id)], values: ["title": .text("mine")])],
      [SyncChange(.delete, table: "todo_list", key: [text(list.id)])],
      [SyncChange(.insert, table: "todo_list_members", key: [text(list.id), text(eve.id)], values: pair)],
      [
        SyncChange(
          .insert, table: "item", key: [text(own)],
          values: ["id": text(own), "list_id": text(list.id), "text": .text("t"), "is_done": .integer(0)])
      ],
      [
        SyncChange(
          .insert, table: "todo_list", key: [text(own)],
          values: ["id": text(own), "title": .text("t"), "color": .text("c"), "times_opened": .integer(0)])
      ],
      [SyncChange(.delete, table: "item", key: [.null])],
      [SyncChange(.insert, table: "user", key: [text(own)], values: ["id": text(UUID()), "name": .text("x")])],
    ]
    for (index, changes) in attempts.enumerated() {
      let answer = try await send(changes, cloud, for: eve, device: "forged \(index)")
      #expect(answer.rejections.map(\.transaction) == [1], "\(changes)")
      #expect(answer.tables.allSatisfy { $0.table == "user" })
    }
    let left = try await cloud.store.read { db in
      try (
        TodoList.fetchAll(in: db).map(\.title), Item.fetchAll(in: db).map(\.text),
        list.members.fetchAll(in: db).map(\.name)
      )
    }
    #expect(left.0 == ["secret"] && left.1 == ["hidden"] && left.2 == ["Ann"])
  }

  @Test func changedReference() async throws {
    let cloud = try await Cloud()
    let secret = try await strangeList(cloud)
    let eve = try await cloud.user("Eve")
    let device = try Device(cloud, eve)
    try await device.sync.once()
    let item = try await device.store.write { db in
      let list = try TodoList.add("own", for: eve, in: db)
      return try Item.Draft(listID: list.id, text: "own").insert(in: db)
    }
    try await device.sync.once()
    let change = SyncChange(.update, table: "item", key: [text(item.id)], values: ["list_id": text(secret.id)])
    let answer = try await send([change], cloud, for: eve)
    #expect(answer.rejections.count == 1)
    #expect(try await cloud.store.read { db in try Item.find(item.id, in: db).listID } == item.listID)
  }

  @Test func devicesOfOthers() async throws {
    let cloud = try await Cloud()
    let (ann, eve) = (try await cloud.user("Ann"), try await cloud.user("Eve"))
    _ = try await send([], cloud, for: ann, device: "phone")
    await #expect(throws: SyncRequestError.otherUser) { try await send([], cloud, for: eve, device: "phone") }
  }

  /// A device with a newer schema keeps its changes until the server has it, too.
  @Test func unknownNames() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let other = SyncChange(.delete, table: "sqlite_schema", key: [.integer(1)])
    let refused = try await send([other], cloud, for: ann)
    #expect(refused.unknownName == "sqlite_schema" && refused.processed == 0)
    let change = SyncChange(
      .update, table: "user", key: [text(ann.id)], values: ["name": .text("Kim"), "age": .integer(7)])
    #expect(try await send([change], cloud, for: ann).unknownName == "user.age")
    #expect(try await cloud.store.read { db in try User.find(ann.id, in: db).name } == "Ann")
  }

  @Test func largeMessages() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let change = SyncChange(.delete, table: "item", key: [text(UUID())])
    await #expect(throws: SyncRequestError.tooLarge) {
      try await send(Array(repeating: change, count: 100_001), cloud, for: ann)
    }
  }

  /// A refused transaction is undone on the device as a whole, and reported; later ones stay.
  @Test func rejections() async throws {
    let cloud = try await Cloud(authorize: { change, _, _ in
      guard let list = change.new as? TodoList, list.title == "forbidden" else { return }
      throw Forbidden(old: (change.old as? TodoList)?.title)
    })
    let ann = try await cloud.user("Ann")
    let device = try Device(cloud, ann)
    try await device.sync.once()
    let list = try await device.store.write { db in try TodoList.add("allowed", for: ann, in: db) }
    try await device.store.write { db in
      try TodoList.where { $0.id == list.id }.update(in: db) { [$0.title.set("forbidden")] }
      try Item.Draft(listID: list.id, text: "lost").insert(in: db)
    }
    try await device.store.write { db in _ = try Item.Draft(listID: list.id, text: "kept").insert(in: db) }
    try await device.sync.once()
    #expect(try await device.lists() == ["allowed"])
    #expect(try await device.store.read { db in try Item.fetchAll(in: db).map(\.text) } == ["kept"])
    let rejections = try await device.sync.rejections()
    #expect(rejections.map(\.reason) == ["'forbidden' instead of Optional(\"allowed\")"])
    #expect(rejections.first?.changes.map(\.table).contains("item") == true)
    #expect(rejections.first?.changes.first?.new["title"] == .text("forbidden"))
    try await device.sync.dismiss(rejections[0])
    #expect(try await device.sync.rejections().isEmpty)
  }

  private struct Forbidden: Error, CustomStringConvertible {
    let old: String?
    var description: String { "'forbidden' instead of \(String(describing: old))" }
  }

  /// A unique name that another device took first.
  @Test func takenName() async throws {
    let cloud = try await Cloud()
    let (ann, bob) = (try await cloud.user("Ann"), try await cloud.user("Bob"))
    let (phone, laptop) = (try Device(cloud, ann), try Device(cloud, bob))
    for device in [phone, laptop] { try await device.sync.once() }
    for (device, user) in [(phone, ann), (laptop, bob)] {
      try await device.store.write { db in
        try User.where { $0.id == user.id }.update(in: db) { [$0.name.set("Kim")] }
      }
    }
    for device in [phone, laptop, phone] { try await device.sync.once() }
    for device in [phone, laptop] {
      let names = try await device.store.read { db in try User.order { $0.name }.fetchAll(in: db).map(\.name) }
      #expect(names == ["Bob", "Kim"])
    }
    #expect(try await laptop.sync.rejections().count == 1)
    // Two names that change places violate the unique key in every order.
    try await cloud.store.write { db in
      for (id, name) in [(ann.id, "-"), (bob.id, "Kim"), (ann.id, "Bob")] {
        try User.where { $0.id == id }.update(in: db) { [$0.name.set(name)] }
      }
    }
    try await phone.sync.once()
    #expect(try await phone.store.read { db in try User.find(bob.id, in: db).name } == "Kim")
  }
}
