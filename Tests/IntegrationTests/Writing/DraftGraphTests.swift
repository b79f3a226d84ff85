import Foundation
import Postil
import PostilTestSupport
import Testing

/// Drafts with their children beside what else a table can have: filled columns, arity, order, keys of several columns.
@Suite("Drafts with children, and other annotations")
struct DraftGraphTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  // MARK: - Columns that the database fills

  private var bill: Bill.Draft {
    Bill.Draft(
      number: "1",
      lines: [.init(pieces: 3, cents: 250, discount: .init(percent: 5)), .init(pieces: 1, cents: 99)])
  }

  @Test("A graph of drafts fills versions and generated columns at every level")
  func filled() throws {
    try store.write { db in
      let inserted = try bill.insert(in: db)
      let lines = try inserted.lines.order { $0.id }.fetchAll(in: db)
      #expect(inserted.version == 1 && inserted.cancelledAt == nil)
      #expect(lines.map(\.total) == [750, 99])
      #expect(lines.map(\.version) == [1, 1])
      #expect(try lines[0].discount(in: db)?.percent == 5)
      #expect(try Bill.find(inserted.id, in: db) == inserted)
    }
  }

  @Test("A failure below filled columns inserts nothing")
  func filledIsWhole() throws {
    var wrong = bill
    wrong.lines[1].discount = .init(percent: 100)
    try store.write { db in
      #expect(throws: ConstraintViolation.self) { try wrong.insert(in: db) }
      let left = try Bill.all.count(in: db) + BillLine.all.count(in: db) + Discount.all.count(in: db)
      #expect(left == 0)
    }
  }

  @Test("An upsert of a deleted row restores it, and adds the draft's children to its own")
  func upsertOfDeleted() throws {
    try store.write { db in
      let first = try bill.insert(in: db)
      try first.delete(in: db)
      #expect(try Bill.fetch(first.id, in: db) == nil)
      let again = try Bill.Draft(number: "1", lines: [.init(pieces: 2, cents: 5)]).upsert(on: { $0.number }, in: db)
      #expect(again.id == first.id && again.cancelledAt == nil && again.version > first.version)
      #expect(try again.lines.order { $0.id }.fetchAll(in: db).map(\.total) == [750, 99, 10])
    }
  }

  // MARK: - Arity and order

  @Test("A draft with children satisfies 'min:' by itself, and keeps their order")
  func arity() throws {
    let team = try store.write { db in
      try Team.Draft(name: "Reds", players: [.init(name: "Zoe"), .init(name: "Ann")]).insert(in: db)
    }
    let names = try store.read { db in try team.players.fetchAll(in: db).map(\.name) }
    #expect(names == ["Zoe", "Ann"])
  }

  @Test("A draft with too few children fails before the commit, one with too many on insert")
  func wrongArity() throws {
    #expect(throws: ConstraintViolation.self) {
      try store.write { db in _ = try Team.Draft(name: "Blues", players: [.init(name: "Bea")]).insert(in: db) }
    }
    let many = Team.Draft(name: "Greens", players: ["a", "b", "c", "d"].map { .init(name: $0) })
    try store.write { db in
      #expect(throws: ConstraintViolation.self) { try many.insert(in: db) }
      let left = try Team.all.count(in: db) + Player.all.count(in: db)
      #expect(left == 0)
    }
  }

  // MARK: - Keys of several columns

  @Test("Children reference an owner with a multi-column key, or are identified by it")
  func compositeOwner() throws {
    try store.write { db in
      let bed = try Bed.Draft(
        row: "A", number: 7, plants: [.init(name: "leek"), .init(name: "kale")], sign: .init(text: "do not dig")
      ).insert(in: db)
      #expect(try bed.plants.order { $0.id }.fetchAll(in: db).map(\.name) == ["leek", "kale"])
      #expect(try bed.sign(in: db) == Sign(bedID: bed.id, text: "do not dig"))
      #expect(try Plant.where { $0.bedID == bed.id }.count(in: db) == 2)
      // One of the two is there already.
      #expect(throws: ConstraintViolation.self) {
        try Bed.insert([.init(row: "B", number: 1), .init(row: "A", number: 7, plants: [.init(name: "rue")])], in: db)
      }
      #expect(try Bed.all.count(in: db) == 1)
      #expect(try Plant.all.count(in: db) == 2)
    }
  }

  @Test("Pairs of a join model reference a multi-column key from both sides, with their columns filled")
  func compositeThrough() throws {
    try store.write { db in
      let beds = try [1, 2, 3].map { try Bed.Draft(row: "A", number: $0).insert(in: db) }
      let ann = try Gardener.Draft(name: "Ann").insert(in: db)
      let bea = try Gardener.Draft(name: "Bea").insert(in: db)

      let isNew = try beds[0].addToGardeners(ann, in: db)
      let isNewAgain = try ann.addToBeds(beds[0], in: db)
      #expect(isNew && !isNewAgain)
      var shift = try #require(try Shift.all.fetchOne(in: db))
      #expect(shift.minutes == 60 && shift.version == 1)
      shift.hours = 2
      shift = try shift.update(in: db)
      #expect(shift.minutes == 120 && shift.version == 2)

      let added = try ann.addToBeds(contentsOf: beds, in: db)
      #expect(added == 2)
      // The pair that is there already keeps its row.
      #expect(try Shift.find(shift.id, in: db) == shift)
      #expect(try ann.beds.order { $0.number }.fetchAll(in: db) == beds)
      try ann.replaceBeds(with: [beds[0], beds[2]], in: db)
      #expect(try ann.beds.order { $0.number }.fetchAll(in: db) == [beds[0], beds[2]])
      #expect(try Shift.find(shift.id, in: db) == shift)
      try bea.addToBeds(beds[0], in: db)
      #expect(try Bed.where { $0.gardeners.any { $0.name == "Bea" } }.fetchAll(in: db) == [beds[0]])
      #expect(try Gardener.where { $0.beds.contains(beds[2]) }.fetchAll(in: db) == [ann])
      let wasThere = try ann.removeFromBeds(beds[2], in: db)
      #expect(wasThere)
      let removed = try beds[0].removeAllFromGardeners(in: db)
      #expect(removed == 2)
      #expect(try Shift.all.count(in: db) == 0)
    }
  }
}
