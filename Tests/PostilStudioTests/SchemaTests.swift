import PostilRows
import PostilStudio
import PostilTestSupport
import Testing

@Suite("The schema of a studio")
struct SchemaTests {
  @Test("A table has the names of the model, its columns with their forms, and its relationships from both sides")
  func tour() async throws {
    let sample = try await SampleStudio(paths: ["Tests/TourTests/Tasks.swift"])
    let schema = try await sample.get("/schema")
    let tables = try #require(schema["tables"]?.array)
    #expect(tables.map { $0["name"]?.string } == ["item", "project", "tag", "item_tags"])
    #expect(tables.map { $0["kind"]?.string } == ["table", "table", "table", "join"])
    let item = tables[0]
    #expect(item["documentation"] == "Something to do.")
    #expect(item["displayColumns"] == ["title"])
    #expect(
      item["columns"]?.array?.map { "\($0["name"]!.string!) \($0["swiftType"]!.string!) \($0["form"]!.string!)" }
        == [
          "id Item.ID integer", "title String text", "due_at Date? date", "done Bool boolean",
          "project_id Project.ID integer",
        ])
    #expect(item["columns"]?.array?[3]["default"] == false)
    #expect(
      item["columns"]?.array?[4]["references"] == ["table": "project", "column": "id", "relationship": "project"])
    #expect(
      tables.map { $0["relationships"]?.array?.map { "\($0["kind"]!.string!) \($0["name"]!.string!)" } ?? [] } == [
        ["toOne project", "manyToMany tags"], ["toMany items"], ["manyToMany items"],
        ["toOne item_id", "toOne tag_id"],
      ])
  }

  @Test("The values of an enum are choices, with the names of the cases")
  func choices() async throws {
    let sample = try await SampleStudio(
      """
      enum Priority: Int, Sendable { case low = -1, normal, high = 10 }
      enum Mood: Sendable { case glad, sad }
      // @table
      struct Item: Sendable {
        let id: ID
        var name: String
        var title: String  // @display
        var priority: Priority = .normal
        var mood: Mood?
      }
      """)
    let item = try #require(try await sample.get("/schema")["tables"]?.array?.first)
    #expect(item["displayColumns"] == ["title"])
    #expect(
      item["columns"]?.array?[3]["choices"] == [
        ["value": -1, "name": "low"], ["value": 0, "name": "normal"], ["value": 10, "name": "high"],
      ])
    #expect(
      item["columns"]?.array?[4]["choices"] == [
        ["value": "glad", "name": "glad"], ["value": "sad", "name": "sad"],
      ])
  }

  @Test("Errors in the models are reported with their places")
  func errors() async throws {
    let sample = try await SampleStudio(paths: ["Tests/TourTests/Tasks.swift"])
    let path = sample.folder.path("Wrong.swift")
    try "// @table\nstruct Item: Sendable {\n  let id: ID\n  var title: Strin\n}\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    await #expect {
      _ = try await Studio(StudioOptions(database: sample.path, paths: [path]))
    } throws: {
      "\($0)".hasPrefix("\(path):4:14: error: ")
    }
  }

  @Test("A database that doesn't exist isn't created")
  func missing() async throws {
    let sample = try await SampleStudio(paths: ["Tests/TourTests/Tasks.swift"])
    let path = sample.folder.path("other.sqlite")
    await #expect {
      _ = try await Studio(StudioOptions(database: path, paths: [sample.folder.path("Sample")]))
    } throws: { _ in true }
    await #expect {
      _ = try await Studio(
        StudioOptions(database: path, paths: [SampleStudio.package.appending(path: "Tests/TourTests/Tasks.swift").path])
      )
    } throws: {
      "\($0)" == "the file '\(path)' doesn't exist"
    }
  }
}

@Suite("A studio without models")
struct ImportedSchemaTests {
  @Test("Tables without models are shown as 'postil import' describes them, and changed")
  func imported() async throws {
    let folder = try TemporaryFolder()
    let other = try RawDatabase(path: folder.path("shop.sqlite"))
    try other.execute(
      """
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id));
      CREATE INDEX orders_customer ON orders (customer_id);
      INSERT INTO customers VALUES (1, 'Emma'), (2, 'Ada'); INSERT INTO orders VALUES (1, 2)
      """)
    let studio = try await Studio(StudioOptions(database: folder.path("shop.sqlite")))
    func post(_ path: String, _ body: JSONTree) async throws -> JSONTree {
      try JSONTree(await studio.respond(to: StudioRequest(method: "POST", path: path, body: body.bytes)).body)
    }
    let page = try await post("/tables/orders/page", [:])
    #expect(page["rows"]?.array?.map { $0["display"] } == [["customer_id": "Ada"]])
    let result = try await post(
      "/changes/commit",
      ["operations": [["kind": "add", "table": "orders", "key": [1], "relationship": "customer", "members": [[1]]]]])
    #expect(result["errors"] == nil, "\(result)")
    #expect(try other.rows("SELECT customer_id FROM orders") == [["1"]])
  }
}

@Suite("JSON of the studio")
struct StudioJSONTests {
  @Test("A text is written so that it can't end a script, and is read back unchanged")
  func escapes() throws {
    let text = "</script><!-- & \u{2028}\u{2029} \" \\ \u{0} \u{7F} \u{1F600} \u{202E}"
    let json = JSONTree.string(text)
    #expect(
      json.text
        == #""\u003c/script\u003e\u003c!-- \u0026 \u2028\u2029 \" \\ \u0000 \u007f 😀 "# + "\u{202E}\"")
    #expect(try JSONTree(json.bytes) == json)
  }

  @Test(
    "A body that isn't JSON is refused",
    arguments: ["{", "[1,]", "{\"a\" 1}", "nul", "\"\\ud800\"", "01x", "1 2", "\"\u{0}\""])
  func invalid(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONTree(Array(text.utf8)) }
  }

  @Test("A body with too many levels is refused")
  func depth() {
    #expect(throws: JSONSyntaxError.self) { try JSONTree(Array(String(repeating: "[", count: 100_000).utf8)) }
  }

  @Test("Integers are exact, and surrogates are joined")
  func numbers() throws {
    #expect(
      try JSONTree(Array("[9223372036854775807, 1.5, \"\\ud83d\\ude00\"]".utf8)) == [
        .integer(.max), .number(1.5), "😀",
      ])
  }
}
