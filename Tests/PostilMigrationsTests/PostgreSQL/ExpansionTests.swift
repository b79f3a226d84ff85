import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSchema
import PostilTranslation
import Testing

/// Changes in two steps, between which two versions of the program run.
@Suite("Expansions for PostgreSQL")
struct ExpansionTests {
  private func expansion(_ old: String, _ new: String) throws -> PostgreSQLExpansion {
    let (former, schema) = (try compiled(old), try compiled(new))
    let (database, fresh) = (try Database(), try Database())
    try database.run(former.script().text)
    try fresh.run(schema.script().text)
    return MigrationPlanner(
      from: try database.catalog(), to: try fresh.catalog(), schema: schema, formerSchema: former
    ).expansion(
      postgreSQL: former.script(for: .postgresql).statements.map(\.sql),
      to: PostgreSQLModels(
        schema, statements: schema.script(for: .postgresql).statements, translation: PostgreSQLPieces.translation),
      batchSize: 500)
  }

  private func statements(_ plan: MigrationPlan) -> [String] { plan.steps.flatMap(\.statements) }

  @Test("A new required column has a default until the new version runs")
  func required() throws {
    let expansion = try expansion(model("Item"), model("Item", "var starred = false"))
    #expect(expansion.expand.problems.isEmpty)
    #expect(
      statements(expansion.expand) == [
        #"LOCK TABLE "item" IN ACCESS EXCLUSIVE MODE"#,
        #"ALTER TABLE "item" ADD COLUMN "starred" boolean NOT NULL DEFAULT false"#,
      ])
    #expect(
      statements(expansion.contract) == [
        #"LOCK TABLE "item" IN ACCESS EXCLUSIVE MODE"#, #"ALTER TABLE "item" ALTER COLUMN "starred" DROP DEFAULT"#,
      ])
  }

  @Test("A renamed column has both names, with its constraints and indexes, until the new version runs")
  func renamed() throws {
    let expansion = try expansion(
      model("Item", "var place: String  // @index @check(\"length(place) > 1\")"),
      model("Item", "var location: String  // @index @check(\"length(location) > 1\") @renamed(from: \"place\")"))
    #expect(expansion.expand.problems.isEmpty, "\(expansion.expand.problems)")
    let expand = statements(expansion.expand)
    #expect(
      expand.filter { !$0.hasPrefix("DO ") && !$0.hasPrefix("CREATE FUNCTION") } == [
        #"LOCK TABLE "item" IN ACCESS EXCLUSIVE MODE"#, #"ALTER TABLE "item" ADD COLUMN "location" text"#,
        #"ALTER TABLE "item" ADD CONSTRAINT "postil_required_location" CHECK ("location" IS NOT NULL) NOT VALID"#,
        #"ALTER TABLE "item" ADD CONSTRAINT "item_location_check" CHECK (length("location") > 1) NOT VALID"#,
        #"CREATE TRIGGER "postil_expand_item" BEFORE INSERT OR UPDATE ON "item" FOR EACH ROW EXECUTE FUNCTION "postil_expand_item"()"#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "postil_required_location""#,
        #"ALTER TABLE "item" ALTER COLUMN "location" SET NOT NULL"#,
        #"ALTER TABLE "item" DROP CONSTRAINT IF EXISTS "postil_required_location""#,
        #"ALTER TABLE "item" VALIDATE CONSTRAINT "item_location_check""#,
        #"CREATE INDEX CONCURRENTLY "item_location_idx" ON "item" ("location")"#,
      ])
    let fill = try #require(expand.first { $0.hasPrefix("DO ") })
    #expect(PostgreSQLMigrationStatement.afterwards(fill) == .backfill && fill.contains("greatest(1, 500 *"))
    #expect(
      statements(expansion.contract) == [
        #"LOCK TABLE "item" IN ACCESS EXCLUSIVE MODE"#, #"DROP TRIGGER "postil_expand_item" ON "item""#,
        #"DROP FUNCTION "postil_expand_item"()"#, #"ALTER TABLE "item" DROP COLUMN "place""#,
      ])
    #expect(
      expansion.contract.findings.map(\.query) == [
        #"SELECT count(*) FROM "item" WHERE "place" IS DISTINCT FROM "location""#
      ])
  }

  @Test("Both files are accepted by the examination, and the second one waits")
  func files() throws {
    let expansion = try expansion(
      model("Item", "var place: String  // @unique"),
      model("Item", "var location: String  // @unique @renamed(from: \"place\")", "var starred = false"))
    for (plan, waits) in [(expansion.expand, false), (expansion.contract, true)] {
      let text = plan.text(MigrationHeader(description: ["Rename."], after: [], schema: "1", waits: waits))
      let script = try MigrationScript(name: "1", text: text, by: PostgreSQLScript.statements)
      #expect(script.waits == waits)
      #expect(StatementExamination.reasons(in: script, at: "1", schema: []).flatMap(\.lines) == [], "\(text)")
    }
  }

  @Test("Other changes are refused, with what to do")
  func refused() throws {
    func problems(_ old: String, _ new: String) throws -> [String] {
      try expansion(old, new).expand.problems.map(\.message)
    }
    #expect(
      try problems(model("Item"), model("Thing", notes: "@renamed(from: \"item\")")) == [
        "table 'item' is renamed, and a table can't have two names that both versions write to"
      ])
    #expect(
      try problems(model("Item"), model("Item", "var text: String")) == [
        "column 'item.text' is new and required, and has no value for the rows of the running version"
      ])
    #expect(
      try problems(model("Item", "var size: Int"), model("Item", "var size: String")) == [
        "column 'item.size' gets other values, which '--expand' doesn't do: it is for renamed columns and new required columns with a value"
      ])
  }
}
