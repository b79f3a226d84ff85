import Foundation
import Testing

/// A model without an `id`: these properties alone, one a line.
private func keyed(_ name: String, _ properties: String..., notes: String = "") -> String {
  (["// @table \(notes)", "struct \(name): Sendable {"] + properties + ["}", ""]).joined(separator: "\n")
}

private let region = model("Region", "var number: Int", "var name: String")
private let numberedRegion = keyed("Region", "let number: Int // @primaryKey", "var name: String")
private let city = model("City", "var regionID: Region.ID // @references(inverse: cities)", "var name: String")
// Every number is the other region's id, so a copied reference would stay valid and name the wrong region.
private let regions = "INSERT INTO region VALUES (1, 2, 'North'), (2, 1, 'South');"
private let cities = "INSERT INTO city VALUES (1, 1, 'Northtown'), (2, 2, 'Southtown');"
private let whose =
  "SELECT city.name || ' ' || region.name FROM city JOIN region ON region.number = city.region_id ORDER BY 1"
private let towns = ["Northtown North", "Southtown South"]

private let uuid = "struct ID: RawRepresentable, Codable, Hashable, Sendable { let rawValue: UUID }"

private let country = keyed("Country", "let code: String // @primaryKey", "var name: String")
private let surrogate = model("Country", "var code: String // @unique", "var name: String")
private let countries = "INSERT INTO country VALUES ('ch', 'Switzerland'), ('at', 'Austria'), ('li', 'Liechtenstein');"

@Suite("Changes of keys, and of the references to them")
struct KeyChangeTests {
  static let changes: [Change] = [
    Change(
      "another column becomes the key, and references name the same rows as before", from: region + city,
      rows: regions + cities, to: numberedRegion + city, allowing: ["dropColumn"], rebuilds: ["city", "region"],
      findings: ["newReference city.region_id 0", "dropColumn region.id 2", "newUnique region.number 0"], query: whose,
      after: towns, undo: .impossible,
      contains: [
        "(SELECT \"region\".\"number\" FROM \"region\" WHERE \"region\".\"id\" = \"city\".\"region_id\") AS \"region_id\""
      ]),
    Change(
      "another column becomes the key, and the old one stays", from: region + city, rows: regions + cities,
      to: keyed(
        "Region", "let number: Int // @primaryKey", "var name: String", "let old: Int // @renamed(from: \"id\")")
        + city, rebuilds: ["city", "region"],
      findings: ["newReference city.region_id 0", "newUnique region.number 0"], query: whose, after: towns),
    Change(
      "a reference whose row is missing is refused", from: region + city,
      rows: "PRAGMA foreign_keys = OFF;" + regions + cities + "INSERT INTO city VALUES (3, 9, 'Nowhere');",
      to: numberedRegion + city, allowing: ["dropColumn"], rebuilds: ["city", "region"],
      findings: ["newReference city.region_id 1", "dropColumn region.id 2", "newUnique region.number 0"],
      query: "SELECT 1", after: []),
    Change(
      "the key changes, and parent and child have new names", from: region + city, rows: regions + cities,
      to: keyed(
        "Land", "let code: Int // @primaryKey @renamed(from: \"number\")", "var name: String",
        notes: "@renamed(from: \"region\")")
        + model(
          "Town", "var landID: Land.ID // @references(inverse: towns) @renamed(from: \"region_id\")",
          "var name: String", notes: "@renamed(from: \"city\")"),
      allowing: ["dropColumn"], rebuilds: ["town", "land"],
      findings: ["newReference town.land_id 0", "dropColumn region.id 2", "newUnique land.code 0"],
      query: "SELECT town.name || ' ' || land.name FROM town JOIN land ON land.code = town.land_id ORDER BY 1",
      after: towns, undo: .impossible),
    Change(
      "the key of a tree changes",
      from: model("Folder", "var number: Int", "var parentID: Folder.ID? // @references(inverse: children)"),
      rows: "INSERT INTO folder VALUES (1, 3, NULL), (2, 1, 1), (3, 2, 2)",
      to: keyed(
        "Folder", "let number: Int // @primaryKey", "var parentID: Folder.ID? // @references(inverse: children)"),
      allowing: ["dropColumn"], rebuilds: ["folder"],
      findings: [
        "dropColumn folder.id 3", "newUnique folder.number 0", "newReference folder.parent_id 0",
      ],
      query: "SELECT number || ' ' || quote(parent_id) FROM folder ORDER BY number",
      after: ["1 3", "2 1", "3 NULL"], undo: .impossible),
    Change(
      "the key of a tree changes whose check names its table",
      from: model(
        "Folder", "var number: Int", "var parentID: Folder.ID? // @references(inverse: children)",
        notes: "@check(\"folder.number <> 7\")"),
      rows: "INSERT INTO folder VALUES (1, 3, NULL), (2, 1, 1), (3, 2, 2)",
      to: keyed(
        "Folder", "let number: Int // @primaryKey", "var parentID: Folder.ID? // @references(inverse: children)",
        notes: "@check(\"folder.number <> 7\")"),
      allowing: ["dropColumn"], rebuilds: ["folder"],
      findings: [
        "dropColumn folder.id 3", "newUnique folder.number 0", "newReference folder.parent_id 0",
      ],
      query: "SELECT number || ' ' || quote(parent_id) FROM folder ORDER BY number",
      after: ["1 3", "2 1", "3 NULL"], undo: .impossible),
    Change(
      "two tables that reference each other get other keys",
      from: model("Team", "var number: Int", "var captainID: Player.ID? // @references")
        + model("Player", "var number: Int", "var teamID: Team.ID // @references"),
      rows: """
        INSERT INTO team VALUES (1, 2, NULL), (2, 1, NULL);
        INSERT INTO player VALUES (1, 3, 1), (2, 1, 2), (3, 2, 1);
        UPDATE team SET captain_id = 4 - id;
        """,
      to: keyed("Team", "let number: Int // @primaryKey", "var captainID: Player.ID? // @references")
        + keyed("Player", "let number: Int // @primaryKey", "var teamID: Team.ID // @references"),
      allowing: ["dropColumn"], rebuilds: ["team", "player"],
      findings: [
        "dropColumn team.id 2", "newUnique team.number 0", "newReference team.captain_id 0",
        "dropColumn player.id 3", "newUnique player.number 0", "newReference player.team_id 0",
      ],
      query: """
        SELECT 'team ' || number || ' captain ' || captain_id FROM team UNION ALL
        SELECT 'player ' || number || ' team ' || team_id FROM player ORDER BY 1
        """,
      after: ["player 1 team 1", "player 2 team 2", "player 3 team 2", "team 1 captain 1", "team 2 captain 2"],
      undo: .impossible, contains: ["CREATE TABLE \"postil_keys_", "DROP TABLE \"postil_keys_"]),
    Change(
      "the key of an ordered relationship's owner changes: the members keep their places",
      from: region
        + model("City", "var regionID: Region.ID // @references(inverse: cities, ordered)", "var name: String"),
      rows: regions
        + "INSERT INTO city (id, region_id, name) VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 1, 'c'); UPDATE city SET cities_position = 9999999 WHERE id = 1;",
      to: numberedRegion
        + model("City", "var regionID: Region.ID // @references(inverse: cities, ordered)", "var name: String"),
      allowing: ["dropColumn"], rebuilds: ["city", "region"],
      findings: ["newReference city.region_id 0", "dropColumn region.id 2", "newUnique region.number 0"],
      query: """
        SELECT name || ' ' || region_id || ' ' || cities_position FROM city
        """,
      after: ["a 2 9999999", "b 1 0", "c 2 4096"], undo: .impossible),
    Change(
      "the keys of both sides of a many-to-many change",
      from: model("Item", "var number: Int", "// @manyToMany(tags: Tag, inverse: items)")
        + model("Tag", "var number: Int", "// @manyToMany(near: Tag, inverse: farOf)"),
      rows: """
        INSERT INTO item VALUES (1, 2), (2, 1); INSERT INTO tag VALUES (1, 3), (2, 1), (3, 2);
        INSERT INTO item_tags VALUES (1, 1), (2, 3); INSERT INTO tag_near VALUES (1, 2), (2, 3);
        """,
      to: keyed("Item", "let number: Int // @primaryKey", "// @manyToMany(tags: Tag, inverse: items)")
        + keyed("Tag", "let number: Int // @primaryKey", "// @manyToMany(near: Tag, inverse: farOf)"),
      allowing: ["dropColumn"], rebuilds: ["item_tags", "item", "tag_near", "tag"],
      findings: [
        "newReference item_tags.item_number 0", "newReference item_tags.tag_number 0", "dropColumn item.id 2",
        "newUnique item.number 0", "newReference tag_near.tag_number 0", "newReference tag_near.near_number 0",
        "dropColumn tag.id 3", "newUnique tag.number 0",
      ],
      query: """
        SELECT item_number || ' ' || tag_number FROM item_tags UNION ALL
        SELECT tag_number || ' near ' || near_number FROM tag_near ORDER BY 1
        """,
      after: ["1 2", "1 near 2", "2 3", "3 near 1"], undo: .impossible),
    Change(
      "text UUIDs as keys become bytes, and so do the references",
      from: model("Note", "var projectID: Project.ID // @references")
        + keyed("Project", "let id: ID", uuid, "var name: String"),
      rows: """
        INSERT INTO project VALUES ('E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 'a'), ('00000000-0000-0000-0000-000000000001', 'b');
        INSERT INTO note VALUES (1, 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'), (2, '00000000-0000-0000-0000-000000000001');
        """,
      to: model("Note", "var projectID: Project.ID // @references")
        + keyed("Project", "let id: ID // @store(as: blob)", uuid, "var name: String"),
      rebuilds: ["project", "note"],
      findings: ["unconvertible project.id 0", "newUnique project.id 0", "unconvertible note.project_id 0"],
      query: "SELECT note.id || project.name FROM note JOIN project ON project.id = note.project_id ORDER BY 1",
      after: ["1a", "2b"]),
    Change(
      "a key whose letters' case did not count becomes one of bytes: references take the key's own spelling",
      from: keyed("Tag", "let code: String // @primaryKey @collate(NOCASE)", "var size: Int")
        + model("Item", "var tagID: Tag.ID? // @references"),
      rows: "INSERT INTO tag VALUES ('Home', 1); INSERT INTO item VALUES (1, 'HOME'), (2, NULL)",
      to: keyed("Tag", "let code: String // @primaryKey", "var size: Int")
        + model("Item", "var tagID: Tag.ID? // @references"), rebuilds: ["item", "tag"],
      findings: ["newReference item.tag_id 0"],
      query: "SELECT quote(tag_id) FROM item ORDER BY id", after: ["'Home'", "NULL"]),
    Change(
      "a composite key becomes another one",
      from: keyed("Seat", "let row: Int // @primaryKey", "let place: Int // @primaryKey", "var code: String // @unique")
        + model("Ticket", "var seatID: Seat.ID? // @references"),
      rows:
        "INSERT INTO seat VALUES (1, 2, 'x'), (2, 1, 'y'); INSERT INTO ticket VALUES (1, 1, 2), (2, 2, 1), (3, NULL, NULL)",
      to: keyed(
        "Seat", "let row: Int", "let place: Int", "let code: String // @primaryKey", notes: "@unique(row, place)")
        + model("Ticket", "var seatID: Seat.ID? // @references"), rebuilds: ["ticket", "seat"],
      findings: ["newReference ticket.seat_id 0"],
      query: "SELECT id || quote(seat_id) FROM ticket ORDER BY 1", after: ["1'x'", "2'y'", "3NULL"]),
    Change(
      "a part of a composite key is renamed",
      from: keyed("Seat", "let row: Int // @primaryKey", "let place: Int // @primaryKey")
        + model("Ticket", "var seatID: Seat.ID? // @references"),
      rows: "INSERT INTO seat VALUES (1, 2), (2, 1); INSERT INTO ticket VALUES (1, 1, 2), (2, 2, 1), (3, NULL, NULL)",
      to: keyed("Seat", "let line: Int // @primaryKey @renamed(from: \"row\")", "let place: Int // @primaryKey")
        + model("Ticket", "var seatID: Seat.ID? // @references"),
      query: "SELECT id || ' ' || quote(seat_line) || quote(seat_place) FROM ticket ORDER BY 1",
      after: ["1 12", "2 21", "3 NULLNULL"]),
    Change(
      "a natural key becomes a surrogate: the rows are numbered, and references follow",
      from: country + model("City", "var countryID: Country.ID // @references", "var name: String"),
      rows: countries + "INSERT INTO city VALUES (1, 'ch', 'Bern'), (2, 'at', 'Graz'), (3, 'ch', 'Chur')",
      to: surrogate + model("City", "var countryID: Country.ID // @references", "var name: String"),
      rebuilds: ["city", "country"], findings: ["newReference city.country_id 0"],
      query: """
        SELECT city.name || ' ' || code || ' ' || country.id FROM city JOIN country ON country.id = country_id
        ORDER BY city.id
        """,
      after: ["Bern ch 1", "Graz at 2", "Chur ch 1"]),
    Change(
      "a natural key that ignores case becomes a surrogate, in a tree whose check names its table",
      from: keyed(
        "Folder", "let name: String // @primaryKey @collate(nocase)",
        "var parentID: Folder.ID? // @references(inverse: children)", notes: "@check(\"folder.name <> 'x'\")"),
      rows: "INSERT INTO folder VALUES ('B', NULL), ('a', 'b'), ('C', 'A')",
      to: model(
        "Folder", "var name: String // @collate(nocase)",
        "var parentID: Folder.ID? // @references(inverse: children)", notes: "@check(\"folder.name <> 'x'\")"),
      rebuilds: ["folder"], findings: ["newReference folder.parent_id 0"],
      query: """
        SELECT name || ' ' || quote((SELECT parent.name FROM folder AS parent WHERE parent.id = folder.parent_id))
        FROM folder ORDER BY name
        """,
      after: ["a 'B'", "B NULL", "C 'a'"]),
    Change(
      "a natural key becomes a surrogate, and the property that references it has another name",
      from: country + model("City", "var stateID: Country.ID? // @references", "var name: String"),
      rows: countries + "INSERT INTO city VALUES (1, 'ch', 'Bern'), (2, 'at', 'Graz'), (3, NULL, 'Nowhere')",
      to: surrogate + model("City", "var countryID: Country.ID? // @references", "var name: String"),
      rebuilds: ["city", "country"], findings: ["newReference city.country_id 0"],
      query:
        "SELECT name || (SELECT quote(code) FROM country WHERE id = country_id) FROM city WHERE id < 3 ORDER BY city.id",
      after: ["Bern'ch'", "Graz'at'"]),
    Change(
      "a reference becomes required on the way to a surrogate, and rows without one refuse it",
      from: country + model("City", "var stateID: Country.ID? // @references", "var name: String"),
      rows: countries + "INSERT INTO city VALUES (1, 'ch', 'Bern'), (3, NULL, 'Nowhere')",
      to: surrogate + model("City", "var countryID: Country.ID // @references", "var name: String"),
      rebuilds: ["city", "country"],
      findings: ["newRequired city.country_id 1", "newReference city.country_id 0"], query: "SELECT 1", after: []),
    Change(
      "a surrogate becomes a natural key",
      from: surrogate + model("City", "var countryID: Country.ID? // @references"),
      rows:
        "INSERT INTO country VALUES (1, 'ch', 's'), (2, 'at', 'a'); INSERT INTO city VALUES (1, 2), (2, 1), (3, NULL)",
      to: country + model("City", "var countryID: Country.ID? // @references"), allowing: ["dropColumn"],
      rebuilds: ["city", "country"], findings: ["newReference city.country_id 0", "dropColumn country.id 2"],
      query: "SELECT quote(country_id) FROM city ORDER BY id", after: ["'at'", "'ch'", "NULL"], undo: .impossible),
    Change(
      "a join table becomes a model with a key of its own",
      from: model("Item", "var title: String", "// @manyToMany(tags: Tag, inverse: items)")
        + model("Tag", "var name: String"),
      rows: """
        INSERT INTO item VALUES (1, 'a'), (2, 'b'); INSERT INTO tag VALUES (1, 't'), (2, 'u');
        INSERT INTO item_tags VALUES (2, 1), (1, 2), (1, 1)
        """,
      to: model("Item", "var title: String", "// @manyToMany(tags: Tag, through: Label, inverse: items)")
        + model("Tag", "var name: String")
        + model(
          "Label", "var itemID: Item.ID // @references(onDelete: cascade)",
          "var tagID: Tag.ID // @references(onDelete: cascade)",
          notes: "@renamed(from: \"item_tags\") @unique(itemID, tagID)"),
      rebuilds: ["label"], query: "SELECT id || ' ' || item_id || ' ' || tag_id FROM label ORDER BY id",
      after: ["1 1 1", "2 1 2", "3 2 1"]),
    Change(
      "a part of a key goes, and the reference loses nothing",
      from: keyed("Seat", "let row: Int // @primaryKey", "let place: Int // @primaryKey")
        + model("Ticket", "var seatID: Seat.ID? // @references"),
      rows: "INSERT INTO seat VALUES (1, 2), (2, 1); INSERT INTO ticket VALUES (1, 1, 2), (2, 2, 1), (3, NULL, NULL)",
      to: model("Seat", "let row: Int", "let place: Int") + model("Ticket", "var seatID: Seat.ID? // @references"),
      rebuilds: ["ticket", "seat"], findings: ["newReference ticket.seat_id 0"],
      query: """
        SELECT ticket.id || quote(row) || quote(place) FROM ticket LEFT JOIN seat ON seat.id = seat_id ORDER BY 1
        """, after: ["112", "221", "3NULLNULL"]),
    Change(
      "a reference becomes required while its key changes, and a default stands for none",
      from: region + model("City", "var regionID: Region.ID? // @references", "var name: String"),
      rows: regions + "INSERT INTO city VALUES (1, 1, 'a'), (2, NULL, 'b')",
      to: numberedRegion
        + model("City", "var regionID: Region.ID // @references @default(sql: \"1\")", "var name: String"),
      allowing: ["dropColumn", "replaceNull", "newReference"], rebuilds: ["city", "region"],
      findings: [
        "replaceNull city.region_id 1", "newReference city.region_id 0", "dropColumn region.id 2",
        "newUnique region.number 0",
      ],
      query: "SELECT city.name || region_id FROM city ORDER BY 1", after: ["a2", "b1"], undo: .impossible),
    Change(
      "an integer key becomes text, and so do the references to it",
      from: keyed("Part", "let code: Int // @primaryKey", "var partID: Part.ID? // @references"),
      rows: "INSERT INTO part VALUES (1, NULL), (2, 1), (3, 2)",
      to: keyed("Part", "let code: String // @primaryKey", "var partID: Part.ID? // @references"), rebuilds: ["part"],
      findings: ["newUnique part.code 0"], query: "SELECT quote(code) || quote(part_id) FROM part ORDER BY 1",
      after: ["'1'NULL", "'2''1'", "'3''2'"]),
    Change(
      "a reference over a column that another reference changes",
      from: region
        + keyed(
          "Office", "var regionID: Region.ID // @primaryKey @references", "let place: Int // @primaryKey")
        + model(
          "Clerk", "var regionID: Region.ID // @references", "var place: Int",
          notes: "@references(office: Office, from: regionID, place)"),
      rows: regions + "INSERT INTO office VALUES (1, 1), (2, 1); INSERT INTO clerk VALUES (1, 1, 1), (2, 2, 1);",
      to: numberedRegion
        + keyed(
          "Office", "var regionID: Region.ID // @primaryKey @references", "let place: Int // @primaryKey")
        + model(
          "Clerk", "var regionID: Region.ID // @references", "var place: Int",
          notes: "@references(office: Office, from: regionID, place)"),
      allowing: ["dropColumn"], rebuilds: ["office", "clerk", "region"],
      findings: [
        "newReference office.region_id 0", "newReference clerk.region_id 0", "newReference clerk.region_id,place 0",
        "dropColumn region.id 2", "newUnique region.number 0",
      ],
      query: "SELECT clerk.id || name || place FROM clerk JOIN region ON number = region_id ORDER BY 1",
      after: ["1North1", "2South1"], undo: .impossible),
    Change(
      "a key that is a reference follows the key that it references, and so do those to it",
      from: region
        + keyed("Capital", "let regionID: Region.ID // @primaryKey @references", "var name: String")
        + model("Mayor", "var capitalID: Capital.ID // @references", "var name: String"),
      rows: regions
        + "INSERT INTO capital VALUES (1, 'N'), (2, 'S'); INSERT INTO mayor VALUES (1, 1, 'n'), (2, 2, 's');",
      to: numberedRegion
        + keyed("Capital", "let regionID: Region.ID // @primaryKey @references", "var name: String")
        + model("Mayor", "var capitalID: Capital.ID // @references", "var name: String"),
      allowing: ["dropColumn"], rebuilds: ["mayor", "capital", "region"],
      findings: [
        "newReference mayor.capital_id 0", "newReference capital.region_id 0", "dropColumn region.id 2",
        "newUnique region.number 0",
      ],
      query: """
        SELECT mayor.name || capital.name || region.name FROM mayor JOIN capital ON capital.region_id = capital_id
        JOIN region ON number = capital.region_id ORDER BY 1
        """,
      after: ["nNNorth", "sSSouth"], undo: .impossible),
  ]

  @Test(arguments: changes) func referencesNameTheSameRows(_ change: Change) throws { try change.prove() }

  @Test("Docs/Migrations.md shows the written statement")
  func document() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Docs/Migrations.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "\n## Keys and references\n").last)
    let block = try #require(section.split(separator: "```sql\n").dropFirst().first?.split(separator: "```").first)
    let migration = try Migration(models: region + city, to: numberedRegion + city)
    #expect(migration.text.contains(block))
  }

  @Test("a key that references itself can't be computed")
  func circular() throws {
    func folder(_ key: String) -> String {
      """
      CREATE TABLE "folder" ("id" INTEGER NOT NULL, "parent_id" INTEGER, CONSTRAINT "folder_pkey" PRIMARY KEY ("\(key)"),
      CONSTRAINT "folder_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "folder" ("\(key)")) STRICT
      """
    }
    let migration = try Migration(
      ddl: folder("id"), rows: "INSERT INTO folder VALUES (1, NULL), (2, 1)", to: folder("parent_id"))
    #expect(try migration.counts().contains("newReference folder.parent_id 1"))
    #expect(
      migration.plan.findings.first { $0.code == .newReference }?.message
        == "the new key of 'folder' is the reference 'folder.parent_id' itself, so its values can't be computed; first set them to "
        + "NULL or delete the rows")
  }

  @Test("a reference to another table counts every row, because equal keys are unrelated")
  func anotherTable() throws {
    let land = model("Land", "var name: String")
    let migration = try Migration(
      models: region + land + city, rows: regions + cities + "INSERT INTO land VALUES (1, 'a'), (2, 'b');",
      to: region + land + model("City", "var regionID: Land.ID // @references(inverse: cities)", "var name: String"))
    #expect(try migration.counts() == ["newReference city.region_id 2"])
    #expect(
      migration.plan.findings.map(\.message) == [
        "'city.region_id' now references 'land' instead of 'region', so its values would reference unrelated rows; first "
          + "set them to NULL or delete the rows, or add a new property for the new reference"
      ])
  }
}
