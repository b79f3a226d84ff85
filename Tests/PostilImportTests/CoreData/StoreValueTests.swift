import Foundation
import PostilTestSupport
import Testing

@testable import PostilImport

@Suite("The values of a Core Data store")
struct StoreValueTests {
  private let item = "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "

  @Test("Without a model, types follow from the columns and their values, and names are in lower case")
  func guesses() throws {
    let sample = try StoreSample(
      ["Item": 0],
      item + """
        ZISDONE INTEGER, ZCOUNT INTEGER, ZDUEDATE TIMESTAMP, ZPRICE DECIMAL, ZSCORE FLOAT, ZTITLE VARCHAR, ZTOKEN BLOB,
        ZPHOTO BLOB);
        INSERT INTO ZITEM VALUES (7, 1, 1, 0, 5, 0.5, '1.10', 1, 'a', x'0b5c6a3e111142228333444455556666', x'00'),
        (9, 1, 1, 1, -9223372036854775808, 1e14, 3, 2.5, NULL, x'0b5c6a3e111142228333444455556667', x'0102');
        """)
    #expect(
      try sample.members("Item") == [
        "let id: ID", "var isdone: Bool", "var count: Int", "var duedate: Date  // @store(as: referenceDate)",
        "var price: Decimal", "var score: Double", "var title: String?", "var token: UUID", "var photo: Data",
      ])
    #expect(try sample.remarks("Item")[0].contains("the names of properties only in capitals"))
    #expect(
      try sample.copy.rows("SELECT id, isdone, count, duedate, price, score, title, token, quote(photo) FROM item") == [
        ["7", "0", "5", "0.5", "1.1", "1.0", "a", "0B5C6A3E-1111-4222-8333-444455556666", "X'00'"],
        [
          "9", "1", "-9223372036854775808", "100000000000000.0", "3", "2.5", nil,
          "0B5C6A3E-1111-4222-8333-444455556667", "X'0102'",
        ],
      ])
  }

  @Test("With a model, properties have their original names, types and defaults")
  func model() throws {
    let sample = try StoreSample(
      ["Item": 0],
      item + "ZISDONE INTEGER, ZSMALL INTEGER, ZDUEAT TIMESTAMP, ZPRICE DECIMAL, ZSITE VARCHAR);"
        + "INSERT INTO ZITEM VALUES (1, 1, 1, 1, 40000, 700000000.25, -0.1, 'https://a.example');",
      model: """
        <entity name="Item"><attribute name="isDone" attributeType="Boolean" defaultValueString="NO"/>
        <attribute name="small" attributeType="Integer 16" defaultValueString="3"/>
        <attribute name="dueAt" optional="YES" attributeType="Date"/>
        <attribute name="price" attributeType="Decimal"/><attribute name="site" optional="YES" attributeType="URI"/>
        <attribute name="later" optional="YES" attributeType="String"/></entity>
        """)
    #expect(
      try sample.members("Item") == [
        "let id: ID", "var isDone: Bool = false", "var small: Int", "var dueAt: Date?", "var price: Decimal",
        "var site: URL?", "var later: String?",
      ])
    #expect(
      try sample.remarks("Item") == [
        "1 value of 'Item.small', such as 40000, can't be read as the model's type, so the property is 'Int' and keeps them as they are stored",
        "the store has no column for 'later', so the property has no values",
      ])
    #expect(
      try sample.copy.rows("SELECT is_done, small, due_at, price, site, later FROM item") == [
        ["1", "40000", "2023-03-08 20:26:40.25", "-0.1", "https://a.example", nil]
      ])
  }

  @Test(
    "A required attribute without a value becomes optional if its column is confirmed; a value of another type is kept")
  func violations() throws {
    let sample = try StoreSample(
      ["Item": 0],
      item + "ZTITLE VARCHAR, ZWHEN TIMESTAMP); INSERT INTO ZITEM VALUES (1, 1, 1, NULL, 5), (2, 1, 1, 'a', 'soon');",
      model: """
        <entity name="Item"><attribute name="title" attributeType="String"/><attribute name="when" attributeType="Date"/></entity>
        """, columns: ["Item.title=ZTITLE"])
    #expect(try sample.members("Item") == ["let id: ID", "var title: String?", "var when: SQLValue"])
    #expect(
      try sample.remarks("Item")[0] == "'title' is required by the model, but 1 row has no value, so it is optional")
    #expect(sample.result.warnings.count == 1 && sample.result.warnings[0].contains("such as 'soon'"))
    #expect(try sample.copy.rows(#"SELECT title, "when" FROM item"#) == [[nil, "5"], ["a", "soon"]])
  }

  @Test("Data in files and inline data are read; a reference to a missing file is kept and reported")
  func externalData() throws {
    let name = "0A0B0C0D-0000-4000-8000-000000000001"
    let hex = (name + "\0").utf8.map { String($0, radix: 16) }.map { $0.count == 1 ? "0" + $0 : $0 }.joined()
    let missing = "31".appending("00")
    let sample = try StoreSample(
      ["Item": 0],
      item
        + "ZPHOTO BLOB); INSERT INTO ZITEM VALUES (1, 1, 1, x'01ff'), (2, 1, 1, x'02\(hex)'), (3, 1, 1, x'02\(missing)');",
      model: """
        <entity name="Item"><attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/></entity>
        """, external: [name: "large"])
    #expect(try sample.copy.rows("SELECT quote(photo) FROM item") == [["X'FF'"], ["X'6C61726765'"], ["X'023100'"]])
    #expect(
      sample.result.warnings == [
        "1 file of 'Item.photo' in '_EXTERNAL_DATA' can't be found; the references are kept as they are stored"
      ])
  }

  @Test("An unsigned number above Int64.max, which is stored with its bits, is read")
  func unsigned() throws {
    let sample = try StoreSample(
      ["Item": 0], item + "ZSIZE INTEGER); INSERT INTO ZITEM VALUES (1, 1, 1, -1), (2, 1, 1, 5);",
      classes: "@Model class Item { var size: UInt64 = 0 }")
    #expect(try sample.members("Item") == ["let id: ID", "var size: UInt64 = 0"])
    #expect(try sample.copy.rows("SELECT size FROM item") == [["18446744073709551615"], ["5"]])
  }

  @Test("The parts of a composite and of a Codable struct are found, whichever of their names the columns have")
  func composites() throws {
    let classes = """
      @Model class Item { var home: Address?; var priority: Priority = .low; var labels: [String] = [] }
      struct Address: Codable { var street: String; var place: Place }
      struct Place: Codable { var city: String? }
      enum Priority: Int, Codable { case low = 1, high = 5 }
      """
    for columns in ["ZHOME_STREET VARCHAR, ZHOME_PLACE_CITY VARCHAR", "ZSTREET VARCHAR, ZCITY VARCHAR"] {
      let sample = try StoreSample(
        ["Item": 0],
        item + columns
          + ", ZPRIORITY INTEGER, ZLABELS BLOB); INSERT INTO ZITEM VALUES (1, 1, 1, 'Quay', 'Oslo', 5, x'\(Self.list)');",
        classes: classes)
      #expect(
        try sample.members("Item").prefix(5) == [
          "let id: ID", "var homeStreet: String?", "var homePlaceCity: String?", "var priority: Priority = .low",
          "var labels: [String] = []  // @json",
        ])
      #expect(
        try sample.copy.rows("SELECT home_street, home_place_city, priority, labels FROM item") == [
          ["Quay", "Oslo", "5", #"["a","b"]"#]
        ])
    }
  }

  /// A property list with the array `["a", "b"]`, as SwiftData stores arrays.
  private static let list: String = {
    let data =
      (try? PropertyListSerialization.data(fromPropertyList: ["a", "b"], format: .binary, options: 0)) ?? Data()
    return data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }()

  @Test("Arrays of Codable values are JSON, whether the store has property lists or JSON; other bytes stay as they are")
  func codableArrays() throws {
    let classes = """
      @Model class Item { var stops: [Stop] = []; var marks: [Mark] = []; var others: [Stop] = [] }
      struct Stop: Codable { var city: String; var at: Date; var id: UUID; var site: URL?; var days: [Double]; var raw: Data? }
      enum Mark: Int, Codable { case low = 1, high = 5 }
      """
    let id = "0b5c6a3e-1111-4222-8333-444455556666"
    let json =
      #"[ {"days": [1, 2.5], "city": "Oslo \"N\"", "at": 5.25, "id": "\#(id)", "site": "https://a.example/b"} ]"#
    let sample = try StoreSample(
      ["Item": 0],
      item + "ZSTOPS BLOB, ZMARKS BLOB, ZOTHERS BLOB); INSERT INTO ZITEM VALUES (1, 1, 1, CAST('\(json)' AS BLOB), "
        + #"CAST('[5,1]' AS BLOB), CAST('[{"city":"Rome"}]' AS BLOB));"#, classes: classes)
    #expect(
      try sample.members("Item") == [
        "let id: ID", "var stops: [Stop] = []  // @json", "var marks: [Mark] = []  // @json", "var others: Data",
      ])
    #expect(
      try sample.copy.rows("SELECT stops, marks, CAST(others AS TEXT) FROM item") == [
        [
          #"[{"at":"2001-01-01 00:00:05.25","city":"Oslo \"N\"","days":[1,2.5],"id":"\#(id.uppercased())","site":"https://a.example/b"}]"#,
          "[5,1]", #"[{"city":"Rome"}]"#,
        ]
      ])
  }

  @Test("Enums with associated values are JSON, and an enum without raw values is read from a column for each case")
  func enums() throws {
    let found = #"[{"shell":{"_0":{"size":2},"name":"a"}},{"nothing":{}}]"#
    let sample = try StoreSample(
      ["Item": 0],
      item + """
        ZFOUND BLOB, ZCALM VARCHAR, ZROUGH VARCHAR);
        INSERT INTO ZITEM VALUES (1, 1, 1, CAST('\(found)' AS BLOB), NULL, 'rough'), (2, 1, 1, CAST('[]' AS BLOB), 'calm', NULL),
          (3, 1, 1, CAST('[]' AS BLOB), NULL, NULL);
        """,
      classes: """
        @Model class Item { var found: [Find] = []; var sea: Sea? }
        enum Find: Codable { case nothing; case shell(Shell, name: String) }
        struct Shell: Codable { var size: Int }
        enum Sea: Codable { case calm, rough, frozen }
        """)
    #expect(try sample.members("Item") == ["let id: ID", "var found: [Find] = []  // @json", "var sea: Sea?"])
    #expect(try sample.remarks("Item") == [])
    #expect(
      try sample.copy.rows("SELECT found, sea FROM item") == [[found, "rough"], ["[]", "calm"], ["[]", nil]])
  }

  @Test("A model without a store gives its structs")
  func modelAlone() throws {
    let folder = try TemporaryFolder()
    for (name, attribute) in [("A", "old"), ("B", "title")] {
      let contents = folder.url.appending(path: "Tasks.xcdatamodeld/\(name).xcdatamodel/contents")
      try FileManager.default.createDirectory(
        at: contents.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(
        """
        <?xml version="1.0"?><model><entity name="Item"><attribute name="\(attribute)" attributeType="String" defaultValueString="x"/>
        <attribute name="labels" optional="YES" attributeType="Transformable"/>
        <relationship name="list" optional="YES" destinationEntity="List" inverseName="items"/></entity>
        <entity name="List"><relationship name="items" toMany="YES" optional="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="list"/></entity></model>
        """.utf8
      ).write(to: contents)
    }
    try Data("<plist><string>B.xcdatamodel</string></plist>".utf8)
      .write(to: folder.url.appending(path: "Tasks.xcdatamodeld/.xccurrentversion"))
    var modelImport = StoreImport(target: "Sample")
    modelImport.dataModel = folder.path("Tasks.xcdatamodeld")
    let files = try modelImport.run().files
    #expect(files.map(\.name) == ["Item.swift", "List.swift"])
    #expect(
      ImportedText(files[0].text).members == [
        "let id: ID", #"var title: String = "x""#, "var labels: Data?",
        "// @references(inverse: items, onDelete: cascade)", "var listID: List.ID?",
      ])
  }

  @Test("A damaged archive is kept as bytes, and no damaged property list traps")
  func archives() throws {
    let sample = try StoreSample(
      ["Item": 0], item + "ZTAGS BLOB); INSERT INTO ZITEM VALUES (1, 1, 1, x'62706c697374303001020304');",
      model: #"<entity name="Item"><attribute name="tags" optional="YES" attributeType="Transformable"/></entity>"#)
    #expect(try sample.members("Item") == ["let id: ID", "var tags: Data?"])
    #expect(try sample.copy.rows("SELECT quote(tags) FROM item") == [["X'62706C697374303001020304'"]])
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "a": [1, 2.5, "ü", Data([1]), true] as [Any], "b": ["c": Date(timeIntervalSinceReferenceDate: 3)],
      ],
      format: .binary, options: 0)
    let bytes = [UInt8](list)
    #expect(
      BinaryPropertyList.value(of: bytes)
        == .dictionary([
          "a": .array([.integer(1), .real(2.5), .string("ü"), .data([1]), .boolean(true)]),
          "b": .dictionary(["c": .date(3)]),
        ]))
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: 8..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = ArchivedValue(damaged)
    }
  }
}
