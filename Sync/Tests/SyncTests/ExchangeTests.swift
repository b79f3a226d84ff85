import Foundation
import PostilSync
import Testing

/// What devices and the server have after they exchanged their changes.
@Suite struct ExchangeTests {
  @Test func rowsTravel() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let (phone, laptop) = (try Device(cloud, ann), try Device(cloud, ann))
    try await phone.sync.once()
    let list = try await phone.store.write { db in
      let list = try TodoList.add("Garden", for: ann, in: db)
      for text in ["Dig", "Sow"] { try Item.Draft(listID: list.id, text: text).insert(in: db) }
      return list
    }
    try await phone.sync.once()
    try await laptop.sync.once()
    let items = try await laptop.store.read { db in try list.items.fetchAll(in: db).map(\.text) }
    #expect(items == ["Dig", "Sow"])
    #expect(phone.sync.status.pendingTransactions == 0)

    try await laptop.store.write { db in
      try Item.where { $0.text == "Dig" }.update(in: db) { [$0.isDone.set(true)] }
      try Item.where { $0.text == "Sow" }.delete(in: db)
    }
    try await laptop.sync.once()
    try await phone.sync.once()
    let left = try await phone.store.read { db in try Item.fetchAll(in: db) }
    #expect(left.map(\.text) == ["Dig"] && left.map(\.isDone) == [true])
  }

  @Test func mergedColumns() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let (phone, laptop) = (try Device(cloud, ann), try Device(cloud, ann))
    try await phone.sync.once()
    let list = try await phone.store.write { db in try TodoList.add("Garden", for: ann, in: db) }
    try await phone.sync.once()
    try await laptop.sync.once()
    try await phone.store.write { db in
      try TodoList.where { $0.id == list.id }.update(in: db) {
        [$0.title.set("Allotment"), $0.timesOpened.set($0.timesOpened + 2)]
      }
    }
    try await laptop.store.write { db in
      try TodoList.where { $0.id == list.id }.update(in: db) {
        [$0.color.set("brown"), $0.timesOpened.set($0.timesOpened + 3)]
      }
    }
    for device in [phone, laptop, phone] { try await device.sync.once() }
    for device in [phone, laptop] {
      let merged = try await device.store.read { db in try TodoList.find(list.id, in: db) }
      #expect(merged.title == "Allotment" && merged.color == "brown" && merged.timesOpened == 5)
    }
  }
}

/// What devices keep and show while they are offline, or after they were.
@Suite struct OfflineTests {
  @Test func pendingChangesStayVisible() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let flaky = SwitchedTransport(DirectTransport(server: cloud.server, user: ann))
    let (phone, laptop) = (try Device(flaky), try Device(cloud, ann))
    try await phone.sync.once()
    flaky.isOn = false
    try await phone.store.write { db in _ = try TodoList.add("offline", for: ann, in: db) }
    await #expect(throws: SwitchedTransport.Off.self) { try await phone.sync.once() }
    #expect(try await phone.lists() == ["offline"])
    #expect(phone.sync.status.pendingTransactions == 1 && phone.sync.status.error != nil)
    flaky.isOn = true
    try await phone.sync.once()
    #expect(phone.sync.status.pendingTransactions == 0 && phone.sync.status.error == nil)
    try await laptop.sync.once()
    #expect(try await laptop.lists() == ["offline"])
  }

  /// An addition wins over a removal by a device that didn't know it.
  @Test func additionWins() async throws {
    let cloud = try await Cloud()
    let (ann, bob) = (try await cloud.user("Ann"), try await cloud.user("Bob"))
    let (phone, laptop) = (try Device(cloud, ann), try Device(cloud, ann))
    try await phone.sync.once()
    let list = try await phone.store.write { db in
      let list = try TodoList.Draft(title: "shared", color: "red").insert(in: db)
      for user in [ann, bob] { try list.addToMembers(user, in: db) }
      return list
    }
    for device in [phone, laptop] { try await device.sync.once() }
    try await phone.store.write { db in _ = try list.removeFromMembers(bob, in: db) }
    for add in [false, true] {
      try await laptop.store.write { db in
        _ = try add ? list.addToMembers(bob, in: db) : list.removeFromMembers(bob, in: db)
      }
    }
    for device in [laptop, phone, laptop] { try await device.sync.once() }
    for device in [phone, laptop] {
      #expect(try await device.store.read { db in try list.members.fetchAll(in: db).count } == 2)
    }
    // Without another addition, the removal is kept.
    try await phone.store.write { db in _ = try list.removeFromMembers(bob, in: db) }
    for device in [phone, laptop] { try await device.sync.once() }
    for device in [phone, laptop] {
      #expect(try await device.store.read { db in try list.members.fetchAll(in: db).map(\.name) } == ["Ann"])
    }
  }

  /// Rows that were there before the program synced are sent.
  @Test func earlierRows() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let store = try SQLiteStore.inMemory(schema: TodoSchema.self)
    try await store.write { db in
      let user = try User.Draft(id: ann.id, name: "Ann").insert(in: db)
      let list = try TodoList.Draft(title: "old", color: "red").insert(in: db)
      try list.addToMembers(user, in: db)
      try user.delete(in: db)
    }
    let sync = try SyncClient(
      store: store, schema: TodoSchema.self, transport: DirectTransport(server: cloud.server, user: ann))
    // Without the member, nobody has the list: the server refuses it, and the device keeps what it was.
    try await sync.once()
    let rejection = try await sync.rejections().first
    #expect(rejection?.changes.map(\.new["title"]) == [.text("old")])
  }

  /// The file of a device is replaced by a copy of an earlier state.
  @Test(arguments: [true, false])
  func restoredBackup(isAnswered: Bool) async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("postil-sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, copy) = (folder.appendingPathComponent("a.sqlite").path, folder.appendingPathComponent("b.sqlite").path)
    let transport = DirectTransport(server: cloud.server, user: ann)
    func open(_ path: String, _ transport: some SyncTransport) throws -> (SQLiteStore, SyncClient) {
      // The triggers and tables of sync aren't foreign ones.
      var options = SQLiteOptions()
      options.additionalObjects = .refuse
      let store = try SQLiteStore(path: path, schema: TodoSchema.self, options: options)
      return (store, try SyncClient(store: store, schema: TodoSchema.self, transport: transport))
    }
    func add(_ title: String, _ store: SQLiteStore) async throws {
      try await store.write { db in _ = try TodoList.add(title, for: ann, in: db) }
    }
    let (store, sync) = try open(path, transport)
    try await sync.once()
    try await add("first", store)
    if isAnswered { try await store.backup(to: copy) }
    try await sync.once()
    if !isAnswered { try await store.backup(to: copy) }
    try await add("second", store)
    if isAnswered {
      try await sync.once()
    } else {
      let (_, deaf) = try open(path, DeafTransport(server: transport))
      await #expect(throws: DeafTransport.Lost.self) { try await deaf.once() }
    }
    try await store.close()

    let (restored, again) = try open(copy, transport)
    try await add("third", restored)
    try await again.once()
    let titles = try await restored.read { db in try TodoList.order { $0.title }.fetchAll(in: db).map(\.title) }
    #expect(titles == ["first", "second", "third"])
    #expect(try await cloud.store.read { db in try TodoList.count(in: db) } == 3)
    #expect(try await again.rejections().isEmpty)
  }

  /// The first load comes in parts; the device shows it when it has all of them.
  @Test func firstLoad() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    try await cloud.store.write { db in
      let list = try TodoList.add("long", for: ann, in: db)
      try Item.insert((0..<2_000).map { Item.Draft(listID: list.id, text: "\($0)") }, in: db)
    }
    var options = SyncClient.Options()
    options.rowLimit = 300
    let flaky = SwitchedTransport(DirectTransport(server: cloud.server, user: ann))
    let device = try Device(flaky, options: options)
    flaky.answersLeft = 3
    await #expect(throws: SwitchedTransport.Off.self) { try await device.sync.once() }
    #expect(device.sync.status.receivedRows == 900)
    // Of 2,000 items, a list, a user and a member.
    #expect(device.sync.status.progress == 900.0 / 2_003)
    #expect(try await device.store.read { db in try Item.count(in: db) } == 0)
    flaky.answersLeft = .max
    try await device.sync.once()
    #expect(device.sync.status.receivedRows == 1_103 && device.sync.status.progress == nil)
    let texts = try await device.store.read { db in try TodoList.fetchAll(in: db)[0].items.fetchAll(in: db).map(\.text)
    }
    #expect(texts == (0..<2_000).map(String.init))
  }

  /// Rows that have arrived already are changed and deleted on the server before the last part of the load arrives.
  @Test func changesDuringLoad() async throws {
    let cloud = try await Cloud()
    let (ann, bob) = (try await cloud.user("Ann"), try await cloud.user("Bob"))
    let list = try await cloud.store.write { db in
      let list = try TodoList.add("list", for: ann, in: db)
      try Item.insert((0..<8).map { Item.Draft(listID: list.id, text: "\($0)") }, in: db)
      return list
    }
    var options = SyncClient.Options()
    options.rowLimit = 3
    let flaky = SwitchedTransport(DirectTransport(server: cloud.server, user: ann))
    let device = try Device(flaky, options: options)
    // Two names change places, each after one of them was sent.
    for (round, (user, name)) in [(ann, "-"), (bob, "Ann"), (ann, "Bob")].enumerated() {
      flaky.answersLeft = 1
      await #expect(throws: SwitchedTransport.Off.self) { try await device.sync.once() }
      try await cloud.store.write { db in
        try User.where { $0.id == user.id }.update(in: db) { [$0.name.set(name)] }
        try TodoList.where { $0.id == list.id }.update(in: db) { [$0.title.set("round \(round)")] }
        try Item.where { $0.text == "\(round)" }.delete(in: db)
        try Item.where { $0.text == "\(round + 5)" }.update(in: db) { [$0.note.set("changed")] }
      }
    }
    flaky.isOn = true
    try await device.sync.once()
    let expected = try await cloud.store.read { db in try Replica(of: ann, in: db) }
    #expect(try await device.store.read { db in try Replica(in: db) }.difference(from: expected) == nil)
  }

  /// A device that loads all rows again deletes those that are gone, and doesn't write those that it has.
  @Test func secondLoad() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let device = try Device(cloud, ann)
    for title in ["kept", "deleted", "changed"] {
      try await cloud.store.write { db in _ = try TodoList.add(title, for: ann, in: db) }
    }
    try await device.sync.once()
    try await cloud.store.write { db in
      try TodoList.where { $0.title == "deleted" }.delete(in: db)
      try TodoList.where { $0.title == "changed" }.update(in: db) { [$0.title.set("new")] }
    }
    try await device.store.write { db in
      for statement in [
        "CREATE TABLE written (title TEXT)",
        "CREATE TRIGGER written_update AFTER UPDATE ON todo_list BEGIN INSERT INTO written VALUES (NEW.title); END",
        "CREATE TRIGGER written_insert AFTER INSERT ON todo_list BEGIN INSERT INTO written VALUES (NEW.title); END",
        "UPDATE postil_sync_state SET received = 0, is_loading = 1, load = load + 1",
      ] as [RawSQL] {
        try statement.execute(in: db)
      }
    }
    try await device.sync.once()
    #expect(try await device.lists() == ["kept", "new"])
    let written = try await device.store.read { db in
      try RawSQL("SELECT title FROM written").as(String.self).fetchAll(in: db)
    }
    #expect(written == ["new"])
  }

  /// A running client sends what its user does, and fetches what the server says is new.
  @Test func running() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let (phone, laptop) = (try Device(cloud, ann), try Device(cloud, ann))
    let task = Task { try await phone.sync.run() }
    defer { task.cancel() }
    for await status in phone.sync.statuses() where status.lastSync != nil && !status.isRunning { break }
    try await phone.store.write { db in _ = try TodoList.add("live", for: ann, in: db) }
    while try await cloud.store.read({ db in try TodoList.count(in: db) }) == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    try await laptop.sync.once()
    #expect(try await laptop.lists() == ["live"])
  }
}

/// What a client says of itself.
@Suite struct StatusTests {
  /// A running client counts what its user does while it is offline, and says why it doesn't sync.
  @Test func liveCount() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let flaky = SwitchedTransport(DirectTransport(server: cloud.server, user: ann))
    let phone = try Device(flaky)
    #expect(phone.sync.status.lastSync == nil && !phone.sync.status.isRunning)
    let task = Task { try await phone.sync.run() }
    defer { task.cancel() }
    for await status in phone.sync.statuses() where status.lastSync != nil && !status.isRunning { break }
    flaky.isOn = false
    for count in 1...3 {
      try await phone.store.write { db in _ = try TodoList.add("\(count)", for: ann, in: db) }
      for await status in phone.sync.statuses() where status.pendingTransactions == count { break }
    }
    for await status in phone.sync.statuses() where status.error is SwitchedTransport.Off && !status.isRunning { break }
    flaky.isOn = true
    for await status in phone.sync.statuses() where status.pendingTransactions == 0 && !status.isRunning {
      #expect(status.error == nil)
      break
    }
    #expect(try await cloud.store.read { db in try TodoList.count(in: db) } == 3)
  }

  /// The count goes down with each message.
  @Test func progress() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let flaky = SwitchedTransport(DirectTransport(server: cloud.server, user: ann))
    var options = SyncClient.Options()
    options.changeLimit = 4
    let phone = try Device(flaky, options: options)
    try await phone.sync.once()
    for number in 0..<6 {
      try await phone.store.write { db in _ = try TodoList.add("\(number)", for: ann, in: db) }
    }
    for (answers, left) in [(0, 6), (1, 4), (1, 2), (.max, 0)] {
      flaky.answersLeft = answers
      try? await phone.sync.once()
      #expect(phone.sync.status.pendingTransactions == left && !phone.sync.status.isRunning)
    }
  }
}

/// Columns that are more than a value.
@Suite struct PageTests {
  @Test func kinds() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let (phone, laptop) = (try Device(cloud, ann), try Device(cloud, ann))
    let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0) })
    try await phone.sync.once()
    // PostgreSQL has no texts with NUL.
    #if PostgreSQL
      let title = "Oil"
    #else
      let title = "Oil\u{0}"
    #endif
    let page = try await phone.store.write { db in
      try Page.Draft(title: title, text: "whales", picture: bytes, labels: ["a", "\"b\""]).insert(in: db)
    }
    for device in [phone, laptop] { try await device.sync.once() }
    let received = try await laptop.store.read { db in try Page.find(page.id, in: db) }
    #expect(received == page)

    // Both change it. Each counts its change in the version.
    try await phone.store.write { db in
      try Page.where { $0.id == page.id }.update(in: db) { [$0.text.set("ships")] }
    }
    try await laptop.store.write { db in
      try Page.where { $0.id == page.id }.update(in: db) { [$0.picture.set(nil)] }
    }
    for device in [phone, laptop, phone] { try await device.sync.once() }
    for device in [phone, laptop] {
      let merged = try await device.store.read { db in try Page.where { $0.fullText.matches("ships") }.fetchAll(in: db)
      }
      #expect(merged.map(\.picture) == [nil] && merged.map(\.version) == [page.version + 2])
      #expect(try await device.store.read { db in try Page.where { $0.fullText.matches("whales") }.count(in: db) } == 0)
    }

    // A deleted row stays deleted, also for the device that changes it at the same time, and can be restored.
    try await phone.store.write { db in try Page.where { $0.id == page.id }.delete(in: db) }
    try await laptop.store.write { db in
      try Page.where { $0.id == page.id }.update(in: db) { [$0.title.set("late")] }
    }
    for device in [phone, laptop, phone] { try await device.sync.once() }
    for device in [phone, laptop] {
      #expect(try await device.store.read { db in try Page.count(in: db) } == 0)
      #expect(try await device.store.read { db in try Page.withDeleted().fetchAll(in: db).map(\.title) } == ["late"])
    }
    try await laptop.store.write { db in try Page.onlyDeleted().restore(in: db) }
    for device in [laptop, phone] { try await device.sync.once() }
    #expect(try await phone.store.read { db in try Page.count(in: db) } == 1)
  }
}
