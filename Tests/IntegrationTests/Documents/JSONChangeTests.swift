import Foundation
import Postil
import Testing

/// Docs/Queries.md, "Changing a part of JSON" and "Elements of arrays as rows".
@Suite("Changes of parts of JSON, and dictionary entries as rows")
struct JSONChangeTests {
  private let store: SQLiteStore

  init() throws {
    store = try temporaryStore()
    try store.write { db in
      let geo = Venue.Geo(latitude: 1, longitude: 2)
      try Venue.Draft(
        name: "Opera", address: Venue.Address(city: "Paris", zip: "75009", geo: geo), labels: ["old"],
        settings: ["theme": "dark", "it's \"loud\"\n": "yes"]
      ).insert(in: db)
      try Venue.Draft(
        name: "Barn", address: Venue.Address(city: "Oslo", geo: geo, entrance: geo, lines: ["1"]),
        formerAddress: Venue.Address(city: "Bergen", geo: geo)
      ).insert(in: db)
    }
  }

  private func venues(_ db: SQLiteReadTransaction) throws -> [Venue] { try Venue.order { $0.id }.fetchAll(in: db) }

  @Test("An update changes members, and leaves the rest as Swift does")
  func members() throws {
    let changed = try store.write { db in
      try Venue.where { $0.name == "Opera" }.update(in: db) {
        [
          $0.address.city.set("Lyon"), $0.address.geo.latitude.set(45.75), $0.address.isOpen.set(false),
          $0.settings["theme"].set("light"),
        ]
      }
    }
    #expect(changed == 1)
    try store.read { db in
      let opera = try venues(db)[0]
      #expect(opera.address.city == "Lyon" && opera.address.zip == "75009" && opera.address.geo.longitude == 2)
      #expect(opera.address.geo.latitude == 45.75 && !opera.address.isOpen)
      #expect(opera.settings == ["theme": "light", "it's \"loud\"\n": "yes"])
      #expect(try venues(db)[1].address.city == "Oslo")
      // Equal values are equal texts, which the database compares.
      #expect(try Venue.where { $0.address == opera.address && $0.settings == opera.settings }.count(in: db) == 1)
    }
  }

  @Test("nil removes an optional member or a key, and a value adds it, as in Swift")
  func optionals() throws {
    let date = Date(timeIntervalSince1970: 1_769_904_000)
    try store.write { db in
      try Venue.all.update(in: db) {
        [
          $0.address.zip.set("1"), $0.address.openedAt.set(date), $0.address.entrance.set(nil),
          $0.address.lines.set(["a", "b"]),
          $0.address.kind.set(.club), $0.settings["theme"].set(nil), $0.settings["a/\"b\""].set("c"),
        ]
      }
    }
    try store.read { db in
      for venue in try venues(db) {
        #expect(venue.address.zip == "1" && venue.address.openedAt == date && venue.address.entrance == nil)
        #expect(venue.address.lines == ["a", "b"] && venue.address.kind == .club)
        #expect(venue.settings["theme"] == nil && venue.settings["a/\"b\""] == "c")
        #expect(try Venue.where { $0.address == venue.address && $0.settings == venue.settings }.count(in: db) == 1)
      }
    }
  }

  @Test("Nothing changes where a part of the path is nil, as with optional chaining")
  func missing() throws {
    try store.write { db in
      try Venue.all.update(in: db) { [$0.formerAddress.city.set("Bodø"), $0.address.entrance.latitude.set(9)] }
    }
    try store.read { db in
      let (opera, barn) = (try venues(db)[0], try venues(db)[1])
      #expect(opera.formerAddress == nil && opera.address.entrance == nil)
      #expect(barn.formerAddress?.city == "Bodø" && barn.address.entrance?.latitude == 9)
      #expect(barn.address.entrance?.longitude == 2)
    }
  }

  @Test("An update appends elements to arrays, and leaves the rest")
  func appending() throws {
    try store.write { db in
      try Venue.all.update(in: db) {
        [
          $0.labels.append("it's \"new\""), $0.address.lines.append("2"), $0.address.city.set("Rome"),
          $0.formerAddress.lines.append("3"),
        ]
      }
      try Venue.where { $0.name == "Opera" }.update(in: db) { [$0.labels.append("]"), $0.labels.append("last")] }
    }
    try store.read { db in
      let (opera, barn) = (try venues(db)[0], try venues(db)[1])
      #expect(opera.labels == ["old", "it's \"new\"", "]", "last"] && barn.labels == ["it's \"new\""])
      #expect(opera.address.lines == ["2"] && barn.address.lines == ["1", "2"])
      #expect(opera.address.city == "Rome" && opera.settings["theme"] == "dark")
      #expect(opera.formerAddress == nil && barn.formerAddress?.lines == ["3"])
      #expect(try Venue.where { $0.address == barn.address && $0.labels == barn.labels }.count(in: db) == 1)
    }
  }

  @Test("A member that isn't optional can't be nil, and a part of an array isn't set")
  func refused() throws {
    try store.write { db in
      #expect(throws: QueryError.self) { try Venue.all.update(in: db) { [$0.formerAddress.city.set(nil)] } }
      #expect(throws: QueryError.self) { try Venue.all.update(in: db) { [$0.labels[0].set("new")] } }
      #expect(throws: QueryError.self) {
        try Venue.all.update(in: db) { [$0.settings.set([:]), $0.settings["theme"].set("light")] }
      }
    }
  }

  @Test("Entries of dictionaries are rows with a key and a value")
  func entries() throws {
    try store.read { db in
      let entries = try Venue.joinEach { $0.settings.entries }
        .where { _, entry in entry.key.hasPrefix("t") || entry.value == "yes" }
        .order { _, entry in entry.key }
        .fetchAll(in: db)  // [(Venue, DictionaryEntry<String>)]
      #expect(entries.map(\.1.key) == ["it's \"loud\"\n", "theme"] && entries.map(\.1.value) == ["yes", "dark"])
      let counts = try Venue.joinEach { $0.settings.entries }
        .group { _, entry in entry.key }
        .order { _, entry in entry.key }
        .select { _, entry in (entry.key, SQL.count()) }
        .fetchAll(in: db)
      #expect(counts.map(\.1) == [1, 1])
    }
  }
}
