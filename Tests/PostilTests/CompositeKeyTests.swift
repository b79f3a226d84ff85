import Foundation
import Postil
import PostilTestSupport
import Shipping
import Testing

@Suite("References to composite keys")
struct CompositeKeyTests {
  private let store: SQLiteStore

  init() throws {
    store = try SQLiteStore.inMemory(schema: ShippingSchema.self)
    try store.write { db in
      try Parcel.insert(
        [
          Parcel.Draft(carrier: "DHL", number: 1, content: "books"),
          Parcel.Draft(carrier: "UPS", number: .max, content: "shoes"),
        ], in: db)
    }
  }

  private let books = Parcel.ID(carrier: "DHL", number: 1)
  private let shoes = Parcel.ID(carrier: "UPS", number: .max)

  @Test("A reference stores the whole key in one property, and restores it")
  func roundTrip() throws {
    try store.write { db in
      let scan = try Scan.Draft(place: "Oslo", parcelID: shoes).insert(in: db)
      #expect(try Scan.find(scan.id, in: db) == scan)
      #expect(try scan.parcel(in: db).content == "shoes")
      let crate = try Crate.Draft(yard: "A", slot: 1).insert(in: db)
      #expect(try Crate.find(crate.id, in: db).parcelID == nil)
      #expect(try crate.parcel(in: db) == nil)
      let full = try crate.setParcel(Parcel.find(books, in: db), in: db)
      #expect(full.parcelID == books)
      #expect(try Crate.find(crate.id, in: db) == full)
      #expect(try full.parcel(in: db)?.content == "books")
      #expect(try full.setParcel(nil, in: db) == crate)
    }
  }

  @Test("A reference is set, updated and saved as a whole")
  func writing() throws {
    try store.write { db in
      var crate = try Crate.Draft(yard: "A", slot: 1, parcelID: books).insert(in: db)
      crate.parcelID = shoes
      try crate.update(in: db)
      #expect(try Crate.find(crate.id, in: db) == crate)
      crate.parcelID = nil
      try crate.save(in: db)
      #expect(try Crate.find(crate.id, in: db) == crate)
      try Crate.all.update(in: db) { [$0.parcelID.set(books)] }
      #expect(try Crate.find(crate.id, in: db).parcelID == books)
      try Crate.all.update(in: db) { [$0.parcelID.set(nil)] }
      #expect(try Crate.find(crate.id, in: db).parcelID == nil)
      let label = try Label.Draft(parcelID: books, text: "up").insert(in: db)
      #expect(label.id == books)
      try Label.Draft(parcelID: books, text: "down").upsert(on: { $0.parcelID }, in: db)
      #expect(try Label.find(books, in: db).text == "down")
    }
  }

  @Test("A reference can be compared as a whole and by its parts")
  func queries() throws {
    try store.write { db in
      try Scan.insert(
        [Scan.Draft(place: "Oslo", parcelID: books), Scan.Draft(place: "Rome", parcelID: shoes)], in: db)
      try Crate.insert(
        [Crate.Draft(yard: "A", slot: 1, parcelID: books), Crate.Draft(yard: "A", slot: 2)], in: db)
      try Leg.insert((0..<3).map { Leg.Draft(parcelID: books, position: $0, vehicle: "van") }, in: db)
    }
    try store.read { db in
      #expect(try Scan.where { $0.parcelID == books }.fetchAll(in: db).map(\.place) == ["Oslo"])
      #expect(try Scan.where { $0.parcelID != books }.fetchAll(in: db).map(\.place) == ["Rome"])
      #expect(try Scan.where { $0.parcelID.number == .max }.fetchAll(in: db).map(\.place) == ["Rome"])
      #expect(try Scan.where { $0.parcelID.carrier == "dhl" }.count(in: db) == 1, "the key's collation")
      #expect(try Scan.where { $0.parcel.content == "shoes" }.fetchAll(in: db).map(\.place) == ["Rome"])
      #expect(try Scan.order { $0.parcelID.carrier.descending }.fetchAll(in: db).map(\.place) == ["Rome", "Oslo"])
      #expect(try Crate.where { $0.parcelID == nil }.fetchAll(in: db).map(\.slot) == [2])
      #expect(try Crate.where { $0.parcelID != nil }.fetchAll(in: db).map(\.slot) == [1])
      #expect(try Crate.where { $0.parcelID.isNil }.count(in: db) == 1)
      #expect(try Crate.where { $0.parcelID == books }.fetchAll(in: db).map(\.slot) == [1])
      #expect(try Crate.where { !($0.parcelID == shoes) }.count(in: db) == 2, "what is nil is not those shoes")
      #expect(try Crate.where { $0.parcel.content == "books" }.fetchAll(in: db).map(\.slot) == [1])
      let numbers = try Crate.order { $0.slot }.select { ($0.slot, $0.parcelID.number) }.fetchAll(in: db)
      #expect(numbers.map(\.1) == [1, nil])
      #expect(try Leg.where { $0.parcelID == books && $0.position > 0 }.count(in: db) == 2)
      #expect(try Parcel.where { $0.legs.count == 3 }.fetchAll(in: db).map(\.content) == ["books"])
      let parcel = try Parcel.find(books, in: db)
      #expect(try parcel.legs.order { $0.position }.fetchAll(in: db).map(\.position) == [0, 1, 2])
    }
  }

  // MARK: - The key in queries

  private var legIDs: [Leg.ID] { [0, 1].map { Leg.ID(parcelID: books, position: $0) } }

  /// A key as another program may write it, and many that are of no parcel.
  private var lowerShoes: Parcel.ID { Parcel.ID(carrier: "ups", number: .max) }
  private var manyIDs: [Parcel.ID] { (2...50).map { Parcel.ID(carrier: "DHL", number: $0) } + [lowerShoes] }

  private func fill() throws {
    try store.write { db in
      try Scan.insert([Scan.Draft(place: "Oslo", parcelID: books), Scan.Draft(place: "Rome", parcelID: shoes)], in: db)
      try Crate.insert(
        [
          Crate.Draft(yard: "A", slot: 1, parcelID: books), Crate.Draft(yard: "A", slot: 2),
          Crate.Draft(yard: "B", slot: 1, parcelID: shoes),
        ], in: db)
      try Leg.insert((0..<3).map { Leg.Draft(parcelID: books, position: $0, vehicle: "van") }, in: db)
      try Remark.Draft(text: "late", legID: legIDs[1]).insert(in: db)
      try Label.Draft(parcelID: shoes, text: "fragile").insert(in: db)
    }
  }

  private func parcels(_ predicate: (Parcel.Columns) -> some SQLExpression<Bool>) throws -> [String] {
    let query = Parcel.where(predicate).order { $0.content }
    return try store.read { db in try query.fetchAll(in: db).map(\.content) }
  }

  private func scans(_ predicate: (Scan.Columns) -> some SQLExpression<Bool>) throws -> [String] {
    let query = Scan.where(predicate).order { $0.place }
    return try store.read { db in try query.fetchAll(in: db).map(\.place) }
  }

  private func crates(_ predicate: (Crate.Columns) -> some SQLExpression<Bool>) throws -> [String] {
    let query = Crate.where(predicate).order { ($0.yard, $0.slot) }
    return try store.read { db in try query.fetchAll(in: db).map { "\($0.yard)\($0.slot)" } }
  }

  @Test("A row is found by the key itself, also in lists")
  func keys() throws {
    try fill()
    #expect(try parcels { $0.id == books } == ["books"])
    #expect(try parcels { $0.id != books } == ["shoes"])
    #expect(try parcels { $0.id == lowerShoes } == ["shoes"], "the key's collation")
    #expect(try parcels { $0.id.in([lowerShoes, lowerShoes]) } == ["shoes"])
    #expect(try parcels { $0.id.in(manyIDs) } == ["shoes"])
    #expect(try parcels { $0.id.notIn(manyIDs) } == ["books"])
    let legs = legIDs
    let (found, labels) = try store.read { db in
      (
        try Leg.where { $0.id.in(legs) && $0.id == legs[1] && $0.remarks.count == 1 }.fetchAll(in: db),
        try Label.where { $0.id == shoes && $0.id.in([shoes, books]) && $0.id == $0.parcelID && $0.id == $0.parcel.id }
          .count(in: db)
      )
    }
    #expect(found.map(\.position) == [1])
    #expect(labels == 1, "the key is a reference")
  }

  @Test("A row is found by the reference, and by the key at the end of a path")
  func references() throws {
    try fill()
    #expect(try scans { $0.parcelID.in([shoes]) } == ["Rome"])
    #expect(try scans { $0.parcelID.in(manyIDs) } == ["Rome"])
    #expect(try scans { $0.parcel.id == books } == ["Oslo"])
    #expect(try scans { $0.parcelID == $0.parcel.id } == ["Oslo", "Rome"])
    #expect(try parcels { parcel in parcel.scans.any { $0.parcelID == parcel.id && $0.place == "Rome" } } == ["shoes"])
    let leg = legIDs[1]
    let remarks = try store.read { db in
      try Remark.where { $0.leg.id == leg && $0.leg.parcel.id == books && $0.leg.parcelID == $0.leg.parcel.id }
        .count(in: db)
    }
    #expect(remarks == 1)
  }

  @Test("An optional reference that is nil matches no key, and is in no list")
  func optionalReferences() throws {
    try fill()
    #expect(try crates { $0.parcel.id == books } == ["A1"])
    #expect(try crates { $0.parcel.id != books } == ["A2", "B1"])
    #expect(try crates { $0.parcel.id == nil } == ["A2"])
    #expect(try crates { $0.parcel.id != nil } == ["A1", "B1"])
    #expect(try crates { $0.parcel.id.in([books]) } == ["A1"])
    #expect(try crates { $0.parcel.id.notIn([books]) } == ["A2", "B1"])
    #expect(try crates { !$0.parcel.id.in([books]) } == ["A2", "B1"])
    #expect(try crates { $0.parcelID.notIn([books]) } == ["A2", "B1"])
    #expect(try crates { $0.parcelID.notIn(manyIDs) } == ["A1", "A2"])
    #expect(try crates { $0.parcel.id.notIn(manyIDs) } == ["A1", "A2"])
    #expect(try crates { $0.parcelID.in(manyIDs) || $0.slot == 2 } == ["A2", "B1"])
    #expect(try crates { !($0.parcelID.in(manyIDs) || $0.slot == 2) } == ["A1"])
    #expect(try crates { $0.parcelID == $0.parcel.id } == ["A1", "A2", "B1"], "nil is nil")
    #expect(try crates { $0.parcelID != $0.parcel.id } == [])
  }

  @Test("Rows are updated and deleted by the key")
  func writesByKey() throws {
    try fill()
    let legs = legIDs
    let (changed, vehicle, deleted) = try store.write { db in
      (
        try Leg.where { $0.id == legs[0] }.update(in: db) { [$0.vehicle.set("ship")] },
        try Leg.find(legs[0], in: db).vehicle, try Leg.where { $0.id.in(legs) }.delete(in: db)
      )
    }
    #expect(changed == 1 && vehicle == "ship" && deleted == 2)
  }

  @Test("The key at the end of a required reference needs no join")
  func keyThroughReference() throws {
    let query = Scan.where { $0.parcel.number == 1 }
    #expect(try query.sql.hasSuffix(#"FROM "scan" AS t0 WHERE t0."parcel_number" = ?1"#))
  }

  @Test(
    "The delete rules delete, keep, clear or refuse", arguments: ["scan", "crate", "seal", "claim", "leg", "label"])
  func deleteRules(table: String) throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("a.sqlite"), schema: ShippingSchema.self)
    let raw = try RawDatabase(path: folder.path("a.sqlite"))
    try store.write { db in
      try Parcel.Draft(carrier: "DHL", number: 1, content: "books").insert(in: db)
      switch table {
      case "scan": try Scan.Draft(place: "Oslo", parcelID: books).insert(in: db)
      case "crate": try Crate.Draft(yard: "A", slot: 1, parcelID: books).insert(in: db)
      case "seal": try Seal.Draft(text: "red", parcelID: books).insert(in: db)
      case "claim": try Claim.Draft(text: "lost", parcelID: books).insert(in: db)
      case "label": try Label.Draft(parcelID: books, text: "up").insert(in: db)
      default:
        let leg = try Leg.Draft(parcelID: books, position: 0, vehicle: "van").insert(in: db)
        try Remark.Draft(text: "late", legID: leg.id).insert(in: db)
      }
    }
    let isRefused = ["seal", "claim"].contains(table)
    do {
      try store.write { db in _ = try Parcel.delete(books, in: db) }
      #expect(!isRefused)
    } catch let error as ConstraintViolation {
      #expect(isRefused, "\(error)")
    }
    try store.read { db in
      #expect(try Parcel.all.count(in: db) == (isRefused ? 1 : 0))
      let left = try [
        Scan.all.count(in: db), Crate.all.count(in: db), Seal.all.count(in: db), Claim.all.count(in: db),
        Leg.all.count(in: db), Remark.all.count(in: db), Label.all.count(in: db),
      ].reduce(0, +)
      #expect(left == (isRefused || table == "crate" ? 1 : 0))
      #expect(try Crate.where { $0.parcelID != nil }.count(in: db) == 0)
    }
    #expect(throws: (any Error).self, "half of a key") {
      try raw.execute("INSERT INTO crate (yard, slot, parcel_carrier) VALUES ('Z', 1, 'DHL')")
    }
  }

  @Test("An error names the columns of the property")
  func errors() throws {
    let missing = Parcel.ID(carrier: "none", number: 0)
    #expect(throws: ConstraintViolation.self) {
      try store.write { db in _ = try Scan.Draft(place: "Oslo", parcelID: missing).insert(in: db) }
    }
    do {
      try store.write { db in
        try Seal.Draft(text: "red", parcelID: books).insert(in: db)
        try Seal.Draft(text: "green", parcelID: books).insert(in: db)
      }
      Issue.record("two seals")
    } catch ConstraintViolation.unique(let table, let columns) {
      #expect(table.model == "Seal")
      #expect(columns.map(\.property) == ["parcelID.carrier", "parcelID.number"])
    }
    #expect(throws: RecordNotFound.self) {
      try store.read { db in _ = try Parcel.find(missing, in: db) }
    }
  }
}
