import Foundation
import PostilTestSupport
import Testing

@testable import PostilImport

@Suite("The entities and relationships of a Core Data store")
struct StoreShapeTests {
  private func table(_ name: String, _ columns: String = "") -> String {
    "CREATE TABLE \(name) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER\(columns.isEmpty ? "" : ", " + columns));\n"
  }

  @Test("Names that differ only in case, or that Swift reserves, get other names")
  func names() throws {
    let sample = try StoreSample(
      ["ITEM": 0, "Item": 0, "Type": 0],
      table("ZITEM", "ZSELF VARCHAR, ZDEFAULT INTEGER") + table("ZITEM1", "ZX INTEGER, ZID INTEGER") + table("ZTYPE")
        + "INSERT INTO ZITEM VALUES (1, 2, 1, 'me', 1); INSERT INTO ZITEM1 VALUES (1, 1, 1, 5, 8), (2, 1, 1, 6, 8);")
    #expect(sample.result.files.map(\.name) == ["ITEM.swift", "ItemRow.swift", "TypeRow.swift"])
    #expect(try sample.members("ITEM") == ["let id: ID", "var x: Int", "var identifier: Int"])
    #expect(try sample.members("ItemRow") == ["let id: ID", "var itemSelf: String", "var `default`: Int"])
    #expect(try sample.copy.rows("SELECT * FROM item") == [["1", "5", "8"], ["2", "6", "8"]])
    #expect(try sample.copy.rows("SELECT * FROM item_row") == [["1", "me", "1"]])
  }

  @Test("An attribute 'id' that identifies each row becomes the key, and references are mapped to it")
  func keys() throws {
    let sample = try StoreSample(
      ["Item": 0, "Project": 0],
      table("ZITEM", "ZPROJECT INTEGER") + table("ZPROJECT", "ZID VARCHAR")
        + "INSERT INTO ZPROJECT VALUES (3, 2, 1, 'p3'), (4, 2, 1, 'p4'); INSERT INTO ZITEM VALUES (1, 1, 1, 4);",
      classes: """
        @Model class Item { var project: Project? }
        @Model class Project { var id: String; @Relationship(deleteRule: .cascade, inverse: \\Item.project) var items: [Item] = [] }
        """)
    #expect(try sample.members("Project") == ["let id: String"])
    #expect(
      try sample.members("Item").suffix(2) == [
        "// @references(inverse: items, onDelete: cascade)", "var projectID: Project.ID?",
      ])
    #expect(try sample.copy.rows("SELECT id, project_id FROM item") == [["1", "p4"]])
  }

  @Test(
    "Subentities share a struct; properties of the same name in different columns are joined or distinguished by type")
  func subentities() throws {
    let sample = try StoreSample(
      ["Media": 0, "Song": 1, "Video": 1],
      table("ZMEDIA", "ZSIZE INTEGER, ZSIZE1 VARCHAR, ZCODE VARCHAR, ZCODE1 VARCHAR, ZTITLE VARCHAR")
        + "INSERT INTO ZMEDIA VALUES (1, 2, 1, NULL, 'big', NULL, 's', 't'), (2, 3, 1, 7, NULL, 'v', NULL, NULL);",
      model: """
        <entity name="Media" isAbstract="YES"><attribute name="title" optional="YES" attributeType="String"/></entity>
        <entity name="Song" parentEntity="Media"><attribute name="size" attributeType="String"/><attribute name="code" attributeType="String"/></entity>
        <entity name="Video" parentEntity="Media"><attribute name="size" attributeType="Integer 64"/><attribute name="code" attributeType="String"/></entity>
        """)
    #expect(
      try sample.members("Media") == [
        "let id: ID", "/// The entity of the row; the properties of the other entities are 'nil'.",
        "let entity: Entity",
        "var title: String?", "var size: String?", "var code: String?", "var videoSize: Int?",
        "enum Entity: String, Codable, Sendable {", #"case song = "Song""#, #"case video = "Video""#, "}",
      ])
    #expect(
      try sample.copy.rows("SELECT entity, title, size, code, video_size FROM media") == [
        ["Song", "t", "big", "s", nil], ["Video", nil, nil, "v", "7"],
      ])
  }

  @Test("A many-to-many relationship of an entity with itself keeps its direction, and both orders")
  func selfReferential() throws {
    let sample = try StoreSample(
      ["Node": 0],
      table("ZNODE", "ZNAME VARCHAR") + """
        CREATE TABLE Z_1CHILDREN (Z_1CHILDREN INTEGER, Z_1PARENTS INTEGER, Z_FOK_1CHILDREN INTEGER, PRIMARY KEY (Z_1CHILDREN, Z_1PARENTS));
        INSERT INTO ZNODE VALUES (1, 1, 1, 'a'), (2, 1, 1, 'b'), (3, 1, 1, 'c');
        INSERT INTO Z_1CHILDREN VALUES (2, 1, 20), (3, 1, 10), (3, 2, 5), (8, 1, 30);
        """,
      model: """
        <entity name="Node"><attribute name="name" attributeType="String"/>
        <relationship name="children" toMany="YES" optional="YES" ordered="YES" destinationEntity="Node" inverseName="parents"/>
        <relationship name="parents" toMany="YES" optional="YES" destinationEntity="Node" inverseName="children"/></entity>
        """)
    #expect(
      ImportedText(try sample.text("Node")).notes == [
        "// @table", "// @manyToMany(children: Node, inverse: parents, ordered)",
      ])
    #expect(
      try sample.copy.rows("SELECT node_id, children_id, children_position FROM node_children ORDER BY 1, 3") == [
        ["1", "3", "0"], ["1", "2", "4096"], ["2", "3", "0"],
      ])
    #expect(sample.result.warnings == ["'node_children': 1 pair refers to rows that don't exist, and can't be copied"])
  }

  @Test("Without a model, references are recognized by index, name and values; ordered members keep their order")
  func guessedReferences() throws {
    let sample = try StoreSample(
      ["Step": 0, "Task": 0],
      table("ZSTEP", "ZPLACE INTEGER, ZTASK INTEGER, Z_FOK_TASK INTEGER, ZPARENT INTEGER") + table("ZTASK") + """
        CREATE INDEX ZSTEP_ZTASK_INDEX ON ZSTEP (ZTASK);
        CREATE INDEX ZSTEP_ZPARENT_INDEX ON ZSTEP (ZPARENT);
        INSERT INTO ZTASK VALUES (1, 2, 1), (2, 2, 1);
        INSERT INTO ZSTEP VALUES (1, 1, 1, 7, 1, 30, NULL), (2, 1, 1, 7, 1, 20, 1), (3, 1, 1, 7, 9, 10, 1), (4, 1, 1, 8, 2, 1, 3);
        """)
    #expect(
      try sample.members("Step") == [
        "let id: ID", "var place: Int", "// @references(inverse: steps, ordered)", "var taskID: Task.ID?",
        "// @references(inverse: stepsByParent)", "var parentID: Step.ID?",
      ])
    #expect(
      try sample.copy.rows("SELECT id, task_id, parent_id, steps_position FROM step ORDER BY id") == [
        ["1", "1", nil, "4096"], ["2", "1", "1", "0"], ["3", nil, "1", nil], ["4", "2", "3", "0"],
      ])
    #expect(
      sample.result.warnings.count == 1 && sample.result.warnings[0].contains("1 row has a 'task' that doesn't exist"))
  }

  @Test("Unique keys, minimums and maximums that rows violate are left out, with a remark")
  func brokenRules() throws {
    let model = """
      <entity name="Item"><attribute name="name" attributeType="String"/>
      <relationship name="project" optional="YES" maxCount="1" destinationEntity="Project" inverseName="items"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
      <entity name="Project"><relationship name="items" toMany="YES" optional="YES" minCount="1" maxCount="2" deletionRule="Deny" destinationEntity="Item" inverseName="project"/></entity>
      """
    func sample(_ rows: String) throws -> StoreSample {
      try StoreSample(
        ["Item": 0, "Project": 0],
        table("ZITEM", "ZNAME VARCHAR, ZPROJECT INTEGER") + table("ZPROJECT") + rows, model: model)
    }
    let kept = try sample("INSERT INTO ZPROJECT VALUES (1, 2, 1); INSERT INTO ZITEM VALUES (1, 1, 1, 'a', 1);")
    #expect(
      try kept.members("Item") == [
        "let id: ID", "var name: String  // @unique", "// @references(inverse: items, onDelete: deny, min: 1, max: 2)",
        "var projectID: Project.ID?",
      ])
    let broken = try sample(
      "INSERT INTO ZPROJECT VALUES (1, 2, 1), (2, 2, 1); INSERT INTO ZITEM VALUES (1, 1, 1, 'a', 1), (2, 1, 1, 'a', 1), (3, 1, 1, 'b', 1);"
    )
    #expect(
      try broken.members("Item") == [
        "let id: ID", "var name: String", "// @references(inverse: items, onDelete: deny)",
        "var projectID: Project.ID?",
      ])
    #expect(try broken.remarks("Item").count == 3)
    #expect(try broken.copy.rows("SELECT count(*) FROM item") == [["3"]])
  }

  @Test("A one-to-one relationship has one key, unless the two sides of the store differ")
  func oneToOne() throws {
    func sample(_ back: Int) throws -> StoreSample {
      try StoreSample(
        ["Owner": 0, "Card": 0],
        table("ZOWNER", "ZCARD INTEGER") + table("ZCARD", "ZOWNER INTEGER")
          + "INSERT INTO ZOWNER VALUES (1, 1, 1, 2), (2, 1, 1, NULL); INSERT INTO ZCARD VALUES (2, 2, 1, \(back));",
        classes: """
          @Model class Owner { @Relationship(deleteRule: .cascade, inverse: \\Card.owner) var card: Card? }
          @Model class Card { var owner: Owner? }
          """)
    }
    let equal = try sample(1)
    #expect(try equal.members("Owner") == ["let id: ID"])
    #expect(
      try equal.members("Card") == [
        "let id: ID", "// @references(inverse: card, onDelete: cascade) @unique", "var ownerID: Owner.ID?",
      ])
    #expect(try equal.copy.rows("SELECT id, owner_id FROM card") == [["2", "1"]])
    let different = try sample(2)
    #expect(try different.members("Owner") == ["let id: ID", "// @references", "var cardID: Card.ID?"])
    #expect(try different.members("Card") == ["let id: ID", "// @references", "var ownerID: Owner.ID?"])
    #expect(try different.copy.rows("SELECT id, card_id FROM owner") == [["1", "2"], ["2", nil]])
    #expect(try different.copy.rows("SELECT id, owner_id FROM card") == [["2", "2"]])
  }

  @Test("A to-many relationship without an inverse has its column in the other table")
  func oneWay() throws {
    let sample = try StoreSample(
      ["Trip": 0, "Day": 0],
      table("ZTRIP") + table("ZDAY", "Z1DAYS INTEGER")
        + "INSERT INTO ZTRIP VALUES (4, 1, 1); INSERT INTO ZDAY VALUES (1, 2, 1, 4), (2, 2, 1, NULL);",
      classes: "@Model class Trip { var days: [Day] = [] }\n@Model class Day { }")
    #expect(try sample.members("Day") == ["let id: ID", "// @references(inverse: days)", "var tripID: Trip.ID?"])
    #expect(try sample.copy.rows("SELECT id, trip_id FROM day") == [["1", "4"], ["2", nil]])
  }

  @Test(
    "Many-to-many relationships whose names differ in a number, or only in their subentity, have the pairs of their own table"
  )
  func numberedPairs() throws {
    func join(_ name: String, _ owner: Int, _ items: String, _ pairs: String) -> String {
      "CREATE TABLE Z_\(owner)\(name) (Z_\(owner)\(items) INTEGER, Z_4\(name) INTEGER, PRIMARY KEY (1, 2));\n"
        .replacing("(1, 2)", with: "(Z_\(owner)\(items), Z_4\(name))")
        + "INSERT INTO Z_\(owner)\(name) VALUES \(pairs);\n"
    }
    func relationship(_ name: String, _ destination: String, _ inverse: String) -> String {
      #"<relationship name="\#(name)" toMany="YES" optional="YES" destinationEntity="\#(destination)" inverseName="\#(inverse)"/>"#
    }
    let sample = try StoreSample(
      ["Media": 0, "Song": 1, "Video": 1, "Tag": 0],
      table("ZMEDIA") + table("ZTAG")
        + "INSERT INTO ZMEDIA VALUES (1, 2, 1), (2, 3, 1); INSERT INTO ZTAG VALUES (1, 4, 1), (2, 4, 1);"
        + join("TAGS2", 2, "SONGS2", "(1, 2)") + join("TAGS", 3, "VIDEOS", "(2, 2)")
        + join("TAGS", 2, "SONGS", "(1, 1)"),
      model: """
        <entity name="Media" isAbstract="YES"/>
        <entity name="Song" parentEntity="Media">\(relationship("tags", "Tag", "songs"))\(relationship("tags2", "Tag", "songs2"))</entity>
        <entity name="Video" parentEntity="Media">\(relationship("tags", "Tag", "videos"))</entity>
        <entity name="Tag">\(relationship("songs", "Song", "tags"))\(relationship("songs2", "Song", "tags2"))
        \(relationship("videos", "Video", "tags"))</entity>
        """)
    let counts = sample.result.copied.map { "\($0.table) \($0.rows)" }
    #expect(counts == ["media 2", "tag 2", "media_tags 1", "media_tags2 1", "media_tags_rows 1"])
    #expect(try sample.copy.rows("SELECT * FROM media_tags") == [["1", "1"]])
    #expect(try sample.copy.rows("SELECT * FROM media_tags2") == [["1", "2"]])
    #expect(try sample.copy.rows("SELECT * FROM media_tags_rows") == [["2", "2"]])
  }

  @Test("Two parents with an ordered relationship of one name have positions of their own")
  func orderedTwice() throws {
    let sample = try StoreSample(
      ["Album": 0, "List": 0, "Song": 0],
      table("ZALBUM") + table("ZLIST")
        + table("ZSONG", "ZALBUM INTEGER, ZLIST INTEGER, Z_FOK_ALBUM INTEGER, Z_FOK_LIST INTEGER") + """
          INSERT INTO ZALBUM VALUES (1, 1, 1); INSERT INTO ZLIST VALUES (1, 2, 1);
          INSERT INTO ZSONG VALUES (1, 3, 1, 1, 1, 10, 20), (2, 3, 1, 1, 1, 20, 10), (3, 3, 1, 1, NULL, 30, NULL);
          """,
      model: """
        <entity name="Album"><relationship name="songs" toMany="YES" optional="YES" ordered="YES" destinationEntity="Song" inverseName="album"/></entity>
        <entity name="List"><relationship name="songs" toMany="YES" optional="YES" ordered="YES" destinationEntity="Song" inverseName="list"/></entity>
        <entity name="Song"><relationship name="album" optional="YES" destinationEntity="Album" inverseName="songs"/>
        <relationship name="list" optional="YES" destinationEntity="List" inverseName="songs"/></entity>
        """)
    #expect(
      try sample.copy.rows("SELECT id FROM song ORDER BY songs_position") == [["1"], ["2"], ["3"]])
    let columns = try sample.copy.rows("SELECT name FROM pragma_table_info('song') WHERE name LIKE 'songs_position%'")
    let second = try #require(columns.last?[0])
    #expect(columns.count == 2)
    #expect(try sample.copy.rows("SELECT id FROM song WHERE list_id = 1 ORDER BY \(second)") == [["2"], ["1"]])
  }

  @Test("An empty store becomes an empty database")
  func empty() throws {
    let sample = try StoreSample(["Item": 0], table("ZITEM", "ZTITLE VARCHAR"))
    #expect(try sample.members("Item") == ["let id: ID", "var title: String?"])
    #expect(sample.result.copied.map(\.rows) == [0])
    let none = try StoreSample([:], "")
    #expect(none.result.files.isEmpty && none.result.copied.isEmpty)
  }

  @Test("10,000 rows are copied with their values and order")
  func many() throws {
    let sample = try StoreSample(
      ["Item": 0, "List": 0],
      table("ZITEM", "ZTITLE VARCHAR, ZLIST INTEGER, Z_FOK_LIST INTEGER") + table("ZLIST") + """
        CREATE INDEX ZITEM_ZLIST_INDEX ON ZITEM (ZLIST);
        INSERT INTO ZLIST VALUES (1, 2, 1), (2, 2, 1);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        INSERT INTO ZITEM SELECT i, 1, 1, 'item ' || i, i % 2 + 1, 1000000 - i FROM n;
        """)
    #expect(sample.result.copied.map(\.rows) == [10_000, 2])
    #expect(
      try sample.copy.rows("SELECT title FROM item WHERE list_id = 1 ORDER BY items_position LIMIT 2") == [
        ["item 10000"], ["item 9998"],
      ])
  }
}
