import PostilCompiler
import PostilLint
import Testing

@Suite("Lint findings about indexes")
struct IndexLintTests {
  @Test(
    "A foreign key without an index is found",
    arguments: [
      ("", "unindexed", ["unindexedReference"]),
      ("", "onDelete: cascade, unindexed", ["unindexedReference"]),
      ("", "unindexed, onDelete: cascade", ["unindexedReference"]),
      ("", "Project, unindexed", ["unindexedReference"]),
      ("", "onDelete: cascade", []),
      ("@index(projectID, title)", "unindexed", []),
      ("@unique(projectID, title)", "unindexed", []),
      ("@index(title, projectID)", "unindexed", ["unindexedReference"]),
      ("@index(projectID, where: \"title <> ''\")", "unindexed", ["unindexedReference"]),
      ("@index(projectID, where: \"project_id IS NOT NULL\")", "unindexed", []),
      ("@index(projectID, where: \"project_id IS NOT NULL OR title = ''\")", "unindexed", ["unindexedReference"]),
      ("@index(projectID, where: \"project_id IS NOT NULL AND title = ''\")", "unindexed", ["unindexedReference"]),
    ])
  func references(notes: String, arguments: String, expected: [String]) {
    let text =
      item("var title: String\n  // @references(\(arguments))\n  var projectID: Project.ID", notes: notes)
      + projectModel
    #expect(codes(text) == expected)
  }

  @Test func `'unindexed' leaves the index out`() throws {
    let graph = try compile(item("// @references(unindexed)\n  var projectID: Project.ID") + projectModel)
    #expect(try graph.table("item").indexes.isEmpty)
    #expect(try graph.table("item").foreignKeys.count == 1)
  }

  @Test func `a finding about a partially indexed reference names the index`() {
    let text = item(
      "var title: String\n  // @references(unindexed)\n  var projectID: Project.ID",
      notes: "@index(projectID, where: \"title <> ''\", name: \"some\")")
    #expect(
      lint(text + projectModel).flatMap(\.lines) == [
        "Models.swift:5:6: warning: 'projectID' is indexed only by the partial index 'some', which doesn't cover every row, so "
          + "each delete from 'project' scans the whole table 'item'; remove 'unindexed' [unindexedReference]"
      ])
  }

  @Test(
    "An index that another one starts with is found",
    arguments: [
      ("@index(a) @index(a, b)", 1), ("@index(a, b) @index(a)", 1), ("@index(a) @index(a)", 1),
      ("@index(a) @unique(a, b)", 1), ("@index(a) @unique(a)", 1), ("@unique(a) @index(a)", 1),
      ("@index(id)", 1), ("@unique(id)", 1), ("@unique(a, b) @unique(b, a)", 1),
      ("@index(a.descending) @index(a)", 1), ("@index(a, b.descending) @index(a.descending, b)", 1),
      ("@index(a, where: \"b > 0\") @index(a, b, where: \"b > 0\")", 1),
      ("@index(a, b) @index(b)", 0), ("@index(a, b.descending) @index(a, b)", 0),
      ("@index(a, where: \"b > 0\") @index(a, b)", 0), ("@index(a) @index(a, b, where: \"b > 0\")", 0),
      ("@unique(a) @unique(a, b)", 0), ("@unique(a) @index(a, b)", 0), ("@index(id, a)", 0),
    ])
  func redundant(notes: String, count: Int) {
    let text = item("var a: Int\n  var b: Int", notes: notes)
    #expect(codes(text) == Array(repeating: "redundantIndex", count: count))
  }

  @Test func `an index on a reference replaces its own, and is redundant only with a longer one`() {
    let reference = "// @references @index\n  var projectID: Project.ID\n  var a: Int"
    #expect(codes(item(reference) + projectModel) == [])
    #expect(findings(item(reference, notes: "@index(projectID, a)") + projectModel) == ["4:18 redundantIndex"])
  }

  @Test func `a redundant index names the other one and its place`() {
    #expect(
      lint(item("var a: Int  // @index\n  var b: Int", notes: "@index(a, b)")).flatMap(\.lines) == [
        "Models.swift:4:18: warning: the index 'item_a_b_idx' starts with the columns of the index 'item_a_idx', which therefore "
          + "isn't needed; remove 'item_a_idx' [redundantIndex]",
        "Models.swift:1:11: note: the other one is here",
      ])
  }

  @Test(
    "A nullable unique key is found",
    arguments: [
      ("@unique(a)", ["nullableUnique"]), ("@unique(a, c)", ["nullableUnique"]), ("@unique(c)", []),
      ("@unique(a, where: \"a IS NOT NULL\")", []), ("@unique(a, where: \"\\\"a\\\" not  null\")", []),
      ("@unique(a, where: \"c > 0 AND a NOTNULL\")", []), ("@unique(a, where: \"c > 0\")", ["nullableUnique"]),
      ("@unique(a, b, where: \"a IS NOT NULL\")", ["nullableUnique"]),
      ("@unique(a, where: \"c > 0 OR a IS NOT NULL\")", ["nullableUnique"]), ("@index(a)", []),
      ("@unique(projectID)", []), ("@unique(projectID, c)", ["nullableUnique"]),
    ])
  func nullable(notes: String, expected: [String]) {
    let text = item(
      "var a: Int?\n  var b: Int?\n  var c: Int\n  // @references\n  var projectID: Project.ID?", notes: notes)
    #expect(codes(text + projectModel) == expected)
  }

  @Test(
    "A unique key that includes soft-deleted rows is found",
    arguments: [
      ("@unique(a)", ["softDeletedUnique"]), ("@unique(a, where: \"deleted_at IS NULL\")", []),
      ("@unique(a, where: \"a > 0\")", []), ("@unique(projectID)", []), ("@index(a)", []),
    ])
  func softDeleted(notes: String, expected: [String]) {
    let text = item(
      "var a: Int\n  // @references\n  var projectID: Project.ID\n  let deletedAt: Date?  // @softDelete", notes: notes)
    #expect(codes(text + projectModel) == expected)
    #expect(codes(item("var a: Int", notes: "@unique(a)")) == [])
  }
}
