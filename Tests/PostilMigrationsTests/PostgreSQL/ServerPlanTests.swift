import Foundation
import PostilEvolution
import PostilMigrations
import PostilSQL
import PostilSchema
import Testing

/// Plans that are run on a PostgreSQL server, with rows.
///
/// `POSTIL_PSQL` is the command that runs a script, as for the random migrations.
@Suite("Plans on a PostgreSQL server")
struct ServerPlanTests {
  /// A change of models, and rows for SQLite's tables of the old ones.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var old: String
    var new: String
    var rows: String
    /// The values of all rows afterwards.
    var query = ""
    var values: [String] = []
    var testDescription: String { name }
  }

  private static let people = """
    // @table
    struct Person: Sendable {
      let id: ID
      var name: String
      var size: Int
    }
    """
  private static let twoPeople = "INSERT INTO person VALUES (1, 'Ada', 3), (2, 'Bob', -1)"

  private static func letters(_ person: String, from: String = "", to: String = "") -> String {
    """
    // @table
    struct Person: Sendable {
      \(person)
      var name: String
    }
    // @table
    struct Letter: Sendable {
      let id: ID
      var fromID: Person.ID?  // @references(inverse: sent) \(from)
      var toID: Person.ID?  // @references(inverse: received) \(to)
    }
    """
  }

  private static func keyed(_ code: String, _ number: String, _ name: String) -> String {
    "// @table\nstruct Person: Sendable {\n  let code: UUID\(code)\n  let number: UUID\(number)\n  var name: String\(name)\n}\n"
  }

  private static func sizes(_ type: String, _ options: String) -> String {
    people.replacing("var size: Int", with: "var size: \(type)")
      + """

      /// Sizes.
      // @view("SELECT size, count(*) FROM person GROUP BY size"\(options))
      struct Size: Sendable {
        // @column("size")
        let id: \(type)
        let count: Int
      }
      """
  }

  static let migrated: [Case] = [
    Case(
      name: "a view that becomes materialized", old: sizes("Int", ""), new: sizes("Int", ", materialized"),
      rows: twoPeople, query: "SELECT size, count FROM size ORDER BY 1", values: ["-1\u{1F}1", "3\u{1F}1"]),
    Case(
      name: "a column that a materialized view reads, and that gets another type",
      old: sizes("Int", ", materialized"), new: sizes("Double", ", materialized"),
      rows: twoPeople, query: "SELECT size, count FROM size ORDER BY 1", values: ["-1\u{1F}1", "3\u{1F}1"]),
    Case(
      name: "a materialized view that becomes a view", old: sizes("Int", ", materialized"), new: sizes("Int", ""),
      rows: twoPeople, query: "SELECT size, count FROM size ORDER BY 1", values: ["-1\u{1F}1", "3\u{1F}1"]),
    Case(
      name: "a new generated column that is unique", old: people,
      new: people.replacing(
        "  var size", with: "  // @generated(\"lower(name)\") @unique\n  let key: String\n  var size"),
      rows: twoPeople, query: "SELECT key FROM person ORDER BY id", values: ["ada", "bob"]),
    Case(
      name: "a new generated column that depends on a truth value, with a check",
      old: people.replacing("var size: Int", with: "var done = false"),
      new: people.replacing(
        "var size: Int",
        with: "var done = false\n  // @generated(\"NOT done\") @check(\"open OR name <> ''\")\n  let open: Bool"),
      rows: "INSERT INTO person VALUES (1, 'Ada', 1), (2, 'Bob', 0)", query: "SELECT open FROM person ORDER BY id",
      values: ["f", "t"]),
    Case(
      name: "two references that are swapped together with a key change",
      old: letters("let id: ID\n  var number: Int"),
      new: letters(
        "let number: Int  // @primaryKey", from: "@renamed(from: \"to_id\")", to: "@renamed(from: \"from_id\")"),
      rows: "INSERT INTO person VALUES (1, 7, 'Ada'), (2, 8, 'Bob'); INSERT INTO letter VALUES (1, 1, 2), (2, NULL, 1)",
      query: "SELECT concat_ws(' ', id, coalesce(from_id, 0), coalesce(to_id, 0)) FROM letter ORDER BY id",
      values: ["1 8 7", "2 7 0"]),
    Case(
      name: "a join model that becomes a plain many-to-many relationship",
      old: model("Item", "// @manyToMany(tags: Tag, through: Tagging)") + model("Tag")
        + model(
          "Tagging", "// @references(onDelete: cascade)", "let itemID: Item.ID", "// @references(onDelete: cascade)",
          "let tagID: Tag.ID", notes: "@unique(itemID, tagID)"),
      new: model("Item", "// @manyToMany(tags: Tag)") + model("Tag"),
      rows:
        "INSERT INTO item VALUES (1), (2); INSERT INTO tag VALUES (1), (2); INSERT INTO tagging VALUES (1, 1, 2), (2, 2, 1)",
      query: "SELECT item_id || ' ' || tag_id FROM item_tags ORDER BY 1", values: ["1 2", "2 1"]),
    Case(
      name: "a new unique key, and another primary key", old: keyed("  // @primaryKey", "", ""),
      new: keyed("", "  // @primaryKey", "  // @unique"),
      rows:
        "INSERT INTO person VALUES ('E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 'E621E1F8-C36C-495A-93FC-0C247A3E6E60', 'Ada')",
      query: "SELECT name FROM person", values: ["Ada"]),
    Case(
      name: "integer keys that become UUIDs", old: ReplacedTypeTests.integers, new: ReplacedTypeTests.uuids,
      rows: ReplacedTypeTests.rows, query: ReplacedTypeTests.query, values: [ReplacedTypeTests.expected]),
    Case(
      name: "texts that become times", old: people.replacing("size: Int", with: "size: String"),
      new: people.replacing("size: Int", with: "size: Date"),
      rows: "INSERT INTO person VALUES (1, 'Ada', '2024-02-29T12:30:00Z'), (2, 'Bob', '2024-03-01')",
      query: "SELECT to_char(size AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') FROM person ORDER BY id",
      values: ["2024-02-29 12:30", "2024-03-01 00:00"]),
  ]

  private static let listed = people.replacing("Int", with: "[Int]  // @json")
  private static let arrays = people.replacing("Int", with: "[Int]  // @json(array)")
  private static let lists = "INSERT INTO person VALUES (1, 'Ada', '[3, -9223372036854775808, null]'), (2, 'Bob', '[]')"
  private static func texts(_ note: String) -> String { people.replacing("Int", with: "[String]?  // \(note)") }

  static let arrayed: [Case] = [
    Case(
      name: "JSON that becomes an array", old: listed, new: arrays, rows: lists,
      query: "SELECT size, pg_typeof(size) FROM person ORDER BY id",
      values: ["{3,-9223372036854775808,NULL}\u{1F}bigint[]", "{}\u{1F}bigint[]"]),
    Case(
      name: "an array that becomes JSON", old: arrays, new: listed, rows: lists,
      query: "SELECT size FROM person ORDER BY id", values: ["[3, -9223372036854775808, null]", "[]"]),
    Case(
      name: "an array that gets other numbers", old: arrays.replacing("[Int]", with: "[Int32]"),
      new: arrays.replacing("[Int]", with: "[Double]"), rows: "INSERT INTO person VALUES (1, 'Ada', '[3,-1]')",
      query: "SELECT size, pg_typeof(size) FROM person", values: ["{3,-1}\u{1F}double precision[]"]),
    Case(
      name: "texts that become an array, with every sign", old: texts("@json"), new: texts("@json(array)"),
      rows: #"INSERT INTO person VALUES (1, 'Ada', '["\"","\\","NULL","{,}","é😀\n"]'), (2, 'Bob', NULL)"#,
      query: "SELECT to_jsonb(size) FROM person ORDER BY id", values: [#"["\"", "\\", "NULL", "{,}", "é😀\n"]"#, ""]),
    Case(
      name: "an array of texts that becomes JSON", old: texts("@json(array)"), new: texts("@json"),
      rows: #"INSERT INTO person VALUES (1, 'Ada', '["\"","\\","NULL","{,}","é😀\n"]'), (2, 'Bob', NULL)"#,
      query: "SELECT size FROM person ORDER BY id", values: [#"["\"", "\\", "NULL", "{,}", "é😀\n"]"#, ""]),
    Case(
      name: "UUIDs that become an array", old: people.replacing("Int", with: "[UUID]  // @json"),
      new: people.replacing("Int", with: "[UUID]  // @json(array)"),
      rows: "INSERT INTO person VALUES (1, 'Ada', '[\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"]')",
      query: "SELECT size FROM person", values: ["{e621e1f8-c36c-495a-93fc-0c247a3e6e5f}"]),
    Case(
      name: "an array of UUIDs that becomes JSON", old: people.replacing("Int", with: "[UUID]  // @json(array)"),
      new: people.replacing("Int", with: "[UUID]  // @json"),
      rows: "INSERT INTO person VALUES (1, 'Ada', '[\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"]')",
      query: "SELECT size FROM person", values: [#"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]"#]),
    Case(
      name: "a new array, with the default of its property", old: people,
      new: people.replacing("var size: Int", with: "var size: Int\n  var words: [String] = []  // @json(array)"),
      rows: twoPeople, query: "SELECT words FROM person", values: ["{}", "{}"]),
  ]

  @Test("Every change keeps the rows, and leads to the schema of the models", arguments: migrated + arrayed)
  func migrates(change: Case) throws {
    guard let outcome = try Self.run(change) else { return }
    #expect(outcome.hasRows, "\(outcome.message)")
    #expect(outcome.sections["after rows"] ?? [] == change.values)
  }

  static let refused: [Case] = [
    Case(
      name: "a negative number in an unsigned column", old: people.replacing("Int", with: "Int8"),
      new: people.replacing("Int", with: "UInt8"), rows: twoPeople),
    Case(
      name: "a number beyond the range", old: people.replacing("Int", with: "Int32"),
      new: people.replacing("Int", with: "UInt16"), rows: "INSERT INTO person VALUES (1, 'Ada', 70000)"),
    Case(
      name: "a renamed column with a new check", old: people,
      new: people.replacing(
        "var size: Int", with: "var height: Int  // @renamed(from: \"size\") @check(\"height > 0\")"),
      rows: twoPeople),
    Case(
      name: "a renamed table with a new check", old: people,
      new: people.replacing("// @table", with: "// @table @renamed(from: \"person\")").replacing(
        "Person", with: "Guest"
      )
      .replacing("size: Int", with: "size: Int  // @check(\"size > 0\")"), rows: twoPeople),
    Case(
      name: "a generated column with a check", old: people,
      new: people.replacing(
        "var size: Int", with: "var size: Int\n  // @generated(\"size * 2\") @check(\"double > 0\")\n  let double: Int"),
      rows: twoPeople),
    Case(
      name: "a check over a new column with a value", old: people,
      new: people.replacing("var size: Int", with: "var size: Int\n  var least = 0  // @check(\"size > least\")"),
      rows: twoPeople),
    Case(
      name: "a check over a column with another type", old: people,
      new: people.replacing("var size: Int", with: "var size: Double  // @check(\"size > 0\")"), rows: twoPeople),
    Case(
      name: "a unique index over a column with another type", old: people,
      new: people.replacing("// @table", with: "// @table\n// @unique(size, where: \"size > 0\")").replacing(
        "Int", with: "Int16"),
      rows: "INSERT INTO person VALUES (1, 'Ada', 3), (2, 'Bob', 3)"),
    Case(
      name: "a new generated column that isn't unique", old: people,
      new: people.replacing(
        "  var size", with: "  // @generated(\"lower(name)\") @unique\n  let key: String\n  var size"),
      rows: "INSERT INTO person VALUES (1, 'Ada', 3), (2, 'ada', 3)"),
    Case(
      name: "JSON with another element", old: listed, new: arrays, rows: "INSERT INTO person VALUES (1, '', '[1,1.5]')"),
    Case(
      name: "JSON with a nested array", old: listed, new: arrays, rows: "INSERT INTO person VALUES (1, '', '[[1]]')"),
    Case(
      name: "JSON that isn't an array", old: listed, new: arrays, rows: "INSERT INTO person VALUES (1, '', '{\"a\":1}')"
    ),
    Case(
      name: "an array with a number that is too large", old: arrays, new: arrays.replacing("[Int]", with: "[Int16]"),
      rows: "INSERT INTO person VALUES (1, '', '[1,40000]')"),
    Case(
      name: "an array of texts that aren't UUIDs", old: arrays.replacing("[Int]", with: "[String]"),
      new: arrays.replacing("[Int]", with: "[UUID]"), rows: "INSERT INTO person VALUES (1, '', '[\"a\"]')"),
  ]

  @Test("Rows that violate the new schema are counted before anything is changed", arguments: refused)
  func refuses(change: Case) throws {
    guard let outcome = try Self.run(change) else { return }
    #expect(outcome.sections["refused"]?.first == "t", "\(outcome.message)")
  }

  private static func run(_ change: Case) throws -> ServerProof.Result? {
    guard let psql = ProcessInfo.processInfo.environment["POSTIL_PSQL"] else {
      print("Plans on a PostgreSQL server: skipped, because POSTIL_PSQL is missing")
      return nil
    }
    let (old, new) = (try compiled(change.old), try compiled(change.new))
    let (database, fresh) = (try Database(), try Database())
    try database.run(old.script().text)
    try database.run(change.rows)
    try fresh.run(new.script().text)
    let codes = MigrationFindingCode.allCases.map(\.rawValue)
    var proof = try ServerProof(
      psql: psql, old: old, new: new, database: database, fresh: fresh,
      allowing: try codes.map { try MigrationAllowance($0) }, before: [],
      after: change.query.isEmpty ? [] : [("rows", change.query)])
    proof.place = "planned_\(UInt32.random(in: 0...UInt32.max))"
    #expect(proof.plan.problems.isEmpty && proof.plan.unallowed.isEmpty, "\(proof.plan.problems)")
    var statistics = ServerStatistics()
    return try proof.run(&statistics)
  }
}
