import PostilMigrations
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite("Rebuilt tables")
struct RebuildTests {
  let bench: MigrationBench

  init() throws {
    bench = try MigrationBench()
    try bench.apply([Sample.create])
    try bench.execute(Sample.rows)
  }

  private static let files = [Sample.create, Sample.rebuildItem]

  private func objects() throws -> [String] {
    try bench.texts(
      "SELECT type || ' ' || name FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'postil%' ORDER BY 1")
  }

  @Test func theRowsAndThoseThatReferToThemAreTheSame() throws {
    try bench.apply(Self.files)
    #expect(try Sample.contents(bench.path) == Sample.expectedContents)
    #expect(try bench.texts("SELECT group_concat(priority) FROM item") == ["0,0,0"])
    #expect(try bench.rows("PRAGMA foreign_key_check") == [])
    #expect(try bench.texts("PRAGMA integrity_check") == ["ok"])
    try bench.execute("DELETE FROM project WHERE id = 1")
    #expect(try bench.texts("SELECT id FROM step") == ["4"])
  }

  @Test func whatADBAAddedIsKept() throws {
    try bench.execute(
      """
      CREATE INDEX own_title ON item (lower(title)) WHERE note IS NOT NULL;
      CREATE TABLE log (t TEXT);
      CREATE TRIGGER own_log AFTER UPDATE OF title ON item BEGIN INSERT INTO log VALUES (new.title || ';'); END;
      CREATE VIEW own_view AS SELECT item.title, project.name FROM item JOIN project ON project.id = project_id;
      CREATE TRIGGER own_view_write INSTEAD OF INSERT ON own_view BEGIN INSERT INTO log VALUES (new.title); END;
      CREATE TRIGGER own_project AFTER INSERT ON project BEGIN UPDATE item SET note = new.name; END;
      ANALYZE;
      """)
    let before = try objects()
    let statistics = try bench.rows("SELECT * FROM sqlite_stat1 ORDER BY 1, 2")
    #expect(statistics.count > 2)
    try bench.apply(Self.files)
    #expect(try objects() == before)
    #expect(try bench.rows("SELECT * FROM sqlite_stat1 ORDER BY 1, 2") == statistics)
    try bench.execute(
      "UPDATE item SET title = 'Gate' WHERE id = 1; INSERT INTO own_view VALUES ('x', 'y'); INSERT INTO project VALUES (3, 'z')"
    )
    #expect(try bench.texts("SELECT t FROM log") == ["Gate;", "x"])
    #expect(try bench.texts("SELECT DISTINCT note FROM item") == ["z"])
    #expect(try bench.texts("SELECT title FROM own_view WHERE name = 'Work'") == ["Desk"])
  }

  @Test func anIndexOfADBAThatCannotBeKeptUndoesTheMigration() throws {
    try bench.execute("CREATE INDEX own_note ON item (note)")
    let before = try bench.dump()
    let sql = Sample.rebuildItem.sql.replacing("  \"note\" TEXT,\n", with: "").replacing(" \"note\",", with: "")
    let error = bench.failure([Sample.create, SchemaMigrations.File(name: "2_priority", sql: sql)])
    guard case .objectNotKept("2_priority", "index", "own_note", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == "no such column: note")
    #expect(error?.description.contains("Drop or change it before '@rebuild'.") == true)
    #expect(try bench.dump() == before)

    let dropped = sql.replacing("-- @rebuild", with: "DROP INDEX IF EXISTS \"own_note\";\n-- @rebuild")
    try bench.apply([Sample.create, SchemaMigrations.File(name: "2_priority", sql: dropped)])
    #expect(try objects().contains("index own_note") == false)
  }

  @Test func viewsAndTriggersThatCouldNotRunUndoTheMigration() throws {
    try bench.execute(
      """
      CREATE VIEW own_view AS SELECT note FROM item;
      CREATE TRIGGER own_trigger AFTER INSERT ON project BEGIN UPDATE item SET note = 'x'; END;
      """)
    let before = try bench.dump()
    let sql = Sample.rebuildItem.sql.replacing("  \"note\" TEXT,\n", with: "").replacing(" \"note\",", with: "")
    let error = bench.failure([Sample.create, SchemaMigrations.File(name: "2_priority", sql: sql)])
    #expect(
      error?.description == """
        '2_priority' was not applied because these objects would have stopped working:
          - view 'own_view': no such column: note
          - trigger 'own_trigger': no such column: note
        Drop or change them in the migration.
        """)
    #expect(try bench.dump() == before)
  }

  @Test func whatWasBrokenBeforeIsNoReason() throws {
    try bench.execute(
      """
      CREATE VIEW broken AS SELECT n FROM nowhere;
      CREATE TRIGGER broken_too AFTER INSERT ON project BEGIN DELETE FROM nowhere; END;
      """)
    try bench.execute("INSERT INTO step VALUES (9, 99, 98)", foreignKeys: false)
    try bench.apply(Self.files)
    #expect(try bench.rows("PRAGMA foreign_key_check").count == 2)
  }

  @Test func referencesThatARebuildBreaksUndoIt() throws {
    let before = try bench.dump()
    let sql = Sample.rebuildItem.sql.replacing("SELECT \"id\",", with: "SELECT \"id\" + 10,")
    let error = bench.failure([Sample.create, SchemaMigrations.File(name: "2_priority", sql: sql)])
    #expect(
      error?.description == """
        '2_priority' was not applied because rows would have referenced missing rows:
          - rows of 'step' that reference missing rows of 'item': 0 before, 7 after
        """)
    #expect(try bench.dump() == before)
  }

  @Test func severalTablesAreMadeAnewInOneMigration() throws {
    let sql = """
      -- @rebuild("project")
      PRAGMA legacy_alter_table = ON;
      CREATE TABLE "postil_new_project" ("id" INTEGER NOT NULL PRIMARY KEY, "name" TEXT NOT NULL, "n" INTEGER) STRICT;
      INSERT INTO "postil_new_project" ("id", "name") SELECT "id", "name" FROM "project";
      DROP TABLE "project";
      ALTER TABLE "postil_new_project" RENAME TO "project";
      PRAGMA legacy_alter_table = OFF;
      -- @end

      """
    let both = Sample.rebuildItem.sql.replacing("-- @rebuild", with: sql + "-- @rebuild")
    try bench.apply([Sample.create, SchemaMigrations.File(name: "2_priority", sql: both)])
    #expect(try Sample.contents(bench.path) == Sample.expectedContents)
    #expect(
      try bench.texts("SELECT sql FROM sqlite_schema WHERE name = 'step'")[0].contains("REFERENCES \"item\" (\"id\")"))
  }

  @Test func aSectionThatFailsLeavesReferencesEnforced() throws {
    let database = try MigrationDatabase(
      path: bench.path,
      migrations: SchemaMigrations([
        Sample.create,
        SchemaMigrations.File(
          name: "2_priority",
          sql: Sample.rebuildItem.sql.replacing("DROP TABLE \"item\"", with: "DROP TABLE \"nothing\"")),
      ]))
    defer { database.close() }
    #expect(throws: MigrationError.self) { try database.apply(ddl: nil) }
    let orphan = #expect(throws: MigrationError.self) {
      try database.undo("1_create", sql: "INSERT INTO step VALUES (50, 99, NULL);")
    }
    guard case .statementFailed(_, _, _, let reason) = orphan else {
      Issue.record("\(String(describing: orphan))")
      return
    }
    #expect(reason as? ConstraintViolation == .foreignKey(table: "step"))
  }
}
