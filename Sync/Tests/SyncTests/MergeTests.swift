import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

/// What becomes of a JSON object that two devices change.
@Suite struct MemberTests {
  private struct Pair {
    let cloud: Cloud
    let phone: Device
    let laptop: Device

    /// Two devices that have the same row.
    init(_ theme: Theme) async throws {
      cloud = try await Cloud()
      let ann = try await cloud.user("Ann")
      (phone, laptop) = (try Device(cloud, ann), try Device(cloud, ann))
      try await phone.store.write { db in
        _ = try Theme.Draft(id: theme.id, style: theme.style, sizes: theme.sizes).insert(in: db)
      }
      try await sync()
    }

    func sync() async throws {
      for device in [phone, laptop, phone] { try await device.sync.once() }
    }

    /// What both devices and the server have.
    func theme() async throws -> Theme {
      let theme = try await cloud.store.read { db in try Theme.fetchAll(in: db)[0] }
      for device in [phone, laptop] {
        #expect(try await device.store.read { db in try Theme.fetchAll(in: db) } == [theme])
        #expect(try await device.sync.rejections().isEmpty)
      }
      return theme
    }
  }

  private func theme(_ style: Theme.Style, _ sizes: [String: Decimal]? = nil) -> Theme {
    Theme(id: UUID(), style: style, sizes: sizes)
  }

  /// Changes the style and the sizes, as a program does: it reads the row, and writes all of it.
  private func change(_ device: Device, _ body: @escaping @Sendable (inout Theme) -> Void) async throws {
    try await device.store.write { db in
      var theme = try Theme.fetchAll(in: db)[0]
      body(&theme)
      try theme.update(in: db)
    }
  }

  @Test func differentMembers() async throws {
    let pair = try await Pair(
      theme(.init(color: "red", border: .init(width: 1, isDashed: false), font: "Arial"), ["a": 1, "b": 2, "c": 3]))
    try await change(pair.phone) {
      $0.style.color = "blue"
      $0.style.font = nil
      $0.sizes?["new"] = 4
      $0.sizes?["c"] = nil
    }
    try await change(pair.laptop) {
      $0.style.border?.width = 2
      $0.sizes?["a"] = Decimal(string: "0.1234567890123456789")
      $0.sizes?["\"é\\"] = 5
    }
    try await pair.sync()
    let merged = try await pair.theme()
    #expect(merged.style == .init(color: "blue", border: .init(width: 2, isDashed: false)))
    #expect(
      merged.sizes == ["a": Decimal(string: "0.1234567890123456789")!, "b": 2, "new": 4, "\"é\\": 5])
  }

  /// The later change wins, and not the one that arrives later.
  @Test(arguments: [true, false])
  func sameMember(isPhoneFirst: Bool) async throws {
    let pair = try await Pair(theme(.init(color: "red", font: "Arial"), ["a": 1]))
    try await change(pair.phone) {
      $0.style.color = "blue"
      $0.style.font = nil
    }
    try await Task.sleep(for: .milliseconds(5))
    try await change(pair.laptop) {
      $0.style.color = "green"
      $0.style.font = "Times"
      $0.sizes?["a"] = 2
    }
    for device in isPhoneFirst ? [pair.phone, pair.laptop] : [pair.laptop, pair.phone] {
      try await device.sync.once()
    }
    try await pair.sync()
    let merged = try await pair.theme()
    #expect(merged.style == .init(color: "green", font: "Times") && merged.sizes == ["a": 2])
  }

  /// A removed object stays removed, whatever another device changes in it.
  @Test(arguments: [true, false])
  func wholeValues(isPhoneFirst: Bool) async throws {
    let pair = try await Pair(theme(.init(color: "red"), ["a": 1]))
    func send() async throws {
      for device in isPhoneFirst ? [pair.phone, pair.laptop] : [pair.laptop, pair.phone] {
        try await device.sync.once()
      }
      try await pair.sync()
    }
    try await change(pair.phone) { $0.sizes = nil }
    try await change(pair.laptop) { $0.sizes?["b"] = 2 }
    try await send()
    #expect(try await pair.theme().sizes == nil)

    // Both make a new one: the later one wins as a whole.
    try await change(pair.phone) { $0.sizes = ["x": 1] }
    try await Task.sleep(for: .milliseconds(5))
    try await change(pair.laptop) { $0.sizes = ["y": 2] }
    try await send()
    #expect(try await pair.theme().sizes == ["y": 2])
  }

  /// A device that replaces the object as a whole, as an older version of the program does, keeps members that changed later.
  @Test func laterMembers() async throws {
    let pair = try await Pair(theme(.init(color: "red"), ["a": 1, "b": 1]))
    try await pair.phone.store.write { db in
      _ = try RawSQL("UPDATE postil_sync_state SET clock_offset = -3600000").execute(in: db)
    }
    try await change(pair.laptop) { $0.sizes?["a"] = 2 }
    try await pair.laptop.sync.once()
    let ann = try await pair.cloud.store.read { db in try User.fetchAll(in: db)[0] }
    let key = try await pair.cloud.store.read { db in SyncValue.text(try Theme.fetchAll(in: db)[0].id.uuidString) }
    let hour: Int64 = 3_600_000 << 16
    func send(_ json: String, _ number: Int64, at time: Int64) async throws {
      let change = SyncChange(.update, table: "theme", key: [key], values: ["sizes": .text(json)])
      let transaction = SyncTransaction(number: number, time: time, base: 0, changes: [change])
      let answer = try await pair.cloud.server.answer(
        SyncRequest(device: "old", received: 0, load: 1, acknowledged: 0, transactions: [transaction]), for: ann)
      #expect(answer.rejections.isEmpty)
    }
    let now = Int64(Date().timeIntervalSince1970 * 1_000) << 16
    try await send("{\"a\":7,\"b\":7}", 1, at: now - hour)
    try await pair.sync()
    #expect(try await pair.theme().sizes == ["a": 2, "b": 7])
    try await send("{\"a\":8}", 2, at: now + hour)
    try await pair.sync()
    #expect(try await pair.theme().sizes == ["a": 8])
  }

  /// A change that is made again on a newer row changes its member only, and is sent as such.
  @Test func madeAgain() async throws {
    let pair = try await Pair(theme(.init(color: "red"), ["a": 1]))
    try await change(pair.laptop) { $0.sizes?["b"] = 2 }
    try await pair.laptop.sync.once()
    // The answer arrives after the device's next change.
    let ann = try await pair.cloud.store.read { db in try User.fetchAll(in: db)[0] }
    let transport = LateTransport(DirectTransport(server: pair.cloud.server, user: ann))
    let tablet = try Device(transport)
    try await tablet.sync.once()
    try await change(pair.laptop) { $0.sizes?["c"] = 3 }
    try await pair.laptop.sync.once()
    await transport.beforeNextAnswer { try await change(tablet) { $0.sizes?["d"] = 4 } }
    try await tablet.sync.once()
    try await pair.sync()
    #expect(try await pair.theme().sizes == ["a": 1, "b": 2, "c": 3, "d": 4])
  }
}

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
