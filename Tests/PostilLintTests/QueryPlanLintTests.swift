import PostilCompiler
import PostilLint
import Testing

/// The findings about named queries.
@Suite("Lint findings about named queries")
struct QueryPlanLintTests {
  private static let members = """
    var title: String
      var dueAt: Date?
      var done: Bool
      var priority: Int
      // @references
      var projectID: Project.ID
    """

  /// What is found about one query over `item`, which has an index on `project_id` alone.
  private func messages(_ query: String, notes: String = "") -> [String] {
    let text = item(Self.members, notes: "\(notes)\n// @query(find\(query))") + projectModel
    return lint("import Foundation\n" + text).map { "\($0.message) [\($0.code?.rawValue ?? "")]" }
  }

  /// The indexes that the findings name.
  private func cures(_ query: String, notes: String = "") -> [String] {
    messages(query, notes: notes).map { message in
      message.contains("; write '") ? String(message.split(separator: "; write ")[1]) : "none"
    }
  }

  @Test(
    "A query that scans a table is reported with the index that would avoid it",
    arguments: [
      ("A(day: Date): \"WHERE due_at < :day\"", "'@index(dueAt)'"),
      ("B(day: Date): \"WHERE :day > due_at\"", "'@index(dueAt)'"),
      ("C(day: Date): \"WHERE due_at < :day ORDER BY due_at DESC\"", "'@index(dueAt)'"),
      ("D(): \"WHERE done = 0 ORDER BY priority\"", "'@index(done, priority)'"),
      ("E(): \"WHERE priority > 3 AND done = 0\"", "'@index(done, priority)'"),
      ("F(titles: [String]): \"WHERE title IN :titles\"", "'@index(title)'"),
      ("G(title: String): \"WHERE lower(title) = :title\"", "'@index(\"lower(title)\")'"),
      ("H(title: String): \"WHERE title = :title COLLATE NOCASE\"", "none"),
      ("I(title: String): \"WHERE title COLLATE NOCASE = :title\"", "'@index(\"title COLLATE NOCASE\")'"),
      ("J(title: String): \"WHERE title = :title OR priority = 5\"", "'@index(title)' and '@index(priority)'"),
      ("K(title: String) -> Int: \"SELECT count(*) FROM item AS i WHERE i.title = :title\"", "'@index(title)'"),
      ("L(title: String): \"UPDATE item SET done = 1 WHERE title = :title\"", "'@index(title)'"),
      ("M(title: String): \"DELETE FROM item WHERE title = :title\"", "'@index(title)'"),
      ("N(part: String): \"WHERE title LIKE :part\"", "none"),
      ("O(): \"WHERE done\"", "none"),
    ])
  func scans(query: String, cure: String) {
    let found = cures(query)
    #expect(found.count == 1 && found[0].hasPrefix(cure), "\(messages(query))")
    #expect(messages(query).allSatisfy { $0.hasSuffix("[fullScan]") })
  }

  @Test(
    "A query that sorts is reported with the index that would avoid it",
    arguments: [
      ("A(): \"ORDER BY title\"", "'@index(title)'"),
      ("B(): \"ORDER BY title DESC, priority DESC LIMIT 5\"", "'@index(title, priority)'"),
      ("C(): \"ORDER BY priority DESC, title LIMIT 5\"", "'@index(priority.descending, title)'"),
      ("D(project: Project.ID): \"WHERE project_id = :project ORDER BY due_at\"", "'@index(projectID, dueAt)'"),
      ("E(): \"ORDER BY title COLLATE NOCASE\"", "'@index(\"title COLLATE NOCASE\")'"),
      ("F(): \"ORDER BY length(title)\"", "'@index(\"length(title)\")'"),
    ])
  func sorts(query: String, cure: String) {
    let found = cures(query)
    #expect(found.count == 1 && found[0].hasPrefix(cure), "\(messages(query))")
    #expect(messages(query).allSatisfy { $0.hasSuffix("[unindexedSort]") })
  }

  @Test(
    "A query whose index exists has no finding",
    arguments: [
      ("@index(dueAt)", "A(day: Date): \"WHERE due_at < :day ORDER BY due_at DESC\""),
      ("@index(done, priority)", "B(): \"WHERE done = 0 ORDER BY priority\""),
      ("@index(\"lower(title)\")", "C(title: String): \"WHERE lower(title) = :title\""),
      ("@index(\"title COLLATE NOCASE\")", "D(): \"ORDER BY title COLLATE NOCASE\""),
      ("@index(priority.descending, title)", "E(): \"ORDER BY priority DESC, title LIMIT 5\""),
      ("@index(title) @index(priority)", "F(title: String): \"WHERE title = :title OR priority = 5\""),
    ])
  func cured(notes: String, query: String) { #expect(messages(query, notes: notes) == []) }

  @Test(
    "A query for every row, or for a condition that no index supports, has no finding",
    arguments: [
      "A(): \"LIMIT 5\"",
      "B() -> Int: \"SELECT count(*) FROM item\"",
      "C() -> Int?: \"SELECT sum(priority) FROM item\"",
      "D() -> (Project.ID, Int): \"SELECT project_id, count(*) FROM item GROUP BY project_id\"",
      "E() -> (Project.ID, Int): \"SELECT project_id, count(*) AS n FROM item GROUP BY project_id HAVING n > 5 ORDER BY n\"",
      "F(id: Item.ID): \"WHERE id = :id\"",
      "G(ids: [Item.ID]): \"WHERE id IN :ids\"",
      "H(project: Project.ID): \"WHERE project_id = :project\"",
      "I(): \"WHERE due_at IS NOT NULL\"",
      "J(): \"JOIN project ON project.id = item.project_id\"",
      "K() -> Int: \"WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n ORDER BY i DESC\"",
      "L(title: String): \"INSERT INTO project (id) VALUES (length(:title))\"",
    ])
  func nothing(query: String) { #expect(messages(query) == []) }

  @Test("A query that scans another table is reported with the model that needs the index")
  func otherTable() {
    let text = """
      // @table
      struct Owner: Sendable {
        let id: ID
        var name: String
      }

      // @table
      // @query(owned(by name: String): "JOIN owner ON owner.name = boat.owner_name WHERE boat.id = 5 AND owner.name = :name")
      struct Boat: Sendable {
        let id: ID
        var ownerName: String
      }
      """
    #expect(lint(text).map(\.message).first?.hasSuffix("write '@index(name)' on 'Owner'") == true)
  }

  @Test("A query for deleted rows can use an index of the others")
  func softDeletion() {
    let members = "var title: String\n  let deletedAt: Date?  // @softDelete"
    #expect(
      codes(item(members, notes: "@index(title)\n// @query(byTitle(_ title: String): \"WHERE title = :title\")")) == [])
    #expect(codes(item(members, notes: "\n// @query(some(): \"LIMIT 5\")")) == [])
  }

  @Test("A query of a view or a projection is checked, and its finding can be suppressed there")
  func elsewhere() {
    let text = """
      // @table
      struct Item: Sendable {
        let id: ID
        var title: String
      }

      // @view("SELECT id, title FROM item")
      // @query(named(_ title: String): "WHERE title = :title")
      struct Name: Sendable {
        let id: Item.ID
        let title: String
      }

      // @projection
      // @query(titled(_ title: String): "SELECT title FROM item WHERE title = :title")
      struct Title: Sendable {
        var title: String
      }
      """
    #expect(findings(text).map { $0.split(separator: " ")[1] } == ["fullScan"])
    let allowed = text.replacing("// @projection", with: "// @projection\n// @allow(fullScan, reason: \"few rows\")")
    #expect(codes(allowed) == [])
  }

  @Test(
    "A query that doesn't limit a distributed table to one server is reported",
    arguments: [
      ("A(t: Int): \"WHERE tenant = :t AND done = 0\"", []),
      ("B(): \"WHERE done = 0\"", ["entry"]),
      ("C(t: Int): \"WHERE tenant = :t OR done = 0\"", ["entry"]),
      ("D(t: Int): \"WHERE (done = 0 OR done = 1) AND tenant = :t\"", []),
      ("E(t: Int): \"WHERE NOT (tenant = :t)\"", ["entry"]),
      ("F(t: Int): \"WHERE tenant > :t\"", ["entry"]),
      ("G(ts: [Int]): \"WHERE tenant IN :ts\"", []),
      ("H(t: Int): \"UPDATE entry SET done = 1 WHERE tenant = :t\"", []),
      ("I(): \"UPDATE entry SET done = 1\"", ["entry"]),
      ("J(t: Int) -> Int: \"SELECT count(*) FROM entry e JOIN part p ON p.tenant = e.tenant WHERE e.tenant = :t\"", []),
      (
        "K(t: Int) -> Int: \"SELECT count(*) FROM entry e JOIN part p ON p.number = e.number WHERE :t = e.tenant\"",
        ["part"]
      ),
      ("L(t: Int) -> Int: \"SELECT count(*) FROM entry JOIN part USING (tenant) WHERE entry.tenant = :t\"", []),
      ("M() -> Int: \"SELECT count(*) FROM entry WHERE tenant = number\"", ["entry"]),
      ("N(t: Int): \"INSERT INTO part (tenant, number) VALUES (:t, 1)\"", []),
      ("O() -> Int: \"SELECT count(*) FROM place\"", []),
    ])
  func distribution(query: String, tables: [String]) {
    let text = """
      // @table
      // @distributed(by: tenant)
      // @query(find\(query))
      struct Entry: Sendable {
        // @primaryKey
        let tenant: Int
        // @primaryKey
        let number: Int
        var done: Bool
      }
      // @table
      // @distributed(by: tenant)
      struct Part: Sendable {
        // @primaryKey
        let tenant: Int
        // @primaryKey
        let number: Int
      }
      // @table
      // @referenceTable
      struct Place: Sendable {
        let id: ID
      }
      """
    let name = "find\(query.prefix { $0 != "(" })"
    #expect(
      lint(text).filter { $0.code == .undistributedQuery }.map(\.message)
        == tables.map {
          "'\(name)' reads '\($0)' on every server of a Citus cluster, because it doesn't compare 'tenant' with a value; add a "
            + "condition on 'tenant', or join by it"
        })
  }
}
