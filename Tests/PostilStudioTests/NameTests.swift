import PostilRows
import PostilStudio
import Testing

@Suite("Names and values of rows")
struct NameTests {
  @Test("Rows are shown and found by the properties that the struct names, in their order")
  func display() async throws {
    let sample = try await SampleStudio(
      """
      import Postil

      // @table
      // @display(last, first)
      struct Member: Identifiable, Sendable {
        let id: ID
        var nickname: String
        var first: String
        var last: String
      }

      // @table
      struct Loan: Identifiable, Sendable {
        let id: ID
        // @references
        var memberID: Member.ID
      }
      """,
      sql: """
        INSERT INTO member (id, nickname, first, last) VALUES (1, 'x', 'Ada', 'Lovelace'), (2, 'y', 'Grace', 'Hopper'), (3, 'z', 'Ada', 'Yonath');
        INSERT INTO loan VALUES (1, 2)
        """)
    let tables = try #require(try await sample.get("/schema")["tables"]?.array)
    #expect(tables.first { $0["name"] == "member" }?["displayColumns"] == ["last", "first"])
    let loans = try await sample.post("/tables/loan/page", [:])
    #expect(loans["rows"]?.array?[0]["display"] == ["member_id": "Hopper Grace"])
    for (search, keys) in [("ada", [[1], [3]]), ("yon ada", [[3]]), ("2", [[2]]), ("x", [])] as [(String, JSONTree)] {
      let found = try await sample.post("/tables/member/page", ["search": .string(search)])
      #expect(JSONTree.array(found["rows"]?.array?.compactMap { $0["key"] } ?? []) == keys, "\(search)")
      let candidates = try await sample.post(
        "/tables/loan/members",
        ["key": [1], "relationship": "member", "scope": "candidates", "search": .string(search)])
      #expect(JSONTree.array(candidates["rows"]?.array?.compactMap { $0["key"] } ?? []) == keys, "\(search)")
    }
  }

  @Test(
    "Without an annotation, a row is shown by its title, its name, its first and last name, or its first text",
    arguments: [
      ("var code: String; var title: String", ["title"]), ("var code: String; var personName: String", ["person_name"]),
      ("var code: String; var lastName: String; var firstName: String", ["first_name", "last_name"]),
      ("var count: Int; var code: String", ["code"]), ("var count: Int", []),
    ])
  func guesses(properties: String, columns: [String]) async throws {
    let lines = properties.split(separator: ";").joined(separator: "\n")
    let sample = try await SampleStudio(
      "import Postil\n// @table\nstruct Person: Identifiable, Sendable {\nlet id: ID\n\(lines)\n}")
    let table = try #require(try await sample.get("/schema")["tables"]?.array?.first)
    #expect(table["displayColumns"] == .array(columns.map { .string($0) }))
  }

  @Test(
    "The values of a column are those that a check lists",
    arguments: [
      ("kind IN ('a', 'it''s')", ["a", "it's"]), ("\"kind\" = 'a' OR kind = 'b'", ["a", "b"]),
      ("(kind IS NULL OR kind IN ('a', 'b'))", ["a", "b"]), ("length(kind) < 9 AND (kind IN ('a'))", ["a"]),
    ])
  func choices(check: String, values: [String]) throws {
    #expect(CheckedValues.list(of: "kind", in: check) == values.map { .string($0) })
  }

  @Test(
    "Other checks list no values",
    arguments: [
      "kind NOT IN ('a')", "kind IN ('a') OR other = 1", "other IN ('a')", "kind IN (SELECT name FROM kinds)",
      "kind > 'a'",
      "lower(kind) IN ('a', 'b')", "kind IN ('a', NULL)", "",
    ])
  func noChoices(check: String) { #expect(CheckedValues.list(of: "kind", in: check) == nil) }

  @Test("A whole number that is stored as a real one is told apart from an integer where a column can store both")
  func anyNumbers() async throws {
    let sample = try await SampleStudio(
      "import Postil\n// @table\nstruct Note: Identifiable, Sendable {\nlet id: ID\nvar value: SQLValue?\n}",
      sql: "INSERT INTO note VALUES (1, 5), (2, 5.0), (3, 5.5)")
    let rows = try await sample.post("/tables/note/page", [:])["rows"]?.array ?? []
    #expect(rows.compactMap { $0["cells"]?.array?[1] } == [5, ["real": "5.0"], .number(5.5)])
  }

  @Test("Conditions and orders over relationships give the rows that they describe")
  func related() async throws {
    let sample = try await SampleStudio(
      paths: ["Tests/TourTests/Tasks.swift"],
      sql: """
        INSERT INTO project (id, name) VALUES (1, 'Home'), (2, 'Work'), (3, 'Empty');
        INSERT INTO tag (id, name) VALUES (1, 'red'), (2, 'green');
        INSERT INTO item (id, title, done, project_id) VALUES (1, 'a', 0, 2), (2, 'b', 0, 1), (3, 'c', 0, 1);
        INSERT INTO item_tags VALUES (1, 1), (1, 2), (3, 2)
        """)
    func keys(_ table: String, _ filters: JSONTree, _ order: JSONTree = []) async throws -> [Int64] {
      let page = try await sample.post("/tables/\(table)/page", ["filters": filters, "order": order, "limit": 2])
      var rows = page["rows"]?.array ?? []
      if let last = page["last"], page["hasAfter"] == true {
        let rest = try await sample.post(
          "/tables/\(table)/page", ["filters": filters, "order": order, "after": last])
        rows += rest["rows"]?.array ?? []
      }
      return rows.compactMap { $0["key"]?.array?[0].integer }
    }
    #expect(
      try await keys("item", [["path": "project", "column": "name", "operator": "equals", "values": ["Home"]]]) == [
        2, 3,
      ])
    #expect(
      try await keys("item", [["path": "tags", "column": "name", "operator": "in", "values": ["green"]]]) == [1, 3])
    #expect(try await keys("item", [["path": "tags", "operator": "less", "values": [1]]]) == [2])
    #expect(try await keys("item", [["path": "tags", "operator": "between", "values": [1, 2]]]) == [1, 3])
    #expect(try await keys("item", [], [["path": "tags", "isDescending": true]]) == [1, 3, 2])
    #expect(
      try await keys("item", [], [["path": "project", "column": "name"], ["column": "id", "isDescending": true]]) == [
        3, 2, 1,
      ])
    #expect(try await keys("project", [], [["path": "items"]]) == [3, 2, 1])
    let failure = try await sample.failure("/tables/item/page", ["order": [["path": "project"]]])
    #expect(failure.message.hasPrefix("rows can be sorted by the columns of a to-one relationship"))
  }
}
