import PostilRows
import PostilStudio
import PostilTestSupport
import Testing

@Suite("Named queries")
struct NamedQueryTests {
  private static let models = """
    enum Mood: String, Sendable { case glad, sad }

    // @table
    // @query(late(before day: Date, limit: Int): "WHERE due_at < :day ORDER BY due_at LIMIT :limit")
    // @query(named(names: [String], mood: Mood?): "WHERE title IN :names AND mood IS :mood ORDER BY id")
    // @query(counts() -> (mood: Mood, count: Int): "SELECT mood, count(*) FROM item GROUP BY mood ORDER BY mood")
    // @query(forget(id: Item.ID): "DELETE FROM item WHERE id = :id")
    struct Item: Sendable {
      let id: ID
      var title: String
      var mood: Mood = .glad
      var dueAt: Date?  // @store(as: unixSeconds)
    }
    """

  private func sample() async throws -> SampleStudio {
    try await SampleStudio(
      Self.models,
      sql: "INSERT INTO item VALUES (1, 'a', 'glad', 100), (2, 'it''s', 'sad', 200), (3, 'c', 'sad', NULL)")
  }

  @Test("Each query has its parameters with their types, and its statement")
  func list() async throws {
    let queries = try #require(try await sample().get("/queries")["queries"]?.array)
    #expect(queries.map { $0["name"] } == ["late", "named", "counts", "forget"])
    #expect(queries.allSatisfy { $0["model"] == "Item" && $0["table"] == "item" })
    #expect(
      queries.map { query in
        query["parameters"]?.array?.map { "\($0["name"]!.string!): \($0["swiftType"]!.string!) \($0["form"]!.string!)" }
      } == [
        ["day: Date date", "limit: Int integer"], ["names: [String] text", "mood: Mood? enum"], [],
        ["id: Item.ID integer"],
      ])
    #expect(queries[1]["parameters"]?.array?[0]["isList"] == true)
    #expect(queries[1]["parameters"]?.array?[1]["isOptional"] == true)
    #expect(queries[1]["parameters"]?.array?[1]["choices"]?.array?.map { $0["name"] } == ["glad", "sad"])
    #expect(queries[3]["isChange"] == true)
    #expect(
      queries[0]["sql"]
        == "SELECT \"id\", \"title\", \"mood\", \"due_at\" FROM \"item\" WHERE due_at < ?1 ORDER BY due_at LIMIT ?2")
  }

  @Test("A query runs with the values of its parameters, as the generated function would")
  func run() async throws {
    let sample = try await sample()
    func rows(_ name: String, _ parameters: JSONTree) async throws -> [[JSONTree]] {
      try await sample.post("/queries/\(name)/run", ["parameters": parameters])["rows"]?.array?.map { $0.array ?? [] }
        ?? []
    }
    #expect(
      try await rows("Item.late", ["day": "1970-01-01T00:02:30Z", "limit": 5]).map { $0[1] } == ["a"])
    #expect(try await rows("Item.named", ["names": ["it's", "c", "\\\"]"], "mood": "sad"]).map { $0[0] } == [2, 3])
    #expect(try await rows("Item.named", ["names": [], "mood": .null]).isEmpty)
    #expect(try await rows("Item.counts", [:]) == [["glad", 1], ["sad", 2]])
  }

  @Test("Values that are missing or of another type are refused")
  func refusals() async throws {
    let sample = try await sample()
    #expect(
      try await sample.failure("/queries/Item.late/run", ["parameters": ["day": "1970-01-01T00:00:00Z"]]).message
        == "the parameter 'limit' needs a value")
    #expect(
      try await sample.failure("/queries/Item.late/run", ["parameters": ["dya": 1]]).message
        == "'Item.late' has no parameter 'dya'")
    #expect(
      try await sample.failure("/queries/Item.late/run", ["parameters": ["day": "soon", "limit": 1]]).message
        == "'day' must be a date such as 2026-11-21T08:30:00Z")
    #expect(try await sample.failure("/queries/Item.none/run", [:]).status == 404)
    #expect(
      try await sample.failure("/queries/Item.forget/run", ["parameters": ["id": 1]]).json["error"]?["code"] == "writes"
    )
    let result = try await sample.post("/queries/Item.forget/run", ["parameters": ["id": 1], "isWrite": true])
    #expect(result["changes"] == 1)
    #expect(try sample.other.rows("SELECT count(*) FROM item") == [["2"]])
  }
}
