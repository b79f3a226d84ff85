import PostilSchema
import PostilTestSupport
import Testing

@testable import PostilMigrations

@Suite("Records of schemas")
struct SchemaRecordTests {
  private static let models = """
    /// Something to do.
    // @table
    // @index(dueAt, title)
    // @index("lower(title)", where: "done = 0")
    // @hasMany(steps: Step, inverse: item, ordered, min: 1, max: 20)
    // @fullText(title)
    // @exclude(done, rank..<last, where: "title <> ''")
    // @exclude(rank...last, name: "item_ranks")
    struct Item: Sendable {
      let id: ID
      /// What has to be done, in "quotes" and with a \\ in it.
      var title: String  // @check("length(title) > 0") @unique
      var dueAt: Date?  // @store(as: unixMilliseconds)
      var done = false
      var rank: UInt64 = 1
      var last: UInt64 = 1
      var price: Decimal  // @default(sql: "'1.50'") @decimal(10, 2)
      var tax: Decimal  // @decimal(2)
      var labels: [String]?  // @json(array)
      var sizes: [Int32] = []  // @json(array)
      var vector: [Float]  // @store(as: packed)
      var embedding: [Float]?  // @vector(3) @index(hnsw: cosine)
      var short: String  // @generated("substr(title, 1, 3)", stored)
      // @manyToMany(tags: Tag, inverse: items)
    }
    // @table
    struct Step: Sendable {
      let id: ID
      // @references(onDelete: cascade)
      var itemID: Item.ID
    }
    // @table @fullText(text) @extension("pg_trgm")
    struct Page: Sendable {
      let book: String  // @primaryKey
      let number: Int  // @primaryKey
      var text: String
    }
    // @table
    struct Tag: Sendable {
      // @primaryKey
      let name: String  // @collate(nocase)
    }
    // @view("SELECT title FROM item")
    struct Title: Sendable {
      var title: String
    }
    """

  @Test("A record has everything that a schema for either database needs")
  func models() throws {
    let record = SchemaRecord(try compiled(Self.models))
    let read = try SchemaRecord(text: try record.text())
    #expect(read == record)
    #expect(read.schema.script() == (try compiled(Self.models)).script())
    #expect(read.schema.script(for: .postgresql) == (try compiled(Self.models)).script(for: .postgresql))
  }

  @Test("Random schemas are what they were after they were written and read")
  func random() throws {
    for seed in testSeed..<(testSeed + 300) {
      var random = Generator(seed: seed)
      var nextID = 0
      let record = SchemaRecord(
        Blueprint.random(&random, &nextID).schema(), statements: ["CREATE INDEX a ON b (\"c\")"])
      #expect(try SchemaRecord(text: record.text()) == record, "POSTIL_SEED=\(seed)")
    }
  }

  @Test("A column is one line, and what is usual isn't written")
  func lines() throws {
    let schema = try compiled(
      """
      // @table
      struct Item: Sendable {
        let id: ID
        var dueAt: Date?  // @index
      }
      """)
    #expect(
      try SchemaRecord(schema).text() == """
        {
         "format": "1",
         "tables": [
          {
           "name": "item",
           "columns": [
            {"name": "id", "type": "integer", "assigned": true},
            {"name": "due_at", "type": "timestamp", "optional": true}
           ],
           "primaryKey": {"name": "item_pkey", "columns": ["id"]},
           "indexes": [
            {"name": "item_due_at_idx", "terms": [{"column": "due_at"}]}
           ]
          }
         ]
        }

        """)
  }

  @Test(
    "What isn't a record is refused with the reason",
    arguments: [
      ("{\"format\": \"2\"}", "a later version of Postil wrote it"), ("{\"tables\": []}", "'format' is missing"),
      ("{\"format\": \"1\", \"tables\": [{\"columns\": []}]}", "'tables[0].name' is missing"),
      ("{\"format\": \"1\", \"tables\": [{\"name\": 1}]}", "another value is expected at 'tables[0].name'"),
      ("{\"format\": \"1\", \"tables\": [1]}", "an object is expected at 'tables[0]'"),
      ("{\"format\": \"1\", \"tabels\": []}", "unknown field 'tabels'"),
      ("<<<<<<< HEAD\n{\"format\": \"1\"}\n", "it isn't JSON"),
      (
        "{\"format\": \"1\", \"tables\": [{\"name\": \"a\", \"columns\": [{\"name\": \"b\", \"type\": \"texts\"}]}]}",
        "unknown type 'texts' at 'tables[0].columns[0].type'"
      ),
    ])
  func malformed(_ text: String, _ reason: String) {
    #expect { try SchemaRecord(text: text) } throws: { ($0 as? SchemaRecord.Malformed)?.reason == reason }
  }
}
