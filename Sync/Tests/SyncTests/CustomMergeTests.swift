import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

/// What a function of the server makes of the values of two devices.
@Suite struct CustomMergeTests {
  /// The schema of the tests, with `@merge(custom)` beside the labels of a page.
  private enum PageSchema: SyncedSchema {
    static let ddl = TodoSchema.ddl
    static let fingerprint = TodoSchema.fingerprint
    static let tables = TodoSchema.tables
    static let syncedTables = TodoSchema.syncedTables.map { table in
      guard table.name == "page", let model = table.model else { return table }
      let columns = table.columns.map { $0.name == "labels" ? SyncedColumn($0.name, .custom) : $0 }
      return SyncedTable(model, name: table.name, key: table.key, columns: columns)
    }
  }

  private struct TooMany: Error, CustomStringConvertible {
    var description: String { "a page has at most two labels" }
  }

  private let database: ServerDatabase
  private let store: ServerStore
  private let server: SyncServer<ServerStore, User>
  private let ann: User
  private let page: Page

  init() async throws {
    database = try await ServerDatabase()
    store = try await database.open()
    let server = try await SyncServer(store: store, schema: PageSchema.self) { (_: User) in
      Scope(Page.self)
    } merge: {
      Merge(Page.self, \.labels) { labels in
        // What the device added, and what it removed.
        let before = labels.before ?? []
        let removed = Set(before).subtracting(labels.device)
        return labels.server.filter { !removed.contains($0) }
          + labels.device.filter { !before.contains($0) && !labels.server.contains($0) }
      }
    }
    self.server = server
    ann = User(id: UUID(), name: "Ann")
    page = try await store.write { db in
      try Page.Draft(title: "Oil", text: "", labels: ["a", "b"]).insert(in: db)
    }
  }

  private func device(_ transport: any SyncTransport) throws -> (store: SQLiteStore, sync: SyncClient) {
    let store = try SQLiteStore.inMemory(schema: TodoSchema.self)
    return (store, try SyncClient(store: store, schema: PageSchema.self, transport: transport))
  }

  private func device() throws -> (store: SQLiteStore, sync: SyncClient) {
    try device(DirectTransport(server: server, user: ann))
  }

  private func setLabels(_ labels: [String], _ store: SQLiteStore) async throws {
    try await store.write { db in _ = try Page.all.update(in: db) { [$0.labels.set(labels)] } }
  }

  private func labels(_ store: some DatabaseStore) async throws -> [String] {
    try await store.read { db in try Page.fetchAll(in: db)[0].labels }
  }

  @Test func threeVersions() async throws {
    let (phone, laptop) = (try device(), try device())
    for device in [phone, laptop] { try await device.sync.once() }
    try await setLabels(["b", "c"], phone.store)
    try await setLabels(["a", "b", "d"], laptop.store)
    for device in [phone, laptop, phone] { try await device.sync.once() }
    for device in [phone, laptop] { #expect(try await labels(device.store) == ["b", "c", "d"]) }
  }

  /// A change that is made again keeps what it was made from, also if it is made again twice.
  @Test func madeAgain() async throws {
    let transport = LateTransport(DirectTransport(server: server, user: ann))
    let (phone, laptop) = (try device(transport), try device())
    for device in [phone, laptop] { try await device.sync.once() }
    try await setLabels(["a", "b", "d"], laptop.store)
    try await laptop.sync.once()
    await transport.beforeNextAnswer {
      try await setLabels(["b", "c"], phone.store)
      try await setLabels(["b", "c", "e"], phone.store)
    }
    try await phone.sync.once()
    #expect(try await labels(store) == ["b", "d", "c", "e"])
    #expect(try await labels(phone.store) == ["b", "d", "c", "e"])
  }

  /// A device whose program has no such rule sends no value before.
  @Test func olderDevice() async throws {
    let old = try Device(DirectTransport(server: server, user: ann))
    try await old.sync.once()
    try await setLabels(["c"], old.store)
    try await old.sync.once()
    #expect(try await labels(old.store) == ["a", "b", "c"])
  }

  @Test func refusal() async throws {
    let server = try await SyncServer(store: store, schema: PageSchema.self) { (_: User) in
      Scope(Page.self)
    } merge: {
      Merge(Page.self, \.labels) { labels in
        guard labels.device.count <= 2 else { throw TooMany() }
        return labels.device.sorted()
      }
    }
    let phone = try device(DirectTransport(server: server, user: ann))
    try await phone.sync.once()
    for (title, labels) in [("two", ["d", "c"]), ("three", ["d", "c", "e"]), ("one", ["f"])] {
      try await phone.store.write { db in
        try Page.all.update(in: db) { [$0.labels.set(labels), $0.title.set(title)] }
      }
      if title != "three" { continue }
      #expect(try await self.labels(phone.store) == labels)
      try await phone.sync.once()
      let page = try await phone.store.read { db in try Page.fetchAll(in: db)[0] }
      #expect(page.labels == ["c", "d"] && page.title == "two")
    }
    try await phone.sync.once()
    #expect(try await labels(phone.store) == ["f"])
    #expect(try await phone.sync.rejections().map(\.reason) == ["a page has at most two labels"])
  }

  /// A value that isn't one of the property is the device's mistake.
  @Test func garbledValue() async throws {
    let change = SyncChange(
      .update, table: "page", key: [.text(page.id.uuidString)], values: ["labels": .text("7")],
      before: ["labels": .integer(1)])
    let answer = try await server.answer(
      SyncRequest(
        device: "forged", received: 0, load: 1, acknowledged: 0,
        transactions: [SyncTransaction(number: 1, time: 0, base: 0, changes: [change])]), for: ann)
    #expect(answer.rejections.count == 1)
    #expect(try await labels(store) == ["a", "b"])
  }

  @Test func wrongFunctions() async throws {
    func check(_ message: String, _ schema: any SyncedSchema.Type, _ merges: [Merge]) async {
      await #expect(throws: SyncServerError.merge(message)) {
        _ = try await SyncServer(store: store, schema: schema) { (_: User) in
          Scope(Page.self)
        } merge: {
          merges
        }
      }
    }
    let labels = Merge(Page.self, \.labels) { $0.server }
    await check("'page.labels' has '@merge(custom)'; pass a Merge for it to the SyncServer", PageSchema.self, [])
    await check("'page.labels' has two Merge functions; remove one of them", PageSchema.self, [labels, labels])
    await check(
      "'page.labels' has a Merge; write '// @merge(custom)' beside the property, or remove it", TodoSchema.self,
      [labels])
  }
}
