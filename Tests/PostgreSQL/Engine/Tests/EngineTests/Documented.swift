import Foundation
import Postil
import PostilPostgreSQL

private typealias TasksSchema = EngineTestsSchema

/// The code of Docs/PostgreSQL.md.
private enum Documented {
  static func store() async throws -> [(Item, [Tag])] {
    let store = try await PostgreSQLStore("postgresql://app@db.example/tasks", schema: TasksSchema.self)
    try await store.write { db in
      let home = try Project.Draft(name: "Home").insert(in: db)
      let item = try Item.Draft(title: "Oil the door", projectID: home.id).insert(in: db)
      try item.addToTags(Tag.Draft(name: "urgent").insert(in: db), in: db)
    }
    let open = try await store.read { db in try Item.where { !$0.done }.with { $0.tags }.fetchAll(in: db) }
    return open
  }

  static func observation(_ store: PostgreSQLStore) async throws {
    try await store.installObservation()
    for try await items in store.observe(Item.where { !$0.done }) { print(items.count) }
  }

  static func keys(_ store: PostgreSQLStore) async throws {
    func rebuildIndex(from store: PostgreSQLStore) async throws {}
    func updateIndex(_ change: KeyChanges<Item.ID>) async {}
    try await store.installObservation(keys: true)
    while !Task.isCancelled {
      let changes = try await store.changes(of: Item.self)
      try await rebuildIndex(from: store)
      do {
        for try await change in changes { await updateIndex(change) }
      } catch let error as KeyChangesLost { print(error) }
    }
  }

  static func partitions(of store: PostgreSQLStore) async throws -> [String] {
    let nextQuarter = Date.now + 90 * 24 * 60 * 60
    let created = try await store.createPartitions(of: Measurement.self, through: nextQuarter)
    let lastYear = Date.now - 365 * 24 * 60 * 60
    let dropped = try await store.dropPartitions(of: Measurement.self, before: lastYear)
    return created + dropped
  }

  static func replicas() async throws -> PostgreSQLStore {
    let store = try await PostgreSQLStore(
      "postgresql://app@primary.example/tasks",
      readers: ["postgresql://app@replica1.example/tasks", "postgresql://app@replica2.example/tasks"],
      schema: TasksSchema.self)
    return store
  }

  static func migrations() async throws -> [String] {
    let migrated = try await PostgreSQLStore(
      "postgresql://app@db.example/tasks", schema: TasksSchema.self, migrations: TasksSchema.migrations)
    return migrated.migrationOutcomes.map(\.name)
  }

  static func tenants() async throws -> PostgreSQLStore {
    var tenant = PostgreSQLOptions()
    tenant.schemaName = "tenant_1"
    let ofTenant = try await PostgreSQLStore(
      "postgresql://app@db.example/tasks", schema: TasksSchema.self, migrations: TasksSchema.migrations,
      options: tenant)
    return ofTenant
  }

  static func steps() async throws -> PostgreSQLStore {
    let capitalise = PostgreSQLMigrationStep("capitalise_titles", after: "20261121090000_create") { db in
      let items = try RawSQL("SELECT id, title FROM item").as(Int64.self, String.self).fetchAll(in: db)
      for (id, title) in items {
        try RawSQL("UPDATE item SET title = \(title.capitalized) WHERE id = \(id)").execute(in: db)
      }
    }
    let stepped = try await PostgreSQLStore(
      "postgresql://app@db.example/tasks", schema: TasksSchema.self, migrations: TasksSchema.migrations,
      steps: [capitalise])
    return stepped
  }
}

/// A function over both engines.
private struct DocumentedFunction {
  func openItems(in store: some DatabaseStore) async throws -> [Item] {
    try await store.read { db in try Item.where { !$0.done }.fetchAll(in: db) }
  }
}
