import Foundation
import Postil
import PostilTestSupport
import Testing

/// Trees and pairs of rows whose key has two columns, and references over properties that the struct has already.
@Suite("Relationships of a model with itself, over a two-column key")
struct PartTests {
  private let store: SQLiteStore

  init() throws {
    store = try SQLiteStore.inMemory(schema: CombinationsSchema.self)
    try store.write { db in
      // 1 ─ 2 ─ 4 ─ 5, and 1 ─ 3; each with a wheel, which it must have.
      for (number, whole) in [(1, nil), (2, 1), (3, 1), (4, 2), (5, 4)] as [(Int, Int?)] {
        try Part.Draft(maker: "A", number: number, name: "\(number)", wholeID: whole.map(Self.id)).insert(in: db)
        try Wheel.Draft(maker: "A", partNumber: number, size: 1).insert(in: db)
      }
    }
  }

  private static func id(_ number: Int) -> Part.ID { Part.ID(maker: "A", number: number) }
  private func part(_ number: Int, _ db: some ReadTransaction) throws -> Part { try Part.find(Self.id(number), in: db) }
  private func names(_ query: Query<Part>, _ db: some ReadTransaction) throws -> [String] {
    try query.fetchAll(in: db).map(\.name)
  }

  @Test("Ancestors and descendants are followed over both columns, up to a depth, and past a deleted row")
  func reaching() throws {
    try store.write { db in
      #expect(try names(part(5, db).ancestors().order { $0.number }, db) == ["1", "2", "4"])
      #expect(try names(part(5, db).ancestors(depth: 2).order { $0.number }, db) == ["2", "4"])
      #expect(try names(part(1, db).descendants().order { $0.number }, db) == ["2", "3", "4", "5"])
      // The same number of another maker is another part.
      try Part.Draft(maker: "B", number: 1, name: "B1").insert(in: db)
      try Wheel.Draft(maker: "B", partNumber: 1, size: 1).insert(in: db)
      #expect(try names(Part.find(.init(maker: "B", number: 1), in: db).descendants(), db) == [])
      try part(4, db).delete(in: db)
      #expect(try names(part(1, db).descendants().order { $0.number }, db) == ["2", "3", "5"])
    }
  }

  @Test("A tree's children have an order and a limit")
  func children() throws {
    try store.write { db in
      try part(1, db).moveInParts(from: 1, to: 0, in: db)
      #expect(try names(part(1, db).parts, db) == ["3", "2"])
      try part(1, db).insertIntoParts(part(5, db), at: 1, in: db)
      #expect(try names(part(1, db).parts, db) == ["3", "5", "2"])
      let refusal = ConstraintViolation.arity(relationship: "Part.parts", count: 4, bound: .maximum(3), owner: [])
      #expect(throws: refusal) { try part(4, db).setWhole(part(1, db), in: db) }
      try part(5, db).delete(in: db)
      #expect(try names(part(1, db).parts, db) == ["3", "2"])
      try part(4, db).setWhole(part(1, db), in: db)
      #expect(throws: ConstraintViolation.self) { try Part.restore(Self.id(5), in: db) }
    }
  }

  @Test("Members of a reference over two properties have an order and a limit")
  func overProperties() throws {
    try store.write { db in
      try Wheel.insert([2, 3].map { Wheel.Draft(maker: "A", partNumber: 1, size: $0) }, in: db)
      try part(1, db).moveInWheels(from: 2, to: 0, in: db)
      #expect(try part(1, db).wheels.fetchAll(in: db).map(\.size) == [3, 1, 2])
      try part(2, db).insertIntoWheels(part(1, db).wheels.where { $0.size == 1 }.fetchAll(in: db)[0], at: 0, in: db)
      #expect(try part(1, db).wheels.fetchAll(in: db).map(\.size) == [3, 2])
      #expect(try part(2, db).wheels.count(in: db) == 2)
    }
    let few = ConstraintViolation.arity(
      relationship: "Part.wheels", count: 0, bound: .minimum(1), owner: [.text("A"), .integer(3)])
    #expect(throws: few) { try store.write { db in try part(3, db).wheels.delete(in: db) } }
  }

  @Test("Parts are reached from parts in any number of steps")
  func spares() throws {
    try store.write { db in
      try part(1, db).addToSpares(contentsOf: [part(2, db), part(3, db)], in: db)
      try part(3, db).addToSpares(part(4, db), in: db)
      #expect(try names(part(1, db).reachableSpares().order { $0.number }, db) == ["2", "3", "4"])
      #expect(try names(part(4, db).reachableSpareOf().order { $0.number }, db) == ["1", "3"])
      try part(3, db).delete(in: db)
      #expect(try names(part(1, db).spares, db) == ["2"])
    }
  }

  @Test("A relationship works through a model whose reference is two properties")
  func through() throws {
    try store.write { db in
      let shops = try ["x", "y"].map { try Shop.Draft(name: $0).insert(in: db) }
      let (one, two) = try (part(1, db), part(2, db))
      #expect(try one.addToShops(shops[0], in: db))
      #expect(try !Part.addToShops(shops[0].id, of: one.id, in: db))
      #expect(try shops[0].addToParts(contentsOf: [one, two], in: db) == 1)
      try Offer.Draft(shopID: shops[1].id, maker: "A", partNumber: 2, price: 3).insert(in: db)
      #expect(try names(shops[0].parts.order { $0.number }, db) == ["1", "2"])
      #expect(try two.shops.order { $0.name }.fetchAll(in: db) == shops)
      #expect(try two.replaceShops(with: [shops[1]], in: db) == 1)
      #expect(try two.offers.fetchAll(in: db).map(\.price) == [3])
      #expect(try Part.where { $0.shops.any { $0.name == "y" } }.fetchAll(in: db) == [two])
      #expect(try shops[0].removeFromParts(one, in: db))
      #expect(try shops[0].removeAllFromParts(in: db) == 0)
    }
  }

  @Test("A relationship works through a model whose references share a property")
  func sharedProperty() throws {
    try store.write { db in
      try Fit.insert(
        [.init(maker: "A", number: 1, otherNumber: 2), .init(maker: "A", number: 1, otherNumber: 3)], in: db)
      #expect(try names(part(1, db).fits.order { $0.number }, db) == ["2", "3"])
      #expect(try names(part(2, db).fitsIn, db) == ["1"])
      #expect(try part(1, db).removeFromFits(part(2, db), in: db))
      #expect(try part(1, db).removeAllFromFits(in: db) == 1)
    }
  }
}
