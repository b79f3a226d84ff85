import Foundation
import Postil
import PostilPostgreSQL
import Synchronization
import Testing

/// The database that the check made for these tests, which are skipped without one.
private let url = ProcessInfo.processInfo.environment["POSTIL_CITUS_URL"]

/// Programs on the Citus of `Tests/PostgreSQL/checks/8-citus-server.sh`: a coordinator, and two workers with the rows of the tenants.
@Suite(.serialized, .enabled(if: url != nil, "run Tests/PostgreSQL/run 8-citus-server"))
struct CitusTests {
  private func store() async throws -> PostgreSQLStore {
    let store = try await PostgreSQLStore(url ?? "", schema: TenantsSchema.self)
    try await store.write { db in
      try RawSQL("TRUNCATE tenant, country, label CASCADE").execute(in: db)
      try RawSQL("TRUNCATE log_entry").execute(in: db)
    }
    return store
  }

  /// Adds tenants, which are on both workers.
  private func tenants(in store: PostgreSQLStore) async throws -> [Tenant.ID] {
    try await store.write { db in try (1...8).map { try Tenant.Draft(name: "tenant \($0)").insert(in: db).id } }
  }

  private func project(_ name: String, _ number: Int64 = 1, of tenant: Tenant.ID) -> Project.Draft {
    Project.Draft(tenantID: tenant, number: number, name: name)
  }

  // MARK: - Rows

  @Test("Rows with a version and the time of the last change are saved, and inserted or updated")
  func saving() async throws {
    let store = try await store()
    let tenant = try await tenants(in: store)[0]
    let first = try await store.write { db in try project("first", of: tenant).insert(in: db) }
    #expect(first.version == 1)
    let saved = try await store.write { db in
      var changed = first
      changed.name = "second"
      return try changed.save(in: db)
    }
    #expect(saved.version == 2 && saved.name == "second" && saved.updatedAt > first.updatedAt)
    await #expect(throws: StaleRecord.self) { try await store.write { db in try first.save(in: db) } }
    let upserted = try await store.write { db in
      try project("third", of: tenant).upsert(on: { $0.tenantIDAndNumber }, in: db)
    }
    #expect(upserted.version == 3 && upserted.name == "third" && upserted.updatedAt > saved.updatedAt)
    let summed = try await store.write { db in
      try project("third", 2, of: tenant).upsert(on: { $0.tenantIDAndName }, in: db) { current, new in
        [current.name.set(current.name + new.name)]
      }
    }
    #expect(summed.version == 4 && summed.name == "thirdthird" && summed.updatedAt > upserted.updatedAt)
    let many = try await store.write { db in
      try Project.upsert(
        (1...1000).map { project("project \($0)", Int64($0), of: tenant) }, on: { $0.tenantIDAndNumber }, in: db)
    }
    #expect(many == 1000)
    #expect(
      try await store.read { db in try Project.where { $0.tenantID == tenant && $0.version == 5 }.count(in: db) } == 1)
  }

  @Test("Relationships are changed within a tenant, and rows of another one aren't found")
  func relationships() async throws {
    let store = try await store()
    let tenants = try await tenants(in: store)
    @Sendable func item(_ number: Int64, of tenant: Tenant.ID) -> Item.Draft {
      Item.Draft(tenantID: tenant, number: number, projectNumber: 1, title: "x")
    }
    try await store.write { (db) throws in
      let projects = try [1, 2].map { try project("project \($0)", $0, of: tenants[0]).insert(in: db) }
      let items = try (1...4).map { try item($0, of: tenants[0]).insert(in: db) }
      let moved = try items[0].setProject(projects[1], in: db)
      #expect(try moved.projectNumber == 2 && Item.find(moved.id, in: db) == moved)
      try projects[1].addToItems(contentsOf: items[1...2], in: db)
      #expect(try projects[1].items.count(in: db) == 3)
      try moved.addToChildren(contentsOf: items[1...3], in: db)
      #expect(try moved.removeFromChildren(items[1], in: db))
      try moved.replaceChildren(with: items[1...2], in: db)
      #expect(try moved.children.order { $0.number }.select { $0.number }.fetchAll(in: db) == [2, 3])
      #expect(try items[3].setParent(moved, in: db).setParent(nil, in: db).parentNumber == nil)
      #expect(try moved.removeAllFromChildren(in: db) == 2)
    }
    try await store.write { (db) throws in
      let other = try project("project 1", of: tenants[1]).insert(in: db)
      let own = try Item.find(Item.ID(tenantID: tenants[0], number: 1), in: db)
      let foreign = try item(1, of: tenants[1]).insert(in: db)
      #expect(throws: RecordNotFound.self) { try own.setProject(other, in: db) }
      #expect(throws: RecordNotFound.self) { try other.addToItems(contentsOf: [own], in: db) }
      #expect(throws: RecordNotFound.self) { try own.addToChildren(foreign, in: db) }
      #expect(try own.children.count(in: db) == 0 && other.items.fetchAll(in: db) == [foreign])
    }
  }

  @Test("The errors of constraints name the table and its columns, of one row and of many")
  func constraints() async throws {
    let store = try await store()
    let tenants = try await tenants(in: store)
    let tenant = tenants[0]
    let country = try await store.write { db in
      _ = try project("first", of: tenant).insert(in: db)
      _ = try Item.Draft(tenantID: tenant, number: 1, projectNumber: 1, title: "x").insert(in: db)
      return try Country.Draft(code: "NO").insert(in: db)
    }
    func violation(_ body: @escaping @Sendable (PostgreSQLWriteTransaction) throws -> Void) async
      -> ConstraintViolation?
    {
      await #expect(throws: ConstraintViolation.self) { try await store.write { db in try body(db) } }
    }
    // Enough rows for a 'COPY'.
    let projects = (10...600).map { project("project \($0)", Int64($0), of: tenant) }
    let items = (10...600).map { Item.Draft(tenantID: tenant, number: $0, projectNumber: 1, title: "x") }

    let number = ConstraintViolation.unique(table: "project", columns: ["tenant_id", "number"])
    let name = ConstraintViolation.unique(table: "project", columns: ["tenant_id", "name"])
    #expect(await violation { _ = try project("other", of: tenant).insert(in: $0) } == number)
    #expect(await violation { _ = try project("first", 2, of: tenant).insert(in: $0) } == name)
    #expect(await violation { _ = try Project.insert(projects + [project("first", 2, of: tenant)], in: $0) } == name)

    let orphan = Item.Draft(tenantID: tenant, number: 2, projectNumber: 9, title: "x")
    let missing = ConstraintViolation.foreignKey(table: "item")
    #expect(await violation { _ = try orphan.insert(in: $0) } == missing)
    #expect(await violation { _ = try Item.insert(items + [orphan], in: $0) } == missing)

    let untitled = Item.Draft(tenantID: tenant, number: 2, projectNumber: 1, title: "")
    #expect(await violation { _ = try untitled.insert(in: $0) } == .check(name: "item_has_title"))
    #expect(await violation { _ = try Item.insert(items + [untitled], in: $0) } == .check(name: "item_has_title"))
    let unnamed = await violation { db in
      try RawSQL("UPDATE project SET name = NULL WHERE tenant_id = \(tenant)").execute(in: db)
    }
    #expect(unnamed == .notNull(table: "project", column: "name"))

    // Of a reference table, and of a row that another one references.
    let code = ConstraintViolation.unique(table: "country", columns: ["code"])
    #expect(await violation { _ = try Country.Draft(code: "NO").insert(in: $0) } == code)
    let parent = await violation { db in
      _ = try Item.Draft(tenantID: tenant, number: 2, projectNumber: 1, parentNumber: 1, title: "y").insert(in: db)
      try Item.find(Item.ID(tenantID: tenant, number: 1), in: db).delete(in: db)
    }
    #expect(
      parent?.description
        == "Item: the row can't be deleted, because a row of Item still references it; delete or change that row first")
    try await store.write { db in try country.delete(in: db) }
  }

  // MARK: - Queries

  @Test("Decimal numbers of all tenants have an average, and rows of a tenant have ancestors and descendants")
  func queries() async throws {
    let store = try await store()
    let tenants = try await tenants(in: store)
    try await store.write { db in
      for (index, tenant) in tenants.enumerated() {
        _ = try project("first", of: tenant).insert(in: db)
        for number in 1...3 as ClosedRange<Int64> {
          _ = try Item.Draft(
            tenantID: tenant, number: number, projectNumber: 1, parentNumber: number == 1 ? nil : number - 1,
            title: "\(number)", cost: Decimal(index)
          ).insert(in: db)
        }
      }
    }
    let third = Item.ID(tenantID: tenants[0], number: 3)
    let first = Item.ID(tenantID: tenants[1], number: 1)
    let (average, ancestors, children) = try await store.read { db in
      (
        try Item.select { $0.cost.average() }.fetchOnly(in: db),
        try Query(following: Item.parentRelationship, from: third).order { $0.number }.fetchAll(in: db),
        try Query(following: Item.childrenRelationship, from: first, depth: 1).fetchAll(in: db)
      )
    }
    #expect(average == Decimal(string: "3.5"))
    #expect(ancestors.map(\.number) == [1, 2] && ancestors.allSatisfy { $0.tenantID == tenants[0] })
    #expect(children.map(\.number) == [2] && children.allSatisfy { $0.tenantID == tenants[1] })
  }

  @Test("The error of a query that Citus doesn't plan says what to add, and where the query is")
  func unplanned() async throws {
    let store = try await store()
    let tenants = try await tenants(in: store)
    let joined = Item.join(Project.self) { item, project in item.title == project.name }
    // Not in '#expect(throws:)', where the lines are those of the macro.
    func message(_ body: () async throws -> Void) async -> String? {
      do { try await body() } catch { return (error as? PostgreSQLError)?.message }
      return nil
    }
    let line: UInt = #line
    let error = await message {
      try await store.read { db in
        _ = try joined.fetchAll(in: db)
      }
    }
    #expect(
      error?.hasSuffix("join the tables on it, in the query at Tenants/CitusTests.swift:\(line + 3)") == true,
      "\(error ?? "")")
    let written = await message {
      try await store.write { db in _ = try RawSQL("UPDATE item SET title = random()::text").execute(in: db) }
    }
    #expect(
      written?.hasSuffix("join the tables on it, in the query at Tenants/CitusTests.swift:\(line + 10)") == true,
      "\(written ?? "")")
    let named = await message {
      try await store.read { db in
        _ = try Project.homonyms(of: tenants[0]).fetchAll(in: db)
      }
    }
    #expect(
      named?.hasSuffix("join the tables on it, in the query at Tenants/CitusTests.swift:\(line + 17)") == true,
      "\(named ?? "")")
    let counted = Label.select { ($0.text, $0.projects.count) }
    let unrelated = await #expect(throws: PostgreSQLError.self) {
      try await store.read { db in try counted.fetchAll(in: db).count }
    }
    #expect(unrelated?.message.contains("compare the distribution column of each table with a value") == true)
  }

  // MARK: - Commits

  /// Counts the times that blocks run.
  private final class Attempts: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock {
        $0 += 1; return $0
      }
    }
    var number: Int { count.withLock { $0 } }
  }

  @Test(
    "Blocks of one tenant are isolated: one that a worker refuses at the commit runs again. Blocks of several tenants aren't"
  )
  func isolation() async throws {
    let store = try await store()
    let other = try await PostgreSQLStore(url ?? "", schema: TenantsSchema.self)
    let tenants = try await tenants(in: store)
    let ports = try await store.read { db in
      try tenants.map { tenant in
        try RawSQL(
          """
          SELECT nodeport FROM citus_shards
          WHERE table_name = 'tenant'::regclass AND shardid = get_shard_id_for_distribution_column('tenant', \(tenant)::bigint)
          """
        ).as(Int.self).fetchOne(in: db)
      }
    }
    let distant = try #require(tenants.indices.first { ports[$0] != ports[0] })
    for (second, isIsolated) in [(tenants[0], true), (tenants[distant], false)] {
      let attempts = Attempts()
      try await store.write { db in
        try Project.all.delete(in: db)
        for tenant in Set([tenants[0], second]) { _ = try project("first", of: tenant).insert(in: db) }
      }
      // Each block counts the items of one tenant, and adds one to the other tenant.
      @Sendable func add(_ number: Int64, _ counted: Tenant.ID, _ changed: Tenant.ID, in db: PostgreSQLWriteTransaction)
        throws
      {
        let count = try Item.where { $0.tenantID == counted }.count(in: db)
        _ = try Item.Draft(tenantID: changed, number: number, projectNumber: 1, title: "\(count)").insert(in: db)
      }
      try await store.write { db in
        try add(1, tenants[0], second, in: db)
        if attempts.next() == 1 { try other.write { db in try add(2, second, tenants[0], in: db) } }
      }
      let titles = try await store.read { db in
        try Item.order { $0.title }.select { $0.title }.fetchAll(in: db)
      }
      #expect(attempts.number == (isIsolated ? 2 : 1))
      #expect(titles == (isIsolated ? ["0", "1"] : ["0", "0"]))
    }
  }

  /// Tenants of which the first one's shard isn't that of the others: the second is on the same server, the third on another one.
  private func tenantsOfThreeShards(in store: PostgreSQLStore) async throws -> [Tenant.ID] {
    let tenants = try await tenants(in: store)
    let places = try await store.read { db in
      try tenants.map { tenant in
        try RawSQL(
          """
          SELECT shardid::text, nodeport::text FROM citus_shards
          WHERE table_name = 'tenant'::regclass AND shardid = get_shard_id_for_distribution_column('tenant', \(tenant)::bigint)
          """
        ).as(String.self, String.self).fetchOnly(in: db)
      }
    }
    let near = try #require(tenants.indices.first { places[$0].0 != places[0].0 && places[$0].1 == places[0].1 })
    let far = try #require(tenants.indices.first { places[$0].1 != places[0].1 })
    return [tenants[0], tenants[near], tenants[far]]
  }

  @Test("A block that requires a single shard uses everything of its tenant, and reads reference tables")
  func ownShard() async throws {
    let store = try await store()
    let tenant = try await tenants(in: store)[0]
    let country = try await store.write { db in try Country.Draft(code: "NO").insert(in: db) }
    let projects = (2...600).map { project("project \($0)", Int64($0), of: tenant) }
    let items = try await store.write { db in
      try db.requireSingleShard()
      _ = try Project.Draft(tenantID: tenant, number: 1, name: "first", countryID: country.id).insert(in: db)
      try Project.insert(projects, in: db)
      #expect(try Country.all.count(in: db) == 1)
      _ = try Item.Draft(tenantID: tenant, number: 1, projectNumber: 1, title: "x").insert(in: db)
      try? db.savepoint {
        _ = try Item.Draft(tenantID: tenant, number: 1, projectNumber: 1, title: "again").insert(in: db)
      }
      let loaded = try Project.where { $0.tenantID == tenant && $0.number == 1 }.with { $0.country }
        .fetchAll(in: db)
      #expect(loaded.first?.1 == country)
      var count = 0
      try Project.where { $0.tenantID == tenant && $0.country.code == "NO" }.forEach(in: db) { _ in count += 1 }
      #expect(count == 1)
      return try Item.open(of: tenant).fetchAll(in: db)
    }
    #expect(items.map(\.title) == ["x"])
    #expect(
      try await store.read { db in
        try db.requireSingleShard()
        return try Project.where { $0.tenantID == tenant }.count(in: db)
      } == 600)
  }

  @Test(
    "A block that requires a single shard throws if it uses another one, and isn't committed even if it catches that")
  func otherShards() async throws {
    let store = try await store()
    let tenants = try await tenantsOfThreeShards(in: store)
    let country = try await store.write { db in
      for tenant in tenants { _ = try project("first", of: tenant).insert(in: db) }
      return try Country.Draft(code: "NO").insert(in: db)
    }
    typealias Use = @Sendable (PostgreSQLWriteTransaction) throws -> Void
    let copied = (2...600).map { project("project \($0)", Int64($0), of: tenants[2]) }
    var uses: [(String?, Use)] = [
      ("project", { _ = try Project.all.count(in: $0) }),
      ("project", { _ = try Project.all.fetchAll(in: $0) }),
      ("project", { try Project.all.forEach(in: $0) { _ in } }),
      ("project", { try Project.all.delete(in: $0) }),
      ("project", { _ = try Project.insert(copied, in: $0) }),
      ("project", { try RawSQL("TRUNCATE project CASCADE").execute(in: $0) }),
      (nil, { try RawSQL("ALTER TABLE reminder ADD note text").execute(in: $0) }),
      ("country", { _ = try Country.Draft(code: "SE").insert(in: $0) }),
      ("country", { try country.delete(in: $0) }),
      ("country", { try Country.where { $0.code == "SE" }.update(in: $0) { [$0.code.set("DK")] } }),
      ("log_entry", { _ = try LogEntry.all.count(in: $0) }),
      (
        "log_entry",
        { db in
          struct Undone: Error {}
          try? db.savepoint {
            _ = try LogEntry.all.count(in: db)
            throw Undone()
          }
        }
      ),
      ("log_entry", { _ = try LogEntry.Draft(text: "x").insert(in: $0) }),
    ]
    for tenant in tenants.dropFirst() {
      let others: [(String?, Use)] = [
        ("project", { _ = try Project.fetch(Project.ID(tenantID: tenant, number: 1), in: $0) }),
        ("project", { _ = try project("second", 2, of: tenant).insert(in: $0) }),
        ("project", { try Project.where { $0.tenantID == tenant }.delete(in: $0) }),
        ("item", { _ = try Item.open(of: tenant).fetchAll(in: $0) }),
        ("tenant", { _ = try RawSQL("SELECT name FROM tenant WHERE id = \(tenant)").as(String.self).fetchAll(in: $0) }),
      ]
      uses += others
    }
    for (index, (table, use)) in uses.enumerated() {
      for isCaught in [false, true] {
        let error = await #expect(throws: SingleShardViolation.self, "\(index)") {
          try await store.write { db in
            try db.requireSingleShard()
            _ = try project("own", Int64(1000 + index), of: tenants[0]).insert(in: db)
            if isCaught { try? db.savepoint { try use(db) } } else { try use(db) }
          }
        }
        #expect(error?.table == table || table == "project" && error?.table != nil, "\(index)")
        #expect(error?.callSite?.description.hasPrefix("Tenants/CitusTests.swift:") == true)
      }
    }
    let rows = try await store.read { db in (try Project.all.count(in: db), try Country.all.count(in: db)) }
    #expect(rows == (3, 1))
    await #expect(throws: SingleShardViolation.self) {
      try await store.read { db in
        try db.requireSingleShard()
        return try Project.all.count(in: db)
      }
    }
    // A statement before isn't checked, so the call throws. The next block of the connection isn't checked either.
    await #expect(throws: TransactionMisuse.self) {
      try await store.write { db in
        _ = try Project.all.count(in: db)
        try db.requireSingleShard()
      }
    }
    #expect(try await store.write { db in try Project.all.count(in: db) } == 3)
  }

  // MARK: - Observation

  private func removeObservation(of store: PostgreSQLStore) async throws {
    try await store.write { db in try RawSQL("DROP FUNCTION IF EXISTS postil_notify_change() CASCADE").execute(in: db) }
  }

  @Test("Stores see what other stores change, and not what other programs and functions of the database change")
  func observation() async throws {
    let store = try await store()
    try await removeObservation(of: store)
    let tenant = try await tenants(in: store)[0]
    let missing = await #expect(throws: ObservationNotInstalled.self) {
      for try await _ in store.observe(Project.all) { break }
    }
    #expect(missing?.tables.contains("project") == true)
    let keys = await #expect(throws: PostgreSQLError.self) { try await store.installObservation(keys: true) }
    #expect(keys?.message.hasPrefix("the tables of Citus have no triggers") == true)
    try await store.installObservation()
    let other = try await PostgreSQLStore(url ?? "", schema: TenantsSchema.self)
    var counts = store.observe { db in try Project.where { $0.tenantID == tenant }.count(in: db) }.makeAsyncIterator()
    var entries = store.observe { db in try LogEntry.all.count(in: db) }.makeAsyncIterator()
    #expect(try await counts.next() == 0)
    #expect(try await entries.next() == 0)
    try await other.write { db in _ = try project("first", of: tenant).insert(in: db) }
    #expect(try await counts.next() == 1)
    // An ordinary table has a trigger.
    try psql("INSERT INTO log_entry (text) VALUES ('x')")
    #expect(try await entries.next() == 1)

    // The next count has both rows.
    try psql("INSERT INTO project (tenant_id, number, name) VALUES (\(tenant), 2, 'of psql')")
    try await store.write { db in
      try RawSQL(
        """
        CREATE OR REPLACE FUNCTION add_project(tenant bigint) RETURNS void LANGUAGE sql AS
        'INSERT INTO project (tenant_id, number, name) VALUES (tenant, 3, ''of a function'')'
        """
      ).execute(in: db)
    }
    try await store.write { db in try RawSQL("SELECT add_project(\(tenant)::bigint)").execute(in: db) }
    try await Task.sleep(for: .milliseconds(500))
    try await other.write { db in _ = try project("last", 4, of: tenant).insert(in: db) }
    #expect(try await counts.next() == 4)
    try await other.write { db in try Tenant.where { $0.id == tenant }.delete(in: db) }
    #expect(try await counts.next() == 0)
    try await removeObservation(of: store)
  }

  /// The tables of which the blocks of a store notify others.
  private final class Notified: Sendable {
    private let tables = Mutex<[String]>([])

    func trace(_ sql: String) {
      guard let table = sql.split(separator: "NOTIFY postil_changes, ").last, table.utf8.count < sql.utf8.count else {
        return
      }
      tables.withLock { $0.append(String(table).replacing("'", with: "")) }
    }

    func take() -> [String] {
      tables.withLock { tables in
        defer { tables = [] }
        return tables
      }
    }
  }

  @Test("A block notifies of the tables that it changes, however it changes them, and of no others")
  func notifiedTables() async throws {
    let first = try await store()
    try await removeObservation(of: first)
    let notified = Notified()
    let options = PostgreSQLOptions(trace: { notified.trace($0) })
    // Nothing is notified before observation is installed.
    let unobserved = try await PostgreSQLStore(url ?? "", schema: TenantsSchema.self, options: options)
    let tenant = try await tenants(in: unobserved)[0]
    #expect(notified.take() == [])

    try await first.installObservation()
    let store = try await PostgreSQLStore(url ?? "", schema: TenantsSchema.self, options: options)
    func expect(_ tables: String..., line: Int = #line, _ body: (PostgreSQLWriteTransaction) throws -> Void)
      async throws
    {
      try await withoutActuallyEscaping(body) { body in
        nonisolated(unsafe) let body = body
        try await store.write { db in try body(db) }
      }
      #expect(notified.take() == tables, "line \(line)")
    }
    func items(_ numbers: ClosedRange<Int64>) -> [Item.Draft] {
      numbers.map { Item.Draft(tenantID: tenant, number: $0, projectNumber: 1, title: "\($0)") }
    }
    try await expect("tenant") { db in _ = try Tenant.Draft(name: "another").insert(in: db) }
    try await expect("country", "project") { db in
      let country = try Country.Draft(code: "NO").insert(in: db)
      _ = try Project.Draft(tenantID: tenant, number: 1, name: "first", countryID: country.id).insert(in: db)
      _ = try project("second", 2, of: tenant).insert(in: db)
    }
    try await expect("item") { db in try Item.insert(items(1...3), in: db) }
    try await expect("item") { db in try Item.insert(returning: items(4...6), in: db) }
    // With 'COPY'.
    try await expect("item") { db in try Item.insert(items(7...999), in: db) }
    try await expect("item") { db in try Item.insert(returning: items(1000...1999), in: db) }
    try await expect("project") { db in
      _ = try project("upserted", 3, of: tenant).upsert(on: { $0.tenantIDAndNumber }, in: db)
    }
    try await expect("project") { db in
      var project = try Project.find(Project.ID(tenantID: tenant, number: 3), in: db)
      project.name = "third"
      _ = try project.save(in: db)
    }
    try await expect("item", "label", "project_labels") { db in
      let project = try Project.find(Project.ID(tenantID: tenant, number: 2), in: db)
      try project.addToItems(Item.find(Item.ID(tenantID: tenant, number: 1), in: db), in: db)
      try project.addToLabels(Label.Draft(text: "urgent").insert(in: db), in: db)
    }
    try await expect("item") { db in
      try RawSQL(
        "UPDATE Item SET title = title || 'x' WHERE tenant_id = \(tenant) AND project_number IN (SELECT number FROM project WHERE tenant_id = \(tenant))"
      )
      .execute(in: db)
    }
    try await expect("log_entry") { db in
      try RawSQL("WITH n AS (INSERT INTO public.log_entry (text) VALUES ('x') RETURNING id) SELECT id FROM n").execute(
        in: db)
    }

    // Foreign keys change other tables.
    try await expect("item", "project", "project_labels") { db in
      try Project.where { $0.tenantID == tenant && $0.number == 2 }.delete(in: db)
    }
    try await expect("country", "item", "label", "project", "project_labels") { db in
      try RawSQL("TRUNCATE country, label CASCADE").execute(in: db)
    }

    // What isn't changed, or isn't committed.
    try await expect { db in
      _ = try Tenant.all.count(in: db)
      try RawSQL("SELECT id FROM tenant WHERE id = \(tenant) FOR UPDATE").execute(in: db)
    }
    try await expect("tenant") { db in
      try? db.savepoint {
        _ = try project("third", 3, of: tenant).insert(in: db)
        throw CancellationError()
      }
      _ = try Tenant.Draft(name: "another").insert(in: db)
    }
    await #expect(throws: ConstraintViolation.self) {
      try await store.write { db in
        for _ in 1...2 { _ = try project("fourth", 4, of: tenant).insert(in: db) }
      }
    }
    #expect(notified.take() == [])
    try await removeObservation(of: first)
  }

  @Test("An observation that begins while workers commit, after the coordinator has, waits for their rows")
  func lateWorkers() async throws {
    let store = try await store()
    try await store.installObservation()
    let tenants = try await tenants(in: store)
    let servers = try #require(ProcessInfo.processInfo.environment["POSTIL_CITUS_SERVERS"])
    // The coordinator waits until the workers, which are prepared, will wait too.
    try run(servers, "hang", "0")
    let writing = Task {
      try await store.write { db in for tenant in tenants { _ = try project("first", of: tenant).insert(in: db) } }
    }
    #expect(try await isCommitting(in: store, onCoordinator: true))
    try run(servers, "hang", "1 2")
    try run(servers, "release", "0")
    #expect(try await isCommitting(in: store, onCoordinator: false))
    #expect(try await store.read { db in try Project.all.count(in: db) } == 0)
    let first = Task {
      for try await count in store.observe({ db in try Project.all.count(in: db) }) { return count }
      return -1
    }
    try await Task.sleep(for: .milliseconds(500))
    try run(servers, "release", "1 2")
    try await writing.value
    #expect(try await first.value == tenants.count)
    try await removeObservation(of: store)
  }

  /// Waits for one commit that waits for a synchronous replica of the coordinator, which doesn't exist, or for something else.
  private func isCommitting(in store: PostgreSQLStore, onCoordinator: Bool) async throws -> Bool {
    let commits = RawSQL(
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE query = 'COMMIT' AND state = 'active' AND (coalesce(wait_event, '') = 'SyncRep') = \(onCoordinator)
      """
    ).as(Int.self)
    return try await eventually { try await store.read { db in try commits.fetchOne(in: db) } == 1 }
  }

  @Test("If a commit is stopped while it waits to notify others, the outcome is unknown")
  func stoppedCommit() async throws {
    let store = try await store()
    try await store.installObservation()
    let tenant = try await tenants(in: store)[0]
    let servers = try #require(ProcessInfo.processInfo.environment["POSTIL_CITUS_SERVERS"])
    let options = PostgreSQLOptions(lockTimeout: .milliseconds(500))
    let other = try await PostgreSQLStore(url ?? "", schema: TenantsSchema.self, options: options)
    try run(servers, "hang", "0")
    let first = Task { try await store.write { db in _ = try LogEntry.Draft(text: "x").insert(in: db) } }
    #expect(try await isCommitting(in: store, onCoordinator: true))
    let error = await #expect(throws: ConnectionLost.self) {
      try await other.write { db in _ = try project("first", of: tenant).insert(in: db) }
    }
    #expect(error?.isOutcomeUnknown == true)
    try run(servers, "release", "0")
    try await first.value
    // The worker had committed.
    #expect(try await store.read { db in try Project.where { $0.tenantID == tenant }.count(in: db) } == 1)
    try await removeObservation(of: store)
  }

  @Test(
    "If the coordinator finds a conflict after a worker has committed, the outcome is unknown, and the block isn't run again"
  )
  func conflictOnCoordinator() async throws {
    let store = try await store()
    let other = try await PostgreSQLStore(url ?? "", schema: TenantsSchema.self)
    let tenant = try await tenants(in: store)[0]
    let attempts = Attempts()
    let error = await #expect(throws: ConnectionLost.self) {
      try await store.write { db in
        _ = try LogEntry.Draft(text: "\(LogEntry.all.count(in: db))").insert(in: db)
        _ = try project("first", of: tenant).insert(in: db)
        if attempts.next() == 1 {
          try other.write { db in _ = try LogEntry.Draft(text: "\(LogEntry.all.count(in: db))").insert(in: db) }
        }
      }
    }
    #expect(error?.isOutcomeUnknown == true)
    #expect(
      error?.description.hasPrefix("it is unknown whether the transaction was committed: could not serialize") == true)
    #expect(attempts.number == 1)
    #expect(try await store.read { db in try Project.where { $0.tenantID == tenant }.count(in: db) } == 1)
  }

  @Test("If a worker ends after it has committed, the outcome is unknown, and later blocks work again")
  func lostWorker() async throws {
    let store = try await store()
    let tenant = try await tenants(in: store)[0]
    let servers = try #require(ProcessInfo.processInfo.environment["POSTIL_CITUS_SERVERS"])
    // They commit, but wait with the answer.
    try run(servers, "hang")
    let writing = Task { try await store.write { db in _ = try project("first", of: tenant).insert(in: db) } }
    let waiting = RawSQL("SELECT count(*) FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active'").as(
      Int.self)
    #expect(try await eventually { try await store.read { db in try waiting.fetchOne(in: db) } == 1 })
    try await Task.sleep(for: .milliseconds(300))
    try run(servers, "restart")
    let error = await #expect(throws: ConnectionLost.self) { try await writing.value }
    #expect(error?.isOutcomeUnknown == true)
    let isThere = try await eventually {
      try await store.read { db in try Project.where { $0.tenantID == tenant }.count(in: db) } == 1
    }
    #expect(isThere)
    try await store.write { db in _ = try project("second", 2, of: tenant).insert(in: db) }
  }

  /// What a client was told of a transaction of two rows.
  private enum Outcome: CaseIterable { case acknowledged, refused, unknown }

  private final class Outcomes: Sendable {
    private let outcomes = Mutex<[Int64: Outcome]>([:])
    func note(_ number: Int64, _ outcome: Outcome) { outcomes.withLock { $0[number] = outcome } }
    var all: [Int64: Outcome] { outcomes.withLock { $0 } }
  }

  @Test(
    "Whatever server is killed during writes, acknowledged transactions are there, and others are there as a whole or not at all"
  )
  func killedServers() async throws {
    let environment = ProcessInfo.processInfo.environment
    let servers = try #require(environment["POSTIL_CITUS_SERVERS"])
    let kills = environment["POSTIL_CITUS_KILLS"].flatMap { Int($0) } ?? 3
    let store = try await store()
    let tenants = try await tenants(in: store)
    let outcomes = Outcomes()
    let clients = clients(of: store, writingTo: tenants, outcomes)
    for kill in 0..<kills {
      try await Task.sleep(for: .seconds(1))
      try run(servers, "restart", "\(kill % 3)")
    }
    try await Task.sleep(for: .seconds(1))
    clients.cancel()
    await clients.value
    // Citus does this by itself after a minute.
    try await store.write { db in try RawSQL("SELECT recover_prepared_transactions()").execute(in: db) }
    try await check(outcomes, in: store)
  }

  @Test("While shards move during writes, acknowledged transactions are there, and others as a whole or not at all")
  func movedShards() async throws {
    let store = try await store()
    let mover = try await mover()
    let tenants = try await tenants(in: store)
    let moves = ProcessInfo.processInfo.environment["POSTIL_CITUS_KILLS"].flatMap { Int($0) } ?? 4
    let outcomes = Outcomes()
    let clients = clients(of: store, writingTo: tenants, outcomes)
    var written = 0
    for number in 0..<moves {
      try await Task.sleep(for: .milliseconds(300))
      // Writes go on after each move.
      let count = outcomes.all.values.count { $0 == .acknowledged }
      #expect(count > written)
      written = count
      try await mover.write { db in
        try move(tenants[number % 8], number.isMultiple(of: 2) ? "block_writes" : "force_logical", in: db)
      }
    }
    clients.cancel()
    await clients.value
    try await check(outcomes, in: store)
    try await store.write { db in _ = try project("afterwards", 1 << 40, of: tenants[0]).insert(in: db) }
  }

  @Test("Blocks that require a single shard are isolated: of two at the same time, one runs again")
  func documented() async throws {
    let store = try await store()
    let tenant = try await tenants(in: store)[0]
    try await store.write { db in
      _ = try project("first", of: tenant).insert(in: db)
      for number in 1...8 as ClosedRange<Int64> {
        _ = try Item.Draft(tenantID: tenant, number: number, projectNumber: 1, title: "x").insert(in: db)
      }
    }
    func add(_ number: Int64) async throws {
      let draft = Item.Draft(tenantID: tenant, number: number, projectNumber: 1, title: "y")
      try await store.write { db in
        try db.requireSingleShard()
        let open = try Item.where { $0.tenantID == tenant && !$0.done }.count(in: db)
        if open < 10 { _ = try draft.insert(in: db) }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 9...20 as ClosedRange<Int64> { group.addTask { try await add(number) } }
      try await group.waitForAll()
    }
    #expect(try await store.read { db in try Item.all.count(in: db) } == 10)
  }

  @Test("If its shard moves during a block that requires a single one, the block is run again")
  func movedShard() async throws {
    let store = try await store()
    let mover = try await mover()
    let tenant = try await tenants(in: store)[0]
    for isCaught in [false, true] {
      let attempts = Attempts()
      try await store.write { db in
        try db.requireSingleShard()
        let number = try Int64(Project.where { $0.tenantID == tenant }.count(in: db))
        if attempts.next() == 1 { try mover.write { db in try move(tenant, "block_writes", in: db) } }
        do { _ = try project("\(number)", number, of: tenant).insert(in: db) } catch  where isCaught {}
      }
      #expect(attempts.number == 2)
    }
    let numbers = try await store.read { db in
      try Project.where { $0.tenantID == tenant }.order { $0.number }.select { $0.number }.fetchAll(in: db)
    }
    #expect(numbers == [0, 1])
  }

  /// A store that moves shards.
  private func mover() async throws -> PostgreSQLStore {
    try await PostgreSQLStore(
      url ?? "", schema: TenantsSchema.self, options: PostgreSQLOptions(isolation: .readCommitted))
  }

  /// Moves the shards with the rows of a tenant to the other worker.
  private func move(_ tenant: Tenant.ID, _ mode: String, in db: PostgreSQLWriteTransaction) throws {
    try RawSQL(
      """
      SELECT citus_move_shard_placement(p.shardid, p.nodename, p.nodeport, n.nodename, n.nodeport, \(mode)::citus.shard_transfer_mode)
      FROM citus_shards p JOIN pg_dist_node n ON n.nodeport <> p.nodeport AND n.groupid > 0
      WHERE p.table_name = 'tenant'::regclass AND p.shardid = get_shard_id_for_distribution_column('tenant', \(tenant)::bigint)
      """
    ).execute(in: db)
  }

  /// Eight clients that write until the task is cancelled.
  private func clients(
    of store: PostgreSQLStore, writingTo tenants: [Tenant.ID], _ outcomes: Outcomes
  ) -> Task<Void, Never> {
    Task {
      await withTaskGroup(of: Void.self) { group in
        for client in 0..<8 as Range<Int64> {
          group.addTask {
            var number = client
            while !Task.isCancelled {
              number += 8
              outcomes.note(number, await write(number, to: store, of: tenants))
            }
          }
        }
      }
    }
  }

  /// Compares the rows with what the clients were told.
  private func check(_ outcomes: Outcomes, in store: PostgreSQLStore) async throws {
    let rows = try await store.read { db in try Project.all.fetchAll(in: db) }
    let counts = Dictionary(grouping: rows) { abs($0.number) }.mapValues(\.count)
    let told = outcomes.all
    for (number, outcome) in told {
      let count = counts[number, default: 0]
      #expect(outcome == .acknowledged ? count == 2 : outcome == .refused ? count == 0 : [0, 2].contains(count))
    }
    print(
      Outcome.allCases.map { outcome in "\(told.values.count { $0 == outcome }) \(outcome)" }.joined(separator: ", "),
      "\(told.count { $0.value == .unknown && counts[$0.key] != nil }) of which are there", separator: ", ")
  }

  /// Writes a row of one tenant, and one of the same or of another tenant, which may be on another server.
  private func write(_ number: Int64, to store: PostgreSQLStore, of tenants: [Tenant.ID]) async -> Outcome {
    // A task of its own, so that the last write isn't cancelled.
    await Task {
      do {
        let second = tenants[Int(number / 8) % tenants.count]
        try await store.write { db in
          _ = try project("\(number)", number, of: tenants[Int(number) % tenants.count]).insert(in: db)
          _ = try project("\(number) again", -number, of: second).insert(in: db)
        }
        return .acknowledged
      } catch let error as ConnectionLost {
        return error.isOutcomeUnknown ? .unknown : .refused
      } catch {
        // A block of two tenants can miss the row of one whose shard has moved to the server of the other one.
        let isTyped = error is PostgreSQLError || error is TransactionConflict || error is ConstraintViolation
        #expect(isTyped || error is ConnectionRejected, "\(error)")
        return .refused
      }
    }.value
  }

  /// Runs a statement without a store.
  private func psql(_ sql: String) throws {
    try run("/usr/bin/env", "psql", url ?? "", "-qX", "-v", "ON_ERROR_STOP=1", "-c", sql)
  }

  private func run(_ script: String, _ arguments: String...) throws {
    let process = Process()
    (process.executableURL, process.arguments) = (URL(fileURLWithPath: script), arguments)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Whether a condition becomes true within half a minute.
  private func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<600 {
      if (try? await condition()) == true { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }
}
