import Foundation
import Postil
import PostilTestSupport
import Shipping
import Testing

@Suite("Embedded structs")
struct EmbeddedStructTests {
  private let store: SQLiteStore
  private let home = Address(street: "Mill Lane 1", city: "Oslo")
  private let office = Address(
    line: "c/o Postil", street: "Quay 3", city: "Rome", kind: .work,
    location: Location(latitude: 41.9, longitude: 12.5))

  init() throws { store = try SQLiteStore.inMemory(schema: ShippingSchema.self) }

  private func site(_ number: Int) -> Location { Location(latitude: Double(number), longitude: -1) }

  @Test("Embedded structs are restored: with and without the optional parts, and nil")
  func roundTrip() throws {
    try store.write { db in
      let plain = try Depot.Draft(name: "plain", address: home, site: site(1)).insert(in: db)
      let full = try Depot.Draft(name: "full", address: office, mail: home, site: site(2)).insert(in: db)
      let both = try Depot.Draft(name: "both", address: home, mail: office, site: site(3), gate: site(4)).insert(in: db)
      #expect(try Depot.order { $0.name }.fetchAll(in: db) == [both, full, plain])
      #expect(try Depot.find(plain.id, in: db).mail == nil)
      #expect(try Depot.find(plain.id, in: db).gate == Location(latitude: 0, longitude: 0), "its default")
    }
  }

  @Test("Embedded structs are updated, saved and upserted with their row")
  func writing() throws {
    try store.write { db in
      var depot = try Depot.Draft(name: "a", address: home, site: site(1)).insert(in: db)
      depot.address.city = "Bergen"
      depot.mail = office
      try depot.update(in: db)
      #expect(try Depot.find(depot.id, in: db) == depot)
      depot.mail = nil
      depot.address.location = site(7)
      try depot.save(in: db)
      #expect(try Depot.find(depot.id, in: db) == depot)
      let same = try Depot.Draft(name: "b", address: office, site: site(1)).upsert(on: { $0.site }, in: db)
      #expect(same.id == depot.id)
      #expect(try Depot.all.fetchAll(in: db) == [same])
      #expect(same.address == office)
    }
  }

  @Test("Embedded structs can be used in queries, as a whole and by leaf")
  func queries() throws {
    try store.write { db in
      try Depot.insert(
        [
          Depot.Draft(name: "a", address: home, site: site(1)),
          Depot.Draft(name: "b", address: office, mail: home, site: site(2)),
        ], in: db)
    }
    try store.read { db in
      func names(_ query: Query<Depot>) throws -> [String] { try query.order { $0.name }.fetchAll(in: db).map(\.name) }
      #expect(try names(Depot.where { $0.address.city == "Oslo" }) == ["a"])
      #expect(try names(Depot.where { $0.address.city == "ROME" }) == ["b"], "the collation of the struct's property")
      #expect(try names(Depot.where { $0.address == home }) == ["a"])
      #expect(try names(Depot.where { $0.address != home }) == ["b"])
      #expect(try names(Depot.where { $0.address == office }) == ["b"])
      #expect(try names(Depot.where { $0.mail == nil }) == ["a"])
      #expect(try names(Depot.where { $0.mail.isNotNil }) == ["b"])
      #expect(try names(Depot.where { $0.mail == home }) == ["b"])
      #expect(try names(Depot.where { $0.mail != home }) == ["a"], "no mail is another than this")
      #expect(try names(Depot.where { $0.mail.city == "Oslo" }) == ["b"])
      #expect(try names(Depot.where { $0.mail.location == nil }) == ["a", "b"])
      #expect(try names(Depot.where { $0.address.location.latitude > 41 }) == ["b"])
      #expect(try names(Depot.where { $0.site.latitude == 2 }) == ["b"])
      #expect(try Depot.order { $0.address.city.descending }.fetchAll(in: db).map(\.name) == ["b", "a"])
      let rows = try Depot.order { $0.name }.select { ($0.address.city, $0.mail.city, $0.address.kind) }.fetchAll(
        in: db)
      #expect(rows.map(\.0) == ["Oslo", "Rome"])
      #expect(rows.map(\.1) == [nil, "Oslo"])
      #expect(rows.map(\.2) == [.home, .work])
      #expect(try Scan.where { $0.depot.address.city == "Oslo" }.count(in: db) == 0)
      #expect(try Scan.where { $0.depot.mail.city == nil }.count(in: db) == 0)
    }
  }

  @Test("Embedded structs can be set by leaf and as a whole, for many rows at once")
  func setting() throws {
    try store.write { db in
      let depot = try Depot.Draft(name: "a", address: home, site: site(1)).insert(in: db)
      try Depot.all.update(in: db) { [$0.address.city.set("Turin"), $0.mail.set(office)] }
      var expected = depot
      expected.address.city = "Turin"
      expected.mail = office
      #expect(try Depot.find(depot.id, in: db) == expected)
      try Depot.all.update(in: db) { [$0.address.set(office), $0.mail.set(nil), $0.gate.set(site(5))] }
      expected.address = office
      expected.mail = nil
      expected.gate = site(5)
      #expect(try Depot.find(depot.id, in: db) == expected)
      try Depot.all.update(in: db) { [$0.address.location.set(nil)] }
      expected.address.location = nil
      #expect(try Depot.find(depot.id, in: db) == expected)
    }
  }

  @Test("A reference in an embedded struct can be nil")
  func throughReferences() throws {
    try store.write { db in
      let depot = try Depot.Draft(name: "a", address: office, mail: home, site: site(1)).insert(in: db)
      let parcel = try Parcel.Draft(carrier: "DHL", number: 1, content: "books").insert(in: db)
      try Scan.insert(
        [
          Scan.Draft(place: "in", parcelID: parcel.id, depotID: depot.id),
          Scan.Draft(place: "out", parcelID: parcel.id),
        ], in: db)
      let cities = try Scan.order { $0.place }.select { ($0.depot.address.city, $0.depot.mail.street) }.fetchAll(in: db)
      #expect(cities.map(\.0) == ["Rome", nil])
      #expect(cities.map(\.1) == ["Mill Lane 1", nil])
      #expect(try Scan.where { $0.depot.address == office }.fetchAll(in: db).map(\.place) == ["in"])
    }
  }

  @Test("Checks apply under any prefix, and an optional struct is complete or nil")
  func checks() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("a.sqlite"), schema: ShippingSchema.self)
    let nowhere = Address(street: "", city: "Oslo")
    let beyond = Address(street: "x", city: "Oslo", location: Location(latitude: 91, longitude: 0))
    for (draft, name) in [
      (Depot.Draft(name: "a", address: nowhere, site: site(1)), "street_given"),
      (Depot.Draft(name: "a", address: home, mail: nowhere, site: site(1)), "street_given1"),
      (Depot.Draft(name: "a", address: beyond, site: site(1)), "depot_address_location_latitude_check"),
      (Depot.Draft(name: "a", address: home, site: Location(latitude: 0, longitude: 181)), "depot_longitude_check"),
    ] {
      do {
        try store.write { db in _ = try draft.insert(in: db) }
        Issue.record("\(name) let it pass")
      } catch ConstraintViolation.check(let found) {
        #expect(found == name)
      }
    }
    try store.write { db in _ = try Depot.Draft(name: "a", address: home, mail: office, site: site(1)).insert(in: db) }
    let raw = try RawDatabase(path: folder.path("a.sqlite"))
    for half in [
      "mail_to_city = NULL", "mail_to_location_latitude = NULL", "mail_to_street = NULL, mail_to_line = NULL",
    ] {
      #expect(throws: (any Error).self, "\(half)") { try raw.execute("UPDATE depot SET \(half)") }
    }
    try raw.execute("UPDATE depot SET mail_to_line = NULL")
    #expect(throws: ConstraintViolation.self, "a leaf of an optional struct set to NULL alone") {
      try store.write { db in _ = try Depot.all.update(in: db) { [$0.mail.city.set(nil)] } }
    }
  }

  @Test("An error names the path to the property")
  func errors() throws {
    do {
      try store.write { db in
        try Depot.Draft(name: "a", address: home, site: site(1)).insert(in: db)
        try Depot.Draft(name: "b", address: home, site: site(1)).insert(in: db)
      }
      Issue.record("two depots on one site")
    } catch ConstraintViolation.unique(_, let columns) {
      #expect(columns.map(\.property) == ["site.latitude", "site.longitude"])
      #expect(columns.map(\.name) == ["latitude", "longitude"])
    }
  }

  @Test("An index can name the path to the property")
  func index() throws {
    let query = Depot.where { $0.address.city == "Oslo" }.order { $0.address.city.descending }
    let folder = try TemporaryFolder()
    _ = try SQLiteStore(path: folder.path("a.sqlite"), schema: ShippingSchema.self)
    let raw = try RawDatabase(path: folder.path("a.sqlite"))
    let sql = try query.sql.replacing("?1", with: "'Oslo'")
    #expect(try raw.rows("EXPLAIN QUERY PLAN \(sql)").description.contains("depot_address_city_name_idx"))
  }
}
