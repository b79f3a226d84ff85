import Foundation
import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSchema
import PostilTranslation
import Testing

/// The way to a type that no value can be converted to, as the message shows it.
@Suite("Types without a conversion")
struct ReplacedTypeTests {
  private static let letter = model("Letter", "// @references(onDelete: cascade)\n  var fromID: Person.ID")
  static let versions = [
    model("Person", "var name: String") + letter,
    model("Person", "var name: String", "var newID: UUID?  // @column(\"new_id\") @unique") + letter,
    "// @table\nstruct Person: Sendable {\n  // @primaryKey @column(\"new_id\")\n  var newID: UUID\n  var name: String\n}\n"
      + letter,
    "// @table\nstruct Person: Sendable {\n  // @renamed(from: \"new_id\")\n  var id: UUID\n  var name: String\n}\n"
      + letter,
  ]
  static let wanted = model("Person", "var name: String").replacing("let id: ID", with: "let id: UUID") + letter
  private static let rows =
    "INSERT INTO person VALUES (1, 'Ada'), (2, 'Bob'); INSERT INTO letter VALUES (1, 2), (2, 1), (3, 2)"
  /// The statement that a note shows.
  static func statement(in notes: [String]) throws -> String {
    let first = try #require(notes.first { $0.contains("UPDATE ") })
    let start = try #require(first.firstRange(of: "UPDATE ")).lowerBound
    return String(first[start...].dropLast())
  }

  @Test("On SQLite, an integer key becomes a UUID in three migrations, with the statement that the message shows")
  func onSQLite() throws {
    let migration = try Migration(models: Self.versions[0], rows: Self.rows, to: Self.wanted)
    let finding = try #require(migration.plan.findings.first { $0.subject == "person.id" })
    #expect(finding.code == .unconvertible && finding.message.hasSuffix("make the change in three migrations"))
    let fill = try Self.statement(in: finding.notes)
    let first = try Migration(models: Self.versions[0], rows: Self.rows, to: Self.versions[1])
    try first.database.apply(first.text)
    try first.database.run(fill)
    #expect(try first.database.quoted("SELECT count(DISTINCT new_id) FROM person WHERE length(new_id) = 36") == [["2"]])
    // The other two, on the same rows.
    let rows = try first.database.quoted("SELECT quote(new_id), quote(name) FROM person").map {
      "INSERT INTO person (id, new_id, name) VALUES (\($0[1] == "'Ada'" ? 1 : 2), \($0[0]), \($0[1]))"
    }
    let letters = "INSERT INTO letter VALUES (1, 2), (2, 1), (3, 2)"
    let second = try Migration(
      models: Self.versions[1], rows: rows.joined(separator: ";") + ";" + letters, to: Self.versions[2],
      allowing: MigrationFindingCode.allCases.map(\.rawValue))
    try second.database.apply(second.text)
    let query = "SELECT person.name FROM letter JOIN person ON person.new_id = letter.from_id ORDER BY letter.id"
    #expect(try second.database.quoted(query) == [["Bob"], ["Ada"], ["Bob"]])
    let third = try Migration(models: Self.versions[2], to: Self.versions[3])
    #expect(third.plan.unallowed.isEmpty && third.plan.problems.isEmpty)
  }

  @Test("On PostgreSQL, it is refused with the same way")
  func onServer() throws {
    let plan = try ServerPlan(from: Self.versions[0], to: Self.wanted)
    #expect(plan.plan.problems.map(\.table) == ["person"])
    let notes = try #require(plan.plan.problems.first?.notes)
    #expect(try Self.statement(in: notes) == "UPDATE \"person\" SET \"new_id\" = gen_random_uuid()")
    #expect(notes[2].hasSuffix("; it gives 'letter.from_id' the new keys"))
    for (old, new) in zip(Self.versions, Self.versions.dropFirst()) {
      let step = try ServerPlan(from: old, to: new, allowing: MigrationFindingCode.allCases.map(\.rawValue))
      #expect(step.plan.problems.isEmpty, "\(step.plan.problems)")
    }
  }
}
