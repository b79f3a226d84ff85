import Items
import Journal
import Postil
import Shipping
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
      let home = try Items.Project.Draft(name: "Home").insert(in: db)
      let oil = try Item.Draft(title: "Oil the door", projectID: home.id).insert(in: db)
      let paint = try Item.Draft(title: "Paint the door", projectID: home.id).insert(in: db)
      try Entry.insert(
        [
          .init(text: "It creaks.", priority: .high, itemID: oil.id), .init(text: "Still does.", itemID: oil.id),
          .init(text: "Red or green?", itemID: paint.id),
        ], in: db)
      return (oil, paint)
    }
  }

  @Test("the schema contains the tables of every target whose models are imported")
  func schema() {
    let own = ["entry", "item", "project", "outing", "step", "tag"]
    #expect(Set(JournalSchema.tables.map(\.name)) == Set(own + ShippingSchema.tables.map(\.name)))
    #expect(JournalSchema.ddl.contains(#"CREATE TABLE "item_tags" ("#))
  }

  @Test("a reference can point to another target's model, which has its inverse")
  func relationships() throws {
    try store.read { db in
      let entries = try oil.entries.order { $0.id }.fetchAll(in: db)
      #expect(entries.map(\.text) == ["It creaks.", "Still does."])
      #expect(try entries[0].item(in: db) == oil)
      #expect(try Item.where { $0.entries.any { $0.priority == .high } }.fetchAll(in: db) == [oil])
      #expect(
        try Entry.where { $0.item.project.name == "Home" && $0.item.title == "Paint the door" }.count(in: db) == 1)
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

  @Test("a struct of the other target can be embedded, with its checks and its collations")
  func embedded() throws {
    try store.write { db in
      let hut = Location(latitude: 61.5, longitude: 8.25)
      let inn = Address(street: "Mill Lane 1", city: "Oslo", location: hut)
      let short = try Outing.Draft(name: "short", start: hut).insert(in: db)
      var long = try Outing.Draft(name: "long", start: Location(latitude: 60, longitude: 9), lunch: inn).insert(in: db)
      #expect(try Outing.find(short.id, in: db).lunch == nil)
      #expect(try Outing.find(long.id, in: db) == long)
      #expect(try Outing.where { $0.start == hut && $0.lunch == nil }.fetchAll(in: db) == [short])
      #expect(try Outing.where { $0.lunch.city == "OSLO" && $0.lunch.kind == .home }.fetchAll(in: db) == [long])
      #expect(try Outing.where { $0.lunch.location == hut && $0.start.latitude < 61 }.fetchAll(in: db) == [long])
      long.lunch?.location = nil
      try long.update(in: db)
      #expect(try Outing.find(long.id, in: db) == long)
      let check = ConstraintViolation.check(name: "outing_start_latitude_check")
      #expect(throws: check) { try Outing.all.update(in: db) { [$0.start.latitude.set(91)] } }
      try Depot.Draft(name: "same store", address: inn, site: hut).insert(in: db)
      #expect(try Depot.where { $0.address == inn }.count(in: db) == 1)
    }
  }

  @Test("the delete rules apply across targets")
  func cascade() throws {
    try store.write { db in
      try oil.delete(in: db)
      #expect(try Entry.all.fetchAll(in: db).map(\.itemID) == [paint.id])
    }
  }
}
