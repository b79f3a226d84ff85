import PostilRows
import PostilStudio
import PostilTestSupport
import Testing

@Suite("Requests")
struct RequestTests {
  @Test("Requests that nobody would send are answered, and none traps or reports an error of the studio itself")
  func random() async throws {
    let sample = try await SampleStudio(
      paths: ["Tests/PostilStudioTests/Models/Things.swift"],
      sql: "INSERT INTO parcel VALUES ('a', 1, 'x'); INSERT INTO card VALUES (1, 'c')")
    var generator = SeededGenerator(seed: 20_261_123)
    let tables = ["thing", "parcel", "card", "part", "nope"]
    let columns = ["id", "carrier", "number", "name", "day", "big", "data", "home_city", "flag", "x"]
    let relationships = ["parcel", "things", "parts", "thing", "card", "x"]
    let words: [JSONTree] = [
      .null, true, 0, 1, -1, .integer(.max), .integer(.min), .number(1e308), .number(-0.5), "", "a", "\u{0}", [], [:],
      [1], ["a", 1], [.null], ["a", .null], [[1]], ["new": "n1"], ["base64": "AA=="], ["base64": "?"], ["int": "x"],
      ["real": "inf"], ["int": "18446744073709551615"], "2026-11-22", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    ]
    func word() -> JSONTree { words.randomElement(using: &generator) ?? .null }
    func name(_ names: [String]) -> JSONTree { .string(names.randomElement(using: &generator) ?? "") }
    func list(_ element: () -> JSONTree) -> JSONTree {
      Int.random(in: 0..<8, using: &generator) == 0
        ? word() : .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in element() })
    }
    func object(_ members: [(String, () -> JSONTree)]) -> JSONTree {
      .object(
        members.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }.map {
          JSONTree.Member($0.0, Int.random(in: 0..<10, using: &generator) == 0 ? word() : $0.1())
        })
    }
    let operators = [
      "equals", "notEquals", "less", "contains", "startsWith", "in", "between", "isNil", "has", "isEmpty", "isNotEmpty",
    ]
    func rows() -> [(String, () -> JSONTree)] {
      [
        (
          "filters",
          {
            list {
              Bool.random(using: &generator)
                ? object([("column", { name(columns) }), ("operator", { name(operators) }), ("values", { list(word) })])
                : object([
                  ("relationship", { name(relationships) }), ("operator", { name(operators) }),
                  ("values", { list(word) }),
                ])
            }
          }
        ), ("order", { list { object([("column", { name(columns) }), ("isDescending", word)]) } }),
        ("limit", word), ("position", word), ("after", word), ("before", word), ("fromEnd", word),
        ("columns", { list { name(columns) } }), ("deleted", { name(["excluded", "included", "only"]) }),
      ]
    }
    func operation() -> JSONTree {
      object([
        ("kind", { name(["insert", "update", "delete", "restore", "add", "remove", "move"]) }),
        ("table", { name(tables) }), ("id", { "n1" }), ("key", word), ("relationship", { name(relationships) }),
        ("values", { object([(columns.randomElement(using: &generator) ?? "", word), ("name", word)]) }),
        ("was", { object([(columns.randomElement(using: &generator) ?? "", word)]) }), ("members", { list(word) }),
        ("member", word), ("position", word), ("isPermanent", word),
      ])
    }
    for _ in 0..<3000 {
      let table = tables.randomElement(using: &generator) ?? ""
      let (path, body): (String, JSONTree) =
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: ("/tables/\(table)/page", object(rows()))
        case 1: ("/tables/\(table)/count", object(rows()))
        case 2: ("/tables/\(table)/row", object([("key", word)]))
        case 3:
          (
            "/tables/\(table)/members",
            object([
              ("key", word), ("relationship", { name(relationships) }), ("search", word), ("scope", word),
              ("limit", word), ("after", word),
            ])
          )
        case 4: ("/changes/preview", object([("operations", { list(operation) })]))
        default: ("/changes/commit", object([("operations", { list(operation) })]))
        }
      let response = await sample.response("POST", path, body)
      #expect(
        [200, 400, 404, 409].contains(response.status),
        "\(response.status) \(String(decoding: response.body, as: UTF8.self)) for \(path) \(body.text)")
    }
  }

  @Test("Unknown paths and methods are refused")
  func unknown() async throws {
    let sample = try await SampleStudio(paths: ["Tests/TourTests/Tasks.swift"])
    #expect(await sample.response("GET", "/nope").status == 404)
    #expect(await sample.response("GET", "/tables/item/page").status == 405)
    #expect(await sample.response("POST", "/tables/item/page", "text").status == 400)
  }

  @Test("A request that a page stops is interrupted, and others go on")
  func stopping() async throws {
    let sample = try await SampleStudio(
      "import Postil\n// @table\nstruct Note: Identifiable, Sendable {\nlet id: ID\nvar text: String\n}",
      sql:
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) INSERT INTO note SELECT i, hex(i * 7919) || hex(i) FROM n"
    )
    let body: JSONTree = [
      "request": "slow", "position": 200_000, "order": [["column": "text"]],
      "filters": [["column": "text", "operator": "contains", "values": ["3"]]],
    ]
    let studio = sample.studio
    let slow = Task {
      await studio.respond(to: StudioRequest(method: "POST", path: "/tables/note/page", body: body.bytes)).status
    }
    var stopped: Int64 = 0
    for _ in 0..<5000 where stopped == 0 {
      stopped = try await sample.post("/requests/stop", ["requests": ["other", "slow"]])["stopped"]?.integer ?? 0
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(stopped == 1)
    #expect(await slow.value != 200)
    #expect(try await sample.post("/tables/note/page", ["request": "next", "limit": 1])["rows"]?.array?.count == 1)
  }
}
