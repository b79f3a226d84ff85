import Foundation
import Postil
import PostilTestSupport
import Testing

/// Members in drafts, with keys of every kind, an order, limits and join models.
@Suite("Drafts with members of many-to-many relationships")
struct DraftMemberTests {
  private let log = StatementLog()
  private let store: SQLiteStore

  init() throws {
    let log = log
    store = try SQLiteStore.inMemory(
      schema: CombinationsSchema.self, options: SQLiteOptions(trace: { log.append($0) }))
  }

  @Test("Existing and new members of a draft are one statement for all pairs")
  func statements() throws {
    try store.write { db in
      try BoxLabel.insert(["a", "b"].map { BoxLabel.Draft(id: $0) }, in: db)
      let marks: [DraftMember<BoxLabel>] = [.id("b"), .new(BoxLabel.Draft(id: "c")), .id("a"), .id("b")]
      let draft = Box.Draft(name: "box", marks: marks)
      let count = try log.count { try draft.insert(in: db) }
      #expect(count == 3)
      let box = try #require(try Box.all.fetchOne(in: db))
      #expect(try box.marks.order { $0.id }.fetchAll(in: db).map(\.id) == ["a", "b", "c"])
      #expect(try log.count { try Box.Draft(name: "empty").insert(in: db) } == 1)
    }
  }

  @Test("Keys that JSON can't represent are added whole")
  func outsideJSON() throws {
    try store.write { db in
      let members: [DraftMember<BoxLabel>] = [.new(BoxLabel.Draft(id: "b\0c")), .new(BoxLabel.Draft(id: "b"))]
      let box = try Box.Draft(name: "box", marks: members, seals: members.prefix(0) + [.id("b\0c")]).insert(in: db)
      #expect(try box.marks.order { $0.id }.fetchAll(in: db).map(\.id) == ["b", "b\0c"])
      #expect(try box.seals.fetchAll(in: db).map(\.id) == ["b\0c"])
    }
  }

  @Test("Several drafts keep the order of their members, and count before the commit")
  func orderedWithLimits() throws {
    let drivers = (0..<4).map { Driver.Draft(id: .init(rawValue: UUID()), name: "\($0)") }
    func line(_ number: Int, _ members: [DraftMember<Driver>]) -> Line.Draft {
      Line.Draft(
        network: "Tram", number: number, name: "line", stops: [.init(code: Data([UInt8(number)]), side: 1, name: "s")],
        drivers: members, cities: [.new(City.Draft(name: "city"))])
    }
    try store.write { db in
      let lines = [
        line(1, [.new(drivers[2]), .new(drivers[0]), .new(drivers[1])]),
        line(2, [.id(drivers[1].id), .new(drivers[3]), .id(drivers[2].id)]),
      ]
      #expect(try Line.insert(lines, in: db) == 2)
      let inserted = try Line.order { $0.number }.fetchAll(in: db)
      #expect(try inserted[0].drivers.fetchAll(in: db).map(\.name) == ["2", "0", "1"])
      #expect(try inserted[1].drivers.fetchAll(in: db).map(\.name) == ["1", "3", "2"])
      let services = try Service.all.fetchAll(in: db)
      #expect(services.map(\.daily) == [1, 1] && services.map(\.version) == [1, 1])
    }
    #expect(
      throws: ConstraintViolation.arity(
        relationship: "Line.drivers", count: 0, bound: .minimum(1), owner: [.text("Tram"), .integer(3)])
    ) {
      try store.write { db in _ = try line(3, []).insert(in: db) }
    }
    #expect(throws: ConstraintViolation.arity(relationship: "Line.drivers", count: 4, bound: .maximum(3), owner: [])) {
      try store.write { db in _ = try line(4, drivers.map { .id($0.id) }).insert(in: db) }
    }
    #expect(try store.read { db in try Line.all.count(in: db) } == 2)
  }

  @Test("Drafts with members of a model with a two-column key are inserted for the row that an upsert finds")
  func upsert() throws {
    try store.write { db in
      let brake = Part.Draft(maker: "A", number: 1, name: "brake", shops: [.new(Shop.Draft(name: "x"))])
      let part = try brake.insert(in: db)
      var again = Part.Draft(maker: "A", number: 1, name: "brake disc")
      again.spares = [.new(Part.Draft(maker: "B", number: 2, name: "disc")), .id(part.id)]
      let same = try again.upsert(on: { $0.makerAndNumber }, in: db)
      #expect(same.name == "brake disc")
      #expect(try same.spares.order { $0.name }.fetchAll(in: db).map(\.name) == ["brake disc", "disc"])
      #expect(try same.shops.fetchAll(in: db).map(\.name) == ["x"])
      for part in try Part.all.fetchAll(in: db) {
        try Wheel.Draft(maker: part.maker, partNumber: part.number, size: 1).insert(in: db)
      }
    }
  }
}
