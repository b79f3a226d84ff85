import PostilRows
import PostilStudio
import Testing

@Suite("Pages of a table")
struct PageTests {
  private static let tasks = """
    INSERT INTO project (id, name) VALUES (1, 'Home'), (2, 'Work');
    INSERT INTO tag (id, name) VALUES (1, 'red'), (2, 'green'), (3, 'blue');
    INSERT INTO item (id, title, due_at, done, project_id) VALUES
      (1, 'Oil the door', '2026-11-21 08:30:00', 0, 1), (2, 'Call Emma', NULL, 1, 2),
      (3, 'Buy oil', '2026-12-24 00:00:00.25', 0, 1), (4, 'Rest', NULL, 0, 2);
    INSERT INTO item_tags VALUES (1, 1), (1, 2), (3, 1);
    """

  private func tasks() async throws -> SampleStudio {
    try await SampleStudio(paths: ["Tests/TourTests/Tasks.swift"], sql: Self.tasks)
  }

  /// The first cell of each row.
  private func ids(_ page: JSONTree) -> [Int64] {
    page["rows"]?.array?.compactMap { $0["cells"]?.array?[0].integer } ?? []
  }

  @Test("A row has its key, its cells, the text of the row that it references, and the number of its members")
  func row() async throws {
    let sample = try await tasks()
    let page = try await sample.post("/tables/item/page", ["limit": 1])
    #expect(
      page["rows"] == [
        [
          "key": [1], "cells": [1, "Oil the door", "2026-11-21T08:30:00Z", false, 1], "display": ["project_id": "Home"],
          "counts": ["tags": 2],
        ]
      ])
    #expect(page["columns"] == ["id", "title", "due_at", "done", "project_id"])
    #expect(page["hasAfter"] == true)
    #expect(page["hasBefore"] == false)
    #expect(page["swift"] == "Item.all")
    let projects = try await sample.post("/tables/project/page", [:])
    #expect(projects["rows"]?.array?.map { $0["counts"] } == [["items": 2], ["items": 2]])
    let pairs = try await sample.post("/tables/item_tags/page", ["limit": 1])
    #expect(
      pairs["rows"] == [
        ["key": [1, 1], "cells": [1, 1], "display": ["item_id": "Oil the door", "tag_id": "red"], "counts": [:]]
      ])
  }

  @Test("Pages follow each other in both directions, sorted by a column with NULL, without repeating a row")
  func directions() async throws {
    let sample = try await tasks()
    for isDescending in [false, true] {
      let order: JSONTree = [["column": "due_at", "isDescending": .bool(isDescending)]]
      let all = ids(try await sample.post("/tables/item/page", ["order": order]))
      #expect(all == (isDescending ? [3, 1, 4, 2] : [2, 4, 1, 3]))
      var (forward, cursor, found) = ([Int64](), JSONTree.null, 0)
      repeat {
        let page = try await sample.post("/tables/item/page", ["order": order, "after": cursor, "limit": 1])
        forward += ids(page)
        cursor = page["hasAfter"] == true ? page["last"]! : .null
        found += 1
      } while !cursor.isNull
      #expect(forward == all)
      #expect(found == 4)
      var backward: [Int64] = []
      var page = try await sample.post("/tables/item/page", ["order": order, "fromEnd": true, "limit": 1])
      backward += ids(page)
      while page["hasBefore"] == true {
        page = try await sample.post("/tables/item/page", ["order": order, "before": page["first"]!, "limit": 1])
        backward += ids(page)
      }
      #expect(backward == all.reversed())
      for position in 0...4 {
        let page = try await sample.post(
          "/tables/item/page", ["order": order, "position": .integer(Int64(position)), "limit": 2])
        #expect(ids(page) == Array(all.dropFirst(position).prefix(2)))
        #expect(page["hasBefore"]?.bool == (position > 0))
      }
    }
  }

  @Test("A cursor of another order, or one that was cut, is refused")
  func cursors() async throws {
    let sample = try await tasks()
    let cursor = try #require(try await sample.post("/tables/item/page", ["limit": 1])["last"]?.string)
    let other = try await sample.failure(
      "/tables/item/page", ["after": .string(cursor), "order": [["column": "title"]]])
    #expect(other.status == 400)
    #expect(other.message.hasPrefix("the cursor belongs to another order"))
    let cut = try await sample.failure("/tables/item/page", ["after": .string(String(cursor.dropLast(4)))])
    #expect(cut.status == 400)
  }

  @Test("Cells with hostile texts arrive unchanged, and long ones are cut")
  func hostile() async throws {
    let sample = try await SampleStudio(
      """
      // @table("odd \\"name\\"/<b>")
      struct Odd: Sendable {
        let id: ID
        var text: String  // @column("<script>alert('x')</script>")
        var data: [UInt8]?  // @store(as: packed)
      }
      """)
    let texts = [
      "<script>alert(1)</script>", "a'b\"c`d\\", "nul \u{0} nul", "\u{202E}right-to-left \u{5D0}\u{5D1}", "", "\r\n\t",
    ]
    for text in texts {
      try sample.other.execute(
        "INSERT INTO \"odd \"\"name\"\"/<b>\" (\"<script>alert('x')</script>\", data) "
          + "VALUES (CAST(x'\(text.utf8.hexadecimal)' AS TEXT), x'00FF')")
    }
    try sample.other.execute(
      "INSERT INTO \"odd \"\"name\"\"/<b>\" (\"<script>alert('x')</script>\", data) "
        + "VALUES (replace(printf('%1000000s', ''), ' ', 'é'), randomblob(100000))")
    let path = "/tables/odd%20%22name%22%2F%3Cb%3E"
    let page = try await sample.post("\(path)/page", [:])
    let cells = try #require(page["rows"]?.array?.map { $0["cells"]!.array! })
    #expect(cells.prefix(6).map { $0[1].string } == texts)
    #expect(cells[0][2] == ["blob": ["size": 2, "hex": "00ff"]])
    #expect(
      cells[6][1] == ["text": ["size": 1_000_000, "start": .string(String(repeating: "é", count: 500))]])
    #expect(cells[6][2] == ["blob": ["size": 100_000, "hex": ""]])
    // A form gets as much of it as fits.
    let row = try await sample.post("\(path)/row", ["key": [3]])
    #expect(row["row"]?["cells"]?.array?[1] == .string(texts[2]))
    let found = try await sample.post(
      "\(path)/page",
      [
        "filters": [
          ["column": "<script>alert('x')</script>", "operator": "contains", "values": [.string("\u{0} nul")]]
        ]
      ])
    #expect(ids(found) == [3])
    #expect(found["swift"] == #"Odd.where { $0.text.contains("\u{0} nul") }"#)
    #expect(found["sql"]?.string?.contains("CAST(x'00206e756c' AS TEXT)") == true)
    let blob = await sample.response(
      "GET", "\(path)/blob", query: ["key": "[1]", "column": "data"])
    #expect(blob.body == [0, 0xFF])
    #expect(blob.headers["content-type"] == "application/octet-stream")
    #expect(blob.headers["x-content-type-options"] == "nosniff")
    #expect(blob.headers["content-disposition"] == "attachment; filename=\"data.bin\"")
    let script = await sample.response(
      "GET", "\(path)/blob", query: ["key": "[1]", "column": "<script>alert('x')</script>", "download": "1"])
    #expect(String(decoding: script.body, as: UTF8.self) == texts[0])
    #expect(script.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(
      script.headers["content-disposition"] == "attachment; filename=\"_script_alert__x____script_.txt\"")
    try sample.other.execute("UPDATE \"odd \"\"name\"\"/<b>\" SET data = zeroblob(68000000) WHERE id = 1")
    let large = await sample.response("GET", "\(path)/blob", query: ["key": "[1]", "column": "data"])
    #expect(large.status == 413)
  }

  @Test("Only bytes that begin like an image are shown as one")
  func images() async throws {
    let sample = try await SampleStudio(
      """
      import Foundation
      // @table
      struct Picture: Sendable {
        let id: ID
        var data: Data
      }
      """,
      sql: """
        INSERT INTO picture (data) VALUES (x'89504E470D0A1A0A00'), (x'FFD8FF00'), (CAST('GIF89a' AS BLOB)),
          (CAST('RIFF....WEBP' AS BLOB)), (CAST('<svg onload="alert(1)">' AS BLOB)), (CAST('<html>' AS BLOB))
        """)
    var types: [String?] = []
    for id in 1...6 {
      let response = await sample.response("GET", "/tables/picture/blob", query: ["key": "[\(id)]", "column": "data"])
      types.append(response.headers["content-type"])
    }
    #expect(
      types == [
        "image/png", "image/jpeg", "image/gif", "image/webp", "application/octet-stream", "application/octet-stream",
      ])
  }

  @Test("A view is paged by positions, and deleted rows are shown on request")
  func viewsAndDeletedRows() async throws {
    let sample = try await SampleStudio(
      """
      import Foundation
      // @table
      struct Note: Sendable {
        let id: ID
        var text: String
        let deletedAt: Date?  // @softDelete
      }
      // @view("SELECT text FROM note ORDER BY text")
      struct Line: Sendable {
        let text: String
      }
      """, sql: "INSERT INTO note (text, deleted_at) VALUES ('a', NULL), ('b', '2026-01-01 00:00:00'), ('c', NULL)")
    let lines = try await sample.post("/tables/line/page", ["position": 1, "limit": 1])
    #expect(lines["rows"]?.array?.map { $0["cells"] } == [["b"]])
    #expect([lines["hasBefore"], lines["hasAfter"]] == [true, true])
    #expect(ids(try await sample.post("/tables/note/page", [:])) == [1, 3])
    let deleted = try await sample.post("/tables/note/page", ["deleted": "only"])
    #expect(ids(deleted) == [2])
    #expect(deleted["swift"] == "Note.onlyDeleted()")
    #expect(try await sample.post("/tables/note/count", ["deleted": "included"]) == ["count": 3])
  }

  @Test("A million rows are paged from both ends and by position, without reading the whole table")
  func million() async throws {
    let sample = try await SampleStudio(
      """
      // @table
      // @index(rank)
      struct Line: Sendable {
        let id: ID
        var text: String
        var rank: Int?
      }
      """,
      sql: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
        INSERT INTO line (id, text, rank) SELECT i, 'line ' || i, CASE WHEN i % 10 > 0 THEN i * 7919 % 1000003 END FROM n
        """)
    #expect(try await sample.post("/tables/line/count", [:]) == ["count": 1_000_000])
    #expect(ids(try await sample.post("/tables/line/page", ["limit": 3])) == [1, 2, 3])
    let end = try await sample.post("/tables/line/page", ["fromEnd": true, "limit": 3])
    #expect(ids(end) == [999_998, 999_999, 1_000_000])
    #expect(
      ids(try await sample.post("/tables/line/page", ["before": end["first"]!, "limit": 2])) == [999_996, 999_997])
    for position in [0, 1, 499_999, 750_000, 999_999] as [Int64] {
      let page = try await sample.post("/tables/line/page", ["position": .integer(position), "limit": 1])
      #expect(ids(page) == [position + 1])
    }
    // NULL comes first, and the key breaks the ties.
    let order: JSONTree = [["column": "rank"]]
    let byRank = try await sample.post("/tables/line/page", ["order": order, "position": 99_998, "limit": 4])
    #expect(
      byRank["rows"]?.array?.map { $0["cells"]!.array![2] } == [.null, .null, 1, 2])
    let next = try await sample.post("/tables/line/page", ["order": order, "after": byRank["last"]!, "limit": 2])
    #expect(next["rows"]?.array?.map { $0["cells"]!.array![2].integer ?? 0 } == [4, 5])
    // The plan of a page reads a range of an index.
    for page in [end, byRank, next] {
      let sql = try #require(page["sql"]?.string)
      let plan = try sample.other.rows("EXPLAIN QUERY PLAN " + sql).map { $0[3] ?? "" }
      #expect(plan.allSatisfy { !$0.contains("TEMP B-TREE") }, "\(plan)")
      #expect(plan.count == 1)
    }
    let sorted = try await sample.post(
      "/tables/line/page", ["order": [["column": "text", "isDescending": true]], "limit": 1])
    #expect(sorted["rows"]?.array?[0]["cells"]?.array?[1] == "line 999999")
  }
}
