import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

/// What a server's database does, whatever its engine is.
@Suite struct ServerTests {
  private func request(
    _ changes: [[SyncChange]], device: String = "forged"
  ) -> SyncRequest {
    SyncRequest(
      device: device, received: 0, load: 1, acknowledged: 0,
      transactions: changes.enumerated().map { index, changes in
        SyncTransaction(number: Int64(index + 1), time: 0, base: 0, changes: changes)
      })
  }

  private func insertion(_ table: String, _ id: UUID, _ values: [String: SyncValue]) -> SyncChange {
    let key = SyncValue.text(id.uuidString)
    return SyncChange(.insert, table: table, key: [key], values: values.merging(["id": key]) { $1 })
  }

  /// A message has the values that SQLite stores.
  @Test func storedForms() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let payment = Payment(
      id: UUID(), token: UUID(), at: Date(timeIntervalSince1970: 1_000_000_000.25),
      due: Date(timeIntervalSince1970: 1_000_000_000.25),
      day: DateComponents(year: 2026, month: 11, day: 29), amount: 12, number: .max, rate: 0.5,
      labels: ["a", "\"b\""])
    let (phone, laptop) = (try Device(cloud, ann), try Device(cloud, ann))
    try await phone.store.write { db in
      _ = try Payment.Draft(
        id: payment.id, token: payment.token, at: payment.at, due: payment.due, day: payment.day,
        amount: payment.amount,
        number: payment.number, rate: payment.rate, labels: payment.labels
      ).insert(in: db)
    }
    for device in [phone, laptop] { try await device.sync.once() }
    #expect(try await laptop.store.read { db in try Payment.fetchAll(in: db) } == [payment])
    let answer = try await cloud.server.answer(request([]), for: ann)
    let table = try #require(answer.tables.first { $0.table == "payment" })
    let row = Dictionary(uniqueKeysWithValues: zip(table.columns, table.rows[0]))
    #expect(row["token"] == .blob(withUnsafeBytes(of: payment.token.uuid) { [UInt8]($0) }))
    #expect(row["at"] == .text("2001-09-09 01:46:40.250") && row["due"] == .text("2001-09-09 01:46:40.25"))
    #expect(row["day"] == .text("2026-11-29") && row["amount"] == .text("12"))
    #expect(row["number"] == .text("18446744073709551615") && row["rate"] == .real(0.5))
    #expect(row["is_paid"] == .integer(0))

    // A change of each, and a deletion by the key.
    try await laptop.store.write { db in
      try Payment.all.update(in: db) { [$0.amount.set(1.5), $0.isPaid.set(true), $0.at.set(payment.due + 1)] }
    }
    for device in [laptop, phone] { try await device.sync.once() }
    #expect(try await phone.store.read { db in try Payment.fetchAll(in: db).map(\.amount) } == [1.5])
    try await phone.store.write { db in try Payment.all.delete(in: db) }
    for device in [phone, laptop] { try await device.sync.once() }
    #expect(try await laptop.store.read { db in try Payment.count(in: db) } == 0)
  }

  /// SQLite stores a text that isn't a time, and sends it back.
  @Test func garbledTime() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    for time in ["", ".", "noon"] {
      let values: [String: SyncValue] = [
        "token": .blob([UInt8](repeating: 7, count: 16)), "at": .text(time), "due": .text("2001-09-09 01:46:40"),
        "day": .text("2026-11-29"), "amount": .text("1"), "number": .text("1"), "rate": .real(0.5),
        "labels": .text("[]"), "is_paid": .integer(0),
      ]
      let answer = try await cloud.server.answer(
        request([[insertion("payment", UUID(), values)]], device: "with \(time)"), for: ann)
      #expect(answer.processed == 1)
    }
  }

  /// The reasons that a user reads.
  @Test func reasons() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let (list, item) = (UUID(), UUID())
    let values: [String: SyncValue] = ["title": .text("t"), "color": .text("c"), "times_opened": .integer(0)]
    let key: [SyncValue] = [.text(list.uuidString), .text(ann.id.uuidString)]
    let pair = SyncChange(
      .insert, table: "todo_list_members", key: key, values: ["todo_list_id": key[0], "user_id": key[1]])
    func reason(_ model: String) -> String {
      "a row with the same \(model) already exists; fetch and update it, or use upsert"
    }
    let answer = try await cloud.server.answer(
      request([
        [insertion("user", UUID(), ["name": .text("Ann")])],
        [insertion("user", UUID(), [:])],
        [insertion("todo_list", list, values), pair],
        [insertion("todo_list", list, values)],
        [
          insertion("item", item, ["list_id": .text(list.uuidString), "text": .text("t"), "is_done": .integer(0)]),
          SyncChange(.update, table: "item", key: [.text(item.uuidString)], values: ["items_position": .integer(.max)]),
        ],
      ]), for: ann)
    #expect(answer.processed == 5)
    #expect(
      answer.rejections == [
        SyncRejection(transaction: 1, reason: reason("User.name")),
        SyncRejection(transaction: 2, reason: "User.name must have a value"),
        SyncRejection(transaction: 4, reason: reason("TodoList.id")),
        SyncRejection(transaction: 5, reason: "the row violates the check 'item_items_position_range'"),
      ])
    #expect(try await cloud.store.read { db in try Item.count(in: db) } == 0)
  }

  /// What a server's own program deletes along with a row, and other ways of writing.
  @Test func cascades() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let device = try Device(cloud, ann)
    let list = try await cloud.store.write { db in
      let list = try TodoList.add("list", for: ann, in: db)
      for text in ["a", "b"] { try Item.Draft(listID: list.id, text: text).insert(in: db) }
      return list
    }
    try await device.sync.once()
    #expect(try await device.store.read { db in try Item.count(in: db) } == 2)
    let before = try await versions(cloud)
    try await cloud.store.write { db in
      _ = try RawSQL("DELETE FROM todo_list WHERE id = \(list.id)").execute(in: db)
    }
    let after = try await versions(cloud)
    #expect(after.count == 2 && after.allSatisfy { $0.isDeleted } && Set(after).isDisjoint(with: before))
    try await device.sync.once()
    #expect(try await device.store.read { db in try Item.count(in: db) } == 0)
  }

  private struct RowVersion: Hashable {
    let version: Int64
    let isDeleted: Bool
  }

  private func versions(_ cloud: Cloud) async throws -> [RowVersion] {
    try await cloud.store.read { db in
      try RawSQL("SELECT version, is_deleted FROM postil_sync_row_item").as(Int64.self, Bool.self).fetchAll(in: db)
        .map { RowVersion(version: $0.0, isDeleted: $0.1) }
    }
  }

  /// A server that starts again finds its tables, and rows that were written without them.
  @Test func secondStart() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let device = try Device(cloud, ann)
    try await device.sync.once()
    try await cloud.store.write { db in
      #if PostgreSQL
        try RawSQL("DROP TRIGGER postil_sync_user ON \(User.self)").execute(in: db)
      #else
        try RawSQL("DROP TRIGGER postil_sync_user_insert").execute(in: db)
      #endif
    }
    _ = try await cloud.user("Bob")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { _ = try await Cloud.server(try await cloud.database.open()).answer(request([]), for: ann) }
      }
      try await group.waitForAll()
    }
    _ = try await cloud.user("Eve")
    try await device.sync.once()
    #expect(try await device.store.read { db in try User.count(in: db) } == 3)
  }

  /// Eight devices push at once, each message through two processes at once.
  @Test func manyDevices() async throws {
    let cloud = try await Cloud()
    let other = try await Cloud.server(try await cloud.database.open())
    let ann = try await cloud.user("Ann")
    let list = try await cloud.store.write { db in try TodoList.add("shared", for: ann, in: db) }
    let transport = DoubledTransport(
      first: DirectTransport(server: cloud.server, user: ann), second: DirectTransport(server: other, user: ann))
    let devices = try (0..<8).map { _ in try Device(transport) }
    for device in devices { try await device.sync.once() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, device) in devices.enumerated() {
        group.addTask {
          for round in 0..<5 {
            for part in 0..<2 {
              try await device.store.write { db in
                try TodoList.where { $0.id == list.id }.update(in: db) { [$0.timesOpened.set($0.timesOpened + 1)] }
                try Item.Draft(listID: list.id, text: "\(index) \(round) \(part)").insert(in: db)
              }
            }
            // Sixteen transactions change the same row at once. As 'run()', a device that lost too often tries again.
            for attempt in 1... {
              do {
                try await device.sync.once()
                break
              } catch  where attempt < 5 {}
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for device in devices { try await device.sync.once() }
    let expected = try await cloud.store.read { db in try Replica(of: ann, in: db) }
    #expect(expected.lists.map(\.timesOpened) == [80] && expected.items[0].count == 80)
    for device in devices {
      #expect(try await device.store.read { db in try Replica(in: db) }.difference(from: expected) == nil)
      #expect(try await device.sync.rejections().isEmpty && device.sync.status.pendingTransactions == 0)
    }
  }

  #if PostgreSQL
    /// Values that a column of PostgreSQL can't have are the device's mistake: the server doesn't answer with an error forever.
    @Test func invalidValues() async throws {
      let cloud = try await Cloud()
      let ann = try await cloud.user("Ann")
      let values: [String: SyncValue] = ["title": .text("t"), "color": .text("c"), "times_opened": .integer(0)]
      let answer = try await cloud.server.answer(
        request([
          [insertion("user", UUID(), ["name": .text("a\0b")])],
          [insertion("user", UUID(), ["name": .malformedText([0xFF])])],
          [insertion("user", UUID(), ["name": .blob([1])])],
          // Longer than an entry of an index can be.
          [insertion("user", UUID(), ["name": .text((0..<500).map { _ in UUID().uuidString }.joined())])],
          [insertion("todo_list", UUID(), values.merging(["times_opened": .text("many")]) { $1 })],
          [SyncChange(.delete, table: "user", key: [.text("nobody")])],
          [
            SyncChange(
              .update, table: "user", key: [.text(ann.id.uuidString.lowercased())], values: ["name": .text("Kim")])
          ],
        ]), for: ann)
      #expect(
        answer.processed == 7 && answer.rejections.map(\.transaction) == [1, 2, 3, 4, 5, 6], "\(answer.rejections)")
      #expect(try await cloud.store.read { db in try User.fetchAll(in: db).map(\.name) } == ["Kim"])
    }

    /// A database that 'postil migrate' created, and goes on to migrate after this test.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["POSTIL_SYNC_MIGRATED"] != nil))
    func migratedDatabase() async throws {
      let url = ProcessInfo.processInfo.environment["POSTIL_SYNC_MIGRATED"] ?? ""
      let store = try await PostgreSQLStore(url, schema: TodoSchema.self)
      try await store.installObservation()
      _ = try await Cloud.server(store)
      try await store.write { db in _ = try User.Draft(id: UUID(), name: "Ann").insert(in: db) }
    }

    /// A constraint that is checked at the commit refuses the transaction that violates it.
    @Test func deferredConstraint() async throws {
      let cloud = try await Cloud()
      let ann = try await cloud.user("Ann")
      try await cloud.store.write { db in
        try RawSQL("ALTER TABLE item ADD CONSTRAINT item_text_key UNIQUE (text) DEFERRABLE INITIALLY DEFERRED")
          .execute(in: db)
      }
      let device = try Device(cloud, ann)
      try await device.sync.once()
      let list = try await device.store.write { db in try TodoList.add("list", for: ann, in: db) }
      try await device.store.write { db in
        for _ in 0..<2 { try Item.Draft(listID: list.id, text: "same").insert(in: db) }
      }
      try await device.store.write { db in _ = try Item.Draft(listID: list.id, text: "kept").insert(in: db) }
      try await device.sync.once()
      #expect(try await device.store.read { db in try Item.fetchAll(in: db).map(\.text) } == ["kept"])
      #expect(try await device.sync.rejections().count == 1)
    }

    /// Tables whose names differ only after the 63 bytes that PostgreSQL keeps of the names of sync.
    @Test func longNames() async throws {
      let cloud = try await Cloud()
      let ann = try await cloud.user("Ann")
      try await cloud.store.write { db in
        for (number, table) in LongSchema.syncedTables.enumerated() {
          try RawSQL("CREATE TABLE \(identifier: table.name) (LIKE \(User.self) INCLUDING ALL)").execute(in: db)
          for _ in 0...number {
            try RawSQL("INSERT INTO \(identifier: table.name) VALUES (gen_random_uuid(), \(UUID().uuidString))")
              .execute(in: db)
          }
        }
      }
      let server = try await SyncServer(store: cloud.store, schema: LongSchema.self) { (_: User) in [Scope]() }
      _ = try await server.answer(request([]), for: ann)
      let counts = try await cloud.store.read { db in
        try RawSQL(
          """
          SELECT c.relname::text, (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname LIKE 'postil_sync_%')
          FROM pg_class c WHERE c.relname LIKE 'long_%' AND c.relkind = 'r' ORDER BY 1
          """
        ).as(String.self, Int.self).fetchAll(in: db).map(\.1)
      }
      #expect(counts == [1, 1])
      let marks = try await cloud.store.read { db in
        try RawSQL(
          "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'postil_sync_row_long_%' AND length(relname) < 63"
        ).as(Int.self).fetchOne(in: db)
      }
      #expect(marks == 2)
    }

    /// Each schema has its own rows and versions.
    @Test func schemas() async throws {
      let cloud = try await Cloud()
      let ann = try await cloud.user("Ann")
      try await cloud.store.write { db in
        try RawSQL("CREATE SCHEMA tenant").execute(in: db)
        for table in TodoSchema.tables.map(\.name) + ["todo_list_members"] {
          try RawSQL("CREATE TABLE tenant.\(identifier: table) (LIKE public.\(identifier: table) INCLUDING ALL)")
            .execute(in: db)
        }
      }
      let store = try await cloud.database.open(PostgreSQLOptions(schemaName: "tenant"))
      let server = try await Cloud.server(store)
      let bob = try await store.write { db in try User.Draft(id: UUID(), name: "Bob").insert(in: db) }
      let names = try await [cloud.server.answer(request([]), for: ann), server.answer(request([]), for: bob)].map {
        $0.tables.map { $0.rows.map { $0.last } }
      }
      #expect(names == [[[.text("Ann")]], [[.text("Bob")]]])
    }

    /// Roles without rights on the tables of sync, and what a server can't use.
    @Test func rolesAndSettings() async throws {
      let cloud = try await Cloud()
      let ann = try await cloud.user("Ann")
      let device = try Device(cloud, ann)
      try await device.sync.once()
      let role = cloud.database.name
      try await cloud.store.write { db in
        for statement in [
          "CREATE ROLE \(identifier: role)", "GRANT INSERT ON \(User.self) TO \(identifier: role)",
          "SET LOCAL ROLE \(identifier: role)",
          "INSERT INTO \(User.self) (id, name) VALUES (gen_random_uuid(), 'written by another program')",
          "RESET ROLE", "DROP OWNED BY \(identifier: role)", "DROP ROLE \(identifier: role)",
        ] as [RawSQL] {
          try statement.execute(in: db)
        }
      }
      try await device.sync.once()
      #expect(try await device.store.read { db in try User.count(in: db) } == 2)
      let store = try await cloud.database.open(PostgreSQLOptions(isolation: .readCommitted))
      await #expect(throws: SyncServerError.engine("PostgreSQL with read committed transactions")) {
        _ = try await Cloud.server(store)
      }
      // As in the catalog of a coordinator of Citus.
      try await cloud.store.write { db in
        try RawSQL("CREATE TABLE pg_dist_partition AS SELECT 'item'::regclass AS logicalrelid").execute(in: db)
        try RawSQL(
          """
          INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
          SELECT 99999, 'citus', extowner, extnamespace, false, '1' FROM pg_extension WHERE extname = 'plpgsql'
          """
        ).execute(in: db)
      }
      await #expect(throws: SyncServerError.engine("Citus, which distributes 'item',")) {
        _ = try await Cloud.server(cloud.store)
      }
    }
  #endif
}

/// Sends each message through two servers at once, and keeps the answer of one.
private struct DoubledTransport: SyncTransport {
  let first: DirectTransport
  let second: DirectTransport

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    async let one = first.send(request)
    async let other = second.send(request)
    let answers = try await [one, other]
    return answers[Int.random(in: 0...1)]
  }
}

#if PostgreSQL
  private enum LongSchema: SyncedSchema {
    static let ddl = TodoSchema.ddl
    static let fingerprint = "0000000000000002"
    static let tables: [_TableDescription] = []
    static let syncedTables = ["first", "second"].map { name in
      SyncedTable(
        User.self, name: "long_\(String(repeating: "x", count: 45))_\(name)", key: ["id"], columns: ["id", "name"])
    }
  }
#endif
