import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/FromSwiftData.md
@Suite("Docs/FromSwiftData.md")
struct FromSwiftDataTests {
  private let store: SQLiteStore
  private let home: Project
  private let urgent: Tag
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    (home, urgent) = try store.write { db in
      try (Project.Draft(name: "Home").insert(in: db), Tag.Draft(name: "urgent").insert(in: db))
    }
  }

  private func insert(_ titles: String...) throws -> [Item] {
    try store.write { [home] db in
      try titles.map { try Item.Draft(title: $0, dueAt: now, projectID: home.id).insert(in: db) }
    }
  }

  @Test("A store opens a file, and a preview has rows in memory")
  func opening() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tasks.sqlite")
    let store = try SQLiteStore(path: path, schema: TasksSchema.self, migrations: TasksSchema.migrations)
    #expect(try store.read { db in try Item.all.count(in: db) } == 0)
  }

  @Test("A write inserts rows with their relationships")
  func inserting() async throws {
    let (home, urgent) = (home, urgent)
    let item = try await store.write { db in
      let item = try Item.Draft(title: "Oil the door", projectID: home.id).insert(in: db)
      try item.addToTags(urgent, in: db)
      return item
    }
    #expect(try await store.read { db in try item.tags.fetchAll(in: db) } == [urgent])
  }

  @Test("A query has conditions on optionals and related rows, an order and a limit")
  func fetching() async throws {
    let (items, now) = (try insert("Paint the fence", "Oil the door"), now.addingTimeInterval(1))
    let late = Item.where { !$0.done && $0.dueAt < now && $0.project.name == "Home" }
      .order { ($0.dueAt, $0.title) }
      .limit(20)
    let rows = try await store.read { db in try late.fetchAll(in: db) }
    #expect(rows == [items[1], items[0]])
  }

  @Test("A change is a statement: of one row, or of all rows of a query")
  func changing() async throws {
    let items = try insert("Oil the door", "Paint the fence")
    let (id, home) = (items[0].id, home)
    try await store.write { db in
      var item = try Item.find(id, in: db)
      item.done = true
      try item.update(in: db)
    }
    let deleted = try await store.write { db in
      try Item.where { $0.done && $0.projectID == home.id }.delete(in: db)
    }
    #expect(deleted == 1)
    #expect(try await store.read { db in try Item.all.fetchAll(in: db) } == [items[1]])
  }

  @Test("Relationships are queries, functions and eager loading")
  func relationships() async throws {
    let item = try insert("Oil the door")[0]
    let (home, urgent) = (home, urgent)
    try await store.write { db in
      try item.addToTags(urgent, in: db)
      let project = try item.project(in: db)  // Project
      let tags = try item.tags.order { $0.name }.fetchAll(in: db)  // [Tag]
      let rows = try Item.with { ($0.project, $0.tags) }.fetchAll(in: db)  // [(Item, Project, [Tag])]
      try item.removeFromTags(urgent, in: db)
      #expect(project == home && tags == [urgent])
      #expect(rows.map(\.0) == [item] && rows.map(\.2) == [[urgent]])
      #expect(try item.tags.count(in: db) == 0)
    }
  }

  @Test("Work in the background uses the same store")
  func background() async throws {
    let store = store
    let home = home
    let titles = (1...300).map(String.init)
    let importing = Task {
      try await store.write { db in
        _ = try Item.insert(titles.map { Item.Draft(title: $0, projectID: home.id) }, in: db)
      }
    }
    try await importing.value
    #expect(try await store.read { db in try Item.all.count(in: db) } == 300)
  }

  @Test("A type of Postil is written with the name of its module")
  func qualified() throws {
    func open(in project: Project) -> Postil.Query<Item> { Item.where { !$0.done && $0.projectID == project.id } }
    let items = try insert("Oil the door")
    #expect(try store.read { db in try open(in: home).fetchAll(in: db) } == items)
  }
}
