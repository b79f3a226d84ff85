import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

/// The schema of an earlier version of the program, in which an item has no note.
private enum OldSchema: SyncedSchema {
  static let ddl = TodoSchema.ddl.split(separator: "\n", omittingEmptySubsequences: false)
    .filter { !$0.contains("\"note\"") }.joined(separator: "\n")
  static let fingerprint = "0000000000000001"
  static let tables: [_TableDescription] = []
  static let syncedTables = TodoSchema.syncedTables.map { table in
    guard let model = table.model, table.name == "item" else { return table }
    return SyncedTable(
      model, name: table.name, key: table.key, columns: table.columns.filter { $0.name != "note" },
      references: table.references)
  }
}

/// Devices with another schema than the server's.
@Suite struct VersionTests {
  @Test func olderDevice() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("postil-sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("old.sqlite").path
    let transport = DirectTransport(server: cloud.server, user: ann)
    let phone = try Device(cloud, ann)
    try await phone.sync.once()
    let item = try await phone.store.write { db in
      let list = try TodoList.add("list", for: ann, in: db)
      return try Item.Draft(listID: list.id, text: "dig", note: "deep").insert(in: db)
    }
    try await phone.sync.once()

    // The older program reads and changes what it knows, and adds a row. The rest stays.
    let old = try SQLiteStore(path: path, schema: OldSchema.self)
    let oldSync = try SyncClient(store: old, schema: OldSchema.self, transport: transport)
    try await oldSync.once()
    try await old.write { db in
      try RawSQL("UPDATE item SET text = 'sow' WHERE text = 'dig'").execute(in: db)
      try RawSQL(
        "INSERT INTO item (id, list_id, text, is_done) VALUES (\(UUID()), \(item.listID), 'reap', 0)"
      ).execute(in: db)
    }
    for sync in [oldSync, phone.sync] { try await sync.once() }
    let rows = try await phone.store.read { db in try Item.order { $0.text }.fetchAll(in: db) }
    #expect(rows.map(\.text) == ["reap", "sow"] && rows.map(\.note) == [nil, "deep"])

    // The new version of the program gets the values of the new column, and keeps what the old one hadn't sent.
    try await old.write { db in
      try RawSQL("UPDATE item SET text = 'plant' WHERE text = 'reap'").execute(in: db)
      try RawSQL("DROP TRIGGER postil_sync_item_update").execute(in: db)
      try RawSQL("ALTER TABLE item ADD COLUMN note TEXT").execute(in: db)
    }
    try await old.close()
    let new = try SQLiteStore(path: path, schema: NewSchema.self)
    let newSync = try SyncClient(store: new, schema: TodoSchema.self, transport: transport)
    for sync in [newSync, phone.sync] { try await sync.once() }
    for store in [new, phone.store] {
      let rows = try await store.read { db in try Item.order { $0.text }.fetchAll(in: db) }
      #expect(rows.map(\.text) == ["plant", "sow"] && rows.map(\.note) == [nil, "deep"])
    }
  }

  /// A user goes back to an earlier version of the program for a while.
  @Test func columnComesBack() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let phone = try Device(cloud, ann)
    try await phone.sync.once()
    let item = try await phone.store.write { db in
      let list = try TodoList.add("list", for: ann, in: db)
      return try Item.Draft(listID: list.id, text: "dig", note: "deep").insert(in: db)
    }
    try await phone.sync.once()
    let store = try SQLiteStore.inMemory(schema: TodoSchema.self)
    let transport = DirectTransport(server: cloud.server, user: ann)
    try await SyncClient(store: store, schema: TodoSchema.self, transport: transport).once()
    let old = try SyncClient(store: store, schema: OldSchema.self, transport: transport)
    try await phone.store.write { db in
      try Item.where { $0.id == item.id }.update(in: db) { [$0.note.set("deeper")] }
    }
    for sync in [phone.sync, old] { try await sync.once() }
    try await SyncClient(store: store, schema: TodoSchema.self, transport: transport).once()
    #expect(try await store.read { db in try Item.find(item.id, in: db).note } == "deeper")
  }

  /// A device with a newer program than the server's gets rows, and sends its changes after the update of the server, small and large.
  @Test(arguments: [1_000_000, 500]) func newerDevice(messageSize: Int) async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let old = try await SyncServer(store: cloud.store, schema: OldSchema.self) { (_: User) in
      Scope(User.self)
      Scope(TodoList.self)
      Scope(Item.self)
    }
    let list = try await cloud.store.write { db in
      try TodoList.Draft(title: "list", color: "red").insert(in: db)
    }
    let transport = ChangingTransport(DirectTransport(server: old, user: ann))
    var options = SyncClient.Options()
    (options.messageSize, options.rowLimit, options.changeLimit) = (messageSize, 2, 2)
    let device = try Device(transport, options: options)
    try await device.sync.once()
    try await device.store.write { db in
      try TodoList.where { $0.id == list.id }.update(in: db) { [$0.title.set("changed")] }
    }
    try await device.store.write { db in
      for _ in 0..<5 {
        try Item.Draft(listID: list.id, text: "mine", note: String(repeating: "deep ", count: 50)).insert(in: db)
      }
    }
    try await cloud.store.write { db in
      for _ in 0..<5 { try Item.Draft(listID: list.id, text: "server").insert(in: db) }
    }
    for _ in 0..<2 {
      await #expect(throws: SyncError.unknownToServer("item.note")) { try await device.sync.once() }
    }
    #expect(try await device.store.read { db in try Item.count(in: db) } == 10)
    #expect(try await cloud.store.read { db in try TodoList.find(list.id, in: db).title } == "changed")
    #expect(device.sync.status.pendingTransactions == 1)

    transport.transport = DirectTransport(
      server: try await SyncServer(store: cloud.store, schema: TodoSchema.self) { (_: User) in
        Scope(User.self)
        Scope(TodoList.self)
        Scope(Item.self)
      }, user: ann)
    try await device.sync.once()
    for count in [
      try await device.store.read({ db in try Item.where { $0.note != nil }.count(in: db) }),
      try await cloud.store.read({ db in try Item.where { $0.note != nil }.count(in: db) }),
    ] {
      #expect(count == 5)
    }
  }

  /// A version of the program without a column sends what the earlier one changed in others.
  @Test func droppedColumn() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let server = try await SyncServer(store: cloud.store, schema: OldSchema.self) { (_: User) in
      Scope(User.self)
      Scope(TodoList.self)
      Scope(Item.self)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("postil-sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("new.sqlite").path
    let transport = DirectTransport(server: server, user: ann)
    let store = try SQLiteStore(path: path, schema: TodoSchema.self)
    let sync = try SyncClient(store: store, schema: TodoSchema.self, transport: transport)
    let item = try await store.write { db in
      let list = try TodoList.Draft(title: "list", color: "red").insert(in: db)
      return try Item.Draft(listID: list.id, text: "dig", note: "deep").insert(in: db)
    }
    try await store.write { db in
      try Item.where { $0.id == item.id }.update(in: db) { [$0.text.set("sow"), $0.note.set("thin")] }
    }
    // The server has no such column any more.
    await #expect(throws: SyncError.unknownToServer("item.note")) { try await sync.once() }
    try await store.write { db in
      for event in ["insert", "update", "delete"] {
        try RawSQL("DROP TRIGGER \(identifier: "postil_sync_item_\(event)")").execute(in: db)
      }
      try RawSQL("ALTER TABLE item DROP COLUMN note").execute(in: db)
    }
    try await store.close()
    let newStore = try SQLiteStore(path: path, schema: OldSchema.self)
    let newSync = try SyncClient(store: newStore, schema: OldSchema.self, transport: transport)
    try await newSync.once()
    #expect(try await cloud.store.read { db in try Item.fetchAll(in: db).map(\.text) } == ["sow"])
    #expect(newSync.status.pendingTransactions == 0)
  }
}

extension VersionTests {
  /// A column is dropped while the first load isn't complete.
  @Test func columnDroppedDuringLoad() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let list = try await cloud.store.write { db in
      let list = try TodoList.add("list", for: ann, in: db)
      for text in ["a", "b", "c"] { try Item.Draft(listID: list.id, text: text, note: "note").insert(in: db) }
      return list
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("postil-sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.sqlite").path
    let flaky = SwitchedTransport(DirectTransport(server: cloud.server, user: ann))
    var options = SyncClient.Options()
    options.rowLimit = 2
    let store = try SQLiteStore(path: path, schema: TodoSchema.self)
    let sync = try SyncClient(store: store, schema: TodoSchema.self, transport: flaky, options: options)
    flaky.answersLeft = 2
    await #expect(throws: SwitchedTransport.Off.self) { try await sync.once() }
    try await store.write { db in
      for event in ["insert", "update", "delete"] {
        try RawSQL("DROP TRIGGER \(identifier: "postil_sync_item_\(event)")").execute(in: db)
      }
      try RawSQL("ALTER TABLE item DROP COLUMN note").execute(in: db)
    }
    try await store.close()
    let old = try SQLiteStore(path: path, schema: OldSchema.self)
    flaky.isOn = true
    try await SyncClient(store: old, schema: OldSchema.self, transport: flaky).once()
    let texts = try await old.read { db in
      try RawSQL("SELECT text FROM item WHERE list_id = \(list.id) ORDER BY text").as(String.self).fetchAll(in: db)
    }
    #expect(texts == ["a", "b", "c"])
  }
}

/// The present schema, with the new column at the end, as a migration adds it.
private enum NewSchema: DatabaseSchema {
  static let ddl = OldSchema.ddl.replacing(
    "  \"items_position\" INTEGER,\n", with: "  \"items_position\" INTEGER,\n  \"note\" TEXT,\n")
  static let fingerprint = "0000000000000002"
  static let tables = TodoSchema.tables
}
