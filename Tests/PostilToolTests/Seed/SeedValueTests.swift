import PostilTestSupport
import Testing

@Suite("Values in seed files")
struct SeedValueTests {
  private let models = """
    import Foundation

    enum Size: Int, Sendable { case small = 1, large = 2 }
    enum Mood: String, Sendable { case glad, low = "sad" }
    enum State: Sendable { case open, closed }
    struct Code: RawRepresentable, Hashable, Sendable { var rawValue: String }
    struct Place: Codable, Sendable { var city: String; var zip: Int? }
    struct Meta: Codable, Sendable { var tags: [String]; var factor: Double? }

    // @table
    // @lazy(body: String)
    struct Sample: Sendable {
      let id: UUID
      var flag: Bool
      var int: Int
      var int8: Int8
      var uint32: UInt32
      var uint64: UInt64
      var double: Double
      var float: Float
      var text: String
      var data: Data
      var at: Date
      var seconds: Date  // @store(as: unixSeconds)
      var milliseconds: Date  // @store(as: unixMilliseconds)
      var julian: Date  // @store(as: julianDay)
      var reference: Date  // @store(as: referenceDate)
      var day: DateComponents  // @store(as: day)
      var length: Duration
      var price: Decimal
      var link: URL
      var uuid: UUID
      var bytes: UUID  // @store(as: blob)
      var size: Size
      var mood: Mood
      var state: State
      var code: Code
      var place: Place  // @embedded
      var second: Place?  // @embedded
      // @json
      var meta: Meta
      // @json
      var list: [Int]
      var samples: [Float]  // @store(as: packed)
      var comment: String?
      var counted: Int  // @default(sql: "40 + 2")
      var assumed = "x"
      var created: Date  // @createdAt
    }
    """

  private let seed = """
    { "Sample": { "all": {
      "flag": true, "int": -9223372036854775808, "int8": -128, "uint32": 4294967295, "uint64": 18446744073709551615,
      "double": 1.5, "float": 0.1, "text": "é\\n\\"x\\"", "data": "AP9c", "at": "2026-11-21T08:30:00.25+01:00",
      "seconds": "2026-11-21T08:30:00Z", "milliseconds": "2026-11-21T08:30:00.125Z", "julian": "2000-01-01T12:00:00Z",
      "reference": "2001-01-01T00:00:01.5Z", "day": "2026-11-21", "length": 90.5, "price": 12345678901234567890.10,
      "link": "https://example.org/a?b=c", "uuid": "0F8FAD5B-D9CB-469F-A165-70867728950E",
      "bytes": "00000000-0000-0000-0000-0000000000ff", "size": "large", "mood": "low", "state": "closed", "code": "c-1",
      "place": { "city": "Oslo", "zip": 150 }, "second": null,
      "meta": { "tags": ["b", "a/<é>"], "factor": 0.5 }, "list": [1, 2], "samples": [1, -0.5], "body": "long"
    } } }
    """

  @Test("Each value is stored in the form of its column, and is found unchanged by the next run")
  func everyType() throws {
    let tasks = try SeededTasks(models: models, ["a.json": seed])
    #expect(try tasks.seed() == "Sample  1 inserted\n")
    func stored(_ columns: String) throws -> [String] { try tasks.rows("SELECT \(columns) FROM sample") }
    #expect(
      try stored("flag, int, int8, uint32, uint64, double, float = 0.1, round(float, 6)") == [
        "1|-9223372036854775808|-128|4294967295|18446744073709551615|1.5|0|0.1"
      ])
    #expect(try stored("text, hex(data), at") == ["é\n\"x\"|00FF5C|2026-11-21 07:30:00.25"])
    #expect(
      try stored("seconds, milliseconds, julian, reference, day, length") == [
        "1795249800|1795249800125|2451545.0|1.5|2026-11-21|90500000000"
      ])
    #expect(
      try stored("price, link, uuid, hex(bytes)") == [
        "12345678901234567890.1|https://example.org/a?b=c|0F8FAD5B-D9CB-469F-A165-70867728950E|"
          + "000000000000000000000000000000FF"
      ])
    #expect(try stored("size, mood, state, code") == ["2|sad|closed|c-1"])
    #expect(try stored("place_city, place_zip, second_city, second_zip") == ["Oslo|150|NULL|NULL"])
    #expect(
      try stored("meta, list, hex(samples), body") == [
        #"{"factor":0.5,"tags":["b","a/<é>"]}|[1,2]|0000803F000000BF|long"#
      ])
    #expect(try stored("comment, counted, assumed, created IS NOT NULL") == ["NULL|42|x|1"])
    #expect(try tasks.seed() == "Sample  1 unchanged\n")
  }

  @Test("Values that aren't of their column's type are refused with the form to write")
  func refusals() throws {
    let tasks = try SeededTasks(models: models)
    for (right, wrong, message) in [
      ("\"int8\": -128", "\"int8\": 128", "'int8' must be an integer from -128 to 127"),
      ("\"int8\": -128", "\"int8\": \"1\"", "'int8' must be an integer"),
      ("\"data\": \"AP9c\"", "\"data\": \"A\"", "'data' must be bytes as Base64, such as \"AP9c\""),
      ("\"day\": \"2026-11-21\"", "\"day\": \"2026-02-30\"", "'day' must be a day such as 2026-11-21"),
      ("\"length\": 90.5", "\"length\": \"90\"", "'length' must be a duration in seconds, such as 90 or 0.25"),
      (
        "\"price\": 12345678901234567890.10", "\"price\": \"much\"",
        "'price' must be a decimal number such as -12.5, with up to 38 digits"
      ),
      ("\"uuid\": \"0F8FAD5B-D9CB-469F-A165-70867728950E\"", "\"uuid\": \"0F8F\"", "'uuid' must be a UUID"),
      ("\"mood\": \"low\"", "\"mood\": \"mad\"", "'mood' must be one of glad, low"),
      (
        "\"place\": { \"city\": \"Oslo\", \"zip\": 150 }", "\"place\": \"Oslo\"",
        "'place' must be an object with the members 'city', 'zip'"
      ),
      ("\"zip\": 150", "\"zpi\": 150", "'place' has no property or relationship 'zpi'; did you mean 'zip'?"),
      ("\"list\": [1, 2]", "\"list\": [1, \"2\"]", "'list[1]' must be an integer"),
      ("\"samples\": [1, -0.5]", "\"samples\": [1, null]", "'samples' must be an array of numbers"),
      ("\"flag\": true", "\"flag\": \"yes\"", "'flag' must be true or false"),
    ] {
      try #require(seed.contains(right))
      try tasks.write(seed.replacing(right, with: wrong), to: "a.json")
      let result = try tasks.run()
      #expect(result.status == 1)
      #expect(result.errors.hasSuffix(": error: \(message)\n"), "\(result.errors)")
      #expect(result.errors.count { $0 == "\n" } == 1)
    }
  }

  @Test("Keys follow from labels: UUIDs and texts too")
  func keys() throws {
    let tasks = try SeededTasks(
      models: """
        import Foundation

        // @table
        struct Country: Sendable {
          let code: String  // @primaryKey
          var name: String
          // @hasMany(towns: Town, inverse: country)
        }

        // @table
        struct Town: Sendable {
          let id: UUID
          var name: String
          // @references
          var countryID: Country.ID
        }
        """,
      [
        "a.json": """
        { "Country": { "no": { "name": "Norway", "towns": { "oslo": { "name": "Oslo" } } }, "dk": { "name": "Denmark" } },
          "Town": { "ribe": { "name": "Ribe", "country": "dk" } } }
        """
      ])
    #expect(try tasks.seed() == "Country  2 inserted\nTown     2 inserted\n")
    #expect(
      try tasks.rows("SELECT country_id, name, length(id) FROM town ORDER BY name") == ["no|Oslo|36", "dk|Ribe|36"])
    #expect(try tasks.seed() == "Country  2 unchanged\nTown     2 unchanged\n")
  }

  @Test("Deleted rows are restored, versions are increased, and pairs of a join model are rows of their own")
  func otherAnnotations() throws {
    let tasks = try SeededTasks(
      models: """
        import Foundation

        // @table
        struct Post: Sendable {
          let id: ID
          var title: String
          var deletedAt: Date?  // @softDelete
          var version: Int  // @version
          // @manyToMany(topics: Topic, through: Filing, inverse: posts)
        }

        // @table
        struct Topic: Sendable {
          let name: String  // @primaryKey
        }

        // @table
        struct Filing: Sendable {
          // @references @primaryKey
          let postID: Post.ID
          // @references @primaryKey
          let topicID: Topic.ID
          var note = ""
        }
        """,
      [
        "a.json": """
        { "Post": { "one": { "title": "One", "topics": ["swift", "sql"] } }, "Topic": { "swift": {}, "sql": {} },
          "Filing": [ { "post": "one", "topic": "sql", "note": "main" } ] }
        """
      ])
    #expect(
      try tasks.seed() == "Post    1 inserted\nTopic   2 inserted\nFiling  2 inserted\n")
    #expect(try tasks.rows("SELECT topic_id, note FROM filing ORDER BY 1") == ["sql|main", "swift|"])
    try tasks.database().execute("UPDATE post SET deleted_at = '2026-01-01 00:00:00'")
    try tasks.write(
      """
      { "Post": { "one": { "title": "One", "topics": ["swift"] } }, "Topic": { "swift": {} } }
      """, to: "a.json")
    #expect(try tasks.seed("--dry-run").contains("update Post 'one': deletedAt\n"))
    #expect(
      try tasks.seed() == """
        Post         1 updated
        Topic        1 unchanged
        Filing       1 unchanged
        Post.topics  1 deleted

        """)
    #expect(try tasks.rows("SELECT deleted_at, version FROM post") == ["NULL|2"])
  }

  @Test("A relationship's minimum and maximum hold")
  func arity() throws {
    let models = """
      // @table
      struct Team: Sendable {
        let id: ID
        var name: String
        // @hasMany(players: Player, inverse: team, min: 1, max: 2)
      }

      // @table
      struct Player: Sendable {
        let id: ID
        var name: String
        // @references
        var teamID: Team.ID
      }
      """
    let tasks = try SeededTasks(models: models, ["a.json": #"{ "Team": { "a": { "name": "A" } } }"#])
    let few = try tasks.run()
    #expect(few.errors == "Tasks/Seeds/a.json:1:13: error: Team 'a' needs at least 1 members in 'Team.players'\n")
    try tasks.write(
      #"{ "Team": { "a": { "name": "A", "players": { "x": {"name": "X"}, "y": {"name": "Y"}, "z": {"name": "Z"} } } } }"#,
      to: "a.json")
    let many = try tasks.run()
    #expect(many.status == 1)
    #expect(many.errors.contains("'Team.players' can have at most 2 members"))
    #expect(try tasks.rows("SELECT * FROM team") == [])
  }
}
