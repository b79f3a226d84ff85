import Foundation
import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSchema
import PostilTranslation
import Testing

/// The ways to a type that no value can be converted to.
@Suite("Types without a conversion")
struct ReplacedTypeTests {
  /// References of every kind to integer keys: plain, to the own table, a key that is a reference, and pairs.
  static let integers =
    model("Person", "var name: String", "var bossID: Person.ID?  // @references", "// @manyToMany(groups: Circle)")
    + model("Letter", "// @references(onDelete: cascade)\n  var fromID: Person.ID") + model("Circle")
    + "// @table\nstruct Profile: Sendable {\n  // @primaryKey @references(onDelete: cascade)\n  var personID: Person.ID\n}\n"
    + model("Visit", "var profileID: Profile.ID?  // @references")
  static let uuids = integers.replacing("Person: Sendable {\nlet id: ID", with: "Person: Sendable {\nlet id: UUID")
    .replacing("Circle: Sendable {\nlet id: ID", with: "Circle: Sendable {\nlet id: UUID")
  static let rows = """
    INSERT INTO person VALUES (1, 'Ada', NULL), (2, 'Bob', 1), (5, 'Eve', 5); INSERT INTO letter VALUES (1, 2), (2, 1), (3, 2);
    INSERT INTO circle VALUES (1), (2); INSERT INTO person_groups VALUES (1, 1), (2, 1), (2, 2);
    INSERT INTO profile VALUES (2), (5); INSERT INTO visit VALUES (1, 5), (2, NULL), (3, 2)
    """
  /// What the rows reference.
  static let query = """
    SELECT (SELECT string_agg(p.name, ' ' ORDER BY l.id) FROM letter l JOIN person p ON p.id = l.from_id) || '; '
      || (SELECT string_agg(p.name || '<' || b.name, ' ' ORDER BY p.name) FROM person p JOIN person b ON b.id = p.boss_id) || '; '
      || (SELECT string_agg(p.name, ' ' ORDER BY p.name) FROM person_groups g JOIN person p ON p.id = g.person_id JOIN circle c ON c.id = g.circle_id) || '; '
      || (SELECT string_agg(p.name, ' ' ORDER BY v.id) FROM visit v JOIN profile f ON f.person_id = v.profile_id JOIN person p ON p.id = f.person_id)
      || '; ' || (SELECT count(DISTINCT id) FROM person)
    """
  static let expected = "Bob Ada Bob; Bob<Ada Eve<Eve; Ada Bob Bob; Eve Bob; 3"

  @Test("On SQLite, the rows of a table with an integer key get UUIDs, and what references them the same")
  func newKeys() throws {
    let migration = try Migration(models: Self.integers, rows: Self.rows, to: Self.uuids, allowing: ["dropColumn"])
    let losses = migration.plan.findings.filter(\.code.isLoss)
    #expect(losses.map(\.allowance) == ["dropColumn:person.id", "dropColumn:circle.id"])
    #expect(losses[0].message.hasSuffix("what references it the same; pass '--allow dropColumn:person.id'"))
    try migration.apply()
    let query = Self.query.replacing("string_agg", with: "group_concat").replacing(" ORDER BY p.name)", with: ")")
      .replacing(" ORDER BY l.id)", with: ")").replacing(" ORDER BY v.id)", with: ")")
    // SQLite 3.40 has no order within an aggregate.
    func words(_ text: String) -> [String] { text.split { " ;'".contains($0) }.map(String.init).sorted() }
    #expect(words(try migration.database.quoted("SELECT quote(\(query.dropFirst(7)))")[0][0]) == words(Self.expected))
    #expect(try migration.database.quoted("SELECT count(*) FROM person WHERE id GLOB '*-*-4*-[89AB]*-*'") == [["3"]])
    #expect(try migration.database.quoted("SELECT count(*) FROM pragma_foreign_key_check") == [["0"]])
    guard case .impossible(let reason) = migration.plan.undo else {
      Issue.record("\(migration.plan.undo)")
      return
    }
    #expect(reason.hasPrefix("'person.id' loses its values"))
  }

  @Test("Without the allowance, no migration is written")
  func refused() throws {
    let migration = try Migration(models: Self.integers, to: Self.uuids)
    #expect(migration.plan.unallowed.map(\.allowance) == ["dropColumn:person.id", "dropColumn:circle.id"])
  }

  @Test("On PostgreSQL, the server makes the keys, and each reference looks its row up by the old one")
  func onServer() throws {
    let old =
      model("Person", "var name: String") + model("Letter", "var fromID: Person.ID  // @references(onDelete: cascade)")
    let plan = try ServerPlan(
      from: old, to: old.replacing("Person: Sendable {\nlet id: ID", with: "Person: Sendable {\nlet id: UUID"),
      allowing: MigrationFindingCode.allCases.map(\.rawValue))
    #expect(plan.plan.problems.isEmpty)
    #expect(
      plan.statements == [
        #"ALTER TABLE "letter" DROP CONSTRAINT "letter_from_id_fkey""#,
        #"DROP INDEX "letter_from_id_idx""#,
        #"ALTER TABLE "person" ADD COLUMN "postil_new_id" uuid"#,
        #"ALTER TABLE "letter" ADD COLUMN "postil_new_from_id" uuid"#,
        #"UPDATE "person" SET "postil_new_id" = gen_random_uuid()"#,
        #"UPDATE "letter" SET "postil_new_from_id" = "postil_parent"."postil_new_id" FROM "person" AS "postil_parent" WHERE "postil_parent"."id" = "letter"."from_id""#,
        #"ALTER TABLE "person" DROP CONSTRAINT "person_pkey""#,
        #"ALTER TABLE "person" DROP COLUMN "id""#,
        #"ALTER TABLE "person" RENAME COLUMN "postil_new_id" TO "id""#,
        #"ALTER TABLE "person" ALTER COLUMN "id" SET NOT NULL"#,
        #"ALTER TABLE "letter" DROP COLUMN "from_id""#,
        #"ALTER TABLE "letter" RENAME COLUMN "postil_new_from_id" TO "from_id""#,
        #"ALTER TABLE "letter" ALTER COLUMN "from_id" SET NOT NULL"#,
        #"ALTER TABLE "person" ADD CONSTRAINT "person_pkey" PRIMARY KEY ("id")"#,
        #"ALTER TABLE "letter" ADD CONSTRAINT "letter_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "person" ("id") ON DELETE CASCADE NOT VALID"#,
        #"ALTER TABLE "letter" VALIDATE CONSTRAINT "letter_from_id_fkey""#,
        #"CREATE INDEX CONCURRENTLY "letter_from_id_idx" ON "letter" ("from_id")"#,
      ])
  }

  private static let dates = model("Person", "var name: String").replacing("let id: ID", with: "let id: Date")

  @Test("For other keys, the message shows three migrations")
  func otherKeys() throws {
    let bytes = Self.dates.replacing("Date", with: "Data")
    let finding = try #require(
      try Migration(models: bytes, to: Self.dates).plan.findings.first { $0.code == .unconvertible })
    #expect(finding.message.hasSuffix("make the change in three migrations"))
    #expect(
      finding.notes == [
        "this takes three migrations; first keep the old key, add an optional 'timestamp' property with '@column(\"new_id\")' and "
          + "'@unique', and at the end of the statements about 'person' in the file add this line, with another value for each row "
          + "instead of NULL: UPDATE \"person\" SET \"new_id\" = NULL;",
        "second, remove the old key, whose values '--allow dropColumn:person.id' drops, and make the new property the "
          + "'@primaryKey', without '?' and '@unique'",
        "third, rename it: replace '@column(\"new_id\")' by '@renamed(from: \"new_id\")' above a property whose column is 'id'",
      ])
    let problems = try ServerPlan(from: bytes, to: Self.dates).plan.problems
    #expect(problems.map(\.table) == ["person"] && problems.first?.notes.count == 4)
  }
}
