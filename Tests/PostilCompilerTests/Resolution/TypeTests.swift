import PostilCompiler
import PostilSchema
import Testing

struct TypeTests {
  @Test(
    "each Swift type has its column type",
    arguments: [
      ("Int", ColumnType.integer(bits: 64)), ("Int8", .integer(bits: 8)), ("Int16", .integer(bits: 16)),
      ("Int32", .integer(bits: 32)), ("Int64", .integer(bits: 64)), ("UInt", .unsignedInteger(bits: 64)),
      ("UInt8", .unsignedInteger(bits: 8)), ("UInt16", .unsignedInteger(bits: 16)),
      ("UInt32", .unsignedInteger(bits: 32)), ("UInt64", .unsignedInteger(bits: 64)), ("Double", .real(bits: 64)),
      ("Float", .real(bits: 32)), ("Bool", .boolean), ("String", .text), ("Data", .bytes), ("[UInt8]", .bytes),
      ("Array<UInt8>", .bytes), ("Date", .timestamp), ("UUID", .uuid), ("Swift.Int", .integer(bits: 64)),
      ("Foundation.Date", .timestamp), ("TimeInterval", .real(bits: 64)), ("Amount", .integer(bits: 32)),
    ])
  func columns(type: String, column: ColumnType) throws {
    let graph = try compile(
      item("var value: \(type)\nvar perhaps: Optional<\(type)>") + "\ntypealias Amount = Cents\ntypealias Cents = Int32"
    )
    let table = try graph.table("item")
    #expect(table.columns[1].type == column)
    #expect(!table.columns[1].isNullable)
    #expect(table.columns[2].type == column)
    #expect(table.columns[2].isNullable)
    #expect(try graph.model("Item").properties[2].type.hasSuffix("?"))
  }

  @Test func `a type is looked up from the inside out`() throws {
    let graph = try compile(
      """
      enum Kind: Int, Sendable { case a }
      enum Shop {
        enum Kind: String, Sendable { case b }
        // @table
        struct Item: Sendable {
          let id: ID
          var kind: Kind
          var other: Tasks.Kind
          var own: Mood
        }
      }
      extension Shop.Item {
        enum Mood: UInt8, Sendable { case good }
      }
      """)
    let model = try graph.model("Shop.Item")
    #expect(model.properties.map(\.type) == ["ID", "Shop.Kind", "Kind", "Shop.Item.Mood"])
    #expect(model.table.name == "shop_item")
    #expect(graph.rawTypes.map(\.swiftName) == ["Kind", "Shop.Kind", "Shop.Item.Mood"])
    #expect(graph.rawTypes.map(\.rawType) == ["Int", "String", "UInt8"])
  }

  @Test func `raw values are computed as in Swift, and checked`() throws {
    let graph = try compile(
      item("var a: Number\nvar b: Word?\nvar c: Large") + """

        enum Number: Int, Sendable { case a, b = -7, c, d = 0xFF, e = 1_000 }
        enum Word: String, Sendable { case a, b = "it's", c }
        enum Large: UInt64, Sendable { case a = 9_223_372_036_854_775_807, b }
        """)
    #expect(
      try graph.table("item").checks.map(\.expression) == [
        #""a" IN (0, -7, -6, 255, 1000)"#, #""b" IN ('a', 'it''s', 'c')"#,
        #""c" IN (9223372036854775807, '09223372036854775808')"#,
      ])
  }

  @Test func `a literal determines the type of a property without one`() throws {
    let graph = try compile(item("var a = false\nvar b = -0x1\nvar c = 1.5\nvar d = \"x\""))
    #expect(try graph.model("Item").properties.dropFirst().map(\.type) == ["Bool", "Int", "Double", "String"])
    #expect(try graph.model("Item").properties.dropFirst().map(\.defaultValue) == ["false", "-0x1", "1.5", "\"x\""])
  }

  @Test func `a default value uses the model's name instead of Self`() throws {
    let graph = try compile(item("var a: Int = Self.limit + max(Self.limit, 1)  // Self\nstatic let limit = 5"))
    #expect(try graph.model("Item").properties[1].defaultValue == "Item.limit + max(Item.limit, 1)")
  }

  @Test func `computed, static and transient properties aren't columns`() throws {
    let graph = try compile(
      item("var a: Int { didSet { print(a) } }\nvar b: Int { a }\nstatic let c = 5\n// @transient\nvar d: [Int] = []"))
    #expect(try graph.model("Item").properties.map(\.name) == ["id", "a"])
    #expect(try graph.model("Item").transientProperties == ["d"])
  }

  @Test func `access is the narrower of the struct's and the property's`() throws {
    let graph = try compile(
      """
      // @table
      public struct Item: Sendable {
        public let id: ID
        var a: Int
        package var b: Int
      }
      public enum Shop {
        // @table
        struct Part: Sendable {
          public let id: ID
        }
      }
      """)
    #expect(try graph.model("Item").access == .public)
    #expect(try graph.model("Item").properties.map(\.access) == [.public, .internal, .package])
    #expect(try graph.model("Shop.Part").access == .internal)
    #expect(try graph.model("Shop.Part").properties.map(\.access) == [.internal])
  }

  @Test func `conditions and documentation are kept`() throws {
    let graph = try compile(
      """
      #if DEBUG
      #elseif os(Linux)
      /// An item.
      ///
      /// - More of it.
      // @table
      struct Item: Sendable {
        let id: ID
        /** The title.
         * Short.
         */
        var title: String
      }
      #else
      // @table
      struct Other: Sendable {
        let id: ID
      }
      #endif
      """)
    #expect(try graph.model("Item").conditions == ["!(DEBUG) && (os(Linux))"])
    #expect(try graph.model("Other").conditions == ["!(DEBUG) && !(os(Linux))"])
    #expect(try graph.model("Item").documentation == ["An item.", "", "- More of it."])
    #expect(try graph.model("Item").properties[1].documentation == ["The title.", "Short."])
  }

  @Test func `a draft has its model's conformances that are possible`() throws {
    let graph = try compile(
      "// @table\nstruct Item: Sendable, Identifiable, Hashable, Codable {\n  let id: ID\n}")
    #expect(try graph.model("Item").draftConformances == ["Codable", "Hashable"])
  }

  @Test func `names in backticks lose them`() throws {
    let graph = try compile(
      item("var `default`: Int  // @column(\"fallback\")\nvar `class`: Int", notes: "@index(`default`)"))
    #expect(try graph.model("Item").properties.map(\.name) == ["id", "default", "class"])
    #expect(try graph.table("item").indexes.map(\.name) == ["item_fallback_idx"])
  }
}
