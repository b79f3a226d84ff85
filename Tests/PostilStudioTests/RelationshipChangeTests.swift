import PostilRows
import PostilStudio
import PostilTestSupport
import Testing

@Suite("Changes of relationships of every kind")
struct RelationshipChangeTests {
  private static let models = """
    import Foundation
    // @table
    // @manyToMany(labels: Label, through: Labelling, inverse: parcels)
    struct Parcel: Sendable {
      let carrier: String  // @primaryKey
      let number: Int  // @primaryKey
      var note: String
      // @references(inverse: parts)
      var wholeID: Parcel.ID?
    }
    // @table
    struct Label: Sendable {
      let id: ID
      var name: String
    }
    // @table
    // @unique(parcelID, labelID)
    struct Labelling: Sendable {
      let id: ID
      // @references(onDelete: cascade)
      let parcelID: Parcel.ID
      // @references(onDelete: cascade)
      let labelID: Label.ID
      var weight = 7
    }
    // @table
    struct User: Sendable {
      let id: ID
      var name: String
      // @manyToMany(friends: User, inverse: admirers)
    }
    // @table
    struct Card: Sendable {
      let id: ID
      var name: String
      // @references(inverse: card) @unique
      var userID: User.ID?
      // @references
      var giverID: User.ID?
    }
    """

  private func sample() async throws -> SampleStudio {
    try await SampleStudio(
      Self.models,
      sql: """
        INSERT INTO parcel VALUES ('a''b', 1, 'first', NULL, NULL), ('a''b', 2, 'second', NULL, NULL);
        INSERT INTO label VALUES (1, 'fragile'), (2, 'heavy');
        INSERT INTO user VALUES (1, 'Emma'), (2, 'Ada'), (3, 'Noether');
        INSERT INTO card VALUES (1, 'one', 1, 2), (2, 'two', NULL, NULL)
        """)
  }

  private func commit(_ sample: SampleStudio, _ operations: JSONTree...) async throws -> JSONTree {
    try await sample.post("/changes/commit", ["operations": .array(operations)])
  }

  @Test("The rows that are lost with a deleted row are read, each after those that it refers to")
  func cascade() async throws {
    let sample = try await SampleStudio(
      """
      import Foundation
      // @table
      struct Shelf: Sendable {
        let id: ID
        // @hasMany(books: Book, inverse: shelf, ordered)
      }
      // @table
      struct Book: Sendable {
        let id: ID
        var title: String
        // @references(onDelete: cascade)
        var shelfID: Shelf.ID
        // @references(inverse: sequels)
        var formerID: Book.ID?
        // @manyToMany(topics: Topic, inverse: books)
      }
      // @table
      // @references(parent: Animal, from: farm, mother, onDelete: nullify)
      struct Animal: Sendable {
        let farm: Int  // @primaryKey
        let number: Int  // @primaryKey
        var mother: Int?
      }
      // @table
      struct Topic: Sendable {
        let id: ID
        var name: String
      }
      """,
      sql: """
        INSERT INTO shelf VALUES (1), (2); INSERT INTO topic VALUES (1, 'a'), (2, 'b');
        INSERT INTO book (id, title, shelf_id, former_id) VALUES (1, 'x', 1, NULL), (2, 'y', 1, NULL), (3, 'z', 2, 1);
        UPDATE book SET books_position = -books_position; INSERT INTO book_topics VALUES (1, 2), (3, 1), (1, 1);
        INSERT INTO animal VALUES (7, 1, NULL), (7, 2, 1)
        """)
    func read(_ rows: JSONTree...) async throws -> [String] {
      let answer = try await sample.post("/changes/cascade", ["rows": .array(rows)])
      #expect(answer["isComplete"]?.bool == true)
      return (answer["deleted"]?.array ?? []).map { row in
        "\(row["rows"]?.array?.map { "\($0["table"]?.string ?? "")\($0["key"]?.text ?? "")" }.joined(separator: " ") ?? "")"
          + "; \(row["cleared"]?.text ?? "")"
      }
    }
    #expect(
      try await read(["table": "shelf", "key": [1]]) == [
        "book[2] book[1] book_topics[1,1] book_topics[1,2]; [{\"table\":\"book\",\"key\":[3],\"values\":{\"former_id\":1}}]"
      ])
    #expect(
      try await read(["table": "book", "key": [1]], ["table": "shelf", "key": [1]]) == [
        "book_topics[1,1] book_topics[1,2]; [{\"table\":\"book\",\"key\":[3],\"values\":{\"former_id\":1}}]",
        "book[2]; []",
      ])
    #expect(
      try await read(["table": "animal", "key": [7, 1]]) == [
        #"; [{"table":"animal","key":[7,2],"values":{"mother":1}}]"#
      ])
    try sample.other.execute(
      "WITH n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n LIMIT 600) INSERT INTO book (id, title, shelf_id) SELECT i, 'n', 2 FROM n"
    )
    let answer = try await sample.post("/changes/cascade", ["rows": [["table": "shelf", "key": [2]]]])
    #expect(answer["isComplete"]?.bool == false)
  }

  @Test("Rows with composite keys are referenced, listed, changed and deleted")
  func compositeKeys() async throws {
    let sample = try await sample()
    let result = try await commit(
      sample,
      [
        "kind": "add", "table": "parcel", "key": ["a'b", 1], "relationship": "parts", "members": [["a'b", 2]],
      ], ["kind": "update", "table": "parcel", "key": ["a'b", 2], "values": ["note": "part"]])
    #expect(
      result["statements"]?.array?.map { $0["text"]?.string } == [
        #"UPDATE "parcel" SET "whole_carrier" = 'a''b', "whole_number" = 1 WHERE "carrier" = 'a''b' AND "number" = 2"#,
        #"UPDATE "parcel" SET "note" = 'part' WHERE "carrier" = 'a''b' AND "number" = 2"#,
      ])
    let page = try await sample.post(
      "/tables/parcel/page", ["filters": [["relationship": "whole", "operator": "has", "values": [["a'b", 1]]]]])
    #expect(page["rows"]?.array?.map { $0["key"] } == [["a'b", 2]])
    #expect(page["rows"]?.array?[0]["counts"] == ["labels": 0, "parts": 0, "Labelling.parcel": 0])
    #expect(page["swift"] == #"Parcel.where { $0.wholeID == Parcel.ID(carrier: "a'b", number: 1) }"#)
    let members = try await sample.post("/tables/parcel/members", ["key": ["a'b", 1], "relationship": "parts"])
    #expect(members["rows"]?.array?.map { $0["key"] } == [["a'b", 2]])
    _ = try await commit(
      sample,
      [
        "kind": "remove", "table": "parcel", "key": ["a'b", 1], "relationship": "parts", "members": [["a'b", 2]],
      ])
    #expect(try sample.other.rows("SELECT whole_number FROM parcel WHERE number = 2") == [[nil]])
  }

  @Test("Pairs that are rows of a model are added with the defaults of the model")
  func joinModels() async throws {
    let sample = try await sample()
    let add: JSONTree = [
      "kind": "add", "table": "parcel", "key": ["a'b", 1], "relationship": "labels", "members": [[1], [2]],
    ]
    _ = try await commit(sample, add)
    _ = try await commit(sample, add)
    #expect(try sample.other.rows("SELECT label_id, weight FROM labelling") == [["1", "7"], ["2", "7"]])
    _ = try await commit(
      sample,
      ["kind": "remove", "table": "label", "key": [1], "relationship": "parcels", "members": [["a'b", 1]]])
    #expect(try sample.other.rows("SELECT label_id FROM labelling") == [["2"]])
  }

  @Test("Rows of another tenant aren't added, as members and as pairs")
  func tenants() async throws {
    let key = "\n  // @primaryKey\n  let farm: Int\n  // @primaryKey\n  let number: Int"
    let sample = try await SampleStudio(
      """
      // @table
      struct Barn: Sendable {\(key)
      }
      // @table
      // @references(barn: Barn, from: farm, barnNumber, inverse: animals)
      // @manyToMany(vaccines: Vaccine, through: Dose, inverse: animals)
      struct Animal: Sendable {\(key)
        var barnNumber: Int?
      }
      // @table
      struct Vaccine: Sendable {\(key)
      }
      // @table
      // @unique(farm, animalNumber, vaccineNumber)
      // @references(animal: Animal, from: farm, animalNumber)
      // @references(vaccine: Vaccine, from: farm, vaccineNumber)
      struct Dose: Sendable {
        let id: ID
        let farm: Int
        let animalNumber: Int
        let vaccineNumber: Int
      }
      """,
      sql: """
        INSERT INTO barn VALUES (1, 1), (2, 1); INSERT INTO animal VALUES (1, 1, NULL), (2, 1, NULL);
        INSERT INTO vaccine VALUES (1, 1), (2, 1)
        """)
    func operation(_ table: String, _ relationship: String, _ member: JSONTree) -> JSONTree {
      [
        "kind": "add", "table": .string(table), "key": [1, 1], "relationship": .string(relationship),
        "members": [member],
      ]
    }
    let pair = operation("animal", "vaccines", [1, 1])
    _ = try await commit(sample, operation("barn", "animals", [1, 1]), pair, pair)
    #expect(try sample.other.rows("SELECT farm, barn_number FROM animal") == [["1", "1"], ["2", nil]])
    #expect(try sample.other.rows("SELECT farm, animal_number, vaccine_number FROM dose") == [["1", "1", "1"]])
    for (foreign, message) in [
      (operation("barn", "animals", [2, 1]), "no Animal has the key (2, 1)"),
      (
        operation("animal", "vaccines", [2, 1]),
        "the two rows differ in 'farm', which a row of 'dose' has only once"
      ),
    ] {
      let failure = try await sample.failure("/changes/commit", ["operations": [foreign]])
      #expect(failure.json["errors"]?.array?[0]["message"] == .string(message))
    }
    #expect(try sample.other.rows("SELECT count(*) FROM dose") == [["1"]])
    let remove: JSONTree = [
      "kind": "remove", "table": "barn", "key": [1, 1], "relationship": "animals", "members": [[1, 1]],
    ]
    _ = try await commit(sample, remove)
    #expect(try sample.other.rows("SELECT barn_number FROM animal") == [[nil], [nil]])
  }

  @Test("A relationship of a table with itself has two sides")
  func selfReferences() async throws {
    let sample = try await sample()
    _ = try await commit(
      sample, ["kind": "add", "table": "user", "key": [1], "relationship": "friends", "members": [[2], [3]]],
      ["kind": "remove", "table": "user", "key": [3], "relationship": "admirers", "members": [[1]]])
    let page = try await sample.post("/tables/user/page", [:])
    #expect(
      page["rows"]?.array?.map { $0["counts"]?["friends"] } == [1, 0, 0])
    #expect(page["rows"]?.array?.map { $0["counts"]?["admirers"] } == [0, 1, 0])
    #expect(page["rows"]?.array?.map { $0["counts"]?["card"] } == [1, 0, 0])
  }

  @Test("A has-one is replaced, and a reference without an inverse is changed from both sides")
  func hasOne() async throws {
    let sample = try await sample()
    _ = try await commit(
      sample, ["kind": "add", "table": "user", "key": [1], "relationship": "card", "members": [[2]]])
    #expect(try sample.other.rows("SELECT id, user_id FROM card ORDER BY id") == [["1", nil], ["2", "1"]])
    _ = try await commit(
      sample, ["kind": "add", "table": "user", "key": [3], "relationship": "Card.giver", "members": [[1], [2]]])
    #expect(try sample.other.rows("SELECT giver_id FROM card ORDER BY id") == [["3"], ["3"]])
    _ = try await commit(
      sample, ["kind": "remove", "table": "user", "key": [3], "relationship": "Card.giver", "members": [[1]]],
      ["kind": "remove", "table": "card", "key": [2], "relationship": "giver"])
    #expect(try sample.other.rows("SELECT giver_id FROM card ORDER BY id") == [[nil], [nil]])
    let missing = try await sample.failure(
      "/changes/commit",
      [
        "operations": [
          ["kind": "add", "table": "user", "key": [3], "relationship": "Card.giver", "members": [[9]]]
        ]
      ])
    #expect(missing.json["errors"]?.array?[0]["message"] == "no Card has the key 9")
  }

  @Test("Members with a required minimum are committed together with their owner")
  func minimum() async throws {
    let sample = try await SampleStudio(paths: ["Models/Playlists"])
    let result = try await commit(
      sample, ["kind": "insert", "table": "singer", "id": "s", "values": ["name": "Ella"]],
      ["kind": "insert", "table": "album", "values": ["name": "Live", "singer_id": ["new": "s"]]])
    #expect(result["inserted"] == ["s": [1]])
    #expect(try sample.other.rows("SELECT name FROM album") == [["Live"]])
  }

  @Test("Blobs, JSON and long texts are written as they are sent")
  func values() async throws {
    let sample = try await SampleStudio(
      """
      import Foundation
      struct Place: Codable, Hashable, Sendable { var city: String }
      // @table
      struct Page: Sendable {
        let id: ID
        var text: String
        var data: Data?
        var place: Place?  // @json
        var count: UInt8 = 1
      }
      """)
    let long = String(repeating: "<b>\u{0}é", count: 200_000)
    _ = try await commit(
      sample,
      [
        "kind": "insert", "table": "page",
        "values": ["text": .string(long), "data": ["base64": "AP8="], "place": "{\"city\": \"Bonn\"}"],
      ])
    #expect(
      try sample.other.values("SELECT length(CAST(text AS BLOB)), data, place, count FROM page")
        == [[.integer(Int64(long.utf8.count)), .blob([0, 255]), .text("{\"city\": \"Bonn\"}"), .integer(1)]])
    let page = try await sample.post("/tables/page/page", [:])
    let cells = try #require(page["rows"]?.array?[0]["cells"]?.array)
    #expect(cells[1]["text"]?["size"] == 1_000_000)
    // The cut text and the blob are accepted as what the page showed.
    let update: JSONTree = [
      "kind": "update", "table": "page", "key": [1], "values": ["count": 2],
      "was": ["text": cells[1], "data": cells[2], "place": cells[3]],
    ]
    _ = try await commit(sample, update)
    for (column, cell, message) in [
      ("place", "{city}", "'place' must be valid JSON"), ("data", "AP8=", "'data' must be bytes, as {\"base64\": …}"),
      ("count", 256, "'count' must be an integer from 0 to 255"),
    ] as [(String, JSONTree, String)] {
      let failure = try await sample.failure(
        "/changes/commit",
        ["operations": [["kind": "update", "table": "page", "key": [1], "values": .object([.init(column, cell)])]]])
      #expect(failure.json["errors"]?.array?[0]["column"] == .string(column))
      #expect(failure.json["errors"]?.array?[0]["message"] == .string(message))
    }
  }

  @Test("Values that don't fit their column are shown as they are stored")
  func drifted() async throws {
    let sample = try await sample()
    try sample.other.execute(
      """
      PRAGMA foreign_keys = OFF; DROP TABLE card; DROP TABLE label;
      CREATE TABLE label (id INTEGER PRIMARY KEY, name); INSERT INTO label VALUES (1, 5), (2, x'00'), (3, NULL)
      """)
    let page = try await sample.post("/tables/label/page", [:])
    #expect(
      page["rows"]?.array?.map { $0["cells"]?.array?[1] } == [5, ["blob": ["size": 1, "hex": "00"]], .null])
    let schema = try await sample.get("/schema")["tables"]?.array ?? []
    #expect(schema.filter { $0["isMissing"] == true }.map { $0["name"] } == ["card"])
    // The counts need the missing table; the rows don't.
    #expect(try await sample.post("/tables/user/page", [:])["rows"]?.array?.count == 3)
    #expect(try await sample.failure("/tables/card/page", [:]).message == "no such table: card")
  }
}
