import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Pre-checks")
struct PrecheckTests {
  let bench: MigrationBench

  init() throws {
    bench = try MigrationBench()
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
  }

  private func next(_ sql: String) -> [SchemaMigrations.File] {
    [Sample.create, migration("2_next", after: "1_create", sql: sql)]
  }

  private static let dropNote = """
    -- @precheck(dropColumn, "item.note"): SELECT count(*) FROM "item" WHERE "note" IS NOT NULL
    ALTER TABLE "item" DROP COLUMN "note";
    """

  @Test func aLossWithoutAWordIsRefusedWithItsRowsAndItsQuery() throws {
    let before = try bench.dump()
    let error = bench.failure(next(Self.dropNote))
    #expect(
      error?.description == """
        '2_next' was not applied because of rows in this database:
          - dropColumn 'item.note': 2 rows (SELECT count(*) FROM "item" WHERE "note" IS NOT NULL); to accept this, write \
        '-- @allow(dropColumn, "item.note")' in the file
        """)
    #expect(try bench.dump() == before)
  }

  @Test func aLossThatIsMeantPassesAndIsCounted() throws {
    let outcomes = try bench.apply(next("-- @allow(dropColumn, \"item.note\")\n" + Self.dropNote))
    #expect(outcomes.map { $0.counts.map { "\($0.code) \($0.subject) \($0.rows)" } } == [["dropColumn item.note 2"]])
    #expect(try bench.texts("SELECT group_concat(name) FROM pragma_table_info('item')") == ["id,title,project_id"])
  }

  @Test func aLossOfNothingPassesWithoutAWord() throws {
    try bench.execute("UPDATE item SET note = NULL")
    #expect(try bench.apply(next(Self.dropNote))[0].counts.map(\.rows) == [0])
  }

  @Test func whatSQLiteWouldRefuseIsRefusedWhateverTheWord() throws {
    let sql = """
      -- @precheck(newUnique, "item.project_id"): SELECT count(*) - count(DISTINCT "project_id") FROM "item"
      -- @allow(newUnique, "item.project_id")
      -- @precheck(newCheck, "item.note"): SELECT count(*) FROM "item" WHERE NOT length("note") > 0
      CREATE UNIQUE INDEX "item_project" ON "item" ("project_id");
      """
    let error = bench.failure(next(sql))
    guard case .rowsAtRisk("2_next", let findings) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(findings.map(\.code) == ["newUnique", "newCheck"])
    #expect(findings.map(\.rows) == [1, 1])
    #expect(findings.map(\.isRefusal) == [true, true])
    #expect(error?.description.contains("1 row (SELECT count(*) - count") == true)
    #expect(error?.description.contains("change these rows first, in an earlier migration or step") == true)
  }

  @Test func theChecksAreAskedBeforeAnythingIsChanged() throws {
    let sql = """
      DELETE FROM "item";
      -- @precheck(dropTable, "item"): SELECT count(*) FROM "item"
      DROP TABLE "item";
      """
    guard case .rowsAtRisk(_, let findings) = bench.failure(next(sql)) else {
      Issue.record("another error")
      return
    }
    #expect(findings.map(\.rows) == [3])
  }

  @Test(arguments: [
    ("SELECT 1, 2", "returns 2 columns instead of one number"),
    ("SELECT id FROM item", "returns several rows instead of one number"),
    ("SELECT id FROM item WHERE 0", "returns no row instead of one number"),
    ("SELECT 'many'", "doesn't return an integer; count the rows"),
    ("SELECT count(*) FROM nowhere", "fails: no such table: nowhere"),
    ("WITH a AS (SELECT 1) DELETE FROM item", "changes the database"),
  ])
  func aQueryThatGivesNoNumberIsRefused(_ query: String, _ reason: String) throws {
    let before = try bench.dump()
    let error = bench.failure(next("-- @precheck(custom, \"item\"): \(query)\nSELECT 1;"))
    #expect(error?.description == "2_next.sql:2: error: the pre-check \(reason), in: \(query)")
    #expect(try bench.dump() == before)
  }
}
