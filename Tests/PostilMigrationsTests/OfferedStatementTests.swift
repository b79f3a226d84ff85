import Foundation
import PostilEvolution
import PostilMigrations
import PostilSchema
import Testing

/// What 'migrate new' offers for splits and merges, run as it is printed on both engines.
@Suite("Offered statements")
struct OfferedStatementTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var old: String
    var new: String
    var rows: String
    /// What is allowed apart from what the note says.
    var allowances: [String] = []
    /// What the note begins with.
    var note: String
    /// A query of all values afterwards, and its result.
    var query: String
    var values: [String]
    var testDescription: String { name }
  }

  private static let people = "INSERT INTO person (id, name) VALUES (1, 'Ada Byron'), (2, 'Bob'), (3, 'Eve van Dyk')"
  private static let address = model(
    "Address", "var street: String?", "var city: String?",
    "// @references(onDelete: cascade)\n  var personID: Person.ID")
  private static let resident = model("Person", "var name: String", "var street: String?", "var city: String?")

  static let cases: [Case] = [
    Case(
      name: "a text is split into required columns", old: model("Person", "var name: String"),
      new: model("Person", "var first: String", "var last: String"), rows: people, note: "a split, ",
      query: "SELECT first || '|' || last FROM person ORDER BY id", values: ["Ada|Byron", "Bob|", "Eve|van Dyk"]),
    Case(
      name: "a text is split into optional columns", old: model("Person", "var name: String"),
      new: model("Person", "var first: String?", "var last: String?"), rows: people, note: "a split, ",
      query: "SELECT first || '|' || last FROM person ORDER BY id", values: ["Ada|Byron", "Bob|", "Eve|van Dyk"]),
    Case(
      name: "two texts become one", old: model("Person", "var first: String", "var last: String?"),
      new: model("Person", "var name: String?"),
      rows: "INSERT INTO person (id, first, last) VALUES (1, 'Ada', 'Byron'), (2, 'Bob', NULL)", note: "a merge, ",
      query: "SELECT name FROM person ORDER BY id", values: ["Ada Byron", "Bob"]),
    Case(
      name: "a table is split", old: resident, new: model("Person", "var name: String") + address,
      rows:
        "INSERT INTO person (id, name, street, city) VALUES (1, 'Ada', 'Main', 'Ely'), (2, 'Bob', NULL, NULL), (3, 'Eve', NULL, 'Bath')",
      note: "a split, which keeps the values in 'address'",
      query:
        "SELECT person_id || '|' || coalesce(street, '-') || '|' || coalesce(city, '-') FROM address ORDER BY person_id",
      values: ["1|Main|Ely", "3|-|Bath"]),
    Case(
      name: "a table is split, and rebuilt for another reason", old: resident,
      new: model("Person", "var name: String  // @check(\"length(name) < 90\")") + address,
      rows: "INSERT INTO person (id, name, street, city) VALUES (1, 'Ada', 'Main', 'Ely')", allowances: ["newCheck"],
      note: "a split, which keeps the values in 'address'",
      query: "SELECT person_id || '|' || street || '|' || city FROM address", values: ["1|Main|Ely"]),
    Case(
      name: "two tables become one", old: model("Person", "var name: String") + address, new: resident,
      rows: "INSERT INTO person (id, name) VALUES (1, 'Ada'), (2, 'Bob'); "
        + "INSERT INTO address (id, street, city, person_id) VALUES (7, 'Main', 'Ely', 1), (8, 'SchemaShape', 'Bath', 1)",
      note: "a merge, which keeps the values of one row",
      query: "SELECT id || '|' || coalesce(street, '-') || '|' || coalesce(city, '-') FROM person ORDER BY id",
      values: ["1|Main|Ely", "2|-|-"]),
  ]

  /// The allowances that a note names, and the file as it tells to edit it.
  private static func followed(
    _ note: String
  ) throws -> (allowances: [String], edit: @Sendable (String) -> String) {
    let words = note.matches(of: /--allow ([A-Za-z]+:[A-Za-z_.]+)/).map { String($0.1) }
    let statement = note.components(separatedBy: ": ").last ?? ""
    let drops = note.contains("delete the '@precheck' and '@allow' lines of 'newRequired'")
    let values = note.firstRange(of: "then in the file set ").map { String(note[$0.upperBound...]) }
    let place = note.firstMatch(of: /above (?:the first |the line )?'([^']+)'/).map { String($0.1) }
    return (
      words,
      { text in
        var lines = text.components(separatedBy: "\n")
        if drops {
          lines.removeAll { $0.hasPrefix("-- @precheck(newRequired") || $0.hasPrefix("-- @allow(newRequired") }
        }
        // "set "first" to substr(…), "last" to ltrim(…) in the 'INSERT INTO' of table 'person'"
        if let values, let end = values.firstRange(of: " in the 'INSERT INTO'") {
          for part in String(values[..<end.lowerBound]).matches(of: /("[a-z_]+") to (.+?)(?=, "[a-z_]+" to |$)/) {
            lines = lines.map { $0.replacingOccurrences(of: "NULL AS \(part.1)", with: "\(part.2) AS \(part.1)") }
          }
        } else if let place, let index = lines.firstIndex(where: { $0.contains(place) && !$0.hasPrefix("-- Table") }) {
          lines.insert(statement, at: index)
        }
        return lines.joined(separator: "\n")
      }
    )
  }

  private static func notes(_ plan: MigrationPlan) -> [String] {
    plan.problems.flatMap(\.notes) + plan.findings.flatMap(\.notes)
  }

  /// What is asked about the running program, and about locks.
  private static let asked = ["tableRewrite", "longLock", "requireColumn"]

  @Test("The statement that is offered keeps the values on SQLite", arguments: cases)
  func sqlite(change: Case) throws {
    let asked = try Migration(models: change.old, to: change.new)
    let note = try #require(Self.notes(asked.plan).first { $0.hasPrefix(change.note) }, "\(asked.plan)")
    let (allowances, edit) = try Self.followed(note)
    var migration = try Migration(
      models: change.old, rows: change.rows, to: change.new, allowing: allowances + change.allowances)
    #expect(migration.plan.problems.isEmpty && migration.plan.unallowed.isEmpty, "\(migration.plan.unallowed)")
    migration.text = edit(migration.text)
    try migration.database.apply(migration.text)
    #expect(
      try migration.database.rows(change.query).map { $0[0] ?? "" } == change.values, "\(note)\n\(migration.text)")
  }

  @Test("The statement that is offered keeps the values on PostgreSQL", arguments: cases)
  func server(change: Case) throws {
    let asked = try ServerPlan(from: change.old, to: change.new, allowing: Self.asked)
    let note = try #require(Self.notes(asked.plan).first { $0.hasPrefix(change.note) }, "\(asked.plan)")
    let (allowances, edit) = try Self.followed(note)
    guard let psql = ProcessInfo.processInfo.environment["POSTIL_PSQL"] else {
      print("Offered statements on a PostgreSQL server: skipped, because POSTIL_PSQL is missing")
      return
    }
    var proof = try ServerProof(
      psql: psql, from: change.old, to: change.new, rows: change.rows,
      allowing: allowances + change.allowances + Self.asked, after: [("rows", change.query)])
    #expect(proof.plan.problems.isEmpty && proof.plan.unallowed.isEmpty, "\(proof.plan.unallowed)")
    proof.edit = edit
    var statistics = ServerStatistics()
    let outcome = try #require(try proof.run(&statistics))
    #expect(outcome.hasRows && outcome.sections["after rows"] ?? [] == change.values, "\(note)\n\(proof.text)")
  }
}
