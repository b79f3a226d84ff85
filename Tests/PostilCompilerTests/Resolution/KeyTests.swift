@testable import PostilCompiler
import PostilSchema
import Testing

struct KeyTests {
  @Test(
    "the type of a key decides who assigns it",
    arguments: [
      ("let id: ID", ResolvedKey(identifier: .generated, properties: ["id"], isAssigned: true)),
      ("var id: Item.ID", ResolvedKey(identifier: .generated, properties: ["id"], isAssigned: true)),
      ("let id: Int64", ResolvedKey(identifier: .declared, properties: ["id"], isAssigned: true)),
      ("let id: Int", ResolvedKey(identifier: .declared, properties: ["id"], isAssigned: true)),
      ("let id: Int32", ResolvedKey(identifier: .declared, properties: ["id"], isAssigned: false)),
      ("let id: UInt64", ResolvedKey(identifier: .declared, properties: ["id"], isAssigned: false)),
      ("let id: String", ResolvedKey(identifier: .declared, properties: ["id"], isAssigned: false)),
      (
        "let id: UUID",
        ResolvedKey(identifier: .declared, properties: ["id"], isAssigned: false, draftDefault: "UUID()")
      ),
      ("let id: Kind", ResolvedKey(identifier: .declared, properties: ["id"], isAssigned: false)),
      (
        "let id: ID; struct ID: RawRepresentable, Hashable, Sendable { let rawValue: Int64 }",
        ResolvedKey(identifier: .declared, properties: ["id"], isAssigned: true, declaresID: true)
      ),
      (
        "let id: ID; struct ID: Hashable, Sendable { var rawValue: UUID }",
        ResolvedKey(
          identifier: .declared, properties: ["id"], isAssigned: false, draftDefault: "Item.ID(rawValue: UUID())",
          declaresID: true)
      ),
      (
        "let id: ID; typealias ID = UUID",
        ResolvedKey(
          identifier: .declared, properties: ["id"], isAssigned: false, draftDefault: "UUID()", declaresID: true)
      ),
      ("let code: String  // @primaryKey", ResolvedKey(identifier: .property, properties: ["code"], isAssigned: false)),
      ("let number: Int  // @primaryKey", ResolvedKey(identifier: .property, properties: ["number"], isAssigned: true)),
      (
        "let a: Int  // @primaryKey\n  let b: String  // @primaryKey",
        ResolvedKey(identifier: .composite, properties: ["a", "b"], isAssigned: false)
      ),
    ])
  func keys(members: String, key: ResolvedKey) throws {
    let graph = try compile(
      "// @table\nstruct Item: Sendable {\n  \(members)\n}\nenum Kind: Int, Sendable { case a }")
    #expect(try graph.model("Item").key == key)
    #expect(try graph.table("item").primaryKey.columns == key.properties)
  }

  @Test func `an identifier type has the column type of its raw value everywhere`() throws {
    let graph = try compile(
      """
      // @table
      struct Item: Sendable {
        let id: ID
        // @references
        var parentID: ID?
      }
      extension Item {
        struct ID: RawRepresentable, Hashable, Sendable {
          var rawValue: UUID
        }
      }
      """)
    #expect(try graph.table("item").columns.map(\.type) == [.uuid, .uuid])
    #expect(graph.rawTypes == [ResolvedRawType(swiftName: "Item.ID", rawType: "UUID", path: "Models.swift")])
  }

  @Test func `upserts can use given keys and unique keys`() throws {
    let graph = try compile(
      """
      // @table
      // @unique(name, version)
      // @unique(name, where: "version > 1")
      // @unique(name, version)
      struct Package: Sendable {
        let code: String  // @primaryKey
        var name: String
        var version: Int
        var title: String  // @unique
      }
      """)
    #expect(
      try graph.model("Package").uniqueKeys == [
        ResolvedUniqueKey(name: "code", properties: ["code"], columns: ["code"]),
        ResolvedUniqueKey(name: "title", properties: ["title"], columns: ["title"]),
        ResolvedUniqueKey(name: "nameAndVersion", properties: ["name", "version"], columns: ["name", "version"]),
        ResolvedUniqueKey(name: "name", properties: ["name"], columns: ["name"], condition: "version > 1"),
      ])
  }
}
