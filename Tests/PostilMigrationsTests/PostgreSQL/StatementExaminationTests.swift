import PostilDialects
import PostilEvolution
import PostilMigrations
import PostilSchema
import PostilTestSupport
import PostilTranslation
import Testing

/// What the statements of a migration lose, lock and break, if people write them.
@Suite("Examination of statements for PostgreSQL")
struct StatementExaminationTests {
  private static let header = "-- @migration(schema: \"1\")\n"

  private func reasons(_ text: String, schema: [String] = []) throws -> [MigrationRefusal.Reason] {
    let script = try MigrationScript(name: "1_change", text: Self.header + text, by: PostgreSQLScript.statements)
    return StatementExamination.reasons(in: script, at: "1_change.postgresql.sql", schema: schema)
  }

  /// The place, the code and the subject of each finding.
  private func found(_ text: String, schema: [String] = []) throws -> [String] {
    try reasons(text, schema: schema).map { reason in
      let place = reason.place.split(separator: ":").dropFirst().joined(separator: ":")
      let subject = reason.notes[0].split(separator: "\"")[1]
      return "\(place) \(reason.code ?? "") \(subject)"
    }
  }

  @Test("A finding has the place of its statement, the reason, and the line that accepts it")
  func message() throws {
    let reason = try #require(try reasons("\n  DELETE FROM \"item\";\n").first)
    #expect(
      reason.lines == [
        "1_change.postgresql.sql:3:3: error: this 'DELETE' has no condition, so it deletes all rows of 'item'; add a 'WHERE' [deleteRows]",
        "1_change.postgresql.sql:3:3: note: if that is intended, write '-- @allow(deleteRows, \"item\")' on a line above the statement",
      ])
    #expect(try found("-- @allow(deleteRows, \"item\")\nDELETE FROM item;\n") == [])
    #expect(try found("-- @allow(deleteRows, \"other\")\nDELETE FROM item;\n") == ["3:1 deleteRows item"])
  }

  @Test(
    "Rows that are lost are findings",
    arguments: [
      ("TRUNCATE item", ["deleteRows item"]),
      ("TRUNCATE TABLE ONLY app.item, \"Other\" CASCADE", ["deleteRows item", "deleteRows other"]),
      ("DELETE FROM item WHERE true", ["deleteRows item"]), ("DELETE FROM item WHERE done", []),
      ("WITH gone AS (DELETE FROM item RETURNING *) SELECT count(*) FROM gone", ["deleteRows item"]),
      ("WITH old AS (SELECT 1) DELETE FROM item USING old", ["deleteRows item"]),
      ("DROP TABLE IF EXISTS item, other", ["dropTable item", "dropTable other"]),
      ("DROP SCHEMA app CASCADE", ["dropTable app"]),
      ("WITH a AS (SELECT 1 AS id) INSERT INTO item SELECT id FROM a ON CONFLICT (id) DO UPDATE SET done = true", []),
      ("DROP TYPE mood CASCADE", ["dropColumn mood"]), ("DROP TYPE mood", []),
      ("DROP VIEW recent", ["dropView recent"]),
      ("ALTER TABLE item DROP COLUMN IF EXISTS note, DROP place", ["dropColumn item.note", "dropColumn item.place"]),
    ])
  func losses(statement: String, expected: [String]) throws {
    #expect(
      try found(statement + ";\n").map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == expected)
  }

  @Test(
    "Statements that lock a table for long are findings, and the forms that don't are none",
    arguments: [
      ("UPDATE item SET done = true", "longLock item"), ("UPDATE item SET done = true WHERE id < 100", ""),
      ("CREATE INDEX a ON item (title)", "longLock item"), ("CREATE INDEX CONCURRENTLY a ON item (title)", ""),
      ("CREATE UNIQUE INDEX ON app.item (title)", "longLock item"), ("DROP INDEX a", "longLock a"),
      ("DROP INDEX CONCURRENTLY a", ""), ("REINDEX TABLE item", "longLock item"),
      ("CLUSTER item USING a", "tableRewrite item"),
      ("REFRESH MATERIALIZED VIEW recent", "longLock recent"),
      ("ALTER TABLE item ALTER COLUMN size TYPE bigint", "tableRewrite item"),
      ("ALTER TABLE item ALTER size SET DATA TYPE bigint", "tableRewrite item"),
      ("ALTER TABLE item ALTER COLUMN size SET NOT NULL", "longLock item"),
      ("ALTER TABLE item ADD CONSTRAINT a CHECK (size > 0)", "longLock item"),
      ("ALTER TABLE item ADD CONSTRAINT a CHECK (size > 0) NOT VALID", ""),
      ("ALTER TABLE item ADD FOREIGN KEY (p) REFERENCES project (id)", "longLock item"),
      ("ALTER TABLE item ADD CONSTRAINT a UNIQUE (title)", "longLock item"),
      ("ALTER TABLE item ADD PRIMARY KEY (id)", "longLock item"),
      ("ALTER TABLE item ADD CONSTRAINT a EXCLUDE USING gist (span WITH &&)", "longLock item"),
      ("ALTER TABLE item ADD COLUMN key uuid DEFAULT gen_random_uuid()", "tableRewrite item"),
      ("ALTER TABLE item ADD COLUMN at timestamptz DEFAULT now()", ""),
      ("ALTER TABLE item ADD COLUMN n bigserial", "tableRewrite item"),
      ("ALTER TABLE item ADD d int GENERATED ALWAYS AS (size * 2) STORED", "tableRewrite item"),
      ("ALTER TABLE item ADD COLUMN note text", ""), ("ALTER TABLE item SET UNLOGGED", "tableRewrite item"),
      ("ALTER DOMAIN size ADD CHECK (VALUE > 0)", "longLock size"), ("ALTER TABLE item RENAME CONSTRAINT a TO b", ""),
    ])
  func locks(statement: String, expected: String) throws {
    #expect(
      try found(statement + ";\n").map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        == (expected.isEmpty ? [] : [expected]))
  }

  @Test(
    "What breaks the running program is a finding",
    arguments: [
      ("ALTER TABLE item RENAME TO thing", "renameTable item"), ("ALTER TABLE item SET SCHEMA old", "renameTable item"),
      ("ALTER TABLE item RENAME place TO location", "renameColumn item.place"),
      ("ALTER TABLE item ALTER place DROP NOT NULL", "optionalColumn item.place"),
      ("ALTER TABLE item ALTER COLUMN place DROP DEFAULT", "dropDefault item.place"),
      ("ALTER TABLE item ADD COLUMN place text NOT NULL", "requireColumn item.place"),
      ("ALTER TYPE mood RENAME VALUE 'a' TO 'b'", "changeColumn mood"),
      ("ALTER SCHEMA app RENAME TO old", "renameTable app"),
    ])
  func program(statement: String, expected: String) throws {
    #expect(
      try found(statement + ";\n")
        == ["2:1 \(expected)"].map { place in
          // The place is the action's, not that of 'ALTER TABLE'.
          guard statement.hasPrefix("ALTER TABLE item ") else { return place }
          return place.replacing("2:1", with: "2:18")
        })
  }

  @Test("A table that the file creates has no rows, and one that it locks doesn't change")
  func order() throws {
    #expect(
      try found(
        """
        CREATE TABLE new (id int);
        CREATE INDEX a ON new (id);
        ALTER TABLE new ADD PRIMARY KEY (id), ALTER COLUMN id TYPE bigint;
        UPDATE new SET id = 1;
        DROP TABLE new;

        """) == [])
    let index = [#"CREATE TABLE "item" ("id" int)"#, #"CREATE INDEX "a" ON "item" ("id")"#]
    #expect(try found("LOCK TABLE item;\nDROP INDEX a;\n", schema: index) == [])
    #expect(try found("DROP INDEX a;\n", schema: index) == ["2:1 longLock a"])
    #expect(
      try found(
        """
        ALTER TABLE item ADD CONSTRAINT a CHECK (size IS NOT NULL) NOT VALID;
        ALTER TABLE item VALIDATE CONSTRAINT a;
        ALTER TABLE item ALTER COLUMN size SET NOT NULL;

        """) == [])
    #expect(
      try found("ALTER TABLE item ADD COLUMN size int;\nUPDATE item SET size = 1 WHERE id < 10;\n") == [
        "3:1 longLock item"
      ])
  }

  @Test("Rows that are copied before their table or column is dropped need a lock")
  func copies() throws {
    let copy = "INSERT INTO tagging (item_id) SELECT item_id FROM item_tags;\n"
    let allowed = "-- @allow(dropTable, \"item_tags\")\nDROP TABLE item_tags;\n"
    #expect(try found(copy + allowed) == ["2:1 unlockedCopy item_tags"])
    #expect(try found("LOCK TABLE item_tags IN SHARE MODE;\n" + copy + allowed) == [])
    #expect(try found("LOCK TABLE item_tags IN ROW SHARE MODE;\n" + copy + allowed) == ["3:1 unlockedCopy item_tags"])
    #expect(try found(copy + "DROP TABLE other;\n") == ["3:1 dropTable other"])
    #expect(
      try found(
        "UPDATE item SET b = a WHERE a > 0;\n-- @allow(dropColumn, \"item.a\")\nALTER TABLE item DROP COLUMN a;\n") == [
          "2:1 unlockedCopy item"
        ])
    // A pre-check whose rows aren't allowed locks its table.
    #expect(
      try found(
        "-- @precheck(dropTable, \"item_tags\"): SELECT count(*) FROM item_tags\n" + copy + "DROP TABLE item_tags;\n")
        == [])
  }

  @Test("Nothing is found in a file as it was planned")
  func planned() throws {
    var (planned, statements) = (0, 0)
    for pair in 0..<400 {
      var random = Generator(seed: testSeed &+ UInt64(pair))
      guard let pair = try SchemaPair(&random, \.assigned) else { continue }
      let (old, new) = (pair.oldSchema, pair.newSchema)
      let codes = MigrationFindingCode.allCases.filter { ![.dropTable, .dropColumn, .dropConstraint].contains($0) }
      let former = old.script(for: .postgresql).statements.map(\.sql)
      let plan = MigrationPlanner(
        from: try pair.database.catalog(), to: try pair.fresh.catalog(), schema: new, formerSchema: old,
        allowing: try Links(from: pair.old, to: pair.new).allowances(old)
          + codes.map { try MigrationAllowance($0.rawValue) }
      ).plan(
        postgreSQL: former,
        to: PostgreSQLModels(
          new, script: { $0.script(for: .postgresql).statements },
          translation: PostgreSQLPieces.translation))
      guard plan.problems.isEmpty else { continue }
      // As if every finding had been allowed.
      var allowed = plan
      for step in allowed.steps.indices {
        for finding in allowed.steps[step].findings.indices { allowed.steps[step].findings[finding].isAllowed = true }
      }
      let text = allowed.text(MigrationHeader(description: [], after: [], schema: "1"))
      let script = try MigrationScript(name: "1", text: text, by: PostgreSQLScript.statements)
      let reasons = StatementExamination.reasons(in: script, at: "1", schema: former)
      #expect(reasons.flatMap(\.lines) == [], "\(text)")
      if !reasons.isEmpty { break }
      (planned, statements) = (planned + 1, statements + script.statements.count)
    }
    #expect(planned > 100 && statements > 1000)
  }
}
