import PostilRows
import PostilStudio
import PostilTestSupport
import Testing

@Suite("Changes")
struct ChangeTests {
  private func tasks() async throws -> SampleStudio {
    try await SampleStudio(
      paths: ["Tests/TourTests/Tasks.swift"],
      sql: """
        INSERT INTO project (id, name) VALUES (1, 'Home'), (2, 'Work');
        INSERT INTO tag (id, name) VALUES (1, 'red'), (2, 'green'), (3, 'blue');
        INSERT INTO item (id, title, due_at, done, project_id) VALUES
          (1, 'Oil', '2026-11-21 08:30:00.123456', 0, 1), (2, 'Call', NULL, 1, 2);
        INSERT INTO item_tags VALUES (1, 1)
        """)
  }

  /// The errors of changes that must be rejected: the operation, the column and the message of each.
  private func errors(_ sample: SampleStudio, _ operations: JSONTree) async throws -> [String] {
    let failure = try await sample.failure("/changes/commit", ["operations": operations])
    #expect(failure.status == 409, "\(failure)")
    return failure.json["errors"]?.array?.map {
      "\($0["operation"]?.integer.map(String.init) ?? "-") \($0["column"]?.string ?? "-") \($0["message"]?.string ?? "")"
    } ?? ["\(failure)"]
  }

  private func statements(_ json: JSONTree) -> [String] {
    json["statements"]?.array?.compactMap { $0["text"]?.string ?? $0["sql"]?.string } ?? []
  }

  @Test("A row and its children are inserted in one transaction, and the preview shows the same statements")
  func drafts() async throws {
    let sample = try await tasks()
    let operations: JSONTree = [
      ["kind": "insert", "table": "project", "id": "p", "values": ["name": "Gärten 'n' <b>"]],
      [
        "kind": "insert", "table": "item", "id": "i",
        "values": ["title": "Water\u{0}", "due_at": "2026-12-01T10:00:00+02:00", "project_id": ["new": "p"]],
      ],
      ["kind": "add", "table": "item", "key": ["new": "i"], "relationship": "tags", "members": [[1], [3]]],
    ]
    let preview = try await sample.post("/changes/preview", ["operations": operations])
    #expect(
      statements(preview) == [
        #"INSERT INTO "project" ("name") VALUES ('Gärten ''n'' <b>') RETURNING "id""#,
        #"INSERT INTO "item" ("title", "due_at", "done", "project_id") VALUES (CAST(x'576174657200' AS TEXT), "#
          + #"'2026-12-01 08:00:00', 0, :p) RETURNING "id""#,
        #"INSERT INTO "item_tags" ("item_id", "tag_id") VALUES (:i, 1) ON CONFLICT DO NOTHING"#,
        #"INSERT INTO "item_tags" ("item_id", "tag_id") VALUES (:i, 3) ON CONFLICT DO NOTHING"#,
      ])
    let result = try await sample.post("/changes/commit", ["operations": operations])
    #expect(statements(result) == statements(preview))
    #expect(result["inserted"] == ["p": [3], "i": [3]])
    #expect(
      try sample.other.values("SELECT title, due_at, done, project_id FROM item WHERE id = 3")
        == [[.text("Water\u{0}"), .text("2026-12-01 08:00:00"), .integer(0), .integer(3)]])
    #expect(try sample.other.rows("SELECT tag_id FROM item_tags WHERE item_id = 3") == [["1"], ["3"]])
  }

  @Test(
    "An update sets only the columns that were changed; other changes of the row are a conflict that shows both rows")
  func updates() async throws {
    let sample = try await tasks()
    let result = try await sample.post(
      "/changes/commit",
      [
        "operations": [
          [
            "kind": "update", "table": "item", "key": [1], "values": ["title": "Oil the door"],
            "was": ["title": "Oil", "due_at": "2026-11-21T08:30:00.123456Z", "done": false],
          ]
        ]
      ])
    #expect(statements(result) == [#"UPDATE "item" SET "title" = 'Oil the door' WHERE "id" = 1"#])
    #expect(
      try sample.other.rows("SELECT title, due_at FROM item WHERE id = 1") == [
        ["Oil the door", "2026-11-21 08:30:00.123456"]
      ])
    let failure = try await sample.failure(
      "/changes/commit",
      [
        "operations": [
          ["kind": "update", "table": "project", "key": [1], "values": ["name": "House"]],
          [
            "kind": "update", "table": "item", "key": [1], "values": ["title": "Mine"], "was": ["title": "Oil"],
          ],
        ]
      ])
    #expect(failure.status == 409)
    #expect(failure.json["conflict"]?["operation"] == 1)
    #expect(failure.json["conflict"]?["mine"]?["cells"]?.array?[1] == "Mine")
    #expect(failure.json["conflict"]?["theirs"]?["cells"]?.array?[1] == "Oil the door")
    #expect(
      failure.json["errors"]?.array?.first?["message"]
        == "Item 1 was changed after it was loaded: 'title' has another value; load it again, and repeat the change")
    #expect(try sample.other.rows("SELECT name FROM project WHERE id = 1") == [["Home"]])
    let gone = try await errors(
      sample, [["kind": "update", "table": "item", "key": [9], "values": ["title": "x"], "was": ["title": "y"]]])
    #expect(gone == ["0 - no Item has the key 9"])
  }

  @Test(
    "A delete that is refused names the rows that refer to the row, as far as they aren't deleted in the same transaction"
  )
  func refusedDelete() async throws {
    let sample = try await SampleStudio(
      """
      import Postil

      // @table
      struct Shelf: Identifiable, Sendable {
        let id: ID
      }

      // @table
      struct Book: Identifiable, Sendable {
        let id: ID
        // @references
        var shelfID: Shelf.ID
        // @references(onDelete: deny)
        var formerShelfID: Shelf.ID?
      }
      """, sql: "INSERT INTO shelf VALUES (1), (2); INSERT INTO book VALUES (1, 1, NULL), (2, 1, 1), (3, 2, 1)")
    let delete: JSONTree = ["kind": "delete", "table": "shelf", "key": [1]]
    #expect(
      try await errors(sample, [delete]) == [
        "0 - Shelf 1 can't be deleted, because 2 rows of Book (shelf), 2 rows of Book (formerShelf) refer to it; delete or "
          + "change these rows first"
      ])
    func book(_ id: Int64) -> JSONTree { ["kind": "delete", "table": "book", "key": [.integer(id)]] }
    #expect(
      try await errors(sample, [book(1), book(2), delete]) == [
        "2 - Shelf 1 can't be deleted, because 1 row of Book (formerShelf) refers to it; delete or change that row first"
      ])
    _ = try await sample.post("/changes/commit", ["operations": [book(1), book(2), book(3), delete]])
    #expect(try sample.other.rows("SELECT id FROM shelf") == [["2"]])
  }

  @Test("Rejections appear at their field with the text of the typed error, and nothing is changed")
  func rejections() async throws {
    let sample = try await tasks()
    let cases: [(JSONTree, [String])] = [
      (
        [["kind": "insert", "table": "tag", "values": ["name": "red"]]],
        ["0 name a row with the same Tag.name already exists; fetch and update it, or use upsert"]
      ),
      (
        [["kind": "update", "table": "item", "key": [1], "values": ["title": ""]]],
        ["0 title the row violates the check 'item_title_check'"]
      ),
      (
        [["kind": "update", "table": "item", "key": [1], "values": ["title": .null]]],
        ["0 title Item.title must have a value"]
      ),
      (
        [["kind": "insert", "table": "item", "values": ["title": "x"]]], ["0 project_id 'projectID' must have a value"]
      ),
      (
        [["kind": "update", "table": "item", "key": [1], "values": ["due_at": "soon", "done": "perhaps"]]],
        [
          "0 due_at 'dueAt' must be a date such as 2026-11-21T08:30:00Z", "0 done 'done' must be true or false",
        ]
      ),
      (
        [["kind": "update", "table": "item", "key": [1], "values": ["project_id": 77]]],
        ["0 - Item: a referenced row doesn't exist"]
      ),
      (
        [["kind": "update", "table": "item", "key": [1], "values": ["id": 5]]],
        ["0 id 'id' can't be changed; it is a 'let' or part of the key"]
      ),
    ]
    for (operations, expected) in cases {
      #expect(try await errors(sample, operations) == expected)
    }
    #expect(try sample.other.rows("SELECT count(*) FROM tag") == [["3"]])
  }

  @Test("Members are added and removed with the statements of the generated functions")
  func members() async throws {
    let sample = try await tasks()
    let result = try await sample.post(
      "/changes/commit",
      [
        "operations": [
          ["kind": "add", "table": "item", "key": [1], "relationship": "tags", "members": [[2], [1]]],
          ["kind": "remove", "table": "tag", "key": [1], "relationship": "items", "members": [[1]]],
          ["kind": "add", "table": "project", "key": [1], "relationship": "items", "members": [[2]]],
          ["kind": "add", "table": "item", "key": [1], "relationship": "project", "members": [[2]]],
        ]
      ])
    #expect(
      result["statements"]?.array?.map { $0["sql"]?.string } == [
        #"INSERT INTO "item_tags" ("item_id", "tag_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
        #"INSERT INTO "item_tags" ("item_id", "tag_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
        #"DELETE FROM "item_tags" WHERE "tag_id" = ?1 AND "item_id" = ?2"#,
        #"UPDATE "item" SET "project_id" = ?1 WHERE "id" = ?2"#,
        #"UPDATE "item" SET "project_id" = ?1 WHERE "id" = ?2"#,
      ])
    #expect(try sample.other.rows("SELECT * FROM item_tags") == [["1", "2"]])
    #expect(try sample.other.rows("SELECT id, project_id FROM item ORDER BY id") == [["1", "2"], ["2", "1"]])
    let failure = try await sample.failure(
      "/changes/commit",
      [
        "operations": [
          ["kind": "remove", "table": "project", "key": [1], "relationship": "items", "members": [[2]]]
        ]
      ])
    #expect(
      failure.json["errors"]?.array?.first?["message"]
        == "a row can't be removed from 'items', because its reference is required")
  }

  @Test("Deleting a row cascades as the schema says; a composite key of a join table is a key like any other")
  func deletes() async throws {
    let sample = try await tasks()
    _ = try await sample.post(
      "/changes/commit",
      [
        "operations": [
          ["kind": "insert", "table": "item_tags", "values": ["item_id": 2, "tag_id": 2]],
          ["kind": "delete", "table": "item_tags", "key": [1, 1]],
        ]
      ])
    #expect(try sample.other.rows("SELECT * FROM item_tags") == [["2", "2"]])
    _ = try await sample.post("/changes/commit", ["operations": [["kind": "delete", "table": "project", "key": [2]]]])
    #expect(try sample.other.rows("SELECT id FROM item") == [["1"]])
    #expect(try sample.other.rows("SELECT * FROM item_tags") == [])
    #expect(
      try await errors(sample, [["kind": "delete", "table": "project", "key": [2]]]) == ["0 - no Project has the key 2"]
    )
  }

  @Test("Versions, times and soft deletion are those of the generated statements")
  func lifecycle() async throws {
    let sample = try await SampleStudio(
      """
      import Foundation
      // @table
      struct Note: Sendable {
        let id: UUID
        var text: String
        var level = 3
        var version: Int  // @version
        let createdAt: Date  // @createdAt
        let updatedAt: Date  // @updatedAt
        let deletedAt: Date?  // @softDelete
      }
      // @table
      // @singleton
      struct Settings: Sendable {
        let id: ID
        var name = "x"
      }
      """)
    let inserted = try await sample.post(
      "/changes/commit",
      [
        "operations": [
          ["kind": "insert", "table": "note", "id": "n", "values": ["text": "a"]],
          ["kind": "insert", "table": "settings", "values": ["name": "y"]],
        ]
      ])
    let key = try #require(inserted["inserted"]?["n"])
    #expect(
      try sample.other.rows("SELECT text, level, version, updated_at IS NULL FROM note") == [["a", "3", "1", "0"]])
    #expect(try sample.other.rows("SELECT * FROM settings") == [["1", "y"]])
    let update: JSONTree = [
      "kind": "update", "table": "note", "key": key, "values": ["text": "b"], "was": ["version": 1],
    ]
    let result = try await sample.post("/changes/commit", ["operations": [update]])
    #expect(
      result["statements"]?.array?[0]["sql"]?.string?.hasPrefix(
        #"UPDATE "note" SET "text" = ?1, "version" = "version" + 1, "updated_at" = "#) == true)
    let failure = try await sample.failure("/changes/commit", ["operations": [update]])
    #expect(failure.json["errors"]?.array?[0]["column"] == "version")
    #expect(
      failure.json["errors"]?.array?[0]["message"]?.string?.hasSuffix(
        "it has version 2, and this copy has version 1; fetch it again, and repeat the change") == true)
    _ = try await sample.post("/changes/commit", ["operations": [["kind": "delete", "table": "note", "key": key]]])
    #expect(try sample.other.rows("SELECT version, deleted_at IS NULL FROM note") == [["3", "0"]])
    _ = try await sample.post("/changes/commit", ["operations": [["kind": "restore", "table": "note", "key": key]]])
    #expect(try sample.other.rows("SELECT deleted_at IS NULL FROM note") == [["1"]])
    _ = try await sample.post(
      "/changes/commit", ["operations": [["kind": "delete", "table": "note", "key": key, "isPermanent": true]]])
    #expect(try sample.other.rows("SELECT count(*) FROM note") == [["0"]])
    let second = try await errors(sample, [["kind": "insert", "table": "settings", "values": [:]]])
    #expect(second == ["0 id a row with the same Settings.id already exists; fetch and update it, or use upsert"])
  }

  @Test("Members of ordered relationships are moved as 'insertInto…' does, and limits are enforced")
  func order() async throws {
    let sample = try await SampleStudio(
      paths: ["Models/Playlists"],
      sql: """
        INSERT INTO playlist (id, name) VALUES (1, 'x');
        INSERT INTO track (id, title, playlist_id) VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 1), (4, 'd', 1), (5, 'e', NULL);
        INSERT INTO singer (id, name) VALUES (1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5'), (6, '6');
        INSERT INTO album (id, name, singer_id) SELECT id, name, id FROM singer;
        INSERT INTO playlist_singers (playlist_id, singer_id) VALUES (1, 1), (1, 2), (1, 3)
        """)
    func titles(_ relationship: String) async throws -> String {
      let json = try await sample.post("/tables/playlist/members", ["key": [1], "relationship": .string(relationship)])
      return json["rows"]?.array?.map { $0["display"]!.string! }.joined() ?? ""
    }
    func move(_ relationship: String, _ member: Int64, _ position: Int64) async throws {
      _ = try await sample.post(
        "/changes/commit",
        [
          "operations": [
            [
              "kind": "move", "table": "playlist", "key": [1], "relationship": .string(relationship),
              "member": [.integer(member)], "position": .integer(position),
            ]
          ]
        ])
    }
    #expect(try await titles("tracks") == "abcd")
    try await move("tracks", 4, 0)
    #expect(try await titles("tracks") == "dabc")
    try await move("tracks", 4, 2)
    #expect(try await titles("tracks") == "abdc")
    try await move("tracks", 5, 1)
    #expect(try await titles("tracks") == "aebdc")
    for step in 0..<40 { try await move("tracks", [1, 2, 3, 4][step % 4], 1) }
    #expect(try await titles("tracks").count == 5)
    try await move("singers", 3, 0)
    #expect(try await titles("singers") == "312")
    let outside = try await errors(
      sample,
      [
        [
          "kind": "move", "table": "playlist", "key": [1], "relationship": "singers", "member": [1], "position": 9,
        ]
      ])
    #expect(outside == ["0 - index 9 is out of range for 'Playlist.singers'; use an index from 0 to 2"])
    let many = try await errors(
      sample,
      [
        [
          "kind": "add", "table": "playlist", "key": [1], "relationship": "singers", "members": [[4], [5], [6]],
        ]
      ])
    #expect(many == ["0 - 'Playlist.singers' can have at most 5 members; remove one before you add another"])
    let few = try await errors(sample, [["kind": "insert", "table": "singer", "values": ["name": "alone"]]])
    #expect(few == ["- - 'Singer.albums' needs at least 1 member; add them before you commit"])
  }

  @Test("A file that is in use is changed all the same, and a read-only studio changes nothing")
  func locks() async throws {
    let sample = try await tasks()
    try sample.other.execute("BEGIN; SELECT * FROM item")
    _ = try await sample.post(
      "/changes/commit", ["operations": [["kind": "delete", "table": "item_tags", "key": [1, 1]]]])
    try sample.other.execute("COMMIT")
    let readOnly = try await SampleStudio(paths: ["Tests/TourTests/Tasks.swift"], isReadOnly: true)
    let failure = try await readOnly.failure(
      "/changes/commit", ["operations": [["kind": "insert", "table": "tag", "values": ["name": "x"]]]])
    #expect(failure.status == 403)
    #expect(failure.message.hasPrefix("the studio is read-only"))
  }
}
