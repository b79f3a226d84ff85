import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

/// What other tools' migrations have lost when they made an SQLite table anew: with references enforced `DROP TABLE` deletes the
/// rows first, and delete rules act on that. Each test runs the published scenario, first by hand to see that it loses, then as a
/// migration.
@Suite("Rows lost by other tools")
struct CascadeLossTests {
  let bench: MigrationBench

  init() throws {
    bench = try MigrationBench()
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
  }

  private static let rebuild = """
    CREATE TABLE "new_item" (
      "id" INTEGER NOT NULL PRIMARY KEY,
      "title" TEXT NOT NULL DEFAULT 'none',
      "note" TEXT,
      "project_id" INTEGER NOT NULL REFERENCES "project" ("id") ON DELETE CASCADE
    ) STRICT;
    INSERT INTO "new_item" SELECT "id", "title", "note", "project_id" FROM "item";
    DROP TABLE "item";
    ALTER TABLE "new_item" RENAME TO "item";
    """

  /// How many steps are left where a program runs the statements itself.
  private func stepsLeft(_ sql: String) throws -> Int {
    let other = try MigrationBench()
    try other.apply([Sample.create])
    try other.execute(Sample.rows)
    let database = try RawDatabase(path: other.path)
    try database.execute(sql)
    return Int(try database.rows("SELECT count(*) FROM step")[0][0] ?? "") ?? -1
  }

  private func failure(_ sql: String) -> MigrationError? {
    bench.failure([Sample.create, migration("2_next", after: "1_create", sql: sql)])
  }

  /// drizzle-orm #5782, cherry-studio #17568: the migrator begins a transaction, in which the pragma does nothing.
  @Test func aPragmaInsideTheTransactionIsRefusedInsteadOfIgnored() throws {
    let sql = "PRAGMA foreign_keys = OFF;\n\(Self.rebuild)\nPRAGMA foreign_keys = ON;"
    #expect(try stepsLeft("BEGIN; \(sql) COMMIT;") == 0)
    let before = try bench.dump()
    let error = failure(sql)
    #expect(error?.description.hasPrefix("2_next.sql:2:1: error: 'PRAGMA foreign_keys' has no effect") == true)
    #expect(try bench.dump() == before)
  }

  /// efcore #37598: references that are checked later are acted on at once.
  @Test func deferredReferencesDoNotHelpAndAreNotBelieved() throws {
    let sql = "PRAGMA defer_foreign_keys = ON;\n\(Self.rebuild)"
    #expect(try stepsLeft("BEGIN; \(sql) COMMIT;") == 0)
    try expectRefusal(sql)
  }

  /// rails #58705, fasttrackml #211, prisma and django in their early versions: nothing is set at all.
  @Test func aRebuildThatIsNotCalledOneIsRefusedWhereRowsWouldGo() throws {
    #expect(try stepsLeft("BEGIN; \(Self.rebuild) COMMIT;") == 0)
    try expectRefusal(Self.rebuild)
  }

  private func expectRefusal(_ sql: String) throws {
    let before = try bench.dump()
    let error = failure(sql)
    guard case .rowsChanged("2_next", "item", let changes) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(changes.map(\.table) == ["step", "step", "step"])
    #expect(changes.map(\.column) == [nil, "item_id", "next_id"])
    #expect(changes.map(\.before) == [4, 4, 3])
    #expect(changes.map(\.after) == [0, 0, 0])
    #expect(error?.description.contains("rows of 'step': 4 before, 0 after") == true)
    #expect(error?.description.contains("-- @rebuild(\"item\")") == true)
    #expect(try bench.dump() == before)
  }

  /// mydia #269: `ON DELETE SET NULL` keeps the rows and forgets what they refer to.
  @Test func aReferenceThatWouldBeForgottenIsAsGoodAsARow() throws {
    try bench.execute("DELETE FROM step WHERE next_id IS NULL; UPDATE step SET item_id = 1")
    try bench.execute("DELETE FROM item WHERE id NOT IN (1, 2); UPDATE step SET next_id = 2")
    let create = migration(
      "2_other", after: "1_create",
      sql: """
        CREATE TABLE "label" ("id" INTEGER PRIMARY KEY) STRICT;
        INSERT INTO "label" VALUES (1);
        ALTER TABLE "project" ADD COLUMN "label_id" INTEGER REFERENCES "label" ("id") ON DELETE SET NULL;
        UPDATE "project" SET "label_id" = 1;
        """)
    try bench.apply([Sample.create, create])
    let drop = migration(
      "3_next", after: "2_other",
      sql: """
        CREATE TABLE "new_label" ("id" INTEGER PRIMARY KEY) STRICT;
        INSERT INTO "new_label" SELECT "id" FROM "label";
        DROP TABLE "label";
        ALTER TABLE "new_label" RENAME TO "label";
        """)
    guard case .rowsChanged("3_next", "label", let changes) = bench.failure([Sample.create, create, drop]) else {
      Issue.record("another error")
      return
    }
    #expect(changes.map(\.description) == ["values of 'project.label_id': 2 before, 0 after"])
  }

  @Test func theSameStatementsAsARebuildLoseNothing() throws {
    let sql = """
      -- @rebuild("item")
      PRAGMA legacy_alter_table = ON;
      \(Self.rebuild)
      PRAGMA legacy_alter_table = OFF;
      CREATE INDEX "item_project_id" ON "item" ("project_id");
      -- @end
      """
    #expect(failure(sql) == nil)
    #expect(try Sample.contents(bench.path) == Sample.expectedContents)
    #expect(try bench.rows("PRAGMA foreign_key_check") == [])
    #expect(
      try bench.texts("SELECT group_concat(\"table\" || on_delete) FROM pragma_foreign_key_list('step')")
        == ["itemSET NULL,itemCASCADE"])
  }

  @Test func aRebuildThatForgetsRowsIsUndone() throws {
    let before = try bench.dump()
    let sql = """
      -- @rebuild("item")
      PRAGMA legacy_alter_table = ON;
      \(Self.rebuild.replacing("FROM \"item\";", with: "FROM \"item\" WHERE \"id\" > 1;"))
      -- @end
      """
    guard case .rowsChanged("2_next", "item", let changes) = failure(sql) else {
      Issue.record("another error")
      return
    }
    #expect(changes.map(\.description) == ["rows of 'item': 3 before, 2 after"])
    #expect(try bench.dump() == before)
  }

  /// weasel #539: a key that was given before is given again.
  @Test func aKeyIsNotGivenTwiceBehindARebuild() throws {
    let other = try MigrationBench()
    let create = migration(
      "1_create", sql: #"CREATE TABLE "job" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT);"#)
    try other.apply([create])
    try other.execute(#"INSERT INTO "job" VALUES (41, 'a'), (100, 'b'); DELETE FROM "job" WHERE "id" = 100"#)
    let rebuild = migration(
      "2_next", after: "1_create",
      sql: """
        -- @rebuild("job")
        CREATE TABLE "new_job" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL);
        INSERT INTO "new_job" SELECT * FROM "job";
        DROP TABLE "job";
        ALTER TABLE "new_job" RENAME TO "job";
        -- @end
        """)
    try other.apply([create, rebuild])
    try other.execute(#"INSERT INTO "job" ("name") VALUES ('c')"#)
    #expect(try other.texts(#"SELECT "id" FROM "job""#) == ["41", "101"])
    #expect(try other.rows("SELECT name FROM sqlite_temp_schema") == [])
  }

  @Test func droppingATableThatOthersReferToNeedsThatTheyDoNot() throws {
    let error = failure(#"DROP TABLE "project";"#)
    guard case .rowsChanged("2_next", "project", let changes) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      changes.map(\.description) == [
        "rows of 'item': 3 before, 0 after", "values of 'item.project_id': 3 before, 0 after",
      ])
    #expect(failure(#"DELETE FROM "project"; DROP TABLE IF EXISTS main."project";"#) == nil)
  }
}
