import Foundation
import Postil
import PostilTestSupport
import Testing

/// Ordered relationships with bounds, and relationships through a model, where the keys are two columns, a blob and a number,
/// 16 bytes of a UUID, or its text.
@Suite("Relationships over keys of every kind")
struct KeysOfEveryKindTests {
  private let store: SQLiteStore
  private let two: Line
  private let nine: Line
  private let drivers: [Driver]

  init() throws {
    store = try SQLiteStore.inMemory(schema: CombinationsSchema.self)
    (two, nine, drivers) = try store.write { db in
      let drivers = try ["Ann", "Bea", "Cid", "Dan"].map {
        try Driver.Draft(id: .init(rawValue: UUID()), name: $0).insert(in: db)
      }
      let two = try Line.Draft(network: "Tram", number: 2, name: "ring", stops: [Self.stop(1), Self.stop(2)]).insert(
        in: db)
      let nine = try Line.Draft(network: "Bus", number: 9, name: "night", stops: [Self.stop(3)]).insert(in: db)
      for line in [two, nine] { try line.addToDrivers(drivers[0], in: db) }
      return (two, nine, drivers)
    }
  }

  private static func stop(_ number: UInt8) -> Stop.DraftOfLine {
    Stop.DraftOfLine(code: Data([0, number]), side: Int(number), name: "\(number)")
  }

  private func stops(_ line: Line, _ db: some ReadTransaction) throws -> [String] {
    try line.stops.fetchAll(in: db).map(\.name)
  }

  private func names(_ line: Line, _ db: some ReadTransaction) throws -> [String] {
    try line.drivers.fetchAll(in: db).map(\.name)
  }

  @Test("A row with a blob in its key is inserted, moved and removed in the order of an owner with a two-column key")
  func hasMany() throws {
    try store.write { db in
      let four = try Stop.Draft(code: Data([0xFF]), side: 0, name: "4").insert(in: db)
      try two.insertIntoStops(four, at: 0, in: db)
      #expect(try stops(two, db) == ["4", "1", "2"])
      try two.moveInStops(from: 0, to: 2, in: db)
      #expect(try stops(two, db) == ["1", "2", "4"])
      try Line.insertIntoStops(Stop.ID(code: Data([0, 3]), side: 3), at: 1, of: two.id, in: db)
      #expect(try stops(two, db) == ["1", "3", "2", "4"])
      #expect(try stops(nine, db) == [])
      try nine.addToStops(contentsOf: [Stop.find(four.id, in: db)], in: db)
      #expect(try two.removeFromStops(Stop.find(.init(code: Data([0, 3]), side: 3), in: db), in: db))
      try two.replaceStops(
        with: [.init(code: Data([0, 2]), side: 2), .init(code: Data([0, 1]), side: 1)].map { (id: Stop.ID) in
          try Stop.find(id, in: db)
        }, in: db)
      #expect(try stops(two, db) == ["2", "1"])
      #expect(try Stop.find(four.id, in: db).version == 3)
      #expect(try Line.where { $0.stops.any { $0.name == "4" } }.fetchAll(in: db) == [nine])
      #expect(try two.removeAllFromStops(in: db) == 2)
      try two.addToStops(Stop.find(.init(code: Data([0, 1]), side: 1), in: db), in: db)
    }
  }

  @Test("Limits count members by all columns of the owner's key")
  func bounds() throws {
    try store.write { db in
      try Stop.insert((10...11).map { Self.stop($0).draft(of: two.id) }, in: db)
      let refusal = ConstraintViolation.arity(relationship: "Line.stops", count: 5, bound: .maximum(4), owner: [])
      #expect(throws: refusal) { try Stop.insert([Self.stop(12).draft(of: two.id)], in: db) }
      // Another key of which one column is the same.
      let other = try Line.Draft(network: "Tram", number: 9, name: "other", stops: [Self.stop(12)]).insert(in: db)
      try other.addToDrivers(drivers[1], in: db)
    }
    let few = ConstraintViolation.arity(
      relationship: "Line.stops", count: 0, bound: .minimum(1), owner: [.text("Bus"), .integer(9)])
    #expect(throws: few) { try store.write { db in try nine.removeAllFromStops(in: db) } }
    let driverless = ConstraintViolation.arity(
      relationship: "Line.drivers", count: 0, bound: .minimum(1), owner: [.text("Bus"), .integer(9)])
    #expect(throws: driverless) { try store.write { db in try nine.removeFromDrivers(drivers[0], in: db) } }
    #expect(throws: driverless) { try store.write { db in try drivers[0].delete(in: db) } }
    try store.write { db in
      try nine.delete(in: db)
      #expect(try Stop.where { $0.name == "3" }.fetchOne(in: db)?.lineID == nil)
    }
  }

  @Test("An owner found by another spelling of a case-insensitive key has the same members")
  func collation() throws {
    try store.write { db in
      let spelled = Line.ID(network: "TRAM", number: 2)
      try Line.moveInStops(from: 1, to: 0, of: spelled, in: db)
      #expect(try stops(two, db) == ["2", "1"])
      let five = try Stop.Draft(code: Data(), side: 5, name: "5", lineID: spelled).insert(in: db)
      try Line.insertIntoStops(five.id, at: 0, of: two.id, in: db)
      #expect(try stops(two, db) == ["5", "2", "1"])
    }
  }

  @Test("Pairs with a blob in one key and two columns in the other keep their order and their limits")
  func manyToMany() throws {
    try store.write { db in
      try two.insertIntoDrivers(drivers[1], at: 0, in: db)
      try two.addToDrivers(contentsOf: [drivers[2], drivers[1]], in: db)
      #expect(try names(two, db) == ["Bea", "Ann", "Cid"])
      try two.moveInDrivers(from: 2, to: 0, in: db)
      #expect(try names(two, db) == ["Cid", "Bea", "Ann"])
      let refusal = ConstraintViolation.arity(relationship: "Line.drivers", count: 4, bound: .maximum(3), owner: [])
      #expect(throws: refusal) { try two.insertIntoDrivers(drivers[3], at: 1, in: db) }
      #expect(try names(two, db) == ["Cid", "Bea", "Ann"])
      try two.replaceDrivers(with: [drivers[3], drivers[0]], in: db)
      #expect(try names(two, db) == ["Dan", "Ann"])
      #expect(try drivers[0].lines.order { $0.number }.fetchAll(in: db) == [two, nine])
      #expect(try Driver.find(drivers[0].id, in: db).version == 1, "pairs are no columns of a driver")
    }
  }

  @Test("A join model over two columns and a UUID keeps its filled columns, and hides soft-deleted rows")
  func through() throws {
    try store.write { db in
      let rome = try City.Draft(name: "Rome").insert(in: db)
      let oslo = try City.Draft(name: "Oslo").insert(in: db)
      #expect(try two.addToCities(rome, in: db))
      #expect(try two.addToCities(contentsOf: [rome, oslo], in: db) == 1)
      #expect(try Service.all.fetchAll(in: db).map(\.version) == [1, 1])
      try oslo.delete(in: db)
      #expect(try two.cities.fetchAll(in: db) == [rome])
      for operation in [
        { _ = try two.addToCities(oslo, in: db) }, { _ = try two.addToCities(contentsOf: [oslo], in: db) },
        { _ = try two.removeFromCities(oslo, in: db) }, { _ = try two.replaceCities(with: [oslo], in: db) },
        { _ = try oslo.addToLines(nine, in: db) }, { _ = try oslo.addToLines(contentsOf: [nine], in: db) },
        { _ = try oslo.removeFromLines(two, in: db) }, { _ = try oslo.removeAllFromLines(in: db) },
        { _ = try oslo.replaceLines(with: [nine], in: db) },
      ] as [() throws -> Void] {
        #expect(throws: RecordNotFound(model: "City", key: oslo.id._boundValues)) { try db.savepoint(operation) }
        #expect(try Service.all.fetchAll(in: db).count == 2)
      }
      #expect(try Line.where { $0.cities.any { $0.name == "Oslo" } }.count(in: db) == 0)
      try City.restore(oslo.id, in: db)
      #expect(try two.cities.count(in: db) == 2)
      #expect(try two.replaceCities(with: [oslo], in: db) == 1)
      #expect(try rome.addToLines(contentsOf: [two, nine], in: db) == 2)
      #expect(try rome.removeFromLines(two, in: db))
      #expect(try rome.lines.fetchAll(in: db) == [nine])
      #expect(try two.services.fetchAll(in: db).map(\.cityID) == [oslo.id])
    }
  }
}
