import Foundation
import PostilRows
import PostilStudio
import PostilTestSupport
import Testing

@Suite("The console")
struct ConsoleTests {
  private static let models = """
    // @table
    struct Item: Sendable {
      let id: ID
      var title: String  // @unique
      var count = 0  // @index
    }
    """

  private func sample(isReadOnly: Bool? = nil) async throws -> SampleStudio {
    try await SampleStudio(
      Self.models, sql: "INSERT INTO item (title, count) VALUES ('a', 1), ('b', 2), ('c', 3)", isReadOnly: isReadOnly)
  }

  @Test("A statement returns its columns with their declared types, its rows as cells, and the time that it took")
  func rows() async throws {
    let sample = try await sample()
    let result = try await sample.post(
      "/sql", ["sql": "SELECT id, title, count + 0.5 AS half, x'00ff', NULL, 9007199254740993, 9e999 FROM item LIMIT 1"]
    )
    #expect(
      result["columns"]?.array?.prefix(3) == [
        ["name": "id", "type": "INTEGER"], ["name": "title", "type": "TEXT"], ["name": "half", "type": ""],
      ])
    #expect(
      result["rows"] == [
        [
          1, "a", .number(1.5), ["blob": ["size": 2, "hex": "00ff"]], .null, ["int": "9007199254740993"],
          ["real": "inf"],
        ]
      ])
    #expect(result["isTruncated"] == false)
    #expect(result["changes"] == 0)
    #expect(result["statement"] == 1)
    guard case .number(let milliseconds)? = result["milliseconds"] else {
      throw SampleStudio.Failure(status: 0, json: result)
    }
    #expect(milliseconds > 0 && milliseconds < 5_000)
  }

  @Test("No more rows are returned than were asked for")
  func limit() async throws {
    let sample = try await sample()
    let all = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    let result = try await sample.post("/sql", ["sql": .string(all), "limit": 5])
    #expect(result["rows"] == [[1], [2], [3], [4], [5]])
    #expect(result["isTruncated"] == true)
    #expect(try await sample.post("/sql", ["sql": "SELECT 1", "limit": 1])["isTruncated"] == false)
    #expect(try await sample.post("/sql", ["sql": "SELECT 1", "limit": 0])["isTruncated"] == true)
    #expect(try await sample.post("/sql", ["sql": .string(all)])["rows"]?.array?.count == 1_000)
    #expect(
      try await sample.failure("/sql", ["sql": "SELECT 1", "limit": 10_001]).message
        == "'limit' must be a number from 0 to 10000")
    // 64 MiB of values end a result too.
    let large = try await sample.post(
      "/sql",
      ["sql": "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT zeroblob(10000000) FROM n"])
    #expect(large["rows"]?.array?.count == 7)
    #expect(
      try await sample.failure("/sql", ["sql": "SELECT zeroblob(70000000)"]).message
        == "string or blob too big: a value is larger than 64 MiB, the limit of the studio; select a part of it with 'substr'"
    )
  }

  @Test("Values are bound to parameters, by position or by name")
  func parameters() async throws {
    let sample = try await sample()
    let byPosition = try await sample.post(
      "/sql", ["sql": "SELECT ?1, typeof(?2), ?", "parameters": ["it's", ["base64": "AP8="], .null]])
    #expect(byPosition["rows"] == [["it's", "blob", .null]])
    let byName = try await sample.post(
      "/sql", ["sql": "SELECT :a, @b, $a", "parameters": ["a": ["int": "-9223372036854775808"], "b": true]])
    #expect(byName["rows"] == [[["int": "-9223372036854775808"], 1, ["int": "-9223372036854775808"]]])
    let missing = try await sample.failure("/sql", ["sql": "SELECT 1;\nSELECT :x", "parameters": [:]])
    #expect(missing.message == "there is no value for the parameter ':x'")
    #expect(missing.json["error"]?["place"] == ["line": 2, "offset": 10, "statement": 2])
    #expect(
      try await sample.failure("/sql", ["sql": "SELECT ?", "parameters": [1, 2]]).message
        == "the script has no parameter '?2', but 2 values were passed")
  }

  @Test("The statements of a script run in order in one transaction, and the rows of the last one are returned")
  func scripts() async throws {
    let sample = try await sample()
    let result = try await sample.post(
      "/sql",
      [
        "sql":
          "CREATE TABLE log (x); INSERT INTO log VALUES (1), (2); -- a comment\n SELECT sum(x) FROM log; UPDATE log SET x = 0;",
        "isWrite": true,
      ])
    #expect(result["rows"] == [[3]])
    #expect(result["statement"] == 3)
    #expect(result["changes"] == 4)
    #expect(try sample.other.rows("SELECT x FROM log") == [["0"], ["0"]])
    let failure = try await sample.failure(
      "/sql", ["sql": "DELETE FROM log;\n  INSERT INTO item (title, count) VALUES ('a', 0)", "isWrite": true])
    #expect(failure.message == "UNIQUE constraint failed: item.title")
    #expect(failure.json["error"]?["place"] == ["line": 2, "offset": 19, "statement": 2])
    #expect(try sample.other.rows("SELECT count(*) FROM log") == [["2"]])
    #expect(try await sample.post("/sql", ["sql": " -- nothing\n;"])["statement"] == 0)
  }

  @Test("A syntax error has its place in UTF-16")
  func places() async throws {
    let sample = try await sample()
    let failure = try await sample.failure("/sql", ["sql": "SELECT '🎉';\nSELECT missing FROM item"])
    #expect(failure.message == "no such column: missing")
    #expect(failure.json["error"]?["place"] == ["line": 2, "offset": 20, "statement": 2])
    #expect(failure.json["error"]?["code"] == "failed")
    #expect(
      try await sample.failure("/sql", ["sql": "SELECT 'a\0b'"]).message
        == "the SQL contains a NUL character; pass it in a parameter, or write char(0)")
  }

  @Test(
    "A statement that writes isn't run unless it is asked for, whatever it looks like",
    arguments: [
      "DELETE FROM item", "WITH x AS (SELECT 1) UPDATE item SET count = 9",
      "/* SELECT */ INSERT INTO item (title) VALUES ('d')",
      "REPLACE INTO item (title) VALUES ('a')", "DROP TABLE item", "CREATE TABLE t (x)", "PRAGMA user_version = 7",
      "PRAGMA journal_mode = DELETE", "VACUUM", "REINDEX", "ANALYZE", "SELECT 1; DELETE FROM item",
      "DELETE FROM item RETURNING id",
    ])
  func writes(sql: String) async throws {
    let sample = try await sample()
    let failure = try await sample.failure("/sql", ["sql": .string(sql)])
    #expect(failure.json["error"]?["code"] == "writes", "\(failure)")
    #expect(failure.message == "the statement would change the database")
    #expect(try sample.other.rows("SELECT count(*), sum(count) FROM item") == [["3", "6"]])
    // A studio that is read-only doesn't run it at all.
    let readOnly = try await self.sample(isReadOnly: true)
    let refusal = try await readOnly.failure("/sql", ["sql": .string(sql), "isWrite": true])
    #expect(refusal.status == 403)
    #expect(refusal.message.hasPrefix("the studio is read-only"))
    #expect(try readOnly.other.rows("SELECT count(*), sum(count) FROM item") == [["3", "6"]])
  }

  @Test(
    "What reaches beyond the database is refused, in writing too",
    arguments: [
      "ATTACH '/tmp/other.sqlite' AS o", "VACUUM INTO '/tmp/copy.sqlite'", "DETACH main", "BEGIN", "COMMIT",
      "SAVEPOINT x",
      "SELECT load_extension('/tmp/x.so')", "PRAGMA writable_schema = 1", "PRAGMA temp_store_directory = '/tmp'",
      "PRAGMA query_only = 0", "UPDATE sqlite_schema SET sql = ''", "INSERT INTO sqlite_schema VALUES (1,2,3,4,5)",
    ])
  func forbidden(sql: String) async throws {
    let sample = try await sample()
    for isWrite in [false, true] {
      let failure = try await sample.failure("/sql", ["sql": .string(sql), "isWrite": .bool(isWrite)])
      #expect([400, 403].contains(failure.status), "\(failure)")
    }
    #expect(try sample.other.rows("SELECT count(*), sum(count) FROM item") == [["3", "6"]])
  }

  @Test("VACUUM and pragmas run where they are asked for")
  func maintenance() async throws {
    let sample = try await sample()
    for sql in ["VACUUM", "ANALYZE", "REINDEX", "PRAGMA user_version = 7", "PRAGMA optimize"] {
      _ = try await sample.post("/sql", ["sql": .string(sql), "isWrite": true])
    }
    #expect(try await sample.post("/sql", ["sql": "PRAGMA user_version"])["rows"] == [[7]])
    #expect(try await sample.post("/sql", ["sql": "EXPLAIN SELECT 1"])["rows"]?.array?.isEmpty == false)
  }

  @Test("A long statement is stopped, and changes nothing")
  func stop() async throws {
    let sample = try await sample()
    let script: JSONTree = [
      "sql": """
      INSERT INTO item (title, count) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT 'n' || i, 0 FROM n WHERE i < 0
      """, "isWrite": true,
    ]
    let studio = sample.studio
    async let response = studio.respond(to: StudioRequest(method: "POST", path: "/sql", body: script.bytes))
    var stopped: JSONTree = 0
    while stopped == 0 {
      try await Task.sleep(for: .milliseconds(20))
      stopped = try await sample.post("/sql/stop", [:])["stopped"] ?? 0
    }
    let error = try JSONTree(await response.body)["error"]
    #expect(error?["message"] == "the statement was stopped; nothing was changed")
    #expect(error?["code"] == "stopped")
    #expect(try sample.other.rows("SELECT count(*) FROM item") == [["3"]])
    #expect(try await sample.post("/sql/stop", [:])["stopped"] == 0)
  }

  @Test("A plan is a tree whose full scans are marked")
  func plan() async throws {
    let sample = try await sample()
    let plan = try await sample.post(
      "/sql/plan",
      [
        "sql":
          "SELECT * FROM item a JOIN item b ON b.title = a.title WHERE a.id IN (SELECT count FROM item) ORDER BY a.title || ?"
      ])
    let nodes = try #require(plan["nodes"]?.array)
    #expect(nodes.contains { $0["isScan"] == true && $0["table"] == "item" })
    #expect(nodes.contains { $0["isScan"] == false && $0["table"] == "item" })
    #expect(nodes.contains { $0["detail"]?.string?.hasPrefix("USE TEMP B-TREE FOR ORDER BY") == true })
    let ids = Set(nodes.compactMap { $0["id"]?.integer })
    #expect(nodes.allSatisfy { $0["parent"]?.isNull == true || ids.contains($0["parent"]?.integer ?? -1) })
    #expect(nodes.contains { $0["parent"]?.isNull == false })
    // It isn't run.
    _ = try await sample.post("/sql/plan", ["sql": "DELETE FROM item"])
    #expect(try sample.other.rows("SELECT count(*) FROM item") == [["3"]])
    #expect(
      try await sample.failure("/sql/plan", ["sql": "SELECT 1; SELECT 2"]).message
        == "a plan belongs to one statement; select one of the 2")
    #expect(try await sample.failure("/sql/plan", ["sql": "SELEC 1"]).message == "near \"SELEC\": syntax error")
  }

  @Test("Completions contain the keywords and functions of SQLite and the columns of each table")
  func completions() async throws {
    let completions = try await sample().get("/completions")
    #expect(completions["tables"]?["item"] == ["id", "title", "count"])
    #expect(completions["keywords"]?.array?.contains("SELECT") == true)
    #expect(completions["functions"]?.array?.contains("json_each") == false)
    #expect(completions["functions"]?.array?.contains("group_concat") == true)
    #expect(completions["functions"]?.array?.contains("->") == false)
  }

  @Test("A database with hostile names is shown as it is")
  func names() async throws {
    let sample = try await sample()
    try sample.other.execute("CREATE TABLE \"a\"\"b'<script>\" (\"x\"\"y\" INTEGER, \"--\" TEXT)")
    #expect(try await sample.get("/completions")["tables"]?["a\"b'<script>"] == ["x\"y", "--"])
    let result = try await sample.post("/sql", ["sql": "SELECT 1 AS \"a\"\"b\", '<b>' AS \"a\"\"b\""])
    #expect(result["columns"]?.array?.map { $0["name"] } == ["a\"b", "a\"b"])
    #expect(result["rows"] == [[1, "<b>"]])
  }
}
