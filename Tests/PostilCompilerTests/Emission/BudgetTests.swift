import PostilCompiler
import Testing

@Suite("The size of generated code")
struct BudgetTests {
  /// For a public table of ten columns with two relationships. In each case here the first is a reference whose other side
  /// takes drafts of the table.
  private static let budget = 230

  @Test(
    "Ten columns, a reference whose owner takes drafts and another relationship are at most 230 lines, 21 more if it is ordered",
    arguments: [
      "// @manyToMany(tags: Tag, inverse: items)",
      "// @hasMany(steps: Step, inverse: item)",
      "// @hasMany(steps: Step, inverse: item, ordered)",
      "// @hasMany(steps: Step, inverse: item, ordered, min: 1, max: 20)",
      "// @hasOne(cover: Cover, inverse: item)",
    ])
  func tenColumns(other: String) throws {
    let text = try generated(notes: other)
    #expect(text.contains("struct DraftOfPlan") && text.contains("func setPlan"))
    let budget = Self.budget + (other.contains("ordered") ? 21 : 0)
    #expect(lines(of: text) <= budget, "\(lines(of: text)) lines")
  }

  @Test("A two-column key with its own type and an upsert adds at most 60 lines")
  func compositeKey() throws {
    let note = "// @manyToMany(tags: Tag, inverse: items)"
    let key = "public let title: String  // @primaryKey\n  public let edition: Int  // @primaryKey"
    let text = try generated(key: key, notes: note)
    #expect(text.contains("struct ID") && text.contains("struct DraftOfPlan"))
    #expect(lines(of: text) <= Self.budget + 60, "\(lines(of: text)) lines")
  }

  @Test("A many-to-many relationship with its ten operations and members in drafts is at most 50 lines")
  func manyToMany() throws {
    let count = try lines(of: generated(notes: "// @manyToMany(tags: Tag, inverse: items)")) - lines(of: generated())
    #expect(count <= 50, "\(count) lines")
  }

  @Test("An ordered relationship adds at most 71 lines")
  func ordered() throws {
    let count =
      try lines(of: generated(notes: "// @manyToMany(tags: Tag, inverse: items, ordered)"))
      - lines(of: generated(notes: "// @manyToMany(tags: Tag, inverse: items)"))
    #expect(count > 0 && count <= 71, "\(count) lines")
  }

  @Test("A model of ten columns whose drafts are part of another model's adds at most 36 lines")
  func takenByDrafts() throws {
    let count = try lines(of: generated()) - lines(of: generated(isTaken: false))
    #expect(count > 0 && count <= 36, "\(count) lines")
  }

  private func lines(of text: String) -> Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }

  /// What is generated of the items: ten columns, a reference to a plan, and what `notes` says.
  private func generated(
    key: String = "public let id: ID\n  public var title: String", notes: String = "", isTaken: Bool = true
  ) throws -> String {
    let item = """
      import Foundation
      import Postil

      // @table
      public struct Item: Codable, Hashable, Sendable {
        \(key)
        public var dueAt: Date?
        public var priority = 1
        public var done = false
        public var notes: String?
        public var place: String?
        public var color: String?
        public var author: String?

        // @references(inverse: items, onDelete: cascade)
        public var planID: Plan.ID

        \(notes)
      }
      """
    let reference = notes.contains("Step") ? "// @references(onDelete: cascade)\n  public var itemID: Item.ID" : ""
    let cover = notes.contains("Cover") ? "// @references(onDelete: cascade) @unique\n  public var itemID: Item.ID" : ""
    let others = """
      // @table
      public struct Plan: Codable, Hashable, Sendable {
        public let id: ID
        \(isTaken ? "// @hasMany(items: Item, inverse: plan)" : "")
      }
      // @table
      public struct Tag: Codable, Hashable, Sendable {
        public let id: ID
      }
      // @table
      public struct Step: Codable, Hashable, Sendable {
        public let id: ID
        \(reference)
      }
      // @table
      public struct Cover: Codable, Hashable, Sendable {
        public let id: ID
        \(cover)
      }
      """
    let graph = try compile(["Item.swift": item, "Others.swift": others])
    return Emitter(graph: graph).file(for: "Item.swift").text
  }
}
