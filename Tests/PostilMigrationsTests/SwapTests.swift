import PostilCatalog
import PostilEvolution
import PostilMigrations
import PostilSchema
import Testing

private let pair = model(
  "Item", "var a: String // @index @check(\"a <> 'x'\")", "var b: String", notes: "@unique(a) @fullText(a)")
private let swapped = model(
  "Item", "var a: String // @index @check(\"a <> 'x'\") @renamed(from: \"b\")",
  "var b: String // @renamed(from: \"a\")",
  notes: "@unique(a) @fullText(a)")
private let rows = "INSERT INTO item (id, a, b) VALUES (1, 'one', 'uno'), (2, 'two', 'due');"
private let owners = model("A", "var name: String") + model("B", "var name: String")
private let swappedOwners =
  model("A", "var name: String", notes: "@renamed(from: \"b\")")
  + model("B", "var name: String", notes: "@renamed(from: \"a\")")

@Suite("Exchanged names")
struct SwapTests {
  static let changes: [Change] = [
    Change(
      "two columns change places, with their keys, checks, indexes and words", from: pair, rows: rows, to: swapped,
      rebuilds: ["item"], findings: ["newUnique item.a 0", "newCheck item.item_a_check 0"],
      query: "SELECT a || b FROM item UNION ALL SELECT count(*) FROM item_fts('uno')", after: ["unoone", "duetwo", "1"]),
    Change(
      "two columns of different types change places", from: model("Item", "var a: Int", "var b: String"),
      rows: "INSERT INTO item VALUES (1, 7, 'x')",
      to: model("Item", "var a: String // @renamed(from: \"b\")", "var b: Int // @renamed(from: \"a\")"),
      query: "SELECT quote(a) || quote(b) FROM item", after: ["'x'7"]),
    Change(
      "three columns go round", from: model("Item", "var a: Int", "var b: Int", "var c: Int // @index"),
      rows: "INSERT INTO item VALUES (1, 1, 2, 3)",
      to: model(
        "Item", "var a: Int // @renamed(from: \"c\")", "var b: Int // @renamed(from: \"a\")",
        "var c: Int // @index @renamed(from: \"b\")"),
      query: "SELECT a || b || c FROM item", after: ["312"]),
    Change(
      "a column gets the name of one that gets another", from: model("Item", "var a: Int", "var b: Int"),
      rows: "INSERT INTO item VALUES (1, 1, 2)",
      to: model("Item", "var b: Int // @renamed(from: \"a\")", "var c: Int // @renamed(from: \"b\")"),
      query: "SELECT b || c FROM item", after: ["12"],
      contains: [
        "ALTER TABLE \"item\" RENAME COLUMN \"b\" TO \"c\";\nALTER TABLE \"item\" RENAME COLUMN \"a\" TO \"b\";"
      ]),
    Change(
      "two tables change places, with what references and reads them",
      from: owners + model("Item", "var aID: A.ID // @references(inverse: items, onDelete: cascade)")
        + "// @view(\"SELECT name FROM a\")\nstruct Name: Sendable { let name: String }\n",
      rows: "INSERT INTO a VALUES (1, 'a1'), (2, 'a2'); INSERT INTO b VALUES (1, 'b1'); INSERT INTO item VALUES (5, 2)",
      to: swappedOwners
        + model("Item", "var bID: B.ID // @references(inverse: items, onDelete: cascade) @renamed(from: \"a_id\")")
        + "// @view(\"SELECT name FROM a\")\nstruct Name: Sendable { let name: String }\n",
      query: """
        SELECT b.name FROM item JOIN b ON b.id = b_id UNION ALL SELECT name FROM name
        UNION ALL SELECT count(*) FROM pragma_foreign_key_list('item') WHERE "table" = 'b'
        """,
      after: ["a2", "b1", "1"]),
    Change(
      "a letter beyond ASCII has another case", from: model("Item", "var a: String // @column(\"Ä\")"),
      rows: "INSERT INTO item VALUES (1, 'x')",
      to: model("Item", "var a: String // @column(\"ä\") @renamed(from: \"Ä\")"),
      query: "SELECT \"ä\" FROM item", after: ["x"], contains: ["RENAME COLUMN \"Ä\" TO \"ä\";"]),
    Change(
      "the other side of a many-to-many is renamed later",
      from: model("Thing", "// @manyToMany(tags: Tag, inverse: things)", notes: "@renamed(from: \"item\")")
        + model("Tag", "var name: String"),
      rows:
        "INSERT INTO thing VALUES (1); INSERT INTO tag VALUES (9, 'y'); INSERT INTO thing_tags (thing_id, tag_id) VALUES (1, 9)",
      to: model("Thing", "// @manyToMany(tags: Label, inverse: things)", notes: "@renamed(from: \"item\")")
        + model("Label", "var name: String", notes: "@renamed(from: \"tag\")"),
      query: "SELECT thing_id || label_id FROM thing_tags", after: ["19"]),
    Change(
      "tables of a many-to-many change places",
      from: model("A", "var name: String", "// @manyToMany(others: B, inverse: ones)") + model("B", "var name: String"),
      rows: "INSERT INTO a VALUES (1, 'x'); INSERT INTO b VALUES (9, 'y'); INSERT INTO a_others VALUES (1, 9)",
      to: model("B", "var name: String", "// @manyToMany(others: A, inverse: ones)", notes: "@renamed(from: \"a\")")
        + model("A", "var name: String", notes: "@renamed(from: \"b\")"),
      query: "SELECT b.name || a.name FROM b_others JOIN a ON a.id = a_id JOIN b ON b.id = b_id", after: ["xy"]),
  ]

  @Test(arguments: changes) func rowsSurvive(_ change: Change) throws { try change.prove() }

  @Test func lettersOfAnotherCaseAreNoChange() throws {
    func items(_ table: String, _ column: String) -> String {
      "// @table(\"\(table)\") @index(title)\nstruct Item: Sendable {\nlet id: ID\n"
        + "var title: String // @column(\"\(column)\") @check(\"\(column) <> ''\")\n}\n"
    }
    let migration = try Migration(models: items("Item", "Title"), to: items("item", "title"))
    #expect(migration.plan.isEmpty)
    #expect(CatalogComparison.differences(found: migration.former, expected: migration.target).isEmpty)
  }

  @Test func aColumnWaitsUnderANameOfItsOwn() throws {
    let migration = try Migration(
      models: model("Item", "var a: Int", "var b: Int"),
      to: model("Item", "var a: Int // @renamed(from: \"b\")", "var b: Int // @renamed(from: \"a\")"))
    #expect(
      migration.plan.text(nil) == """
        -- Column 'b' of table 'item' is renamed to 'a'.
        -- Column 'a' of table 'item' is renamed to 'b'.
        ALTER TABLE "item" RENAME COLUMN "b" TO "postil_old_b";
        ALTER TABLE "item" RENAME COLUMN "a" TO "b";
        ALTER TABLE "item" RENAME COLUMN "postil_old_b" TO "a";

        """)
  }

  @Test func whatWasDoneIsNotDoneAgain() throws {
    let schema = try compiled(swapped + swappedOwners)
    let former = try compiled(pair + owners)
    let database = try Database()
    try database.run(former.script().text)
    let before = try database.catalog()
    func plan(_ catalog: DatabaseCatalog, _ scripts: [MigrationScript]) throws -> MigrationPlan {
      let fresh = try Database()
      try fresh.run(schema.script().text)
      return MigrationPlanner(
        from: catalog, to: try fresh.catalog(), schema: schema, history: RenameHistory(scripts)
      ).plan()
    }
    let first = try plan(before, [])
    let header = MigrationHeader(description: [], after: [], schema: "s")
    let script = try MigrationScript(name: "1_swap", text: first.text(header))
    try database.apply(first.text(nil))
    #expect(try plan(database.catalog(), [script]).isEmpty)
    #expect(try !plan(database.catalog(), []).isEmpty)
    // It is found under the name that the table gets later.
    let later = try MigrationScript(
      name: "2_rename", text: "-- @migration(schema: \"s\")\nALTER TABLE item RENAME TO thing;\n")
    let renamed = try compiled(swapped.replacing("struct Item", with: "struct Thing") + swappedOwners)
    let fresh = try Database()
    try fresh.run(renamed.script().text)
    let planner = MigrationPlanner(
      from: try fresh.catalog(), to: try fresh.catalog(), schema: renamed, history: RenameHistory([script, later]))
    #expect(planner.plan().isEmpty)
  }

  @Test func aScriptBetweenSchemasThatAreTheSameSaysThatNothingDiffers() throws {
    let schema = try compiled(
      model("Item", "var a: Int // @renamed(from: \"b\")", "var b: Int // @renamed(from: \"a\")"))
    let fresh = try Database()
    try fresh.run(schema.script().text)
    let catalog = try fresh.catalog()
    #expect(
      MigrationPlanner.script(from: catalog, to: catalog, schema: schema) == """
        -- '@renamed(from:)' says that columns 'a' and 'b' of 'item' changed places, but both schemas are the same: the names were exchanged before, or are not exchanged by this script

        -- The schemas are the same.

        """)
  }
}

@Suite("Renamed embedded structs")
struct EmbeddedRenameTests {
  private static let place = """
    struct Place: Sendable {
      var street: String
      var city: String
      var spot: Spot?  // @embedded
    }
    struct Spot: Sendable { var latitude: Double; var height: Double? }

    """
  private static let rows =
    "INSERT INTO item VALUES (1, 'Quay 3', 'Oslo', 59.9, NULL), (2, 'Way 1', 'Rome', NULL, NULL);"

  static let changes: [Change] = [
    Change(
      "a property of the struct is renamed",
      from: model("Item", "var home: Place // @embedded", notes: "@index(home.city)") + place, rows: rows,
      to: model("Item", "var home: Place // @embedded", notes: "@index(home.town)")
        + place.replacing("var city: String", with: "var town: String // @renamed(from: \"city\")"),
      query: "SELECT home_town FROM item", after: ["Oslo", "Rome"]),
    Change(
      "the property that holds the struct is renamed", from: model("Item", "var home: Place? // @embedded") + place,
      rows: rows, to: model("Item", "var base: Place? // @embedded @renamed(from: \"home_\")") + place,
      query: "SELECT base_city || coalesce(base_spot_latitude, '') FROM item", after: ["Oslo59.9", "Rome"]),
    Change(
      "a struct in the struct is renamed, and a property in it",
      from: model("Item", "var home: Place // @embedded") + place, rows: rows,
      to: model("Item", "var home: Place // @embedded")
        + place.replacing(
          "var spot: Spot?  // @embedded", with: "var point: Spot?  // @embedded @renamed(from: \"spot_\")"
        )
        .replacing("var latitude: Double;", with: "\nvar north: Double // @renamed(from: \"latitude\")\n"),
      query: "SELECT quote(home_point_north) FROM item", after: ["59.9", "NULL"]),
    Change(
      "all of it is renamed", from: model("Item", "var home: Place // @embedded") + place, rows: rows,
      to: model("Item", "var base: Place // @embedded @renamed(from: \"home_\")")
        + place.replacing("var city: String", with: "var town: String // @renamed(from: \"city\")"),
      query: "SELECT base_town || base_street FROM item", after: ["OsloQuay 3", "RomeWay 1"]),
    Change(
      "a note of an earlier migration is in the struct",
      from: model("Item", "var home: Place // @embedded") + place, rows: rows,
      to: model("Item", "var base: Place // @embedded @renamed(from: \"home_\")")
        + place.replacing("var city: String", with: "var city: String // @renamed(from: \"town\")"),
      query: "SELECT base_city FROM item", after: ["Oslo", "Rome"]),
    Change(
      "two structs change places",
      from: model("Item", "var home: Spot // @embedded", "var work: Spot // @embedded") + place,
      rows: "INSERT INTO item VALUES (1, 1.5, 2.5, 3.5, 4.5)",
      to: model(
        "Item", "var home: Spot // @embedded @renamed(from: \"work_\")",
        "var work: Spot // @embedded @renamed(from: \"home_\")") + place,
      query: "SELECT home_latitude || work_height FROM item", after: ["3.52.5"]),
    Change(
      "a reference follows the key of several columns that it is to",
      from: page("volume") + model("Item", "var pageID: Page.ID // @references"),
      rows: "INSERT INTO page VALUES ('b', 7); INSERT INTO item VALUES (1, 'b', 7)",
      to: page("book // @renamed(from: \"volume\")") + model("Item", "var pageID: Page.ID // @references"),
      query: "SELECT page_book || page_number FROM item", after: ["b7"]),
  ]

  private static func page(_ property: String) -> String {
    let parts = property.split(separator: " // ")
    return """
      // @table
      struct Page: Sendable {
        let \(parts[0]): String  // @primaryKey \(parts.count > 1 ? parts[1] : "")
        let number: Int  // @primaryKey
      }

      """
  }

  @Test(arguments: changes) func rowsSurvive(_ change: Change) throws { try change.prove() }

  private func notes(_ from: String, _ to: String) throws -> [String] {
    try Migration(models: from, to: to).plan.problems.flatMap(\.notes).filter { $0.hasPrefix("for a rename") }
  }

  @Test func whatIsRecommendedIsWhatHelps() throws {
    let from = model("Item", "var home: Spot // @embedded") + Self.place
    #expect(
      try notes(from, from.replacing("var latitude: Double;", with: "var north: Double;")) == [
        "for a rename, which keeps the values: write '// @renamed(from: \"latitude\")' in the embedded struct, above the property of 'home_north'"
      ])
    #expect(
      try notes(
        model("Item", "var home: Spot // @embedded") + "struct Spot: Sendable { var height: Double }",
        model("Item", "var base: Spot // @embedded") + "struct Spot: Sendable { var height: Double }") == [
          "for a rename, which keeps the values: write '// @renamed(from: \"home_\")' above the property whose columns begin with 'base_'"
        ])
  }
}
