import Foundation
import Postil
import Testing

/// Docs/Modeling.md, "Tenants in keys": relationships between rows whose keys share a column.
@Suite("Relationships within a tenant")
struct TenantKeyTests {
  private let store: Store
  private let hill: Barn
  private let lake: Barn
  private let elsewhere: Barn

  init() throws {
    store = try emptyStore()
    (hill, lake, elsewhere) = try store.write { db in
      let (north, south) = (try Farm.Draft(name: "North").insert(in: db), try Farm.Draft(name: "South").insert(in: db))
      return (
        try Barn.Draft(farmID: north.id, number: 1, name: "Hill").insert(in: db),
        try Barn.Draft(farmID: north.id, number: 2, name: "Lake").insert(in: db),
        try Barn.Draft(farmID: south.id, number: 1, name: "Elsewhere").insert(in: db)
      )
    }
  }

  /// An animal in a barn.
  private func animal(_ number: Int, in barn: Barn, _ db: some WriteTransaction) throws -> Animal {
    try Animal.Draft(farmID: barn.farmID, number: number, barnNumber: barn.number).insert(in: db)
  }

  @Test("A reference sets the columns that aren't the row's key, within the tenant only")
  func references() throws {
    try store.write { (db) throws in
      let (cow, calf) = (try animal(1, in: hill, db), try animal(2, in: hill, db))
      let moved = try calf.setBarn(lake, in: db)  // UPDATE "animal" SET "barn_number" = ?2 …
      let grown = try moved.setMother(cow, in: db)
      #expect(grown == Animal(farmID: hill.farmID, number: 2, barnNumber: 2, motherNumber: 1))
      #expect(try Animal.find(calf.id, in: db) == grown)
      #expect(try cow.young.fetchAll(in: db) == [grown])
      #expect(try grown.setMother(nil, in: db).motherNumber == nil)
      #expect(try Animal.find(calf.id, in: db).motherNumber == nil)
      #expect(throws: RecordNotFound(model: "Animal", key: calf.id._boundValues)) {
        try calf.setBarn(elsewhere, in: db)
      }
      let foreign = try animal(3, in: elsewhere, db)
      #expect(throws: RecordNotFound.self) { try calf.setMother(foreign, in: db) }
      #expect(try Animal.find(calf.id, in: db).barnNumber == 2)
    }
  }

  @Test("Members are added, removed and replaced within the tenant only")
  func members() throws {
    try store.write { (db) throws in
      let animals = try (1...4).map { try animal($0, in: hill, db) }
      let foreign = try animal(1, in: elsewhere, db)
      try lake.addToAnimals(animals[0], in: db)
      try lake.addToAnimals(contentsOf: animals[1...2], in: db)
      #expect(try lake.animals.order { $0.number }.select { $0.number }.fetchAll(in: db) == [1, 2, 3])
      #expect(throws: RecordNotFound(model: "Animal", key: foreign.id._boundValues)) {
        try lake.addToAnimals(foreign, in: db)
      }
      #expect(throws: RecordNotFound.self) { try lake.addToAnimals(contentsOf: [animals[3], foreign], in: db) }
      #expect(throws: RecordNotFound.self) { try lake.addToAnimals(contentsOf: [foreign], in: db) }
      #expect(try hill.animals.fetchAll(in: db) == [animals[3]])
      try animals[0].addToYoung(contentsOf: animals[1...3], in: db)
      #expect(throws: RecordNotFound.self) { try animals[0].addToYoung(foreign, in: db) }
      #expect(try animals[0].removeFromYoung(animals[1], in: db))
      #expect(try !animals[0].removeFromYoung(foreign, in: db))
      #expect(try animals[0].young.order { $0.number }.select { $0.number }.fetchAll(in: db) == [3, 4])
      try animals[0].replaceYoung(with: [animals[1], animals[2]], in: db)
      #expect(try animals[0].young.order { $0.number }.select { $0.number }.fetchAll(in: db) == [2, 3])
      #expect(throws: RecordNotFound.self) { try animals[0].replaceYoung(with: [foreign], in: db) }
      #expect(throws: RecordNotFound.self) { try animals[0].replaceYoung(with: [animals[3], foreign], in: db) }
      #expect(try animals[0].young.order { $0.number }.select { $0.number }.fetchAll(in: db) == [2, 3])
      #expect(try animals[0].removeAllFromYoung(in: db) == 2)
      #expect(try Animal.where { $0.motherNumber == nil }.count(in: db) == 5)
    }
  }

  @Test("A deleted row is removed from the references to it, whose rows keep their tenant")
  func nullification() throws {
    try store.write { (db) throws in
      let (cow, foreign) = (try animal(1, in: hill, db), try animal(1, in: elsewhere, db))
      let calf = try animal(2, in: hill, db).setMother(cow, in: db)
      let stranger = try animal(2, in: elsewhere, db).setMother(foreign, in: db)
      #expect(try cow.delete(in: db))
      #expect(
        try Animal.find(calf.id, in: db) == Animal(farmID: hill.farmID, number: 2, barnNumber: 1, motherNumber: nil))
      // The cascade from a barn deletes a mother whose young is in another barn.
      let young = try animal(3, in: lake, db).setMother(calf, in: db)
      #expect(try hill.delete(in: db))
      #expect(try Animal.find(young.id, in: db).motherNumber == nil)
      #expect(try Animal.find(stranger.id, in: db) == stranger)
    }
  }

  @Test("Rows that refer to each other and to themselves are deleted together")
  func circles() throws {
    try store.write { (db) throws in
      let animals = try (1...3).map { try animal($0, in: hill, db) }
      for (index, animal) in animals.enumerated() { _ = try animal.setMother(animals[(index + 1) % 3], in: db) }
      let own = try animal(4, in: hill, db)
      _ = try own.setMother(own, in: db)
      #expect(try Animal.where { $0.number >= 2 && $0.motherNumber != nil }.delete(in: db) == 3)
      #expect(
        try Animal.all.fetchAll(in: db) == [Animal(farmID: hill.farmID, number: 1, barnNumber: 1, motherNumber: nil)])
      #expect(try Farm.all.delete(in: db) == 2)
      #expect(try Animal.all.count(in: db) == 0)
    }
  }

  @Test("A draft takes its children, whose keys get the tenant of the owner")
  func drafts() throws {
    try store.write { db in
      let barn = try Barn.Draft(
        farmID: hill.farmID, number: 3, name: "New",
        animals: [.init(number: 7, name: "Elsa"), .init(number: 8)], stalls: [.init(number: 2), .init(number: 1)]
      ).insert(in: db)
      #expect(
        try barn.animals.order { $0.number }.fetchAll(in: db) == [
          Animal(farmID: hill.farmID, number: 7, barnNumber: 3, name: "Elsa"),
          Animal(farmID: hill.farmID, number: 8, barnNumber: 3),
        ])
      #expect(try barn.stalls.fetchAll(in: db).map(\.number) == [2, 1])
    }
  }

  @Test("Ordered members keep to the tenant")
  func order() throws {
    try store.write { (db) throws in
      let stalls = try (1...3).map {
        try Stall.Draft(farmID: hill.farmID, number: $0, barnNumber: hill.number).insert(in: db)
      }
      let foreign = try Stall.Draft(farmID: elsewhere.farmID, number: 1, barnNumber: 1).insert(in: db)
      try lake.addToStalls(stalls[0], in: db)
      try lake.insertIntoStalls(stalls[1], at: 0, in: db)
      try lake.insertIntoStalls(stalls[2], before: stalls[0], in: db)
      #expect(try lake.stalls.fetchAll(in: db).map(\.number) == [2, 3, 1])
      #expect(throws: RecordNotFound.self) { try lake.insertIntoStalls(foreign, at: 0, in: db) }
      #expect(throws: RecordNotFound.self) { try lake.addToStalls(foreign, in: db) }
      #expect(try elsewhere.stalls.fetchAll(in: db) == [foreign])
      #expect(try lake.stalls.fetchAll(in: db).map(\.number) == [2, 3, 1])
    }
  }

  @Test("Pairs of a join model share the tenant")
  func pairs() throws {
    try store.write { (db) throws in
      let (cow, foreign) = (try animal(1, in: hill, db), try animal(1, in: elsewhere, db))
      let vaccines = try (1...3).map {
        try Vaccine.Draft(farmID: hill.farmID, number: $0, name: "V\($0)").insert(in: db)
      }
      #expect(try cow.addToVaccines(vaccines[0], in: db))
      #expect(try !cow.addToVaccines(vaccines[0], in: db))
      #expect(try cow.addToVaccines(contentsOf: vaccines, in: db) == 2)
      #expect(try vaccines[1].animals.fetchAll(in: db) == [cow])
      #expect(throws: RecordNotFound(model: "Vaccine", key: vaccines[0].id._boundValues)) {
        try foreign.addToVaccines(vaccines[0], in: db)
      }
      #expect(throws: RecordNotFound.self) { try vaccines[0].addToAnimals(contentsOf: [cow, foreign], in: db) }
      try Dose.where { $0.vaccineNumber == 2 }.update(in: db) { [$0.amount.set(5)] }
      #expect(try cow.replaceVaccines(with: vaccines[1...2], in: db) == 1)
      #expect(try Dose.order { $0.vaccineNumber }.select { $0.amount }.fetchAll(in: db) == [5, 1])
      #expect(throws: RecordNotFound.self) { try foreign.replaceVaccines(with: vaccines, in: db) }
      #expect(try cow.removeFromVaccines(vaccines[2], in: db))
      #expect(try !foreign.removeFromVaccines(vaccines[1], in: db))
      #expect(try cow.vaccines.fetchAll(in: db) == [vaccines[1]])
    }
  }

  @Test("Words are found in rows with keys of several columns, in each tenant, before and after changes")
  func fullText() throws {
    func found(_ words: String, in db: some ReadTransaction) throws -> [String] {
      try Animal.where { $0.fullText.matches(words: words) }.order { ($0.farmID, $0.number) }
        .fetchAll(in: db).map { "\($0.farmID == hill.farmID ? "North" : "South") \($0.number)" }
    }
    try store.write { (db) throws in
      for (barn, number, name) in [(hill, 1, "Elsa the red"), (hill, 2, "Red Bessie"), (elsewhere, 1, "Old red Elsa")] {
        try Animal.Draft(farmID: barn.farmID, number: number, barnNumber: 1, name: name).insert(in: db)
      }
      #expect(try found("red elsa", in: db) == ["North 1", "South 1"])
      var second = try Animal.find(Animal.ID(farmID: hill.farmID, number: 2), in: db)
      second.name = "Blue Elsa"
      try second.update(in: db)
      #expect(try found("bessie", in: db) == [])
      #expect(try found("elsa", in: db) == ["North 1", "North 2", "South 1"])
      #expect(
        try Animal.where { $0.fullText.matches("elsa") && $0.barn.name == "Hill" }.order { $0.number }
          .select { $0.fullText.highlight(.name, "[", "]") }.fetchAll(in: db) == ["[Elsa] the red", "Blue [Elsa]"])
      #expect(
        try Animal.where { !$0.fullText.matches("red") || $0.number > 5 }.fetchAll(in: db).map(\.name) == ["Blue Elsa"])
      #expect(
        try Barn.where { $0.animals.any { $0.fullText.matches("old") } }.fetchAll(in: db) == [elsewhere])
      #expect(try second.delete(in: db))
      #expect(try Farm.where { $0.name == "South" }.delete(in: db) == 1)
      #expect(try found("elsa", in: db) == ["North 1"])
      try Animal.fullText.rebuild(in: db)
      #expect(try found("elsa", in: db) == ["North 1"])
      #expect(try Animal.where { $0.fullText.matches("elsa") }.update(in: db) { [$0.name.set("Agnes")] } == 1)
      #expect(try found("elsa", in: db) == [] && found("agnes", in: db) == ["North 1"])
    }
  }

  @Test("Words are found in rows with a UUID, the best match first")
  func textKeys() throws {
    try store.write { (db) throws in
      let reports = try (1...20).map { number in
        try Report.Draft(title: "Report \(number)", text: number % 5 == 0 ? "walking \(number)" : nil).insert(in: db)
      }
      let titles = Report.where { $0.fullText.matches(words: "walks") }
      #expect(try Set(titles.fetchAll(in: db)) == Set([4, 9, 14, 19].map { reports[$0] }))
      try Report.where { $0.title == "Report 5" }.update(in: db) { [$0.title.set("Walks, and walked")] }
      #expect(
        try titles.order { $0.fullText.rank(weights: [.title: 10]) }.limit(1).fetchAll(in: db).map(\.id) == [
          reports[4].id
        ])
      #expect(try Report.all.delete(in: db) == 20)
      #expect(try titles.count(in: db) == 0)
    }
  }
}
