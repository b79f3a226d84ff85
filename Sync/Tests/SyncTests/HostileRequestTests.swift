import Foundation
import Postil
import PostilSync
import PostilSyncServer
import Testing

/// Eve's program sends anything. Nothing of it reaches the rows of Ann, and the devices of both stay equal to the server.
@Suite struct HostileRequestTests {
  @Test func damagedRequests() async throws {
    try await HostileMessage.portions(of: 500) { seed in
      let attack = try await Attack(seed: seed)
      do {
        try await attack.run(500)
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}

private final class Attack {
  private let seed: UInt64
  private var random: RandomNumbers
  private let store: SQLiteStore
  private let server: SyncServer<SQLiteStore, User>
  private let (ann, eve): (User, User)
  private let (annDevice, eveDevice): (Device, Device)
  /// Ann's list and its item, which nobody else has.
  private let (list, item): (TodoList, Item)
  private let secrets: [[SyncValue]]
  private let annName: String

  // What an honest program would know.
  private var device = "0"
  private var (received, load, acknowledged, number) = (Int64(0), Int64(1), Int64(0), Int64(1))
  private var position: String?
  /// Keys that mean something.
  private var lists: [UUID] = []
  private var items: [UUID] = []
  private var pages: [UUID] = []
  private var themes: [UUID] = []
  private var sent: [SyncRequest] = []

  init(seed: UInt64) async throws {
    self.seed = seed
    random = RandomNumbers(seed: seed)
    let store = try SQLiteStore.inMemory(schema: TodoSchema.self)
    let server = try await SyncServer(store: store, schema: TodoSchema.self) { (user: User) in
      Scope(User.self) { $0.id == user.id }
      Scope(Page.self)
      Scope(Theme.self)
      Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
      Scope(Item.self) { $0.list.members.any { $0.id == user.id } }
    }
    (self.store, self.server) = (store, server)
    let (ann, eve) = (User(id: random.uuid(), name: "s3cret Ann"), User(id: random.uuid(), name: "Eve"))
    let (listID, itemID) = (random.uuid(), random.uuid())
    let (list, item) = try await store.write { db in
      for user in [ann, eve] { try User.Draft(id: user.id, name: user.name).insert(in: db) }
      let list = try TodoList.Draft(id: listID, title: "s3cret list", color: "red").insert(in: db)
      try list.addToMembers(ann, in: db)
      return (list, try Item.Draft(id: itemID, listID: list.id, text: "s3cret item").insert(in: db))
    }
    (self.ann, self.eve, self.list, self.item) = (ann, eve, list, item)
    annDevice = try Device(DirectTransport(server: server, user: ann))
    eveDevice = try Device(DirectTransport(server: server, user: eve))
    try await annDevice.sync.once()
    annName = try await annDevice.store.read { db in
      try RawSQL("SELECT device FROM postil_sync_state").as(String.self).fetchOne(in: db) ?? ""
    }
    secrets = try await store.read { db in try Self.secrets(ann, list, in: db) }
    try await addSharedList()
  }

  func run(_ count: Int) async throws {
    for round in 0..<count {
      var request = random.chance(10) ? sent.randomElement(using: &random) ?? self.request() : self.request()
      sent.append(request)
      if sent.count > 50 { sent.removeFirst() }
      if random.chance(50) { damage(&request) }
      var message = try HostileMessage(request)
      if random.chance(25) {
        for _ in 0..<Int.random(in: 1...3, using: &random) { message.damage(words, with: &random) }
      }
      await send(message.bytes(with: &random))
      let left = try await store.read { [ann, list] db in try Self.secrets(ann, list, in: db) }
      guard left == secrets else {
        Issue.record("seed \(seed), round \(round): Ann's rows were changed: \(message.json)")
        return
      }
      if round % 100 == 99 { try await check() }
    }
  }

  /// Sends bytes to the server, as an HTTP server does.
  private func send(_ bytes: Data) async {
    do {
      let request = try JSONDecoder().decode(SyncRequest.self, from: bytes)
      let answer = try await server.answer(request, for: eve)
      let text = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
      #expect(
        !text.contains("s3cret"), "seed \(seed): the server sent Ann's rows: \(String(decoding: bytes, as: UTF8.self))")
      guard request.device == device else { return }
      number = answer.processed + 1
      acknowledged = answer.processed
      if request.value != nil { return }
      (received, position) = (answer.number, answer.position)
      if answer.resetTime != nil { (received, load) = (0, request.load < .max ? max(load, request.load) + 1 : load) }
      // The program can't go on with this device.
      if number > Int64.max / 2 || load > Int64.max / 2 {
        device += "0"
        (received, load, acknowledged, number) = (0, 1, 0, 1)
      }
    } catch is DecodingError {
    } catch is SyncRequestError {
    } catch {
      Issue.record("seed \(seed): \(error): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private var words: [String] {
    HostileMessage.names
      + [list.id, item.id, ann.id, eve.id].map(\.uuidString) + (lists + items + themes).suffix(10).map(\.uuidString)
      + [annName, device, eve.id.uuidString.lowercased()]
  }

  /// Damages a request that can still be decoded.
  private func damage(_ request: inout SyncRequest) {
    if request.transactions.count > 1, random.chance(5) { request.transactions.swapAt(0, 1) }
    for index in request.transactions.indices {
      if random.chance(5) { request.transactions[index].base = random.element(of: [-1, .min, .max]) }
      if random.chance(5) { request.transactions[index].time = random.element(of: [-1, .min, .max]) }
      for place in request.transactions[index].changes.indices {
        var change = request.transactions[index].changes[place]
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4:
          if let column = change.values.keys.sorted().randomElement(using: &random) {
            change.values[column] = hostileValue()
          }
        case 4: change.key = random.chance(50) ? [hostileValue()] : change.key + change.key
        case 5:
          // A new row with a hostile key.
          change.key = [hostileValue()]
          if change.values["id"] != nil { change.values["id"] = change.key[0] }
        case 6: change.kind = random.element(of: [.insert, .update, .delete])
        case 7 where change.members != nil || random.chance(10):
          let text = hostileText()
          change.members = [
            random.chance(50) ? "sizes" : random.element(of: words):
              random.chance(80) ? SyncMembers(set: ["a": text]) : SyncMembers(set: [text: "1"], removed: [text, "a"])
          ]
        case 7:
          if let column = change.values.keys.sorted().randomElement(using: &random) { change.values[column] = nil }
        case 8: change.values[random.element(of: words)] = hostileValue()
        default: change.table = random.element(of: TodoSchema.syncedTables).name
        }
        request.transactions[index].changes[place] = change
      }
    }
  }

  private func hostileText() -> String {
    random.element(of: [
      "1", "1,\"b\":2", "{", "}", "[}", "\"", "\"\\ud800\"", "\u{0}", "", " 1 ", "1 2", "nul", "1e999",
      String(repeating: "[", count: 5_000), String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000),
    ])
  }

  private func hostileValue() -> SyncValue {
    let values: [SyncValue] = [
      .null, .integer(0), .integer(-1), .integer(.max), .integer(.min), .real(0.5), .real(.infinity), .real(1e308),
      .text(""), .text("\u{0}"), .text("not an id"), .text("2026-01-01"), .text("{\"a\":1}"), .text("[1]"),
      .text(String(repeating: "long", count: 2_000)), .blob([]), .blob([0xFF, 0]), .malformedText([0xFF]),
      .text(eve.id.uuidString.lowercased()), .text(list.id.uuidString), .text(item.id.uuidString),
    ]
    return random.element(of: values)
  }

  // MARK: What an honest program sends

  private func request() -> SyncRequest {
    var transactions: [SyncTransaction] = []
    for offset in 0..<Int64.random(in: 0...3, using: &random) {
      let changes = (0..<Int.random(in: 1...3, using: &random)).flatMap { _ in change() }
      transactions.append(SyncTransaction(number: number + offset, time: 0, base: received, changes: changes))
    }
    var request = SyncRequest(
      device: device, received: received, load: load, acknowledged: acknowledged, transactions: transactions,
      rowLimit: random.element(of: [5_000, 5_000, 5_000, 3, 0]),
      position: random.chance(90) ? position : random.element(of: ["", "{}", "{\"scopes\":\"\",\"since\":1}"]))
    if random.chance(20) { request.byteLimit = random.element(of: [-1, 0, 1, 100, .max]) }
    if random.chance(5) {
      let table = random.element(of: TodoSchema.syncedTables)
      let ids = [list.id, item.id, ann.id, eve.id] + pages.suffix(4)
      request.value = SyncValueRequest(
        table: table.name, key: [.text(random.element(of: ids).uuidString)],
        column: random.element(of: table.columnNames), version: Int64.random(in: 0...200, using: &random),
        offset: random.element(of: [0, 0, 0, 1, -1, .max]))
    }
    if random.chance(5), let transaction = transactions.first, let bytes = try? JSONEncoder().encode(transaction) {
      request.transactions = []
      request.part = SyncPart(
        transaction: transaction.number, time: 0, size: bytes.count, hash: StableHash(of: bytes).text, offset: 0,
        bytes: bytes)
      if random.chance(30) { request.part?.offset = random.element(of: [1, -1, .max, .min]) }
      if random.chance(30) { request.part?.size = random.element(of: [0, 1, -1, .max, .min, 1_000]) }
      if random.chance(30) { request.part?.hash = "other" }
    }
    return request
  }

  private func change() -> [SyncChange] {
    let id = random.uuid()
    let text: (UUID) -> SyncValue = { .text($0.uuidString) }
    let anyList = random.chance(10) ? list.id : lists.suffix(4).randomElement(using: &random) ?? list.id
    let anyItem = random.chance(10) ? item.id : items.suffix(4).randomElement(using: &random) ?? item.id
    let pair = [text(anyList), text(random.chance(80) ? eve.id : ann.id)]
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<2:
      lists.append(id)
      return [
        SyncChange(
          .insert, table: "todo_list", key: [text(id)],
          values: ["id": text(id), "title": .text("t"), "color": .text("c"), "times_opened": .integer(0)]),
        SyncChange(
          .insert, table: "todo_list_members", key: [text(id), text(eve.id)],
          values: ["todo_list_id": text(id), "user_id": text(eve.id)]),
      ]
    case 2..<4:
      items.append(id)
      return [
        SyncChange(
          .insert, table: "item", key: [text(id)],
          values: [
            "id": text(id), "list_id": text(anyList), "text": .text("i"), "is_done": .integer(0), "note": .null,
            "items_position": .integer(1),
          ])
      ]
    case 4: return [SyncChange(.update, table: "item", key: [text(anyItem)], values: ["text": .text("new")])]
    case 5: return [SyncChange(.update, table: "item", key: [text(anyItem)], values: ["list_id": text(anyList)])]
    case 6: return [SyncChange(.delete, table: "item", key: [text(anyItem)])]
    case 7:
      return [SyncChange(.update, table: "todo_list", key: [text(anyList)], values: ["times_opened": .integer(1)])]
    case 8: return [SyncChange(.delete, table: "todo_list", key: [text(anyList)])]
    case 9:
      return [
        SyncChange(
          random.chance(50) ? .insert : .delete, table: "todo_list_members", key: pair,
          values: ["todo_list_id": pair[0], "user_id": pair[1]])
      ]
    case 10:
      pages.append(id)
      return [
        SyncChange(
          .insert, table: "page", key: [text(id)],
          values: [
            "id": text(id), "title": .text("p"), "text": .text("q"), "picture": .blob([1]), "labels": .text("[\"a\"]"),
            "version": .integer(1), "deleted_at": .null,
          ])
      ]
    case 11:
      themes.append(id)
      return [
        SyncChange(
          .insert, table: "theme", key: [text(id)],
          values: ["id": text(id), "style": .text("{\"color\":\"red\"}"), "sizes": .text("{\"a\":1}")])
      ]
    case 12:
      return [
        SyncChange(
          .update, table: "theme", key: [text(themes.suffix(4).randomElement(using: &random) ?? id)],
          members: ["sizes": SyncMembers(set: ["b": "2"], removed: ["a"])])
      ]
    default:
      return [SyncChange(.update, table: "user", key: [text(eve.id)], values: ["name": .text("Eve \(id)")])]
    }
  }

  // MARK: Checks

  /// A list that Ann and Eve have. Eve's program may have deleted it, and Eve.
  private func addSharedList() async throws {
    let (id, name) = (random.uuid(), "Eve \(random.uuid())")
    let isAdded = try await store.write { [ann, eve] db in
      try RawSQL("INSERT OR IGNORE INTO user VALUES (\(eve.id), \(name))").execute(in: db)
      let shared = try RawSQL(
        """
        SELECT count(*) FROM todo_list_members a JOIN todo_list_members b ON a.todo_list_id = b.todo_list_id
        WHERE a.user_id = \(ann.id) AND b.user_id = \(eve.id)
        """
      ).as(Int.self).fetchOne(in: db)
      guard shared == 0 else { return false }
      try RawSQL("INSERT INTO todo_list VALUES (\(id), 'shared', 'red', 0)").execute(in: db)
      for user in [ann, eve] { try RawSQL("INSERT INTO todo_list_members VALUES (\(id), \(user.id))").execute(in: db) }
      return true
    }
    if isAdded { lists.append(id) }
  }

  /// Honest devices go on, and have what the server has.
  private func check() async throws {
    try await addSharedList()
    let title = "honest \(random.next() % 1_000)"
    try await annDevice.store.write { [list] db in
      try RawSQL("INSERT INTO item (id, list_id, text, is_done) VALUES (\(UUID()), \(list.id), \(title), 0)").execute(
        in: db)
      try RawSQL("DELETE FROM item WHERE text = \(title)").execute(in: db)
    }
    try await eveDevice.store.write { db in
      try RawSQL("DELETE FROM page WHERE length(title) > 1").execute(in: db)
      try RawSQL("DELETE FROM todo_list WHERE title = 't' AND id > '8'").execute(in: db)
    }
    for (device, user) in [(annDevice, ann), (eveDevice, eve)] {
      do {
        try await device.sync.once()
      } catch {
        Issue.record("seed \(seed): an honest device can't sync: \(error)")
      }
      let expected = try await store.read { db in try Self.rows(of: user, in: db) }
      let actual = try await device.store.read { db in try Self.rows(of: user, in: db) }
      #expect(actual == expected, "seed \(seed): a device of \(user.name) differs from the server")
      // Its program can read them.
      do {
        _ = try await device.store.read { db in
          (try Replica(in: db), try Page.withDeleted().fetchAll(in: db), try Theme.fetchAll(in: db))
        }
      } catch {
        Issue.record("seed \(seed): a program can't read its rows: \(error)")
      }
    }
  }

  private static func rows(_ sql: RawSQL, in db: some ReadTransaction) throws -> [[SyncValue]] {
    try sql.rows.fetchAll(in: db).map { $0.values.map { SyncValue($0) } }
  }

  /// Ann's rows that nobody else has, with their versions.
  private static func secrets(_ ann: User, _ list: TodoList, in db: some ReadTransaction) throws -> [[SyncValue]] {
    try rows("SELECT * FROM user NATURAL JOIN postil_sync_row_user WHERE id = \(ann.id)", in: db)
      + rows("SELECT * FROM todo_list NATURAL JOIN postil_sync_row_todo_list WHERE id = \(list.id)", in: db)
      + rows("SELECT * FROM todo_list_members WHERE todo_list_id = \(list.id)", in: db)
      + rows("SELECT * FROM item WHERE list_id = \(list.id) ORDER BY id", in: db)
  }

  /// The rows that a user has.
  private static func rows(of user: User, in db: some ReadTransaction) throws -> [[SyncValue]] {
    let lists: RawSQL = "(SELECT todo_list_id FROM todo_list_members WHERE user_id = \(user.id))"
    return try rows("SELECT * FROM user WHERE id = \(user.id)", in: db)
      + rows("SELECT * FROM todo_list WHERE id IN \(lists) ORDER BY id", in: db)
      + rows("SELECT * FROM item WHERE list_id IN \(lists) ORDER BY id", in: db)
      + rows("SELECT * FROM todo_list_members WHERE user_id = \(user.id) ORDER BY todo_list_id", in: db)
      + rows("SELECT * FROM page ORDER BY id", in: db) + rows("SELECT * FROM theme ORDER BY id", in: db)
  }
}
