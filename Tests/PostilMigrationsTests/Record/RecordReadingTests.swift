import PostilSchema
import PostilTestSupport
import Testing

@testable import PostilMigrations

@Suite("Records of migrations that somebody wrote")
struct RecordReadingTests {
  /// The record of a database with this schema.
  private static func record(_ ddl: String, known: [Schema]) throws -> SchemaRecord {
    let database = try Database()
    try database.run(ddl)
    return RecordReading(try database.catalog(), known: known).record
  }

  private static func differences(_ first: String, _ second: String) throws -> [String] {
    let (one, other) = (try Database(), try Database())
    try one.run(first)
    try other.run(second)
    return CatalogComparison.differences(found: try one.catalog(), expected: try other.catalog())
  }

  @Test("A random schema that nothing describes is recorded as what it is")
  func random() throws {
    for seed in testSeed..<(testSeed + 100) {
      var random = Generator(seed: seed)
      var nextID = 0
      let schema = Blueprint.random(&random, &nextID).schema()
      guard (try? Database().run(schema.script().text)) != nil else { continue }
      let unknown = try Self.record(schema.script().text, known: [])
      #expect(try Self.differences(unknown.ddl, schema.script().text) == [], "POSTIL_SEED=\(seed)")
      let known = try Self.record(schema.script().text, known: [schema])
      #expect(
        known.statements == [] && known.schema.script().text.count == schema.script().text.count, "POSTIL_SEED=\(seed)")
    }
  }

  @Test("What the models describe keeps their types, and the rest is SQL")
  func edited() throws {
    let schema = try compiled(
      """
      // @table
      struct Item: Sendable {
        let id: ID
        var dueAt: Date?
        var token: UUID  // @index
      }
      // @table
      struct Tag: Sendable {
        let id: ID
        var addedAt: Date?
      }
      """)
    let script = """
      \(schema.script().text)
      ALTER TABLE item ADD COLUMN note TEXT;
      DROP INDEX item_token_idx;
      CREATE INDEX quick ON tag (added_at DESC) WHERE added_at IS NOT NULL;
      """
    let record = try Self.record(script, known: [schema])
    #expect(try Self.differences(record.ddl, script) == [])
    #expect(record.statements == ["CREATE INDEX quick ON tag (added_at DESC) WHERE added_at IS NOT NULL"])
    let tables = record.schema.tables
    let item = try #require(tables.first { $0.name == "item" })
    #expect(item.columns.map(\.type) == [.integer(bits: 64), .timestamp, .uuid, .text] && item.statement != nil)
    #expect(item.indexes == [])
    #expect(tables.first { $0.name == "tag" } == schema.tables.first { $0.name == "tag" })
  }

  @Test("A reference is nullified only if the trigger that does so is there")
  func nullification() throws {
    let schema = try compiled(
      """
      // @table
      // @references(mother: Barn, from: farm, motherNumber, onDelete: nullify)
      struct Barn: Sendable {
        let farm: Int  // @primaryKey
        let number: Int  // @primaryKey
        var motherNumber: Int?
      }
      """)
    let script = schema.script().text
    #expect(try Self.record(script, known: [schema]) == SchemaRecord(schema))
    let without = script + "DROP TRIGGER barn_farm_mother_number_nullify_trigger;"
    let record = try Self.record(without, known: [schema])
    #expect(try Self.differences(record.ddl, without) == [])
    #expect(record.schema.tables[0].foreignKeys[0].onDelete == .noAction)
  }

  @Test("The entries of a full-text index belong to it, unless nothing describes the index")
  func fullText() throws {
    let schema = try compiled(
      """
      // @table
      // @fullText(text)
      struct Page: Sendable {
        let book: String  // @primaryKey
        let number: Int  // @primaryKey
        var text: String
      }
      """)
    let script = schema.script().text
    #expect(try Self.record(script, known: [schema]) == SchemaRecord(schema))
    let unknown = try Self.record(script, known: [])
    #expect(try Self.differences(unknown.ddl, script) == [])
    let without = script + "DROP TRIGGER page_fts_update_trigger;"
    #expect(try Self.differences(try Self.record(without, known: [schema]).ddl, without) == [])
  }
}
