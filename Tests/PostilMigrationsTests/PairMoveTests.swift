import Foundation
import PostilMigrations
import Testing

private let project = model("Project", "var name: String")
private let tag = model("Tag", "var name: String")
private let projects = "INSERT INTO project VALUES (1, 'l'), (2, 'm');"
private let toOne = model("Item", "var projectID: Project.ID? // @references(inverse: items)")
private let toMany = model("Item", "// @manyToMany(projects: Project, inverse: items)")
private let items = projects + "INSERT INTO item VALUES (1, 1), (2, 2), (3, 1), (4, NULL);"

private let edition =
  "// @table\nstruct Edition: Sendable {\nlet isbn: String // @primaryKey\nlet printing: Int // @primaryKey\n"
  + "var title: String\n}\n"

private let pairs = model("Item", "var title: String", "// @manyToMany(tags: Tag, inverse: items)") + tag
private let pairRows = """
  INSERT INTO item VALUES (1, 'a'), (2, 'b'); INSERT INTO tag VALUES (1, 't'), (2, 'u');
  INSERT INTO item_tags VALUES (1, 1), (1, 2), (2, 1);
  """

/// The models of `pairs` with a join model that has these properties too.
private func through(_ more: String..., key: String = "let id: ID", name: String = "tags") -> String {
  model("Item", "var title: String", "// @manyToMany(\(name): Tag, through: Tagging, inverse: items)") + tag
    + "// @table @unique(itemID, tagID)\nstruct Tagging: Sendable {\n\(key)\n"
    + "var itemID: Item.ID // @references\nvar tagID: Tag.ID // @references\n"
    + more.joined(separator: "\n") + "\n}\n"
}

@Suite("Relationships that change their kind")
struct PairMoveTests {
  static let changes: [Change] = [
    Change(
      "a to-one becomes a many-to-many", from: project + toOne, rows: items, to: project + toMany, rebuilds: ["item"],
      query: "SELECT item_id || ' ' || project_id FROM item_projects ORDER BY 1", after: ["1 1", "2 2", "3 1"],
      contains: [
        """
        -- Each reference from 'item' to 'project' becomes a pair in 'item_projects'.
        INSERT INTO "item_projects" ("item_id", "project_id")
        SELECT "id", "project_id" FROM "item" WHERE "project_id" IS NOT NULL;

        """
      ]),
    Change(
      "a required to-one becomes a many-to-many", from: project + toOne.replacing("Project.ID?", with: "Project.ID"),
      rows: projects + "INSERT INTO item VALUES (1, 1), (2, 2);", to: project + toMany, rebuilds: ["item"],
      query: "SELECT item_id || ' ' || project_id FROM item_projects ORDER BY 1", after: ["1 1", "2 2"]),
    Change(
      "a to-one of a table whose name stands first in the join table",
      from: model("Category", "var name: String") + model("Part", "var categoryID: Category.ID? // @references"),
      rows: "INSERT INTO category VALUES (5, 'c'); INSERT INTO part VALUES (1, 5), (2, NULL)",
      to: model("Category", "var name: String")
        + model("Part", "// @manyToMany(categories: Category, inverse: parts)"), rebuilds: ["part"],
      query: "SELECT part_id || ' ' || category_id FROM part_categories", after: ["1 5"]),
    Change(
      "a tree becomes a graph",
      from: model("Folder", "var parentID: Folder.ID? // @references(inverse: children)"),
      rows: "INSERT INTO folder VALUES (1, NULL), (2, 1), (3, 1), (4, 3)",
      to: model("Folder", "// @manyToMany(parents: Folder, inverse: children)"), rebuilds: ["folder"],
      query: "SELECT folder_id || ' in ' || parents_id FROM folder_parents ORDER BY 1",
      after: ["2 in 1", "3 in 1", "4 in 3"]),
    Change(
      "a tree becomes a graph whose other side is noted",
      from: model("Folder", "var parentID: Folder.ID? // @references(inverse: children)"),
      rows: "INSERT INTO folder VALUES (1, NULL), (2, 1), (3, 1), (4, 3)",
      to: model("Folder", "// @manyToMany(children: Folder, inverse: parents)"), rebuilds: ["folder"],
      query: "SELECT children_id || ' in ' || folder_id FROM folder_children ORDER BY 1",
      after: ["2 in 1", "3 in 1", "4 in 3"]),
    Change(
      "a reference of several columns becomes pairs",
      from: edition + model("Copy", "var editionID: Edition.ID? // @references"),
      rows:
        "INSERT INTO edition VALUES ('x', 1, 'a'), ('x', 2, 'b'); INSERT INTO copy VALUES (1, 'x', 2), (2, NULL, NULL)",
      to: edition + model("Copy", "// @manyToMany(editions: Edition, inverse: copies)"), rebuilds: ["copy"],
      query: "SELECT copy_id || ' ' || edition_isbn || edition_printing FROM copy_editions", after: ["1 x2"]),
    Change(
      "a many-to-many becomes a to-one, and each row keeps one pair", from: project + toMany,
      rows: projects + "INSERT INTO item VALUES (1), (2), (3); INSERT INTO item_projects VALUES (1, 1), (2, 2)",
      to: project + toOne, allowing: ["dropTable"], rebuilds: ["item"], findings: ["dropTable item_projects 0"],
      query: "SELECT id || ' ' || coalesce(project_id, '-') FROM item ORDER BY id", after: ["1 1", "2 2", "3 -"],
      undo: .impossible),
    Change(
      "a many-to-many of several pairs becomes a to-one", from: project + toMany,
      rows: projects + "INSERT INTO item VALUES (1), (2); INSERT INTO item_projects VALUES (1, 2), (1, 1), (2, 2)",
      to: project + toOne, allowing: ["dropTable"], rebuilds: ["item"], findings: ["dropTable item_projects 1"],
      query: "SELECT id || ' ' || project_id FROM item ORDER BY id", after: ["1 1", "2 2"], undo: .impossible),
    Change(
      "a many-to-many gets a join model", from: pairs, rows: pairRows, to: through(),
      query: "SELECT item_id || ' ' || tag_id FROM tagging ORDER BY 1", after: ["1 1", "1 2", "2 1"],
      contains: [
        """
        -- Each pair in 'item_tags' becomes a row of 'tagging'.
        INSERT INTO "tagging" ("item_id", "tag_id")
        SELECT "item_id", "tag_id" FROM "item_tags";

        """
      ]),
    Change(
      "the join model has properties with values and without", from: pairs, rows: pairRows,
      to: through("var note: String?", "var weight = 3", "var rank: Int // @default(sql: \"7\")"),
      query: "SELECT item_id || ' ' || tag_id || ' ' || quote(note) || weight || rank FROM tagging ORDER BY 1",
      after: ["1 1 NULL37", "1 2 NULL37", "2 1 NULL37"]),
    Change(
      "the rows of the join model are members of an ordered relationship", from: pairs, rows: pairRows,
      to: through().replacing(
        "inverse: items)", with: "inverse: items)\n// @hasMany(taggings: Tagging, inverse: item, ordered)"),
      query: "SELECT item_id || ' ' || tag_id || ' ' || quote(taggings_position) FROM tagging ORDER BY 1",
      after: ["1 1 0", "1 2 4096", "2 1 0"], undo: .refused),
    Change(
      "the pair is the key of the join model", from: pairs, rows: pairRows,
      to: model("Item", "var title: String", "// @manyToMany(tags: Tag, through: Tagging, inverse: items)") + tag
        + "// @table\nstruct Tagging: Sendable {\nvar itemID: Item.ID // @references @primaryKey\n"
        + "var tagID: Tag.ID // @references @primaryKey\nvar note: String?\n}\n",
      query: "SELECT item_id || ' ' || tag_id FROM tagging ORDER BY 1", after: ["1 1", "1 2", "2 1"]),
  ]

  @Test(arguments: changes) func rowsSurvive(_ change: Change) throws { try change.prove() }

  @Test func anUndoOfPairsGivesTheReferencesBackAndCountsThePairsThatHaveNoPlace() throws {
    let migration = try Migration(models: project + toOne, rows: items, to: project + toMany)
    try migration.apply()
    guard case .script(let undo) = migration.plan.undo else {
      Issue.record("\(migration.plan.undo)")
      return
    }
    try migration.database.run("INSERT INTO item_projects VALUES (1, 2)")
    #expect(
      try undo.findings.map { "\($0.allowance) \(try migration.database.number($0.query))" } == [
        "dropTable:item_projects 1"
      ])
    try migration.database.run("DELETE FROM item_projects WHERE project_id = 2 AND item_id = 1")
    try migration.database.run("INSERT INTO item_projects VALUES (4, 2)")
    #expect(try undo.findings.map { try migration.database.number($0.query) } == [0])
    try migration.undo()
    #expect(
      try migration.database.quoted("SELECT id || ' ' || coalesce(project_id, '-') FROM item ORDER BY id").map { $0[0] }
        == ["1 1", "2 2", "3 1", "4 2"])
  }

  @Test func anUndoOfARequiredReferenceCountsTheRowsWithoutAPair() throws {
    let migration = try Migration(
      models: project + toOne.replacing("Project.ID?", with: "Project.ID"),
      rows: projects + "INSERT INTO item VALUES (1, 1)",
      to: project + toMany)
    try migration.apply()
    try migration.database.run("INSERT INTO item VALUES (2)")
    guard case .script(let undo) = migration.plan.undo else {
      Issue.record("\(migration.plan.undo)")
      return
    }
    #expect(
      try undo.findings.map { "\($0.allowance) \(try migration.database.number($0.query))" }
        == ["newRequired:item.project_id 1", "dropTable:item_projects 0"])
    try migration.database.run("INSERT INTO item_projects VALUES (2, 2)")
    try migration.undo()
    #expect(try migration.database.quoted("SELECT project_id FROM item ORDER BY id").map { $0[0] } == ["1", "2"])
  }

  @Test func anUndoOfAJoinModelGivesThePairsBackAndCountsTheRowsThatHoldMore() throws {
    let migration = try Migration(models: pairs, rows: pairRows, to: through("var note: String?", "var weight = 3"))
    try migration.apply()
    guard case .script(let undo) = migration.plan.undo else {
      Issue.record("\(migration.plan.undo)")
      return
    }
    try migration.database.run(
      "UPDATE tagging SET note = 'x' WHERE tag_id = 2; UPDATE tagging SET weight = 4 WHERE item_id = 2")
    #expect(
      try undo.findings.map { "\($0.allowance) \(try migration.database.number($0.query))" } == ["dropTable:tagging 2"])
    try migration.database.run(
      "UPDATE tagging SET note = NULL, weight = 3; INSERT INTO tagging (item_id, tag_id, weight) VALUES (2, 2, 3)")
    #expect(try undo.findings.map { try migration.database.number($0.query) } == [0])
    try migration.undo()
    #expect(
      try migration.database.quoted("SELECT item_id || ' ' || tag_id FROM item_tags ORDER BY 1").map { $0[0] }
        == ["1 1", "1 2", "2 1", "2 2"])
  }

  @Test func aReferenceOfAnotherNameIsNoMoveButAnOffer() throws {
    let users = model("User", "var name: String")
    let migration = try Migration(
      models: users + model("Item", "var ownerID: User.ID? // @references"),
      to: users + model("Item", "// @manyToMany(watchers: User, inverse: watched)"))
    #expect(migration.plan.findings.map(\.allowance) == ["dropColumn:item.owner_id"])
    #expect(
      migration.plan.findings.map(\.notes) == [
        [
          "to keep the rows in 'item_watchers', pass '--allow dropColumn:item.owner_id' and add this line to the file, above the "
            + "first statement that changes table 'item': INSERT INTO \"item_watchers\" (\"item_id\", \"user_id\") "
            + "SELECT \"id\", \"owner_id\" FROM \"item\" WHERE \"owner_id\" IS NOT NULL;"
        ]
      ])
  }

  @Test func aJoinModelOfAnotherNameIsNoMoveButAnOffer() throws {
    let problems = try Migration(models: pairs, to: through(name: "labels")).plan.problems
    #expect(
      problems.map { $0.notes[0] } == [
        "to keep the rows in 'tagging', pass '--allow dropTable:item_tags' and add this line to the file, above "
          + "'DROP TABLE \"item_tags\"': "
          + "INSERT INTO \"tagging\" (\"item_id\", \"tag_id\") SELECT \"item_id\", \"tag_id\" FROM \"item_tags\";"
      ])
    // A value that nobody knows is for people to write.
    let finding = try Migration(models: pairs, to: through("var a: Int", "var b: Int", "var c: Int")).plan.findings
      .first { $0.code == .dropTable }
    #expect(
      finding?.notes == [
        "to keep the rows in 'tagging', pass '--allow dropTable:item_tags' and add this line to the file, above 'DROP TABLE "
          + "\"item_tags\"', with each NULL replaced by a value: INSERT INTO \"tagging\" (\"item_id\", \"tag_id\", \"a\", "
          + "\"b\", \"c\") SELECT \"item_id\", \"tag_id\", NULL, NULL, NULL FROM \"item_tags\";"
      ])
  }

  @Test func anOfferedLineKeepsTheRows() throws {
    let users = model("User", "var name: String")
    let migration = try Migration(
      models: users + model("Item", "var ownerID: User.ID? // @references"),
      rows: "INSERT INTO user VALUES (7, 'u'); INSERT INTO item VALUES (1, 7), (2, NULL)",
      to: users + model("Item", "// @manyToMany(watchers: User, inverse: watched)"), allowing: ["dropColumn"])
    let note = try #require(migration.plan.findings.first?.notes.first)
    let line = try #require(note.range(of: "table 'item': ").map { note[$0.upperBound...] })
    let place = try #require(migration.text.range(of: "-- Table 'item'"))
    try migration.database.apply(
      migration.text.replacingCharacters(in: place.lowerBound..<place.lowerBound, with: line + "\n"))
    #expect(try migration.database.quoted("SELECT item_id, user_id FROM item_watchers") == [["1", "7"]])
  }

  @Test func twoReferencesToOneTableAreNoMoveToOneRelationshipButThatOfItsName() throws {
    let users = model("User", "var name: String")
    let migration = try Migration(
      models: users + model("Item", "var ownerID: User.ID? // @references", "var editorID: User.ID? // @references"),
      rows: "INSERT INTO user VALUES (7, 'u'), (8, 'v'); INSERT INTO item VALUES (1, 7, 8)",
      to: users + model("Item", "// @manyToMany(editors: User)"), allowing: ["dropColumn"])
    #expect(migration.plan.findings.map(\.allowance) == ["dropColumn:item.owner_id"])
    try migration.apply()
    #expect(try migration.database.quoted("SELECT item_id, user_id FROM item_editors") == [["1", "8"]])
  }
}

@Suite("Columns that are split and merged")
struct SplitColumnTests {
  private let whole = model("Person", "var name: String")
  private let wholeRows = "INSERT INTO person VALUES (1, 'Ada Lovelace'), (2, 'Plato'), (3, 'Ada King Lovelace')"

  @Test func aSplitIsOfferedAndKeepsTheText() throws {
    let parts = model("Person", "var firstName: String?", "var lastName: String?")
    let problem = try #require(try Migration(models: whole, to: parts).plan.problems.first)
    let note = try #require(problem.notes.first { $0.hasPrefix("a split") })
    #expect(
      note
        == "a split, which keeps the text: pass '--allow dropColumn:person.name', then in the file add this line above the "
        + "first 'DROP COLUMN', and adjust it to your text: UPDATE \"person\" SET \"first_name\" = substr(\"name\", 1, "
        + "instr(\"name\" || ' ', ' ') - 1), \"last_name\" = ltrim(substr(\"name\", instr(\"name\" || ' ', ' ')));")
    let migration = try Migration(models: whole, rows: wholeRows, to: parts, allowing: ["dropColumn:person.name"])
    let line = try #require(note.range(of: "to your text: ").map { note[$0.upperBound...] })
    let place = try #require(migration.text.range(of: "ALTER TABLE \"person\" DROP COLUMN"))
    try migration.database.apply(
      migration.text.replacingCharacters(in: place.lowerBound..<place.lowerBound, with: line + "\n"))
    #expect(
      try migration.database.quoted("SELECT first_name, last_name FROM person")
        == [["Ada", "Lovelace"], ["Plato", ""], ["Ada", "King Lovelace"]])
  }

  @Test func aSplitIntoRequiredColumnsIsOffered() throws {
    let parts = model("Person", "var firstName: String", "var lastName: String")
    let problem = try #require(try Migration(models: whole, to: parts).plan.problems.first)
    #expect(
      problem.notes[2] == "a split, which keeps the text: pass '--allow dropColumn:person.name --allow "
        + "newRequired:person.first_name --allow newRequired:person.last_name', then in the file set \"first_name\" to "
        + "substr(\"name\", 1, instr(\"name\" || ' ', ' ') - 1), \"last_name\" to ltrim(substr(\"name\", "
        + "instr(\"name\" || ' ', ' '))) in the 'INSERT INTO' of table 'person', and delete the '@precheck' and '@allow' lines "
        + "of 'newRequired'")
  }

  @Test func aMergeIsOfferedAndKeepsTheText() throws {
    let parts = model("Person", "var firstName: String", "var lastName: String?")
    let one = model("Person", "var name: String?")
    let problems = try Migration(models: parts, to: one).plan.problems
    let note = try #require(problems.first?.notes.first { $0.hasPrefix("a merge") })
    #expect(problems.count == 2 && problems.allSatisfy { $0.notes.contains(note) })
    #expect(
      note
        == "a merge, which keeps the text: pass '--allow dropColumn:person.first_name --allow dropColumn:person.last_name', "
        + "then in the file add this line above the first 'DROP COLUMN', and adjust it to your text: UPDATE \"person\" SET "
        + "\"name\" = trim(coalesce(\"first_name\", '') || ' ' || coalesce(\"last_name\", ''));")
    let migration = try Migration(
      models: parts, rows: "INSERT INTO person VALUES (1, 'Ada', 'Lovelace'), (2, 'Plato', NULL)", to: one,
      allowing: ["dropColumn"])
    let line = try #require(note.range(of: "to your text: ").map { note[$0.upperBound...] })
    let place = try #require(migration.text.range(of: "ALTER TABLE \"person\" DROP COLUMN"))
    try migration.database.apply(
      migration.text.replacingCharacters(in: place.lowerBound..<place.lowerBound, with: line + "\n"))
    #expect(try migration.database.quoted("SELECT name FROM person") == [["Ada Lovelace"], ["Plato"]])
  }

  @Test func numbersAreNeitherSplitNorMerged() throws {
    let plan = try Migration(
      models: model("Item", "var size: Int"), to: model("Item", "var width: Int?", "var height: Int?")
    ).plan
    #expect(plan.problems.flatMap(\.notes).allSatisfy { !$0.hasPrefix("a split") })
  }
}
