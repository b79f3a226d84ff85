import PostilCompiler
import PostilLint
import Testing

/// Findings about models of every kind: what is not stored has none, and each stands where its cure is written.
@Suite("Lint findings for every kind of model")
struct CombinationLintTests {
  private let account = """
    // @table
    struct Account: Sendable {
      let maker: String  // @primaryKey
      let number: Int  // @primaryKey
    }

    """

  @Test func `views, full text, join models and filled columns have no findings`() {
    let text = """
      import Foundation
      // @table
      // @fullText(title)
      // @index(title)
      // @unique(slug, where: "deleted_at IS NULL")
      // @manyToMany(labels: Label, through: Labelling, inverse: items)
      // @hasMany(parts: Part, inverse: item, ordered, min: 1, max: 3)
      struct Item: Sendable {
        let id: ID
        var title: String
        let version: Int  // @version
        let createdAt: Date  // @createdAt
        let updatedAt: Date  // @updatedAt
        let deletedAt: Date?  // @softDelete
        let slug: String  // @generated("lower(title)", stored)
      }
      // @table
      struct Label: Sendable {
        let id: ID
      }
      // @table
      struct Labelling: Sendable {
        // @primaryKey @references(onDelete: cascade)
        let itemID: Item.ID
        // @primaryKey @references(onDelete: cascade)
        let labelID: Label.ID
      }
      // @table
      struct Part: Sendable {
        let id: ID
        // @references(onDelete: cascade)
        var itemID: Item.ID
      }
      // @view("SELECT item.id, count(*), 0.5 FROM item GROUP BY item.id")
      struct Summary: Sendable {
        // @references
        let itemID: Item.ID
        let parts: Int
        let total: Double?
      }
      """
    #expect(findings(text) == [])
  }

  @Test func `a finding about an embedded struct's columns is reported at the embedding property`() {
    let text = """
      struct Price: Codable, Sendable {
        var total: Double
        var currency: String?
      }
      // @table
      // @unique(net.currency)
      struct Item: Sendable {
        let id: ID
        var net: Price  // @embedded
        var gross: Price?  // @embedded  @allow(floatingPointMoney, reason: "shown, never added")
      }
      """
    #expect(findings(text) == ["6:4 nullableUnique", "9:7 floatingPointMoney"])
  }

  @Test func `models under a condition are checked`() {
    let text = "#if DEBUG\n// @table\nstruct Trace: Sendable {\n  let id: ID\n  var price: Double\n}\n#endif"
    #expect(findings(text) == ["5:7 floatingPointMoney"])
  }

  @Test func `a finding about a multi-column reference names all columns, at its annotation`() {
    let over = """
      // @table
      // @references(account: Account, from: accountMaker, accountNumber, unindexed)
      struct Invoice: Sendable {
        let id: ID
        var accountMaker: String
        var accountNumber: Int
      }
      // @table
      struct Card: Sendable {
        let id: ID
        // @references(unindexed)
        var ownerID: Account.ID
      }
      """
    let found = lint(account + over)
    #expect(found.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0)" } == ["7:4", "16:6"])
    #expect(found.allSatisfy { $0.code == .unindexedReference })
    #expect(found[0].message.hasPrefix("'accountMaker' and 'accountNumber' have no index, "))
    #expect(found[1].message.hasPrefix("'ownerID' has no index, "))
    let asked = lint(account + over, profile: .cloudkit).filter { $0.code == .cloudKitRelationship }
    #expect(asked[0].message.hasSuffix("'account'; make 'accountMaker' or 'accountNumber' optional"))
    #expect(asked[1].message.hasSuffix("'owner'; write 'var ownerID: Account.ID?'"))
  }

  @Test func `a finding is suppressed on a property with several columns`() {
    let text = """
      // @table
      struct Card: Sendable {
        let id: ID
        // @references(unindexed) @allow(unindexedReference, reason: "few")
        var ownerID: Account.ID
      }
      """
    #expect(findings(account + text) == [])
    #expect(findings(account + text.replacing("(unindexed) ", with: " ")) == ["9:18 unusedAllow"])
  }

  @Test func `a finding about a cascade over several columns names its relationship`() {
    let text = """
      // @table
      // @references(parent: Node, from: maker, parentNumber, inverse: kids, onDelete: cascade)
      struct Node: Sendable {
        let maker: String  // @primaryKey
        let number: Int  // @primaryKey
        var parentNumber: Int?
      }
      """
    let found = lint(text)
    #expect(findings(text) == ["2:4 cascadeCycle"])
    #expect(found.first?.message.contains("'Node.parent'") == true)
  }

  @Test func `the long name of a self-referencing relationship is found once`() {
    let text = """
      // @table
      // @manyToMany(exchangeableReplacements: Replacement, inverse: replacedExchangeables)
      struct Replacement: Sendable {
        let manufacturer: String  // @primaryKey
        let serialNumber: Int  // @primaryKey
      }
      """
    #expect(findings(text) == ["2:16 longName"])
  }

  @Test func `models of another target have no findings, except for annotations in this target`() {
    let items = "// @table\npublic struct Item: Sendable {\n  public let id: ID\n  public var price: Double\n}"
    let journal = """
      import Items
      // @table
      struct Entry: Sendable {
        let id: ID
        // @references(unindexed)
        var itemID: Item.ID
        // @manyToMany(others: Item)
      }
      """
    let found = CompilerPipeline(target: "Journal").check(
      sources: [.init(path: "Entry.swift", bytes: Array(journal.utf8))],
      dependencies: [.init(module: "Items", sources: [.init(path: "Item.swift", bytes: Array(items.utf8))])],
      profile: nil
    ).diagnostics
    #expect(found.compactMap(\.code) == [.unindexedReference, .missingInverse])
  }

  @Test(
    "--profile cloudkit reports filled columns, singletons, orders and minimums",
    arguments: [
      ("// @table\nstruct A: Sendable {\n  let id: ID\n  let version: Int  // @version\n}", []),
      (
        "// @table\nstruct A: Sendable {\n  let id: ID\n  var a: String?\n  let b: String?  // @generated(\"lower(a)\")\n}",
        []
      ),
      ("// @table\nstruct A: Sendable {\n  let id: ID\n  var a = 1\n  let b: Int  // @generated(\"a + 1\")\n}", []),
      ("// @table\n// @singleton\nstruct A: Sendable {\n  let id: ID\n}", ["cloudKitUnique"]),
      (
        "// @table\n// @manyToMany(b: A, inverse: c, ordered)\nstruct A: Sendable {\n  let id: ID\n}",
        ["cloudKitOrdered"]
      ),
      (
        "// @table\n// @manyToMany(b: A, inverse: c, min: 1, max: 2)\nstruct A: Sendable {\n  let id: ID\n}",
        ["cloudKitRelationship"]
      ),
    ])
  func cloudKit(text: String, expected: [String]) {
    #expect(codes(text, profile: .cloudkit) == expected)
  }
}
