import PostilSchema
import Testing

@Suite("The value of a new column in existing rows")
struct InitialValueTests {
  private func values(_ properties: String, _ rest: String = "") throws -> [String] {
    try compile(item(properties) + "\n" + rest).table("item").columns.dropFirst().map { $0.initialValue ?? "nothing" }
  }

  @Test func `an initial value is the literal of the property`() throws {
    let properties = """
      var a = false
      var b = -1_000
      var c = 0xFF
      var d: Double = -1.5
      var e = "it's"
      var f: UInt64 = 18_446_744_073_709_551_615
      var g: [String] = []  // @json
      var h: [String: Int] = [:]  // @json
      var i: Int8? = 7
      var j: Decimal = -12
      """
    #expect(
      try values(properties) == [
        "0", "-1000", "255", "-1.5", "'it''s'", "'18446744073709551615'", "'[]'", "'{}'", "7", "'-12'",
      ])
  }

  @Test func `an initial value is the raw value of an enum's case, or its name`() throws {
    let enums = """
      enum Priority: Int, Codable, Sendable { case low = 3, normal }
      enum Color: String, Codable, Sendable { case red = "r", green }
      enum Size: Codable, Sendable { case small, large }
      """
    let properties = """
      var priority: Priority = .normal
      var color: Color = Color.red
      var size: Size = .large  // @store(as: text)
      """
    let plain = properties.replacing("  // @store(as: text)", with: "")
    #expect(try values(plain, enums) == ["4", "'r'", "'large'"])
  }

  @Test func `there is no initial value for a computed default`() throws {
    let properties = """
      var a: Date = Date()
      var b: UUID = UUID()
      var c: Int = 1 + 1
      var d: Double = 1e3
      var e: String?
      var f: Int
      """
    #expect(try values(properties) == Array(repeating: "nothing", count: 6))
  }
}

@Suite("The former names of join tables")
struct JoinTableRenameTests {
  private func join(_ item: String, _ tag: String, key: String = "let id: ID") throws -> [String] {
    let schema = try compile(
      """
      // @table \(item)
      struct Thing: Sendable {
        \(key)
        // @manyToMany(tags: Tag, inverse: things)
      }

      // @table \(tag)
      struct Tag: Sendable {
        let id: ID
      }
      """
    ).schema
    let table = try #require(schema.tables.first { $0.isWithoutRowID })
    return ["\(table.name) < \(table.renamedFrom ?? "")"]
      + table.columns.map { "\($0.name) < \($0.renamedFrom ?? "")" }
  }

  @Test func `former names of join tables follow those of the tables`() throws {
    #expect(try join("", "") == ["thing_tags < ", "thing_id < ", "tag_id < "])
    #expect(
      try join("@renamed(from: \"item\")", "") == ["thing_tags < item_tags", "thing_id < item_id", "tag_id < "])
    #expect(try join("", "@renamed(from: \"word\")") == ["thing_tags < ", "thing_id < ", "tag_id < word_id"])
  }

  @Test func `former names of join columns follow those of the keys`() throws {
    #expect(
      try join("", "", key: "let code: Int  // @primaryKey @renamed(from: \"number\")")
        == ["thing_tags < ", "thing_code < thing_number", "tag_id < "])
  }
}
