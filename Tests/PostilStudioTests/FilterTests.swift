import Foundation
import PostilRows
import PostilStudio
import Testing

@Suite("Filters")
struct FilterTests {
  /// The texts of a filtered page, and the first cells of its rows.
  private func page(
    _ sample: SampleStudio, _ table: String, _ filters: JSONTree, order: JSONTree = []
  ) async throws -> (swift: String, condition: String, ids: [Int64]) {
    let page = try await sample.post("/tables/\(table)/page", ["filters": filters, "order": order])
    let sql = page["sql"]?.string ?? ""
    let start = sql.firstRange(of: " WHERE ")?.upperBound ?? sql.startIndex
    let end = sql.firstRange(of: " ORDER BY ")?.lowerBound ?? sql.endIndex
    return (
      page["swift"]?.string ?? "", String(sql[start..<end]),
      page["rows"]?.array?.compactMap { $0["cells"]?.array?[0].integer } ?? []
    )
  }

  @Test("A filter is the predicate that a developer would write, and the SQL that the library writes for it")
  func predicates() async throws {
    let sample = try await SampleStudio(
      paths: ["Tests/TourTests/Tasks.swift"],
      sql: """
        INSERT INTO project (id, name) VALUES (1, 'Home'), (2, 'Work');
        INSERT INTO tag (id, name) VALUES (1, 'red');
        INSERT INTO item (id, title, due_at, done, project_id) VALUES
          (1, 'Oil the door', '2026-11-21 08:30:00', 0, 1), (2, 'Call Emma', NULL, 1, 2),
          (3, 'Buy oil', '2026-12-24 00:00:00', 0, 1);
        INSERT INTO item_tags VALUES (1, 1)
        """)
    let late = try await page(
      sample, "item",
      [
        ["column": "due_at", "operator": "less", "values": ["2026-12-25T01:00:00+01:00"]],
        ["column": "title", "operator": "contains", "values": ["oil"]],
      ], order: [["column": "title"]])
    #expect(
      late.swift
        == #"Item.where { $0.dueAt < Date(timeIntervalSince1970: 1798156800) && $0.title.contains("oil") }.order { $0.title }"#
    )
    #expect(late.condition == #"t0."due_at" < '2026-12-25 00:00:00' AND instr(t0."title", 'oil') > 0"#)
    #expect(late.ids == [3])
    let cases: [(JSONTree, String, String, [Int64])] = [
      (["column": "done", "operator": "equals", "values": [false]], "!$0.done", #"t0."done" = 0"#, [1, 3]),
      (["column": "done", "operator": "equals", "values": [true]], "$0.done", #"t0."done" = 1"#, [2]),
      (["column": "due_at", "operator": "isNil"], "$0.dueAt == nil", #"t0."due_at" IS NULL"#, [2]),
      (
        ["column": "title", "operator": "startsWith", "values": ["Oil"]], #"$0.title.hasPrefix("Oil")"#,
        #"t0."title" COLLATE BINARY >= 'Oil' AND t0."title" COLLATE BINARY < 'Oim'"#, [1]
      ),
      (
        ["column": "title", "operator": "in", "values": ["Buy oil", "it's"]], #"$0.title.in(["Buy oil", "it's"])"#,
        #"t0."title" IN ('Buy oil', 'it''s')"#, [3]
      ),
      (
        ["column": "id", "operator": "between", "values": [2, 3]], "$0.id.between(Item.ID(2), Item.ID(3))",
        #"t0."id" BETWEEN 2 AND 3"#, [2, 3]
      ),
      (
        ["relationship": "project", "operator": "has", "values": [[2]]], "$0.projectID == Project.ID(2)",
        #"t0."project_id" = 2"#, [2]
      ),
      (
        ["relationship": "tags", "operator": "has", "values": [[1]]], "$0.tags.contains(Tag.ID(1))",
        #"t0."id" IN (SELECT t1."item_id" FROM "item_tags" AS t1 WHERE t1."tag_id" = 1)"#, [1]
      ),
      (
        ["relationship": "tags", "operator": "isEmpty"], "$0.tags.isEmpty",
        #"NOT EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id")"#, [2, 3]
      ),
    ]
    for (filter, swift, condition, ids) in cases {
      let found = try await page(sample, "item", [filter])
      #expect(found.swift == "Item.where { \(swift) }")
      #expect(found.condition == condition)
      #expect(found.ids == ids)
    }
  }

  @Test("Values of every type are written as Swift and as SQL")
  func values() async throws {
    let sample = try await SampleStudio(
      """
      import Foundation
      enum Priority: Int, Sendable { case low, high }
      // @table
      struct Thing: Sendable {
        let id: UUID
        var priority: Priority?
        var price: Decimal
        var weight: Double
        var big: UInt64
        var seconds: Date  // @store(as: unixSeconds)
        var day: DateComponents  // @store(as: day)
        var link: URL?
        var code: UUID?  // @store(as: blob)
      }
      """,
      sql: """
        INSERT INTO thing VALUES ('E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 1, '10.5', 2.5, '18446744073709551615',
          1795332600, '2026-11-22', 'https://example.org/', x'E621E1F8C36C495A93FC0C247A3E6E5F')
        """)
    let uuid: JSONTree = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let all = try await sample.post("/tables/thing/page", [:])
    #expect(
      all["rows"]?.array?[0]["cells"] == [
        .string(text), 1, "10.5", .number(2.5), ["int": "18446744073709551615"], "2026-11-22T07:30:00Z", "2026-11-22",
        "https://example.org/", .string(text),
      ])
    let cases: [(JSONTree, String, String)] = [
      (
        ["column": "id", "operator": "equals", "values": [uuid]], #"$0.id == UUID(uuidString: "\#(text)")!"#,
        #"t0."id" = '\#(text)'"#
      ),
      (
        ["column": "priority", "operator": "equals", "values": [1]], "$0.priority == .high", #"t0."priority" = 1"#
      ),
      (
        ["column": "price", "operator": "less", "values": ["10.50001"]], #"$0.price < Decimal(string: "10.50001")!"#,
        #"t0."price" < '10.50001'"#
      ),
      (["column": "weight", "operator": "greater", "values": [2]], "$0.weight > 2.0", #"t0."weight" > 2.0"#),
      (
        ["column": "big", "operator": "equals", "values": [["int": "18446744073709551615"]]],
        "$0.big == 18446744073709551615", #"t0."big" = '18446744073709551615'"#
      ),
      (
        ["column": "seconds", "operator": "equals", "values": ["2026-11-22T07:30:00Z"]],
        "$0.seconds == Date(timeIntervalSince1970: 1795332600)", #"t0."seconds" = 1795332600"#
      ),
      (
        ["column": "day", "operator": "equals", "values": ["2026-11-22"]],
        "$0.day == DateComponents(year: 2026, month: 11, day: 22)", #"t0."day" = '2026-11-22'"#
      ),
      (
        ["column": "link", "operator": "equals", "values": ["https://example.org/"]],
        #"$0.link == URL(string: "https://example.org/")!"#, #"t0."link" = 'https://example.org/'"#
      ),
      (
        ["column": "code", "operator": "equals", "values": [uuid]], #"$0.code == UUID(uuidString: "\#(text)")!"#,
        #"t0."code" = x'E621E1F8C36C495A93FC0C247A3E6E5F'"#
      ),
    ]
    for (filter, swift, condition) in cases {
      let page = try await sample.post("/tables/thing/page", ["filters": [filter]])
      #expect(page["swift"]?.string == "Thing.where { \(swift) }")
      #expect(page["sql"]?.string?.hasSuffix("WHERE \(condition)") == true, "\(page["sql"]?.string ?? "")")
      #expect(page["rows"]?.array?.count == 1)
    }
  }

  @Test("Predicates are Swift that compiles, and render as the SQL that ran")
  func compiled() async throws {
    let sample = try await SampleStudio(paths: ["Tests/PostilStudioTests/Models/Things.swift"])
    let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    func filter(_ column: String, _ operation: String, _ values: JSONTree...) -> JSONTree {
      ["column": .string(column), "operator": .string(operation), "values": .array(values)]
    }
    func members(_ relationship: String, _ operation: String, _ keys: JSONTree...) -> JSONTree {
      ["relationship": .string(relationship), "operator": .string(operation), "values": .array(keys)]
    }
    func over(_ path: String, _ column: String?, _ operation: String, _ values: JSONTree...) -> JSONTree {
      let members: [(String, JSONTree)] = [
        ("path", .string(path)), ("operator", .string(operation)), ("values", .array(values)),
      ]
      return .object((members + (column.map { [("column", .string($0))] } ?? [])).map { JSONTree.Member($0, $1) })
    }
    let requests: [(table: String, filters: [JSONTree], order: JSONTree)] = [
      ("thing", [filter("priority", "equals", 1)], []),
      ("thing", [filter("priority", "in", 1, 0)], []),
      ("thing", [filter("mood", "notEquals", "default")], []),
      ("thing", [filter("price", "less", "10.50001")], []),
      ("thing", [filter("weight", "between", 1, .number(2.5))], []),
      ("thing", [filter("big", "equals", ["int": "18446744073709551615"])], []),
      ("thing", [filter("seconds", "greaterOrEqual", "2026-11-22T07:30:00Z")], []),
      ("thing", [filter("day", "equals", "2026-11-22")], []),
      ("thing", [filter("link", "equals", "https://example.org/")], []),
      ("thing", [filter("code", "equals", .string(uuid))], []),
      ("thing", [filter("flag", "equals", true)], []),
      ("thing", [filter("data", "isNil")], []),
      ("thing", [filter("duration", "less", 5)], []),
      (
        "thing",
        [filter("home_city", "contains", "x"), filter("home_zip", "equals", 3), filter("mail_city", "notEquals", "y")],
        []
      ),
      (
        "thing", [filter("mail_zip", "isNil")],
        [["column": "mail_city", "isDescending": true], ["column": "home_zip"]]
      ),
      (
        "thing",
        [
          filter("in", "startsWith", "a\"b"), filter("in", "endsWith", "\u{0}"), filter("in", "less", "z"),
          filter("in", "in", "a", "b"),
        ], []
      ),
      ("thing", [members("parcel", "has", ["a", 3])], []),
      ("thing", [members("parcel", "isEmpty")], []),
      ("thing", [filter("parcel_carrier", "equals", "x")], []),
      ("thing", [members("parts", "has", [3]), members("parts", "isNotEmpty")], []),
      ("parcel", [members("things", "has", [.string(uuid)])], []),
      ("card", [members("thing", "has", [.string(uuid)])], []),
      ("card", [members("thing", "isEmpty")], []),
      ("card", [filter("name", "contains", "x")], [["column": "name", "isDescending": true]]),
      ("parcel", [filter("carrier", "equals", "x"), filter("number", "greater", 3)], []),
      (
        "thing", [over("parcel", "note", "contains", "x")],
        [["path": "parcel", "column": "note", "isDescending": true]]
      ),
      (
        "thing", [over("parts", nil, "greaterOrEqual", 2)],
        [["path": "parts", "isDescending": true], ["column": "weight"]]
      ),
      ("parcel", [over("things", "weight", "greater", .number(2.5))], []),
      ("card", [over("thing", "flag", "equals", true)], []),
    ]
    let source = try String(
      contentsOf: SampleStudio.package.appending(path: "Tests/PostilStudioTests/Models/Predicates.swift"),
      encoding: .utf8)
    let written = source.replacing("\n        ", with: "")
    #expect(requests.count == Predicates.all.count)
    for (request, compiled) in zip(requests, Predicates.all) {
      let page = try await sample.post(
        "/tables/\(request.table)/page", ["filters": .array(request.filters), "order": request.order])
      let swift = try #require(page["swift"]?.string)
      #expect(written.contains("      \(swift).description,"), "\(swift)")
      // The same condition, apart from the values.
      let condition = try #require(compiled.firstRange(of: " WHERE ")).upperBound
      let pattern = compiled[condition...].prefix { $0 != "?" }
      let isJoined = ["isEmpty", "has"].contains(request.filters[0]["operator"]?.string) && request.table == "card"
      // The library joins what the studio reads in a subquery.
      #expect(
        isJoined || request.filters[0]["path"] != nil || page["sql"]?.string?.contains(" WHERE \(pattern)") == true,
        "\(page["sql"]?.string ?? "")")
    }
  }

  @Test("A filter that doesn't fit its column is refused, with the column's place")
  func refusals() async throws {
    let sample = try await SampleStudio(paths: ["Tests/TourTests/Tasks.swift"])
    let cases: [(JSONTree, String)] = [
      (
        ["column": "due_at", "operator": "less", "values": ["tomorrow"]],
        "'dueAt' must be a date such as 2026-11-21T08:30:00Z"
      ),
      (
        ["column": "done", "operator": "contains", "values": ["x"]],
        "'done' has the operators equals, notEquals"
      ),
      (["column": "nope", "operator": "isNil"], "'item' has no column 'nope'"),
      (["column": "title", "operator": "between", "values": ["x"]], "'between' needs 2 values"),
    ]
    for (filter, message) in cases {
      let failure = try await sample.failure("/tables/item/page", ["filters": [filter]])
      #expect(failure.status == 400)
      #expect(failure.message == message)
    }
    #expect(try await sample.failure("/tables/nope/page", [:]).status == 404)
  }
}
