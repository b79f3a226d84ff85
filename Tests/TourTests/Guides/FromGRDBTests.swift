import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/FromGRDB.md
@Suite("Docs/FromGRDB.md")
struct FromGRDBTests {
  private let store: SQLiteStore
  private let home: Project
  private let items: [Item]

  init() throws { (store, home, items) = try GuideStore.open() }

  @Test("A store is opened with its options, and with the generated migrations")
  func opening() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tasks.sqlite")
    let options = SQLiteOptions(maximumConnections: 4, busyTimeout: .seconds(2))
    let store = try SQLiteStore(
      path: path, schema: TasksSchema.self, migrations: TasksSchema.migrations, options: options)
    #expect(try store.read { db in try Project.all.count(in: db) } == 0)
  }

  @Test("A row is inserted as a draft, and updated, saved, deleted and found as itself")
  func rows() throws {
    try store.write { db in
      var item = try Item.Draft(title: "Sweep", projectID: home.id).insert(in: db)
      item.done = true
      try item.update(in: db)
      try item.save(in: db)
      let same = try Item.fetch(item.id, in: db)  // Item?
      let found = try Item.find(item.id, in: db)  // Item, or RecordNotFound
      let named = try Item.where { $0.title == "Sweep" }.fetchOne(in: db)
      try item.delete(in: db)
      #expect(same == item && found == item && named == item)
      #expect(try Item.all.count(in: db) == 2)
    }
  }

  @Test("Queries filter, sort, count, and change all their rows")
  func queries() throws {
    try store.write { db in
      let open = Item.where { !$0.done && $0.title.like("%door%") }.order { $0.dueAt.descending }
      let rows = try open.limit(10).fetchAll(in: db)
      let count = try open.count(in: db)
      let titles = try Item.select { $0.title }.fetchAll(in: db)  // [String]
      let changed = try open.update(in: db) { [$0.done.set(true)] }
      #expect(rows == [items[0]] && count == 1 && titles.count == 2 && changed == 1)
    }
  }

  @Test("Paths join, 'with' includes, and selections annotate")
  func associations() throws {
    try store.read { db in
      let atHome = try Item.where { $0.project.name == "Home" }.fetchAll(in: db)
      let pairs = try Item.with { $0.project }.fetchAll(in: db)  // [(Item, Project)]
      let projects = try Project.with { $0.items }.fetchAll(in: db)  // [(Project, [Item])]
      let counts = try Project.select { ($0.name, $0.items.count) }.fetchAll(in: db)  // [(String, Int)]
      let open = try home.items.where { !$0.done }.fetchAll(in: db)
      #expect(atHome == items && pairs.map(\.1) == [home, home] && projects.map(\.1) == [items])
      #expect(counts.count == 1 && counts[0] == ("Home", 2) && open == items)
    }
  }

  @Test("Raw SQL binds what is interpolated, and names its types")
  func rawSQL() throws {
    try store.write { db in
      let word = "door"
      let rows = try RawSQL("SELECT \(Item.allColumns) FROM item WHERE title LIKE '%' || \(word)").as(Item.self)
        .fetchAll(in: db)
      let pairs = try RawSQL("SELECT title, length(title) FROM item").as(String.self, Int.self).fetchAll(in: db)
      try RawSQL("UPDATE item SET done = 1 WHERE id = \(items[0].id)").execute(in: db)
      #expect(rows == [items[0]] && pairs.count == 2)
    }
  }

  @Test("Observations are sequences", .timeLimit(.minutes(20)))
  func observing() async throws {
    let counts = store.observe { db in try Item.where { !$0.done }.count(in: db) }
    for try await count in counts {
      print("\(count) to do")
      #expect(count == 2)
      break
    }
  }

  @Test("Rows are streamed")
  func streaming() throws {
    var titles: [String] = []
    try store.read { db in
      try Item.order { $0.title }.forEach(in: db) { item in titles.append(item.title) }
    }
    #expect(titles == ["Oil the door", "Paint the fence"])
  }
}
