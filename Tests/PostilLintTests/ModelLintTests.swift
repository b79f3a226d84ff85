import PostilCompiler
import PostilLint
import Testing

@Suite("Lint findings about models")
struct ModelLintTests {
  @Test func `a many-to-many without an inverse is found`() {
    let text = item("// @manyToMany(projects: Project)\n  // @manyToMany(others: Project, inverse: items)")
    #expect(findings(text + projectModel) == ["4:18 missingInverse"])
  }

  @Test(
    "Names that are keywords of a database are found",
    arguments: [
      ("@table(\"order\")", "var a: Int", ["1:11 reservedName"]),
      ("@table(\"User\")", "var a: Int", ["1:11 reservedName"]),
      ("", "var user: Int", ["4:7 reservedName"]), ("", "var offset: Int", ["4:7 reservedName"]),
      ("", "var a: Int  // @column(\"from\")", ["4:18 reservedName"]),
      ("", "var order: Int\n  var `where`: String", ["4:7 reservedName", "5:7 reservedName"]),
      ("", "var key: Int\n  var value: Int\n  var name: String", []),
    ])
  func reserved(table: String, member: String, expected: [String]) {
    let note = table.isEmpty ? "@table" : table
    let text = "// \(note)\nstruct Item: Sendable {\n  let id: ID\n  \(member)\n}"
    let places = table.isEmpty ? expected : expected.map { $0.replacing("1:11", with: "1:12") }
    #expect(findings(text) == places)
  }

  @Test func `a reserved word is a finding that suggests another name, not an error`() throws {
    let text = "// @table\nstruct Order: Sendable {\n  let id: ID\n  var group: Int\n}"
    #expect(
      lint(text).map(\.message) == [
        "the table name 'order' is a keyword in SQLite and PostgreSQL and must be quoted in handwritten SQL; write "
          + "another name in '@table(\"…\")'",
        "the column name 'group' is a keyword in SQLite and PostgreSQL and must be quoted in handwritten SQL; write "
          + "another name in '@column(\"…\")'",
      ])
    #expect(try compile(text).schema.script().text.contains("CREATE TABLE \"order\""))
  }

  @Test func `advice about an imported table ends with a migration if it changes the schema`() {
    let text = """
      // @table(sql: "CREATE TABLE orders (id INTEGER PRIMARY KEY, project_id INTEGER REFERENCES project (id), price REAL NOT NULL)")
      // @manyToMany(projects: Project, through: Listing, inverse: orders)
      struct Order: Sendable {
        let id: ID
        // @references(unindexed, onDelete: noAction)
        var projectID: Project.ID?
        var price: Double
      }

      // @table
      struct Project: Sendable {
        let id: ID
        // @references(unindexed)
        var parentID: Project.ID?
        var cost: Double
      }

      // @table(sql: "CREATE TABLE listing (order_id INTEGER REFERENCES orders, project_id INTEGER REFERENCES project, PRIMARY KEY (order_id, project_id))")
      struct Listing: Sendable {
        // @references(inverse: listings, onDelete: noAction, unindexed)
        let orderID: Order.ID  // @primaryKey
        // @references(inverse: listings, onDelete: noAction)
        let projectID: Project.ID  // @primaryKey
      }
      """
    let all = lint(text).map(\.message)
    #expect(
      all.contains(
        "'projectID' has no index, so each delete from 'project' scans the whole table 'orders'; remove 'unindexed', and write a migration"
      ))
    #expect(
      all.contains(
        "'price' looks like money, and 'Double' can't represent 0.1 exactly; write 'Decimal', or 'Int64' to store the smallest "
          + "currency unit, and write a migration"))
    #expect(
      all.contains(
        "'parentID' has no index, so each delete from 'project' scans the whole table 'project'; remove 'unindexed'"))
    #expect(
      all.contains(
        "'cost' looks like money, and 'Double' can't represent 0.1 exactly; write 'Decimal', or 'Int64' to store the smallest "
          + "currency unit"))
  }

  @Test func `names with more bytes than PostgreSQL allows are found, and no shorter ones`() {
    let name = { (count: Int) in String(repeating: "n", count: count) }
    #expect(findings(item("var a: Int  // @column(\"\(name(63))\")")) == [])
    #expect(findings(item("var a: Int  // @column(\"\(name(64))\")")) == ["4:18 longName"])
    // Bytes, not letters.
    #expect(findings(item("var a: Int  // @column(\"\(String(repeating: "ä", count: 32))\")")) == ["4:18 longName"])
    // `item_…_key` is too long where the column is not.
    #expect(findings(item("var a: Int  // @column(\"\(name(60))\") @unique")) == ["4:90 longName"])
    #expect(findings(item("var a: Int  // @column(\"\(name(60))\") @unique(name: \"short\")")) == [])
    let table = "// @table(\"\(name(70))\")\nstruct Item: Sendable {\n  let id: ID\n  var a: Int  // @index\n}"
    #expect(findings(table) == ["1:12 longName"])
  }

  @Test func `the long name of a join table is found at its relationship`() {
    let name = "relationshipOfAVeryLongNameWhichNobodyWouldWriteTwiceInOneLife"
    #expect(
      findings(item("// @manyToMany(\(name): Project, inverse: items)") + projectModel).contains("4:18 longName"))
  }

  @Test func `a reference that denies what a cascade deletes is found, however long the way`() {
    let text = """
      // @table
      struct A: Sendable {
        let id: ID
      }
      // @table
      struct B: Sendable {
        let id: ID
        // @references(onDelete: cascade)
        var aID: A.ID
        // @references(onDelete: deny)
        var otherID: B.ID?
      }
      // @table
      struct C: Sendable {
        let id: ID
        // @references(onDelete: cascade)
        var bID: B.ID
        // @references
        var olderID: B.ID
        // @references(onDelete: noAction)
        var oldestID: B.ID
        // @references(onDelete: deny)
        var aID: A.ID
      }
      """
    #expect(findings(text) == ["10:6 deniedCascade", "18:6 deniedCascade"])
    #expect(
      findings(text.replacing("cascade)\n  var aID", with: "nullify)\n  var aID").replacing("A.ID", with: "A.ID?"))
        == [])
    #expect(
      lint(text).first?.message
        == "a delete from 'A' cascades to rows of 'B', and 'B.otherID' denies it if these rows refer to each other: always on "
        + "PostgreSQL, and depending on their order on SQLite; write 'onDelete: noAction', which counts only the rows that are left"
    )
  }

  @Test func `circles of cascades are found once, short and long`() {
    let tree = item("// @references(inverse: children, onDelete: cascade)\n  var parentID: Item.ID?")
    #expect(findings(tree) == ["4:6 cascadeCycle"])
    let circle = """
      // @table
      struct A: Sendable {
        let id: ID
        // @references(onDelete: cascade)
        var bID: B.ID?
      }
      // @table
      struct B: Sendable {
        let id: ID
        // @references(onDelete: cascade)
        var aID: A.ID
      }
      """
    #expect(findings(circle) == ["4:6 cascadeCycle"])
    #expect(findings(circle.replacing("cascade)\n  var aID", with: "deny)\n  var aID")) == [])
    #expect(findings(tree.replacing("cascade", with: "nullify")) == [])
  }

  @Test(
    "A floating-point number is considered money by the last word of its name",
    arguments: [
      ("price", true), ("unitPrice", true), ("priceInEuros", true), ("totalEUR", true), ("salary", true),
      ("accountBalance", true), ("taxDue", true), ("area", false), ("priceChangeRate", false), ("totalDistance", false),
      ("costFunction", false), ("net", false),
    ])
  func money(name: String, isMoney: Bool) {
    #expect(codes(item("var \(name): Double")) == (isMoney ? ["floatingPointMoney"] : []))
    #expect(codes(item("var \(name): Float?")) == (isMoney ? ["floatingPointMoney"] : []))
    #expect(codes(item("var \(name): Int64")) == [])
  }
}
