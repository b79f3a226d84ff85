import Foundation
import PostilStudio
import PostilTestSupport
import Testing

@Suite("Exports")
struct ExportTests {
  private static let models = """
    // @table
    struct Item: Sendable {
      let id: ID
      var title: String
      var note: String?
      var weight: Double?
      var picture: Data?
    }
    """

  /// One row for each kind of difficulty.
  private static let rows = #"""
    INSERT INTO item VALUES
      (1, 'plain', NULL, 1.5, NULL),
      (2, 'a,"b"', '', 9e999, x'00ff'),
      (3, 'two' || char(13, 10) || 'lines', '<script>alert(1)</script>', -9e999, x''),
      (9223372036854775807, 'nul' || char(0) || 'end', 'a|b *c* \ `d`', -0.25, zeroblob(2)),
      (-9223372036854775808, char(0x202E) || 'rtl', ' =1+1', 1e-9, NULL)
    """#

  private func export(_ format: String, _ sql: String = "SELECT * FROM item ORDER BY rowid") async throws
    -> StudioResponse
  {
    let sample = try await SampleStudio(Self.models, sql: Self.rows)
    return await sample.response("POST", "/sql/export", ["sql": .string(sql), "format": .string(format)])
  }

  private func exported(_ format: String, _ sql: String = "SELECT * FROM item ORDER BY rowid") async throws -> String {
    let response = try await export(format, sql)
    try #require(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test("CSV quotes what would be read differently, and keeps every character")
  func csv() async throws {
    #expect(
      try await exported("csv").utf8.elementsEqual(
        ([
          "id,title,note,weight,picture",
          "-9223372036854775808,\u{202E}rtl,\" =1+1\",1e-09,",
          "1,plain,,1.5,",
          "2,\"a,\"\"b\"\"\",\"\",inf,00ff",
          "3,\"two\r\nlines\",<script>alert(1)</script>,-inf,\"\"",
          "9223372036854775807,\"nul\0end\",a|b *c* \\ `d`,-0.25,0000",
        ].joined(separator: "\r\n") + "\r\n").utf8))
  }

  @Test("JSON is read back with the same texts and numbers")
  func json() async throws {
    let text = try await exported("json")
    #expect(
      text == #"""
        [
          {"id": -9223372036854775808, "title": "\#u{202E}rtl", "note": " =1+1", "weight": 1e-09, "picture": null},
          {"id": 1, "title": "plain", "note": null, "weight": 1.5, "picture": null},
          {"id": 2, "title": "a,\"b\"", "note": "", "weight": "inf", "picture": "AP8="},
          {"id": 3, "title": "two\r\nlines", "note": "<script>alert(1)</script>", "weight": "-inf", "picture": ""},
          {"id": 9223372036854775807, "title": "nul\u0000end", "note": "a|b *c* \\ `d`", "weight": -0.25, "picture": "AAA="}
        ]

        """#)
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(rows[4]["title"] as? String == "nul\0end")
  }

  @Test("Markdown shows texts instead of interpreting them")
  func markdown() async throws {
    #expect(
      try await exported("markdown") == #"""
        | id | title | note | weight | picture |
        | ---: | --- | --- | ---: | --- |
        | -9223372036854775808 | \#u{202E}rtl |  =1\+1 | 1e-09 | *NULL* |
        | 1 | plain | *NULL* | 1.5 | *NULL* |
        | 2 | a,\"b\" |  | inf | `x'00ff'` |
        | 3 | two<br>lines | &lt;script&gt;alert\(1\)&lt;/script&gt; | -inf | `x''` |
        | 9223372036854775807 | nul\#u{FFFD}end | a\|b \*c\* \\ \`d\` | -0.25 | `x'0000'` |

        """#)
  }

  @Test("Swift values compile, and have the types of the columns")
  func swift() async throws {
    let text = try await exported(
      "swift", "SELECT id AS key, title, note, weight, picture FROM item ORDER BY rowid")
    #expect(
      text == #"""
        import Foundation

        let rows: [(key: Int64, title: String, note: String?, weight: Double, picture: Data?)] = [
          (key: -9223372036854775808, title: "\u{202e}rtl", note: " =1+1", weight: 1e-09, picture: nil),
          (key: 1, title: "plain", note: nil, weight: 1.5, picture: nil),
          (key: 2, title: #"a,"b""#, note: "", weight: Double.infinity, picture: Data(base64Encoded: "AP8=")!),
          (key: 3, title: "two\r\nlines", note: "<script>alert(1)</script>", weight: -Double.infinity, picture: Data()),
          (key: 9223372036854775807, title: "nul\u{0}end", note: #"a|b *c* \ `d`"#, weight: -0.25, picture: Data(base64Encoded: "AAA=")!),
        ]

        """#)
    // A column for each case: keywords, repeated and impossible names, values of several types, and one column alone.
    let others = [
      try await exported(
        "swift",
        """
        SELECT 1 AS "let", 2 AS "self", 3 AS "init", 4 AS "case", 5 AS x, 6 AS x, 7 AS "", 8 AS "2nd", count(*) AS "COUNT(*)",
          9 AS "Größe", NULL AS "nothing", 10 AS "URL", 11 AS "in", 12 AS "Type", 13 AS "default" FROM item
        """),
      try await exported(
        "swift", "SELECT CASE id % 4 WHEN 1 THEN 'text' WHEN 2 THEN 2 WHEN 3 THEN 0.5 END AS mixed, id FROM item"),
      try await exported("swift", "SELECT title FROM item"),
      try await exported("swift", "SELECT id, title FROM item WHERE 0"),
    ]
    #expect(
      others[0].hasPrefix(
        "let rows: [(`let`: Int64, self: Int64, init: Int64, case: Int64, x: Int64, x_2: Int64, column7: Int64, column8_2nd: Int64, "
          + "count: Int64, grE: Int64, nothing: String?, url: Int64, in: Int64, type: Int64, default: Int64)] = [\n"))
    #expect(others[1].contains("mixed: (any Sendable)?"))
    #expect(others[2].hasPrefix("let rows: [String] = [\n"))
    #expect(others[3] == "let rows: [(id: String, title: String)] = []\n")
    try await compile([text] + others)
  }

  /// Type-checks each text as a file of a module of its own.
  private func compile(_ texts: [String]) async throws {
    let folder = try TemporaryFolder()
    for (index, text) in texts.enumerated() {
      try Data(
        "enum File\(index) {\n\(text.replacing("import Foundation\n", with: "").replacing("let rows", with: "static let rows"))}\n"
          .utf8
      )
      .write(to: URL(fileURLWithPath: folder.path("File\(index).swift")))
    }
    try Data("import Foundation\n".utf8).write(to: URL(fileURLWithPath: folder.path("Import.swift")))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-typecheck", "-swift-version", "6"] + [folder.path("Import.swift")]
    for (index, text) in texts.enumerated() {
      // The import counts for its own file only.
      if text.hasPrefix("import Foundation") {
        let path = folder.path("File\(index).swift")
        try Data(("import Foundation\n" + String(contentsOfFile: path, encoding: .utf8)).utf8)
          .write(to: URL(fileURLWithPath: path))
      }
      process.arguments?.append(folder.path("File\(index).swift"))
    }
    let errors = folder.path("errors")
    try Data().write(to: URL(fileURLWithPath: errors))
    process.standardError = FileHandle(forWritingAtPath: errors)
    try await process.runToEnd()
    let message = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(process.terminationStatus == 0, "\(message)")
  }

  @Test("A file is named after its query, and tells when rows are missing")
  func headers() async throws {
    let sample = try await SampleStudio(Self.models, sql: Self.rows)
    let response = await sample.response(
      "POST", "/sql/export", ["sql": "SELECT id FROM item ORDER BY id", "format": "csv", "limit": 2])
    #expect(response.headers["content-disposition"] == "attachment; filename=\"query.csv\"")
    #expect(response.headers["content-type"] == "text/csv; charset=utf-8")
    #expect(response.headers["x-postil-truncated"] == "1")
    #expect(String(decoding: response.body, as: UTF8.self) == "id\r\n-9223372036854775808\r\n1\r\n")
    let failure = try await sample.failure("/sql/export", ["sql": "SELECT 1", "format": "xml"])
    #expect(failure.message == "unknown format 'xml'; use one of 'csv', 'json', 'markdown', 'swift'")
    #expect(try await sample.failure("/sql/export", ["sql": "DELETE FROM item"]).json["error"]?["code"] == "writes")
  }

  @Test("A text of 1 MB and a blob of 1 MB are exported whole")
  func large() async throws {
    let sample = try await SampleStudio(Self.models)
    try sample.other.execute(
      "INSERT INTO item VALUES (1, replace(hex(zeroblob(500000)), '00', 'é,'), NULL, NULL, randomblob(1000000))")
    for (format, size) in [("csv", 3_500_000), ("json", 2_800_000), ("markdown", 3_500_000), ("swift", 2_800_000)] {
      let response = await sample.response(
        "POST", "/sql/export", ["sql": "SELECT title, picture FROM item", "format": .string(format)])
      #expect(response.status == 200)
      #expect(response.body.count > size, "\(format): \(response.body.count)")
    }
  }
}

extension Process {
  /// Runs the process without blocking the thread of the test.
  fileprivate func runToEnd() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      terminationHandler = { _ in continuation.resume() }
      do { try run() } catch { continuation.resume(throwing: error) }
    }
  }
}
