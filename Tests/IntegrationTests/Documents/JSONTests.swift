import Foundation
import Postil
import Testing

/// Docs/Language.md, "JSON", and Docs/Queries.md, "Paths into JSON".
@Suite("JSON columns")
struct JSONTests {
  private let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  static let opera = Venue.Draft(
    name: "Opera",
    address: Venue.Address(
      city: "Paris", zip: "75009", geo: Venue.Geo(latitude: 48.5, longitude: 2.25),
      entrance: Venue.Geo(latitude: 48.75, longitude: 2.5), lines: ["8", "rue Scribe"],
      openedAt: Date(timeIntervalSince1970: 0)),
    labels: ["old", "gilt", "it's \"loud\"", ""], settings: ["theme": "dark", "a.b/c\"d'": "odd", "": "empty"],
    floors: [-1, 0, 1], programme: .loaded(["Aida"]))
  static let cellar = Venue.Draft(
    name: "Cellar",
    address: Venue.Address(
      city: "Oslo", geo: Venue.Geo(latitude: 59.5, longitude: 10.75), kind: .club, isOpen: false),
    formerAddress: Venue.Address(city: "Bergen", geo: Venue.Geo(latitude: 60.5, longitude: 5.25)))

  private func venues(_ predicate: (Venue.Columns) -> some SQLExpression<Bool>) throws -> [String] {
    let query = Venue.where(predicate).order { $0.name }
    return try store.read { db in try query.fetchAll(in: db).map(\.name) }
  }

  private func fill() throws {
    try store.write { db in _ = try Venue.insert([Self.opera, Self.cellar], in: db) }
  }

  @Test("Every Codable value is restored: structs, optionals, arrays, sets, dictionaries, generic enums")
  func roundTrip() throws {
    try store.write { db in
      for draft in [Self.opera, Self.cellar] {
        let venue = try draft.insert(in: db)
        #expect(try Venue.find(venue.id, in: db) == venue)
      }
      #expect(
        try RawSQL("SELECT count(*) FROM venue WHERE former_address IS NULL").as(Int.self).fetchOnly(in: db) == 1)
    }
  }

  @Test("Paths follow members, custom coding keys, optionals and nested structs")
  func members() throws {
    try fill()
    #expect(try venues { $0.address.city == "Paris" } == ["Opera"])
    #expect(try venues { $0.address.geo.latitude > 50 } == ["Cellar"])
    #expect(try venues { $0.address.zip == "75009" } == ["Opera"])
    #expect(try venues { $0.address.zip == nil } == ["Cellar"])
    #expect(try venues { $0.address.kind == .club && !$0.address.isOpen } == ["Cellar"])
    #expect(try venues { $0.address.openedAt < Date(timeIntervalSince1970: 1) } == ["Opera"])
    #expect(try venues { $0.address.entrance.isNil } == ["Cellar"])
    #expect(try venues { $0.address.entrance.latitude == 48.75 } == ["Opera"])
    #expect(try venues { $0.formerAddress.city == "Bergen" } == ["Cellar"])
    #expect(try venues { $0.formerAddress.city == nil } == ["Opera"])
    #expect(try venues { $0.formerAddress.geo.latitude > 60 } == ["Cellar"])
    #expect(try venues { $0.formerAddress.zip.isNotNil } == [])
    #expect(try venues { $0.address.city.hasPrefix("Pa") } == ["Opera"])
    #expect(try venues { $0.address.city.in(["Oslo", "Rome"]) } == ["Cellar"])
    #expect(try venues { $0.address[\.city] == "Oslo" } == ["Cellar"])
  }

  @Test("Paths reach the elements of arrays, sets and dictionaries, for any key")
  func collections() throws {
    try fill()
    #expect(try venues { $0.labels[0] == "old" } == ["Opera"])
    #expect(try venues { $0.labels[7] == nil } == ["Cellar", "Opera"])
    #expect(try venues { $0.labels[-1] == nil } == ["Cellar", "Opera"])
    #expect(try venues { $0.labels.count > 2 } == ["Opera"])
    #expect(try venues { $0.labels.isEmpty } == ["Cellar"])
    #expect(try venues { $0.labels.contains("it's \"loud\"") } == ["Opera"])
    #expect(try venues { $0.labels.contains("") } == ["Opera"])
    #expect(try venues { $0.labels.any { $0.hasPrefix("gi") } } == ["Opera"])
    #expect(try venues { $0.labels.none { $0.hasPrefix("gi") } } == ["Cellar"])
    #expect(try venues { $0.floors.all { $0 >= 0 } } == ["Cellar"])
    #expect(try venues { $0.floors.any { $0 < 0 || $0 > 5 } && !$0.floors.any { $0 == 7 } } == ["Opera"])
    #expect(try venues { venue in venue.address.lines.any { $0.contains("Scribe") && $0 != venue.name } } == ["Opera"])
    #expect(try venues { $0.formerAddress.lines.any { $0 == "8" } } == [])
    #expect(try venues { $0.floors.contains(-1) && $0.floors.count == 3 } == ["Opera"])
    #expect(try venues { $0.settings["theme"] == "dark" } == ["Opera"])
    #expect(try venues { $0.settings["a.b/c\"d'"] == "odd" } == ["Opera"])
    #expect(try venues { $0.settings[""] == "empty" } == ["Opera"])
    #expect(try venues { $0.settings["theme"] == nil } == ["Cellar"])
    #expect(try venues { $0.settings.count == 3 } == ["Opera"])
    #expect(try venues { $0.address.lines[1] == "rue Scribe" } == ["Opera"])
    #expect(try venues { $0.formerAddress.lines.count == 0 } == ["Cellar"])
    #expect(try venues { $0.formerAddress.lines.contains("8") } == [])
  }

  @Test("Values at paths can be selected and sorted by")
  func selection() throws {
    try fill()
    try store.read { db in
      let query = Venue.order { $0.address.geo.latitude.descending }
        .select { ($0.address.city, $0.address.zip, $0.labels[1], $0.labels.count, $0.formerAddress.geo.longitude) }
      let rows = try query.fetchAll(in: db)
      #expect(rows.map(\.0) == ["Oslo", "Paris"])
      #expect(rows.map(\.1) == [nil, "75009"])
      #expect(rows.map(\.2) == [nil, "gilt"])
      #expect(rows.map(\.3) == [0, 4])
      #expect(rows.map(\.4) == [5.25, nil])
    }
  }

  @Test("A key from a variable is a binding, and a path of members is a literal")
  func sql() throws {
    let query = Venue.where { $0.settings["x' OR 1"] == "a" && $0.address.geo.latitude > 1 }
    #expect(
      query.description.hasSuffix(
        #"""
        WHERE (SELECT "json_each"."value" FROM json_each(t0."settings", '$') WHERE "json_each"."key" = ?1) = ?2 \#
        AND json_extract(t0."address", '$."geo"."latitude"') > ?3
        """#))
  }

  @Test("A whole value can be compared and set")
  func wholeValues() throws {
    try fill()
    #expect(try venues { $0.labels == [] } == ["Cellar"])
    #expect(try venues { $0.settings == ["": "empty", "a.b/c\"d'": "odd", "theme": "dark"] } == ["Opera"])
    try store.write { db in _ = try Venue.all.update(in: db) { [$0.labels.set(["new"])] } }
    #expect(try venues { $0.labels[0] == "new" } == ["Cellar", "Opera"])
  }

  @Test("Paths produce the SQL shown in Docs/Queries.md")
  func documented() throws {
    try row(#"$0.address.city == "Oslo""#, #"json_extract(t0."address", '$."city"') = ?1"#) {
      $0.address.city == "Oslo"
    }
    try row("$0.address.geo.latitude > 50", #"json_extract(t0."address", '$."geo"."latitude"') > ?1"#) {
      $0.address.geo.latitude > 50
    }
    try row("$0.address.zip == nil", #"json_extract(t0."address", '$."zip-code"') IS NULL"#) { $0.address.zip == nil }
    try row("$0.address.entrance.isNil", #"json_extract(t0."address", '$."entrance"') IS NULL"#) {
      $0.address.entrance.isNil
    }
    try row(#"$0.formerAddress.city == "Bergen""#, #"json_extract(t0."former_address", '$."city"') = ?1"#) {
      $0.formerAddress.city == "Bergen"
    }
    try row(#"$0.labels[0] == "old""#, #"json_extract(t0."labels", '$[0]') = ?1"#) { $0.labels[0] == "old" }
    try row(
      #"$0.labels.contains("gilt")"#,
      #"EXISTS (SELECT 1 FROM json_each(t0."labels", '$') WHERE "json_each"."value" = ?1)"#
    ) { $0.labels.contains("gilt") }
    try row(
      #"$0.labels.any { $0.like("g%") }"#,
      #"EXISTS (SELECT 1 FROM json_each(t0."labels", '$') AS t1 WHERE t1."value" LIKE +?1)"#
    ) { $0.labels.any { $0.like("g%") } }
    try row(
      "$0.floors.all { $0 >= 0 }",
      #"NOT EXISTS (SELECT 1 FROM json_each(t0."floors", '$') AS t1 WHERE (t1."value" >= ?1) IS NOT TRUE)"#
    ) { $0.floors.all { $0 >= 0 } }
    try row("$0.labels.count > 2", #"json_array_length(t0."labels", '$') > ?1"#) { $0.labels.count > 2 }
    try row("$0.labels.isEmpty", #"json_array_length(t0."labels", '$') = 0"#) { $0.labels.isEmpty }
    try row(
      #"$0.settings["theme"] == "dark""#,
      #"(SELECT "json_each"."value" FROM json_each(t0."settings", '$') WHERE "json_each"."key" = ?1) = ?2"#
    ) { $0.settings["theme"] == "dark" }
    try row("$0.labels == []", #"t0."labels" = ?1"#) { $0.labels == [] }
  }

  /// Checks a row of the table of Docs/Queries.md: the Swift in it is that of the closure, the SQL that of the statement.
  private func row(_ swift: String, _ sql: String, _ condition: (Venue.Columns) -> some SQLExpression<Bool>) throws {
    let query = Venue.where(condition)
    try check(swift, sql, rendered: query.sql)
    try store.read { db in try runDocumented(swift, .condition) { _ = try query.fetchAll(in: db) } }
  }

  private func check(_ swift: String, _ sql: String, rendered: String) throws {
    let document = try Document("Queries")
    let source = Document.unbroken(try String(contentsOfFile: #filePath, encoding: .utf8))
    #expect(source.contains("{ \(swift) }"), "the text of the row is not the closure's: \(swift)")
    #expect(rendered.hasSuffix(" WHERE \(sql)"), "\(swift) is: \(rendered)")
    #expect(document.text.contains("| `\(swift)` | `\(sql)` |"), "the document lacks the row: \(swift)")
  }

  @Test("The count of a packed array is computed from its bytes")
  func packed() throws {
    try check(
      "$0.steps.count > 2", #"length(t0."steps") / 2 > ?1"#, rendered: Visit.where { $0.steps.count > 2 }.sql)
    try check("$0.steps.isEmpty", #"length(t0."steps") = 0"#, rendered: Visit.where { $0.steps.isEmpty }.sql)
  }

  @Test("A path can be compared, sorted by and selected like a column")
  func example() throws {
    try fill()
    try store.read { db in
      let venues = try Venue.where { $0.address.geo.latitude > 40 && $0.settings["theme"] == "dark" }
        .order { $0.address.city }
        .select { ($0.name, $0.address.zip, $0.labels.count) }
        .fetchAll(in: db)
      #expect(venues.map(\.0) == ["Opera"])
      #expect(venues.map(\.1) == ["75009"])
      #expect(venues.map(\.2) == [4])
    }
  }
}
