import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSchema
import PostilTranslation
import Testing

/// Changes in two steps, between which two versions of the program run.
@Suite("Expansions for PostgreSQL")
struct ExpansionTests {
  private func expansion(_ old: String, _ new: String, allowing: [String] = []) throws -> PostgreSQLExpansion {
    let (former, schema) = (try compiled(old), try compiled(new))
    let (database, fresh) = (try Database(), try Database())
    try database.run(former.script().text)
    try fresh.run(schema.script().text)
    return MigrationPlanner(
      from: try database.catalog(), to: try fresh.catalog(), schema: schema, formerSchema: former,
      allowing: try allowing.map { try MigrationAllowance($0) }
    ).expansion(
      postgreSQL: former.script(for: .postgresql).statements.map(\.sql),
      to: PostgreSQLModels(
        schema, script: { $0.script(for: .postgresql).statements },
        translation: PostgreSQLPieces.translation),
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
    try expectAccepted(expansion)
  }

  @Test("A renamed column with another type is converted in both directions, without a change of what was written")
  func converted() throws {
    let expansion = try expansion(
      model("Item", "var size: Int  // @index"),
      model("Item", "var sizeText: String  // @index @renamed(from: \"size\")"))
    #expect(expansion.expand.problems.isEmpty, "\(expansion.expand.problems)")
    let expand = statements(expansion.expand)
    let trigger = try #require(expand.first { $0.hasPrefix("CREATE FUNCTION") })
    #expect(trigger.contains(#"    IF (CASE WHEN NEW."size_text"::text ~ "#), "\(trigger)")
    #expect(trigger.contains(#"    NEW."size" := NEW."size_text"::text::"#), "\(trigger)")
    #expect(
      trigger.contains(
        """
              RAISE EXCEPTION USING MESSAGE = '''item.size'' can''t store this value as bigint, and has to until the contract of the expansion';
            END IF;
        """), "\(trigger)")
    #expect(
      trigger.contains(
        """
          ELSIF TG_OP = 'INSERT' OR NEW."size" IS DISTINCT FROM OLD."size" OR NEW."size_text" IS NULL THEN
            NEW."size_text" := NEW."size"::text;
        """), "\(trigger)")
    let fill = try #require(expand.first { $0.hasPrefix("DO ") })
    #expect(fill.contains(#"SET "size" = "size" WHERE "size_text" IS NULL AND "size" IS NOT NULL"#))
    #expect(expansion.expand.unallowed.map(\.allowance) == ["changeColumn:item.size"])
    #expect(statements(expansion.contract).last == #"ALTER TABLE "item" DROP COLUMN "size""#)
  }

  @Test("Conversions that call functions get functions for the trigger, which the contract drops")
  func functions() throws {
    let expansion = try expansion(
      model("Item", "var dueAt: String"), model("Item", "var due: Date  // @renamed(from: \"due_at\")"),
      allowing: ["changeColumn", "unconvertible", "narrowType"])
    #expect(expansion.expand.problems.isEmpty, "\(expansion.expand.problems)")
    #expect(expansion.expand.unallowed.map(\.allowance) == [])
    let expand = statements(expansion.expand)
    #expect(expand[0].hasPrefix("CREATE OR REPLACE FUNCTION pg_temp.postil_time("))
    #expect(expand[1] == #"LOCK TABLE "item" IN ACCESS EXCLUSIVE MODE"#)
    #expect(expand[2].hasPrefix(#"CREATE FUNCTION "postil_expand_time"("#))
    #expect(expand.first { $0.contains("RETURNS trigger") }?.contains("pg_temp") == false)
    #expect(statements(expansion.contract).last == #"DROP FUNCTION "postil_expand_time"(text)"#)
  }

  @Test("A renamed table has a view with the new name until the new version runs")
  func renamedTable() throws {
    let expansion = try expansion(
      model("Item", "var place: String  // @index", "var photo: [UInt8]", "// @manyToMany(tags: Tag)") + model("Tag"),
      model(
        "Thing", "var location: String  // @index @renamed(from: \"place\")", "var photo: [UInt8]",
        "// @manyToMany(tags: Tag)", notes: "@renamed(from: \"item\")") + model("Tag"))
    #expect(expansion.expand.problems.isEmpty, "\(expansion.expand.problems)")
    #expect(
      statements(expansion.expand) == [
        #"CREATE VIEW "thing" ("id", "location", "photo", "ctid") WITH (security_invoker = true) AS SELECT "id", "place", "photo", "ctid" FROM "item""#,
        #"COMMENT ON VIEW "thing" IS 'postil_expand: item'"#,
        #"COMMENT ON COLUMN "thing"."location" IS 'postil_expand: place'"#,
        #"CREATE VIEW "thing_tags" ("thing_id", "tag_id") WITH (security_invoker = true) AS SELECT "item_id", "tag_id" FROM "item_tags""#,
        #"COMMENT ON VIEW "thing_tags" IS 'postil_expand: item_tags'"#,
        #"COMMENT ON COLUMN "thing_tags"."thing_id" IS 'postil_expand: item_id'"#,
      ])
    let contract = statements(expansion.contract)
    #expect(
      contract.prefix(6) == [
        #"LOCK TABLE "thing" IN ACCESS EXCLUSIVE MODE"#, #"LOCK TABLE "thing_tags" IN ACCESS EXCLUSIVE MODE"#,
        #"LOCK TABLE "item" IN ACCESS EXCLUSIVE MODE"#, #"LOCK TABLE "item_tags" IN ACCESS EXCLUSIVE MODE"#,
        #"DROP VIEW "thing""#, #"DROP VIEW "thing_tags""#,
      ])
    #expect(contract.contains(#"ALTER TABLE "item" RENAME TO "thing""#))
    #expect(contract.contains(#"ALTER TABLE "thing" RENAME COLUMN "place" TO "location""#))
    #expect(contract.contains(#"ALTER INDEX "item_place_idx" RENAME TO "thing_location_idx""#))
    #expect(expansion.contract.unallowed == [])
    try expectAccepted(expansion)
  }

  @Test("A dropped default and NULL wait for the contract, and a new default doesn't")
  func kept() throws {
    let expansion = try expansion(
      model("Item", "var note: String", "var size: Int  // @default(sql: \"7\")", "var count: Int"),
      model("Item", "var note: String?", "var size: Int", "var count: Int  // @default(sql: \"1\")"))
    #expect(expansion.expand.problems.isEmpty, "\(expansion.expand.problems)")
    #expect(
      statements(expansion.expand) == [
        #"LOCK TABLE "item" IN ACCESS EXCLUSIVE MODE"#, #"ALTER TABLE "item" ALTER COLUMN "count" SET DEFAULT (1)"#,
      ])
    #expect(
      statements(expansion.contract) == [
        #"LOCK TABLE "item" IN ACCESS EXCLUSIVE MODE"#, #"ALTER TABLE "item" ALTER COLUMN "note" DROP NOT NULL"#,
        #"ALTER TABLE "item" ALTER COLUMN "size" DROP DEFAULT"#,
      ])
    try expectAccepted(expansion)
  }

  @Test("The default of a renamed column is moved by the contract")
  func renamedDefault() throws {
    let expansion = try expansion(
      model("Item", "var size: Int  // @default(sql: \"7\")"),
      model("Item", "var length: Int  // @default(sql: \"7\") @renamed(from: \"size\")"))
    #expect(expansion.expand.problems.isEmpty, "\(expansion.expand.problems)")
    #expect(statements(expansion.contract).last == #"ALTER TABLE "item" ALTER COLUMN "length" SET DEFAULT (7)"#)
  }

  @Test("Another type under the same name is refused, with the annotations that work")
  func sameName() throws {
    let old = model("Item", "var size: Int", "var size_text: String?")
    let problems = try expansion(old, model("Item", "var size: String", "var size_text: String?")).expand.problems
    #expect(problems.map(\.column) == ["size"])
    #expect(
      problems.map(\.message) == [
        "column 'item.size' becomes text under the same name, and the running version uses it as bigint: during an expansion, each "
          + "version needs a column of its own"
      ])
    #expect(
      problems.first?.notes.first
        == "give the new one another name: write '// @column(\"new_size\") @renamed(from: \"size\")' above the property of 'size'; or "
        + "rename the property, with '// @renamed(from: \"size\")' above it")
    // The annotations work as they are written.
    let expansion = try expansion(
      old,
      model("Item", "// @column(\"new_size\") @renamed(from: \"size\")", "var size: String", "var size_text: String?"))
    #expect(expansion.expand.problems == [])
    #expect(statements(expansion.expand).contains(#"ALTER TABLE "item" ADD COLUMN "new_size" text"#))
  }

  /// Expects that the examination of the files finds nothing.
  private func expectAccepted(_ expansion: PostgreSQLExpansion) throws {
    for (plan, waits) in [(expansion.expand, false), (expansion.contract, true)] {
      let header = MigrationHeader(description: ["Change."], after: [], schema: "1", waits: waits, overlaps: !waits)
      let text = plan.text(header)
      let script = try MigrationScript(name: "1", text: text, by: PostgreSQLScript.statements)
      #expect((script.waits, script.overlaps) == (waits, !waits))
      #expect(StatementExamination.reasons(in: script, at: "1", schema: []).flatMap(\.lines) == [], "\(text)")
    }
  }

  @Test("Other changes are refused, with what to do")
  func refused() throws {
    func problems(_ old: String, _ new: String) throws -> [String] {
      try expansion(old, new).expand.problems.map(\.message)
    }
    let scope =
      "which '--expand' doesn't do: it is for renamed tables and columns, also with another type, for new required columns with a value, "
      + "for dropped defaults, and for columns that become optional"
    #expect(
      try problems(
        model("Item") + model("Thing"),
        model("Thing", notes: "@renamed(from: \"item\")") + model("Item", notes: "@renamed(from: \"thing\")"))
        == [
          "table 'item' gets the name of another one, \(scope)", "table 'thing' gets the name of another one, \(scope)",
        ])
    #expect(
      try problems(model("Item"), model("Item", "var text: String")) == [
        "column 'item.text' is new and required, and has no value for the rows of the running version"
      ])
    #expect(
      try problems(model("Item"), model("Thing", "var starred = false", notes: "@renamed(from: \"item\")")) == [
        "table 'thing' changes, and another table is renamed: an expansion renames tables, with their columns, or makes other changes"
      ])
    #expect(
      try problems(model("Item", "var note: String?"), model("Item", "var note: String = \"\"")) == [
        "column 'item.note' changes in another way, \(scope)"
      ])
    let parts = "@partitioned(by: id, into: 2)"
    #expect(
      try problems(
        model("Item", "var size: Int", notes: parts),
        model("Item", "var length: Int  // @renamed(from: \"size\")", notes: parts)) == [
          "table 'item' is partitioned, \(scope)"
        ])
    #expect(
      try problems(model("Item", "var size: Int"), model("Item", "var key: UUID  // @renamed(from: \"size\")")) == [
        "column 'item.key' stores 'uuid' values instead of 'integer' values, and PostgreSQL has no conversion between them"
      ])
  }
}
