import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/FromCoreData.md
@Suite("Docs/FromCoreData.md")
struct FromCoreDataTests {
  private let store: SQLiteStore
  private let home: Project

  init() throws {
    store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    home = try store.write { db in try Project.Draft(name: "Home").insert(in: db) }
  }

  private func insert(_ titles: String...) throws -> [Item] {
    try store.write { [home] db in
      try titles.map { try Item.Draft(title: $0, projectID: home.id).insert(in: db) }
    }
  }

  @Test("A query is written in Swift, and can return values instead of rows")
  func fetching() throws {
    _ = try insert("Paint the fence", "Oil the door")
    let open = Item.where { $0.title.containsIgnoringCase("door") && !$0.done }.order { $0.title }.limit(50)
    let items = try store.read { db in try open.fetchAll(in: db) }
    #expect(items.map(\.title) == ["Oil the door"])
  }

  @Test("Values are selected instead of dictionaries")
  func selecting() throws {
    _ = try insert("Paint the fence", "Oil the door")
    let counts = try store.read { db in
      try Item.group { $0.project.name }.select { ($0.project.name, SQL.count()) }.fetchAll(in: db)
    }
    for (name, count) in counts { print(name, count) }
    #expect(counts.count == 1 && counts[0] == ("Home", 2))
  }

  @Test("Changes are saved by their block, or not at all")
  func saving() async throws {
    let id = try insert("Oil the door")[0].id
    try await store.write { db in
      var item = try Item.find(id, in: db)
      item.done = true
      try item.update(in: db)
    }
    #expect(try await store.read { db in try Item.find(id, in: db).done })
  }

  @Test("A savepoint is undone on its own")
  func nested() throws {
    let item = try insert("Oil the door")[0]
    try store.write { db in
      try item.delete(in: db)
      try? db.savepoint {
        try Project.all.delete(in: db)
        throw CancellationError()
      }
    }
    let counts = try store.read { db in (try Item.all.count(in: db), try Project.all.count(in: db)) }
    #expect(counts == (0, 1))
  }

  @Test("Batches change the rows of a query")
  func batches() async throws {
    _ = try insert("Paint the fence", "Oil the door")
    let home = home
    let (changed, deleted) = try await store.write { db in
      let changed = try Item.where { $0.title.hasPrefix("Oil") }.update(in: db) { [$0.done.set(true)] }
      let deleted = try Item.where { $0.done }.delete(in: db)
      _ = try Item.insert(["Sweep", "Dust"].map { Item.Draft(title: $0, projectID: home.id) }, in: db)
      return (changed, deleted)
    }
    #expect(changed == 1 && deleted == 1)
    #expect(try await store.read { db in try Item.all.count(in: db) } == 3)
  }

  @Test("An existing row is found by its unique key", .timeLimit(.minutes(20)))
  func upserts() async throws {
    let home = home
    let project = try await store.write { db in
      try Project.Draft(name: "Home").upsert(on: { $0.name }, in: db)
    }
    #expect(project == home)
  }

  @Test("A list is observed", .timeLimit(.minutes(20)))
  func observing() async throws {
    let items = try insert("Oil the door")
    for try await open in store.observe(Item.where { !$0.done }.order { $0.title }) {
      print("\(open.count) to do")
      #expect(open == items)
      break
    }
  }

  @Test("The keys of changed rows are collected for each commit", .timeLimit(.minutes(20)))
  func history() async throws {
    let changes = try await store.changes(of: Item.self)
    let items = try insert("Oil the door")
    for try await change in changes {
      print(change.inserted, change.updated, change.deleted)
      #expect(change.inserted == [items[0].id])
      break
    }
  }
}
