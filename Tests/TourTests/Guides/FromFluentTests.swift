import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/FromFluent.md
@Suite("Docs/FromFluent.md")
struct FromFluentTests {
  private let store: SQLiteStore
  private let home: Project
  private let items: [Item]

  init() throws { (store, home, items) = try GuideStore.open() }

  @Test("Rows are created, changed and deleted in a write")
  func rows() async throws {
    let home = home
    try await store.write { db in
      var item = try Item.Draft(title: "Sweep", projectID: home.id).insert(in: db)
      item.done = true
      try item.update(in: db)
      try item.delete(in: db)
    }
    #expect(try await store.read { db in try Item.all.count(in: db) } == 2)
  }

  @Test("A query filters by related rows, sorts, and loads what it needs")
  func queries() async throws {
    let open = Item.where { !$0.done && $0.project.name == "Home" }.order { ($0.dueAt.descending, $0.title) }
    let rows = try await store.read { db in
      try open.limit(10).with { ($0.project, $0.tags) }.fetchAll(in: db)  // [(Item, Project, [Tag])]
    }
    let count = try await store.read { db in try open.count(in: db) }
    #expect(rows.map(\.0) == items && count == 2)
  }

  @Test("Relationships are queries and operations")
  func relationships() async throws {
    let (item, home, items) = (items[0], home, items)
    try await store.write { db in
      let project = try item.project(in: db)
      let open = try home.items.where { !$0.done }.fetchAll(in: db)
      let urgent = try Tag.Draft(name: "urgent").insert(in: db)
      try item.addToTags(urgent, in: db)
      let isTagged = try item.tags.where { $0.id == urgent.id }.exists(in: db)
      try item.removeFromTags(urgent, in: db)
      #expect(project == home && open == items && isTagged)
    }
  }

  @Test("A page continues after a cursor")
  func pages() async throws {
    let titles = Item.order { $0.title }
    let first = try await store.read { db in try titles.page(size: 1).fetch(in: db) }  // Page<Item>
    let second = try await store.read { db in try titles.page(after: first.next, size: 1).fetch(in: db) }
    #expect(first.rows == [items[0]] && second.rows == [items[1]] && !second.hasMore)
  }

  @Test("A handler reads and writes with the store of the application")
  func handlers() async throws {
    let handlers = ItemHandlers(store: store)
    let body = Data(#"{"title":"Sweep","done":false,"projectID":1}"#.utf8)
    let created = try await handlers.create(from: body)
    #expect(created.title == "Sweep")
    #expect(try await handlers.list(project: home.id).count == 3)
  }

  @Test("A failure that a client caused is a typed error")
  func errors() throws {
    var status = 200
    do {
      _ = try store.write { db in try Project.Draft(name: "Home").insert(in: db) }
    } catch ConstraintViolation.unique(table: "project", columns: let columns) {
      status = 409
      print("already taken: \(columns)")
    }
    #expect(status == 409)
  }
}

/// What a server does with requests about items.
struct ItemHandlers: Sendable {
  let store: SQLiteStore

  func create(from body: Data) async throws -> Item {
    let draft = try JSONDecoder().decode(Item.Draft.self, from: body)
    return try await store.write { db in try draft.insert(in: db) }
  }

  func list(project: Project.ID) async throws -> [Item] {
    try await store.read { db in
      try Item.where { $0.projectID == project }.order { $0.title }.fetchAll(in: db)
    }
  }
}
