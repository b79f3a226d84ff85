import Foundation
import Items
import Postil
import PostilTestSupport
import Testing

@Suite("Seeds and compiled models")
struct SeededModelTests {
  @Test("A file that was seeded is read by the program, whose rows follow those of the seed")
  func rows() throws {
    let models = builtModels.appending(path: "Items").path
    let tool = try Tool(["Seeds/demo.json": SeededTasks.seed])
    let path = tool.folder.path("items.sqlite")
    try SQLiteStore(path: path, schema: ItemsSchema.self).close()
    let result = try tool.run("seed", "items.sqlite", models, "Seeds/demo.json")
    #expect(result.errors == "")
    let store = try SQLiteStore(path: path, schema: ItemsSchema.self)
    try store.write { db in
      let oil = try Item.where { $0.title == "Oil the door" }.fetchOnly(in: db)
      #expect(oil.dueAt == Date(timeIntervalSince1970: 1_796_112_000))
      #expect(oil.priority == .high)
      #expect(try oil.project(in: db).name == "Home")
      #expect(try oil.tags.order { $0.name }.fetchAll(in: db).map(\.name) == ["quick", "urgent"])
      #expect(try oil.steps.fetchAll(in: db).map(\.text) == ["Buy oil", "Open it", "Close it"])
      let new = try Item.Draft(title: "New", projectID: oil.projectID).insert(in: db)
      #expect(new.id.rawValue > oil.id.rawValue)
    }
    try store.close()
    #expect(try tool.run("seed", "items.sqlite", models, "Seeds/demo.json").output.contains("Item       2 unchanged"))
  }

  @Test("A function that seeds with drafts can run again")
  func function() throws {
    let store = try SQLiteStore.inMemory(schema: ItemsSchema.self)
    try store.write { db in try seed(db) }
    try store.write { db in try seed(db) }
    let counts = try store.read { db in
      try [
        Project.all.count(in: db), Item.all.count(in: db),
        Items.Tag.where { $0.items.any { $0.title == "Oil the door" } }.count(in: db),
      ]
    }
    #expect(counts == [1, 1, 1])
  }

  @Test("Drafts are decoded from a file")
  func decoding() throws {
    let store = try SQLiteStore.inMemory(schema: ItemsSchema.self)
    let file = Data(#"[{"name": "urgent"}, {"name": "quick"}, {"name": "urgent"}]"#.utf8)
    try seedTags(from: file, store)
    #expect(try store.read { db in try Items.Tag.all.count(in: db) } == 2)
  }

  private var builtModels: URL {
    URL(fileURLWithPath: #filePath).appending(path: "../../../../Models").standardizedFileURL
  }
}
