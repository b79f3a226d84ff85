import Items
import Journal
import Postil
import Testing

/// Entries of one target about the items of another.
@Suite("Models of several targets")
struct SeveralTargetsTests {
  private let store: SQLiteStore
  private let oil: Item
  private let paint: Item

  init() throws {
    store = try SQLiteStore.inMemory(schema: JournalSchema.self)
    (oil, paint) = try store.write { db in
      let home = try Items.List.Draft(name: "Home").insert(in: db)
      let oil = try Item.Draft(title: "Oil the door", listID: home.id).insert(in: db)
      let paint = try Item.Draft(title: "Paint the door", listID: home.id).insert(in: db)
      try Entry.insert(
        [
          .init(text: "It creaks.", priority: .high, itemID: oil.id), .init(text: "Still does.", itemID: oil.id),
          .init(text: "Red or green?", itemID: paint.id),
        ], in: db)
      return (oil, paint)
    }
  }

  @Test("the schema holds the tables of every target whose models are imported, and the store knows them all")
  func schema() {
    #expect(Set(JournalSchema.tables.map(\.name)) == ["entry", "item", "list", "step", "tag"])
    #expect(JournalSchema.ddl.contains(#"CREATE TABLE "item_tags" ("#))
  }

  @Test("a reference leads into the other target, and its inverse back")
  func relationships() throws {
    try store.read { db in
      let entries = try oil.entries.order { $0.id }.fetchAll(in: db)
      #expect(entries.map(\.text) == ["It creaks.", "Still does."])
      #expect(try entries[0].item(in: db) == oil)
      #expect(try Item.where { $0.entries.any { $0.priority == .high } }.fetchAll(in: db) == [oil])
      #expect(try Entry.where { $0.item.list.name == "Home" && $0.item.title == "Paint the door" }.count(in: db) == 1)
    }
  }

  @Test("a many-to-many between targets has its operations on both sides")
  func manyToMany() throws {
    try store.write { db in
      let noise = try Tag.Draft(name: "noise").insert(in: db)
      let first = try #require(try oil.entries.order { $0.id }.fetchOne(in: db))
      #expect(try first.addToWords(noise, in: db))
      #expect(try noise.entries.fetchAll(in: db) == [first])
      #expect(try noise.removeFromEntries(first, in: db))
      #expect(try first.words.count(in: db) == 0)
    }
  }

  @Test("the delete rule holds across targets")
  func cascade() throws {
    try store.write { db in
      try oil.delete(in: db)
      #expect(try Entry.all.fetchAll(in: db).map(\.itemID) == [paint.id])
    }
  }
}
