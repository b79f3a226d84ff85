import Testing

private let title = "var title: String"
private let rows = "INSERT INTO item (id, title) VALUES (1, 'a'), (2, 'b')"
private let stay = ["var room: Int", "var low: Int", "var high: Int?", "var cancelled = false"]
private let stays = "INSERT INTO item (id, room, low, high, cancelled) VALUES "

private func item(_ properties: [String], _ notes: String...) -> String {
  "// @table\n\(notes.map { "// \($0)\n" }.joined())struct Item: Sendable {\nlet id: ID\n\(properties.joined(separator: "\n"))\n}\n"
}

private let project = model("Project", "var name: String")
private let projects = "INSERT INTO project VALUES (1, 'l'), (2, 'm');"

private func barns(_ rule: String, _ mother: String = "motherNumber", _ note: String = "") -> String {
  """
  // @table
  // @references(mother: Barn, from: farm, \(mother), onDelete: \(rule))
  struct Barn: Sendable {
    let farm: Int // @primaryKey
    let number: Int // @primaryKey
    var \(mother): Int? \(note)
  }

  """
}
private let barnRows = "INSERT INTO barn VALUES (1, 1, NULL), (1, 2, 1), (2, 1, NULL), (2, 2, 1);"
private let barnTriggers = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'"

@Suite("Changes of keys, checks, references and indexes")
struct ConstraintChangeTests {
  static let changes: [Change] = [
    Change(
      "a reference that shares a column with the key is nullified from now on", from: barns("deny"), rows: barnRows,
      to: barns("nullify"), rebuilds: ["barn"],
      query: "SELECT farm || number || quote(mother_number) FROM barn", after: ["11NULL", "121", "21NULL", "221"],
      contains: ["NO ACTION", "CREATE TRIGGER \"barn_farm_mother_number_nullify_trigger\" AFTER DELETE ON \"barn\""]),
    Change(
      "only the trigger is new if nothing happened to such a reference before", from: barns("noAction"), rows: barnRows,
      to: barns("nullify"), query: barnTriggers, after: ["1"]),
    Change(
      "such a reference is nullified no longer", from: barns("nullify"), rows: barnRows, to: barns("noAction"),
      query: barnTriggers, after: ["0"]),
    Change(
      "a column of such a reference is renamed", from: barns("nullify"), rows: barnRows,
      to: barns("nullify", "damNumber", "// @renamed(from: \"mother_number\")"),
      query: "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%SET \"dam_number\" = NULL%'",
      after: ["1"]),
    Change(
      "a check comes", from: model("Item", title), rows: rows,
      to: model("Item", "var title: String // @check(\"length(title) > 0\")"), rebuilds: ["item"],
      findings: ["newCheck item.item_title_check 0"], query: "SELECT title FROM item", after: ["a", "b"]),
    Change(
      "a check comes that rows do not pass", from: model("Item", title), rows: rows,
      to: model("Item", "var title: String // @check(\"title > 'a'\")"), allowing: ["newCheck"], rebuilds: ["item"],
      findings: ["newCheck item.item_title_check 1"], query: "SELECT 1", after: []),
    Change(
      "a check that names its table comes", from: model("Item", title), rows: rows,
      to: model("Item", title, notes: "@check(\"item.title <> 'x'\")"), rebuilds: ["item"],
      findings: ["newCheck item.item_check 0"], query: "SELECT title FROM item", after: ["a", "b"]),
    Change(
      "a column with documentation comes before another in a table that a check names",
      from: model(
        "Item", "var title: String // @collate(nocase)", "var note: String",
        notes: "@check(\"item.title <> 'x'\")"),
      rows: "INSERT INTO item VALUES (1, 'a', 'n')",
      to: model(
        "Item", "var title: String // @collate(nocase)", "/// Its kind.", "var kind = \"k\"", "var note: String",
        notes: "@check(\"item.title <> 'x'\")"),
      query: "SELECT title || kind || note FROM item", after: ["akn"]),
    Change(
      "a check goes", from: model("Item", "var title: String // @check(\"length(title) > 0\")"), rows: rows,
      to: model("Item", title), rebuilds: ["item"], query: "SELECT title FROM item", after: ["a", "b"]),
    Change(
      "a case is added to an enum",
      from: model("Item", "var title: String", "var kind: Kind") + "enum Kind: Int, Codable, Sendable { case a, b }",
      rows: "INSERT INTO item VALUES (1, 'a', 1)",
      to: model("Item", "var title: String", "var kind: Kind") + "enum Kind: Int, Codable, Sendable { case a, b, c }",
      rebuilds: ["item"], query: "SELECT kind FROM item", after: ["1"]),
    Change(
      "a case is taken from an enum",
      from: model("Item", "var kind: Kind") + "enum Kind: Int, Codable, Sendable { case a, b, c }",
      rows: "INSERT INTO item VALUES (1, 2)",
      to: model("Item", "var kind: Kind") + "enum Kind: Int, Codable, Sendable { case a, b }",
      rebuilds: ["item"], findings: ["newCheck item.item_kind_check 1"], query: "SELECT 1", after: []),
    Change(
      "an integer is wider", from: model("Item", "var size: Int8"), rows: "INSERT INTO item VALUES (1, -128)",
      to: model("Item", "var size: Int16"), rebuilds: ["item"], query: "SELECT size FROM item", after: ["-128"]),
    Change(
      "an integer is narrower", from: model("Item", "var size: Int"), rows: "INSERT INTO item VALUES (1, 300)",
      to: model("Item", "var size: UInt8"), rebuilds: ["item"], findings: ["unconvertible item.size 1"],
      query: "SELECT 1", after: []),
    Change(
      "a decimal number gets a limit of its digits", from: model("Item", "var price: Decimal"),
      rows: "INSERT INTO item VALUES (1, '12.5'), (2, '-99.99'), (3, '0')",
      to: model("Item", "var price: Decimal // @decimal(4, 2)"), rebuilds: ["item"],
      findings: ["newCheck item.item_price_range 0"], query: "SELECT price FROM item",
      after: ["12.5", "-99.99", "0"]),
    Change(
      "a decimal number gets fewer digits", from: model("Item", "var price: Decimal // @decimal(10, 2)"),
      rows: "INSERT INTO item VALUES (1, '12.55'), (2, '100'), (3, '99.9'), (4, '-0.1')",
      to: model("Item", "var price: Decimal // @decimal(3, 1)"), rebuilds: ["item"],
      findings: ["newCheck item.item_price_range 2"], query: "SELECT 1", after: []),
    Change(
      "a decimal number gets more digits", from: model("Item", "var cost: Decimal // @decimal(4, 2)"),
      rows: "INSERT INTO item VALUES (1, '12.55')",
      to: model("Item", "var price: Decimal // @decimal(10, 4) @renamed(from: \"cost\")"), rebuilds: ["item"],
      query: "SELECT price FROM item", after: ["12.55"]),
    Change(
      "a decimal number loses the limit of its digits", from: model("Item", "var price: Decimal // @decimal(4, 2)"),
      rows: "INSERT INTO item VALUES (1, '12.55')", to: model("Item", "var price: Decimal"), rebuilds: ["item"],
      query: "SELECT price FROM item", after: ["12.55"]),
    Change(
      "ranges can't overlap any more", from: item(stay),
      rows: stays + "(1, 1, 10, 20, 0), (2, 1, 20, NULL, 0), (3, 2, 15, 30, 0), (4, 1, 15, 15, 0)",
      to: item(stay, "@exclude(room, low..<high)"), rebuilds: ["item"],
      findings: ["newCheck item.item_low_high_check 0", "newExclusion item.item_room_low_high_excl 0"],
      query: "SELECT count(*) FROM item", after: ["4"]),
    Change(
      "ranges that overlap can't any more", from: item(stay, "@check(\"low <= high\")"),
      rows: stays
        + "(1, 1, 10, NULL, 0), (2, 1, 20, 30, 0), (3, 1, 40, 41, 0), (4, 2, 1, 9, 0), (5, 2, 2, 3, 0), (6, 2, 8, 10, 1)",
      to: item(stay, "@exclude(room, low..<high)", "@check(\"low <= high\")"), allowing: ["newExclusion"],
      findings: ["newExclusion item.item_room_low_high_excl 4"],
      query: "SELECT 1", after: []),
    Change(
      "only some ranges can't overlap any more", from: item(stay),
      rows: stays + "(1, 1, 10, 20, 0), (2, 1, 15, 30, 1), (3, 1, 20, 21, 0)",
      to: item(stay, "@exclude(room, low...high, where: \"cancelled = 0\")"), rebuilds: ["item"],
      findings: ["newCheck item.item_low_high_check 0", "newExclusion item.item_room_low_high_excl 1"],
      query: "SELECT 1", after: []),
    Change(
      "ranges can overlap again", from: item(stay, "@exclude(room, low..<high)"), rows: stays + "(1, 1, 10, 20, 0)",
      to: item(stay), rebuilds: ["item"], query: "SELECT high FROM item", after: ["20"]),
    Change(
      "ranges of more rows can overlap", from: item(stay, "@exclude(room, low...high)"),
      rows: stays + "(1, 1, 10, 20, 0)", to: item(stay, "@exclude(cancelled, room, low..<high, name: \"free\")"),
      query: "SELECT high FROM item", after: ["20"]),
    Change(
      "ranges get other names", from: item(stay, "@exclude(room, low..<high)"), rows: stays + "(1, 1, 10, 20, 0)",
      to: item(
        ["var hall: Int // @renamed(from: \"room\")", "var low: Int", "var high: Int?", "var cancelled = false"],
        "@exclude(hall, low..<high)"), query: "SELECT hall FROM item", after: ["1"]),
    Change(
      "a unique key comes", from: model("Item", title), rows: rows, to: model("Item", "var title: String // @unique"),
      rebuilds: ["item"], findings: ["newUnique item.title 0"], query: "SELECT title FROM item", after: ["a", "b"]),
    Change(
      "a unique key comes that rows break", from: model("Item", title),
      rows: "INSERT INTO item VALUES (1, 'a'), (2, 'a'), (3, 'a'), (4, 'b')",
      to: model("Item", "var title: String // @unique"), allowing: ["newUnique"], rebuilds: ["item"],
      findings: ["newUnique item.title 2"], query: "SELECT 1", after: []),
    Change(
      "a unique key goes", from: model("Item", "var title: String // @unique"), rows: rows, to: model("Item", title),
      rebuilds: ["item"], query: "SELECT title FROM item", after: ["a", "b"]),
    Change(
      "a unique key gets a column more", from: model("Item", title, "var size: Int", notes: "@unique(title)"),
      rows: "INSERT INTO item VALUES (1, 'a', 1)",
      to: model("Item", title, "var size: Int", notes: "@unique(title, size)"), rebuilds: ["item"],
      query: "SELECT title FROM item", after: ["a"]),
    Change(
      "a primary key becomes another one",
      from: "// @table\nstruct Pair: Sendable {\nlet a: Int // @primaryKey\nlet b: Int\n}\n",
      rows: "INSERT INTO pair VALUES (1, 2), (2, 2)",
      to: "// @table\nstruct Pair: Sendable {\nlet a: Int // @primaryKey\nlet b: Int // @primaryKey\n}\n",
      rebuilds: ["pair"], query: "SELECT a || b FROM pair", after: ["12", "22"]),
    Change(
      "a primary key becomes narrower",
      from: "// @table\nstruct Pair: Sendable {\nlet a: Int // @primaryKey\nlet b: Int // @primaryKey\n}\n",
      rows: "INSERT INTO pair VALUES (1, 2), (1, 3)",
      to: "// @table\nstruct Pair: Sendable {\nlet a: Int // @primaryKey\nlet b: Int\n}\n",
      rebuilds: ["pair"], findings: ["newUnique pair.a 1"], query: "SELECT 1", after: []),
    Change(
      "a singleton holds its table to one row", from: model("Item", title), rows: "INSERT INTO item VALUES (1, 'a')",
      to: "// @table @singleton\nstruct Item: Sendable {\nlet id: ID\nvar title: String\n}\n", rebuilds: ["item"],
      findings: ["newCheck item.item_singleton_check 0"], query: "SELECT title FROM item", after: ["a"]),
    Change(
      "an index comes", from: model("Item", title), rows: rows, to: model("Item", "var title: String // @index"),
      query: "SELECT count(*) FROM pragma_index_list('item')", after: ["1"], contains: ["CREATE INDEX"]),
    Change(
      "an index goes", from: model("Item", "var title: String // @index"), rows: rows, to: model("Item", title),
      query: "SELECT count(*) FROM pragma_index_list('item')", after: ["0"],
      contains: ["DROP INDEX \"item_title_idx\";"]),
    Change(
      "a unique index of some rows comes", from: model("Item", title),
      rows: "INSERT INTO item VALUES (1, 'a'), (2, 'a'), (3, ''), (4, '')",
      to: model("Item", title, notes: "@unique(title, where: \"title <> ''\")"), findings: ["newUnique item.title 1"],
      query: "SELECT 1", after: []),
    Change(
      "an index over an expression comes", from: model("Item", title), rows: rows,
      to: model("Item", title, notes: "@index(\"lower(title)\", title.descending, where: \"title > ''\")"),
      query: "SELECT count(*) FROM pragma_index_list('item')", after: ["1"]),
    Change(
      "a reference comes", from: project + model("Item", title), rows: projects + rows,
      to: project + model("Item", title, "var projectID: Project.ID? // @references"),
      query: "SELECT quote(project_id) FROM item", after: ["NULL", "NULL"],
      contains: [
        "ADD COLUMN \"project_id\" INTEGER CONSTRAINT \"item_project_id_fkey\" REFERENCES \"project\" (\"id\") ON DELETE SET NULL;"
      ]),
    Change(
      "a column becomes a reference", from: project + model("Item", "var projectID: Int // @column(\"project_id\")"),
      rows: projects + "INSERT INTO item VALUES (1, 1), (2, 9)",
      to: project + model("Item", "var projectID: Project.ID // @references"), rebuilds: ["item"],
      findings: ["newReference item.project_id 1"], query: "SELECT 1", after: []),
    Change(
      "a column becomes a reference that holds",
      from: project + model("Item", "var projectID: Int // @column(\"project_id\")"),
      rows: projects + "INSERT INTO item VALUES (1, 1), (2, 2)",
      to: project + model("Item", "var projectID: Project.ID // @references"), rebuilds: ["item"],
      findings: ["newReference item.project_id 0"], query: "SELECT project_id FROM item", after: ["1", "2"]),
    Change(
      "a delete rule is changed",
      from: project + model("Item", "var projectID: Project.ID // @references(onDelete: cascade)"),
      rows: projects + "INSERT INTO item VALUES (1, 1), (2, 2)",
      to: project + model("Item", "var projectID: Project.ID // @references"), rebuilds: ["item"],
      query: "SELECT project_id FROM item", after: ["1", "2"]),
    Change(
      "the table that cascades to others is rebuilt",
      from: project + model("Item", "var projectID: Project.ID // @references(onDelete: cascade)"),
      rows: projects + "INSERT INTO item VALUES (1, 1), (2, 2)",
      to: model("Project", "var name: String?")
        + model("Item", "var projectID: Project.ID // @references(onDelete: cascade)"),
      rebuilds: ["project"], query: "SELECT project_id FROM item", after: ["1", "2"]),
    Change(
      "a table goes that another one cascaded from",
      from: project + model("Item", title, "var projectID: Project.ID // @references(onDelete: cascade)"),
      rows: projects + "INSERT INTO item VALUES (1, 'a', 1), (2, 'b', 2)", to: model("Item", title),
      allowing: ["dropTable:project", "dropColumn:item.project_id"], rebuilds: ["item"],
      findings: ["dropColumn item.project_id 2", "dropTable project 2"], query: "SELECT title FROM item",
      after: ["a", "b"],
      undo: .impossible),
    Change(
      "tables that reference each other go",
      from: project + model("A", "var bID: B.ID? // @references") + model("B", "var aID: A.ID? // @references"),
      rows: "INSERT INTO a VALUES (1, NULL); INSERT INTO b VALUES (1, 1); UPDATE a SET b_id = 1", to: project,
      allowing: ["dropTable"], rebuilds: ["b"], findings: ["dropTable b 1", "dropTable a 1"],
      query: "SELECT count(*) FROM project", after: ["0"], undo: .impossible),
    Change(
      "a table is renamed that others reference",
      from: project + model("Item", "var projectID: Project.ID // @references(inverse: items)"),
      rows: projects + "INSERT INTO item VALUES (1, 1), (2, 2)",
      to: model("Folder", "var name: String", notes: "@renamed(from: \"project\")")
        + model("Item", "var projectID: Folder.ID // @references(inverse: items)"),
      query: "SELECT folder.name FROM item JOIN folder ON folder.id = project_id", after: ["l", "m"],
      contains: ["ALTER TABLE \"project\" RENAME TO \"folder\";"]),
    Change(
      "a key that others reference is renamed and has another type",
      from: "// @table\nstruct Project: Sendable {\nlet code: Int // @primaryKey\n}\n"
        + model("Item", "var projectID: Project.ID // @references"),
      rows: "INSERT INTO project VALUES (7); INSERT INTO item VALUES (1, 7)",
      to: "// @table\nstruct Project: Sendable {\nlet sign: String // @primaryKey @renamed(from: \"code\")\n}\n"
        + model("Item", "var projectID: Project.ID // @references"), rebuilds: ["project", "item"],
      findings: ["newUnique project.sign 0"],
      query: "SELECT quote(project_id) FROM item JOIN project ON sign = project_id", after: ["'7'"]),
  ]

  @Test(arguments: changes) func rowsSurvive(_ change: Change) throws { try change.prove() }
}
