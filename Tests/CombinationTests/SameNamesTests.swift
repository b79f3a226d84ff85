import Postil
import Testing

/// Models whose types have the same last name, or the name of a parameter of the generated functions.
@Suite("Models with the names of others")
struct SameNamesTests {
  private let store: SQLiteStore

  init() throws { store = try SQLiteStore.inMemory(schema: CombinationsSchema.self) }

  @Test("Two nested models with the same last name are related")
  func sameLastName() throws {
    try store.write { db in
      let lamp = try Boutique.Item.Draft(name: "lamp").insert(in: db)
      let homes = try ["hall", "attic"].map { try Household.Item.Draft(room: $0).insert(in: db) }
      try lamp.addToHomes(homes[0], in: db)
      try Boutique.Item.addToHomes(homes[1].id, of: lamp.id, in: db)
      #expect(try lamp.homes.order { $0.id }.fetchAll(in: db).map(\.room) == ["hall", "attic"])
      try homes[0].addToSimilar(contentsOf: [lamp], in: db)
      #expect(try Household.Item.removeFromSimilar(lamp.id, of: homes[0].id, in: db))
      #expect(try homes[0].setBoutiqueItem(nil, in: db).boutiqueItemID == nil)
    }
  }

  @Test("A model can have the name of a parameter")
  func parameterNames() throws {
    try store.write { db in
      let (one, two) = (try Db.Draft(name: "1").insert(in: db), try Db.Draft(name: "2").insert(in: db))
      let index = try Index.Draft(name: "a").insert(in: db)
      try one.insertIntoIndexes(index, at: 0, in: db)
      try two.addToIndexes(index, in: db)
      #expect(try two.indexes.count(in: db) == 1)
      let lamp = try Boutique.Item.Draft(name: "lamp").insert(in: db).setDb(two, in: db)
      #expect(try lamp.db(in: db) == two)
      try one.addToItems(lamp, in: db)
      #expect(try one.removeFromItems(lamp, in: db))
    }
  }
}
