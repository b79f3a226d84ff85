import PostilMigrations
import Testing

private let project = model("Project", "var name: String")
private let tag = model("Tag", "var name: String")
private let projects = "INSERT INTO project VALUES (1, 'l'), (2, 'm');"
private let items = "INSERT INTO item (id, project_id) VALUES (3, 1), (1, 1), (2, 2), (7, 1), (5, NULL);"

private func item(_ note: String, _ more: String = "") -> String {
  model("Item", "var projectID: Project.ID? // @references(inverse: items\(note))", more)
}

@Suite("Changes of relationships")
struct RelationshipChangeTests {
  static let changes: [Change] = [
    Change(
      "a relationship becomes ordered: its members stand in the order of their keys",
      from: project + item(""), rows: projects + items, to: project + item(", ordered"),
      query: "SELECT id || ' ' || quote(items_position) FROM item",
      after: ["1 0", "2 0", "3 4096", "5 NULL", "7 8192"],
      contains: ["ADD COLUMN \"items_position\" INTEGER CONSTRAINT", "UPDATE \"item\""]),
    Change(
      "a relationship becomes ordered, and its table is rebuilt",
      from: project + item("", "var size: Int"),
      rows: projects + "INSERT INTO item VALUES (4, 1, 9), (2, 1, 8), (3, 2, 7)",
      to: project + item(", ordered", "var size: String"), rebuilds: ["item"],
      query: "SELECT id || ' ' || items_position || ' ' || size FROM item", after: ["2 0 8", "3 0 7", "4 4096 9"]),
    Change(
      "an order gets another name and stays",
      from: project + item(", ordered"), rows: projects + items + "UPDATE item SET items_position = 77 WHERE id = 1;",
      to: project + model("Item", "var projectID: Project.ID? // @references(inverse: parts, ordered)"),
      query: "SELECT id || ' ' || quote(parts_position) FROM item",
      after: ["1 77", "2 0", "3 0", "5 NULL", "7 8192"]),
    Change(
      "an order goes", from: project + item(", ordered"),
      rows: projects + items + "UPDATE item SET items_position = 8000 WHERE id = 1;", to: project + item(""),
      allowing: ["dropColumn"], rebuilds: ["item"], findings: ["dropColumn item.items_position 2"],
      query: "SELECT count(*) FROM item", after: ["5"], undo: .impossible),
    Change(
      "the owner of an order is renamed", from: project + item(", ordered"),
      rows: projects + items + "UPDATE item SET items_position = 5 WHERE id = 1;",
      to: model("Folder", "var name: String", notes: "@renamed(from: \"project\")")
        + model("Item", "var projectID: Folder.ID? // @references(inverse: items, ordered)"),
      query: "SELECT id || ' ' || quote(items_position) FROM item",
      after: ["1 5", "2 0", "3 0", "5 NULL", "7 8192"]),
    Change(
      "the owner of an order with limits is renamed, and the order stays",
      from: project + item(", ordered, min: 1, max: 9"),
      rows: projects + items,
      to: model("Folder", "var name: String", notes: "@renamed(from: \"project\")")
        + model(
          "Item",
          "var folderID: Folder.ID? // @references(inverse: items, ordered, min: 1, max: 9) @renamed(from: \"project_id\")"
        ),
      query: "SELECT id || ' ' || quote(items_position) FROM item", after: ["1 4096", "2 0", "3 0", "5 NULL", "7 8192"]),
    Change(
      "the table of an order is renamed, and the order stays", from: project + item(", ordered"),
      rows: projects + items,
      to: project
        + item(", ordered").replacing("// @table", with: "// @table @renamed(from: \"item\")")
        .replacing("struct Item", with: "struct Thing"),
      query: "SELECT id || ' ' || quote(items_position) FROM thing",
      after: ["1 4096", "2 0", "3 0", "5 NULL", "7 8192"]),
    Change(
      "the members of an order can be deleted softly", from: project + item(", ordered"),
      rows: projects + items,
      to: project + item(", ordered", "var deletedAt: Date? // @softDelete"),
      query: "SELECT id || ' ' || quote(items_position) FROM item ORDER BY id",
      after: ["1 4096", "2 0", "3 0", "5 NULL", "7 8192"]),
    Change(
      "a many-to-many comes", from: model("Item", "var title: String") + tag,
      rows: "INSERT INTO item VALUES (1, 'a'); INSERT INTO tag VALUES (1, 't')",
      to: model("Item", "var title: String", "// @manyToMany(tags: Tag, inverse: items)") + tag,
      query: "SELECT count(*) FROM item_tags", after: ["0"]),
    Change(
      "a many-to-many goes",
      from: model("Item", "var title: String", "// @manyToMany(tags: Tag, inverse: items)") + tag,
      rows: "INSERT INTO item VALUES (1, 'a'); INSERT INTO tag VALUES (1, 't'); INSERT INTO item_tags VALUES (1, 1)",
      to: model("Item", "var title: String") + tag, allowing: ["dropTable"], findings: ["dropTable item_tags 1"],
      query: "SELECT (SELECT count(*) FROM item) || (SELECT count(*) FROM tag)", after: ["11"], undo: .impossible),
    Change(
      "a side of a many-to-many is renamed, and its pairs stay",
      from: model("Item", "var title: String", "// @manyToMany(tags: Tag, inverse: items)") + tag,
      rows:
        "INSERT INTO item VALUES (1, 'a'), (2, 'b'); INSERT INTO tag VALUES (1, 't'); INSERT INTO item_tags VALUES (1, 1), (2, 1)",
      to: model(
        "Thing", "var title: String", "// @manyToMany(tags: Tag, inverse: items)", notes: "@renamed(from: \"item\")")
        + tag,
      query: "SELECT thing_id || ' ' || tag_id FROM thing_tags", after: ["1 1", "2 1"]),
    Change(
      "a many-to-many becomes ordered",
      from: model("Item", "var title: String", "// @manyToMany(tags: Tag, inverse: items)") + tag,
      rows:
        "INSERT INTO item VALUES (1, 'a'); INSERT INTO tag VALUES (1, 't'), (2, 'u'); INSERT INTO item_tags VALUES (1, 2), (1, 1)",
      to: model("Item", "var title: String", "// @manyToMany(tags: Tag, inverse: items, ordered)") + tag,
      query: "SELECT tag_id || ' ' || tags_position FROM item_tags", after: ["1 0", "2 4096"]),
    Change(
      "a relationship takes no more than its members", from: project + item(""), rows: projects + items,
      to: project + item(", max: 3"), findings: ["newMaximum project_items 0"], query: "SELECT count(*) FROM item",
      after: ["5"]),
    Change(
      "a relationship takes fewer than it has", from: project + item(", max: 5"), rows: projects + items,
      to: project + item(", max: 2"), findings: ["newMaximum project_items 1"], query: "SELECT 1", after: []),
    Change(
      "a relationship takes more than it did", from: project + item(", max: 5"), rows: projects + items,
      to: project + item(", max: 9"), query: "SELECT count(*) FROM item", after: ["5"],
      undo: .script),
    Change(
      "a relationship needs members that it has", from: project + item(""), rows: projects + items,
      to: project + item(", min: 1"), findings: ["newMinimum project_items 0"],
      query: "SELECT count(*) FROM project_items_unmet",
      after: ["0"]),
    Change(
      "a relationship needs more than it has", from: project + item(", min: 1"), rows: projects + items,
      to: project + item(", min: 2"), findings: ["newMinimum project_items 1"], query: "SELECT 1", after: []),
    Change(
      "a relationship that is new needs members", from: project, rows: projects, to: project + item(", min: 1"),
      findings: ["newMinimum project_items 2"], query: "SELECT 1", after: []),
    Change(
      "a tree becomes ordered",
      from: model("Folder", "var parentID: Folder.ID? // @references(inverse: children)"),
      rows: "INSERT INTO folder VALUES (1, NULL), (2, 1), (3, 1), (4, 3)",
      to: model("Folder", "var parentID: Folder.ID? // @references(inverse: children, ordered, max: 2)"),
      findings: ["newMaximum folder_children 0"],
      query: "SELECT id || ' ' || quote(children_position) FROM folder", after: ["1 NULL", "2 0", "3 4096", "4 0"]),
  ]

  @Test(arguments: changes) func rowsSurvive(_ change: Change) throws { try change.prove() }

  @Test("A database without models that has the same relationships needs no change")
  func sameWithoutModels() throws {
    let schema = try compiled(project + item(", ordered, min: 1, max: 9"))
    let database = try Database()
    try database.run(schema.script().text)
    let catalog = try database.catalog()
    #expect(MigrationPlanner.script(from: catalog, to: catalog, schema: schema) == "-- The schemas are the same.\n")
  }

  @Test(
    "In a database without models, only a stricter limit is checked",
    arguments: [
      (", min: 1, max: 9", []), (", ordered, min: 1, max: 9", []), (", max: 12", []),
      (", min: 1, max: 2", ["newMaximum project_items 1"]), (", min: 2, max: 9", ["newMinimum project_items 1"]),
    ])
  func limitsWithoutModels(_ notes: String, _ findings: [String]) throws {
    let former = try compiled(project + item(", min: 1, max: 9"))
    let schema = try compiled(project + item(notes))
    let migration = try Migration(
      ddl: former.script().text, rows: projects + items, to: schema.script().text, schema: schema)
    #expect(try migration.counts() == findings)
  }

  @Test("In a database without models, an order gets another name and stays, and a new limit is checked")
  func renamedWithoutModels() throws {
    let former = try compiled(project + item(", ordered"))
    let schema = try compiled(
      project + model("Item", "var projectID: Project.ID? // @references(inverse: parts, ordered, max: 2)"))
    let migration = try Migration(
      ddl: former.script().text, rows: projects + items + "UPDATE item SET items_position = 77 WHERE id = 1;",
      to: schema.script().text, schema: schema)
    #expect(try migration.counts() == ["newMaximum project_parts 1"])
    #expect(migration.text.contains("RENAME COLUMN \"items_position\" TO \"parts_position\";"))
  }
}
