import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Migrations")
  struct Migrations {
    private static let create = """
      -- @migration(schema: "1")
      CREATE TABLE item (id bigint PRIMARY KEY, title text NOT NULL);
      INSERT INTO item VALUES (1, 'a'), (2, 'a');
      """

    @Test("Instances that start at the same time apply each migration once")
    func together() async throws {
      let place = try await Place("together")
      let second = """
        -- @migration(after: "20260101000000_create", schema: "2")
        ALTER TABLE item ADD COLUMN done boolean NOT NULL DEFAULT false;
        CREATE INDEX CONCURRENTLY item_title_idx ON item (title);
        """
      let applied = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<6 {
          group.addTask {
            try await place.open(["20260101000000_create": Self.create, "20260102000000_done": second])
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(applied.sorted() == ["20260101000000_create", "20260102000000_done"])
      #expect(
        try await place.texts("SELECT name || ' ' || is_complete FROM together.postil_migration ORDER BY position")
          == ["20260101000000_create true", "20260102000000_done true"])
    }

    @Test("An index that couldn't be built is built again when the cause is gone")
    func interruptedIndex() async throws {
      let place = try await Place("interrupted")
      let unique = """
        -- @migration(after: "20260101000000_create", schema: "2")
        ALTER TABLE item ADD CONSTRAINT item_title_check CHECK (title <> '') NOT VALID;
        ALTER TABLE item VALIDATE CONSTRAINT item_title_check;
        CREATE UNIQUE INDEX CONCURRENTLY item_title_key ON item (title);
        """
      let files: KeyValuePairs = ["20260101000000_create": Self.create, "20260102000000_unique": unique]
      for _ in 0..<2 {
        #expect(
          await place.refusal(files)
            == "the transaction of '20260102000000_unique' is committed, but a statement after it failed, at line 4: "
            + "PostgreSQL error 23505: could not create unique index \"item_title_key\", in: CREATE UNIQUE INDEX CONCURRENTLY "
            + "item_title_key ON item (title); correct the cause and apply the migrations again, which continues with this "
            + "statement; or take the migration back: 'postil migrate repair URL PATH --take-back'")
        #expect(
          try await place.texts(
            "SELECT CAST(indisvalid AS text) FROM pg_index WHERE indexrelid = to_regclass('interrupted.item_title_key')"
          ) == [
            "false"
          ])
      }
      try await place.run("DELETE FROM interrupted.item WHERE id = 2")
      #expect(try await place.open(files) == ["20260102000000_unique"])
      #expect(
        try await place.texts(
          "SELECT CAST(indisvalid AS text) FROM pg_index WHERE indexrelid = to_regclass('interrupted.item_title_key')")
          == ["true"]
      )
      #expect(try await place.open(files) == [])
    }

    @Test("A migration that fails changes nothing, and says where it failed")
    func failing() async throws {
      let place = try await Place("failing")
      let message = await place.refusal([
        "20260101000000_create": Self.create,
        "20260102000000_wrong": """
        -- @migration(after: "20260101000000_create", schema: "2")
        ALTER TABLE item ADD COLUMN place text;
        ALTER TABLE items ADD COLUMN place text;
        """,
      ])
      #expect(
        message
          == "'20260102000000_wrong.postgresql' was not applied; 20260102000000_wrong.postgresql.sql:3: error: PostgreSQL error "
          + "42P01: relation \"items\" does not exist, in: ALTER TABLE items ADD COLUMN place text")
      #expect(
        try await place.texts(
          "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass('failing.item') AND attnum > 0 ORDER BY attnum"
        )
          == ["id", "title"])
      #expect(try await place.texts("SELECT name FROM failing.postil_migration") == ["20260101000000_create"])
    }

    @Test("Messages about files contain the names of the files")
    func fileNames() async throws {
      let place = try await Place("named")
      #expect(
        await place.refusal(["20260101000000_create": "CREATE TABLE item (id bigint);"]).contains(
          "20260101000000_create.postgresql.sql:"))
      #expect(
        await place.refusal([
          "20260102000000_next": "-- @migration(after: \"20260101000000_create\", schema: \"2\")\nSELECT 1;"
        ]).contains("restore '20260101000000_create.postgresql.sql' from version control"))
      let check = """
        -- @migration(after: "20260101000000_create", schema: "2")
        -- @precheck(dropColumn, "item.title"): SELECT count(*) FROM items
        ALTER TABLE item DROP COLUMN title;
        """
      #expect(
        await place.refusal(["20260101000000_create": Self.create, "20260102000000_drop": check]).hasPrefix(
          "20260102000000_drop.postgresql.sql:2: error: the pre-check fails"))
    }

    @Test("A step in Swift runs once, after the migration that it names and before the next one")
    func steps() async throws {
      let place = try await Place("swift_steps")
      let next = """
        -- @migration(after: "20260101000000_create", schema: "2")
        ALTER TABLE item ADD CONSTRAINT item_title_check CHECK (title = upper(title));
        """
      let files: KeyValuePairs = ["20260101000000_create": Self.create, "20260102000000_upper": next]
      struct Stopped: Error {}
      let stopping = PostgreSQLMigrationStep("capitals", after: "20260101000000_create") { db in
        try RawSQL("DELETE FROM item").execute(in: db)
        throw Stopped()
      }
      #expect(await place.refusal(files, [stopping]) == "the step 'capitals' was not applied: Stopped()")
      #expect(try await place.texts("SELECT name FROM swift_steps.postil_migration") == ["20260101000000_create"])
      #expect(try await place.texts("SELECT title FROM swift_steps.item") == ["a", "a"])
      let capitals = PostgreSQLMigrationStep("capitals", after: "20260101000000_create") { db in
        for (id, title) in try RawSQL("SELECT id, title FROM item").as(Int64.self, String.self).fetchAll(in: db) {
          try RawSQL("UPDATE item SET title = \(title.uppercased()) WHERE id = \(id)").execute(in: db)
        }
      }
      let second = PostgreSQLMigrationStep("names", after: "capitals") { db in
        try RawSQL("UPDATE item SET title = title || 'B' WHERE id = 1").execute(in: db)
      }
      #expect(try await place.open(files, [second, capitals]) == ["capitals", "names", "20260102000000_upper"])
      #expect(try await place.open(files, [second, capitals]) == [])
      #expect(try await place.texts("SELECT title FROM swift_steps.item ORDER BY id") == ["AB", "A"])
      #expect(
        try await place.texts("SELECT name || ' ' || kind FROM swift_steps.postil_migration ORDER BY position") == [
          "20260101000000_create sql", "capitals swift", "names swift", "20260102000000_upper sql",
        ])
      #expect(
        await place.refusal(files, [PostgreSQLMigrationStep("other", after: "20260101000000_create") { _ in }])
          .contains("'capitals', 'names'"))
    }

    @Test("Functions and blocks of statements between dollar signs are one statement each")
    func functions() async throws {
      let place = try await Place("functions")
      let next = """
        -- @migration(after: "20260101000000_create", schema: "2")
        CREATE FUNCTION shout() RETURNS trigger AS $$
        BEGIN
          -- It's a comment; of the function.
          NEW.title := upper(NEW.title) || '!; it''s done';
          RETURN NEW;
        END;
        $$ LANGUAGE plpgsql;
        CREATE TRIGGER item_shout BEFORE INSERT ON item FOR EACH ROW EXECUTE FUNCTION shout();
        DO $block$
        DECLARE body text := $$ a; b $$;
        BEGIN
          INSERT INTO item VALUES (3, 'c' || body);
        END
        $block$;
        DO $$BEGIN
          DELETE FROM item WHERE id = 1;
          DELETE FROM item WHERE id = 2;
        END$$;
        COMMENT ON TABLE item IS $$x$$;
        """
      try await place.open(["20260101000000_create": Self.create, "20260102000000_next": next])
      #expect(try await place.texts("SELECT title FROM functions.item") == ["C A; B !; it's done"])
    }

    @Test("A step for SQLite after a migration for PostgreSQL is refused, and one after another is ignored")
    func otherSteps() async throws {
      let place = try await Place("stepped")
      let files = [
        SchemaMigrations.File(name: "20260101000000_create.postgresql", sql: Self.create),
        SchemaMigrations.File(
          name: "20260101000001_create", sql: "-- @migration(schema: \"1\")\nCREATE TABLE item (id INTEGER);"),
      ]
      for (after, expected) in [("20260101000001_create", nil), ("20260101000000_create", "20260101000000_create")] {
        let migrations = SchemaMigrations(files).step("fill", after: after) { _ in }
        do {
          let store = try await PostgreSQLStore(
            "\(Server.url ?? "")&options=-csearch_path%3D\(place.name)", schema: NoModels.self, migrations: migrations)
          #expect(expected == nil && store.migrationOutcomes.map(\.name) == ["20260101000000_create"])
          try await store.close()
        } catch PostgreSQLMigrationError.step(let name, let found) {
          #expect(name == "fill" && found == expected)
        }
      }
    }

    @Test("The name of the schema can be one that is quoted")
    func quotedSchema() async throws {
      let place = try await Place("Quoted")
      let next = """
        -- @migration(after: "20260101000000_create", schema: "2")
        ALTER TABLE item ADD COLUMN done boolean NOT NULL DEFAULT false;
        """
      try await place.open(["20260101000000_create": Self.create])
      try await place.open(["20260101000000_create": Self.create, "20260102000000_next": next])
      #expect(try await place.texts("SELECT title FROM \"Quoted\".item WHERE NOT done") == ["a", "a"])
    }

    @Test("Tables that a migration adds notify observers if the others do")
    func observedTables() async throws {
      let place = try await Place("observed")
      let next = """
        -- @migration(after: "20260101000000_create", schema: "2")
        CREATE TABLE "Odd name" (id bigint PRIMARY KEY);
        CREATE TABLE plain (id bigint PRIMARY KEY);
        """
      let triggers: RawSQL = """
        SELECT CAST(tgrelid::regclass AS text) FROM pg_trigger WHERE tgname = 'postil_notify_change'
        AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'observed'::regnamespace) ORDER BY 1
        """
      try await place.open(["20260101000000_create": Self.create])
      #expect(try await place.texts(triggers) == [])
      try await place.run(
        "CREATE FUNCTION observed.postil_notify_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
      try await place.run(
        "CREATE TRIGGER postil_notify_change AFTER INSERT ON observed.item EXECUTE FUNCTION observed.postil_notify_change()"
      )
      try await place.open(["20260101000000_create": Self.create, "20260102000000_next": next])
      #expect(try await place.texts(triggers) == ["observed.\"Odd name\"", "observed.item", "observed.plain"])

      // The triggers that send keys are others.
      let keyTriggers: RawSQL = """
        SELECT CAST(tgrelid::regclass AS text) || ' ' || tgname FROM pg_trigger WHERE tgname LIKE 'postil_notify_keys%'
        AND tgrelid = 'observed.third'::regclass ORDER BY 1
        """
      try await place.run(
        "CREATE FUNCTION observed.postil_notify_keys() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
      try await place.run(
        "CREATE TRIGGER postil_notify_keys_insert AFTER INSERT ON observed.item EXECUTE FUNCTION observed.postil_notify_keys()"
      )
      let third = """
        -- @migration(after: "20260102000000_next", schema: "3")
        CREATE TABLE third (id bigint PRIMARY KEY);
        """
      try await place.open([
        "20260101000000_create": Self.create, "20260102000000_next": next, "20260103000000_third": third,
      ])
      #expect(
        try await place.texts(keyTriggers)
          == ["delete", "insert", "truncate", "update"].map { "observed.third postil_notify_keys_\($0)" })
    }

    @Test("Rows at risk are counted before anything is changed")
    func rowsAtRisk() async throws {
      let place = try await Place("risk")
      let drop = """
        -- @migration(after: "20260101000000_create", schema: "2")
        -- @precheck(dropColumn, "item.title"): SELECT count(*) FROM item WHERE title IS NOT NULL
        ALTER TABLE item DROP COLUMN title;
        """
      #expect(
        await place.refusal(["20260101000000_create": Self.create, "20260102000000_drop": drop])
          == "'20260102000000_drop' was not applied because of rows in this database:\n  - dropColumn 'item.title': 2 rows "
          + "(SELECT count(*) FROM item WHERE title IS NOT NULL); to accept this, write '-- @allow(dropColumn, "
          + "\"item.title\")' in the file")
      #expect(try await place.texts("SELECT title FROM risk.item ORDER BY id") == ["a", "a"])
    }

    @Test("A file that was edited, a database without records, and a wrong order of statements are refused")
    func refused() async throws {
      let place = try await Place("refused")
      try await place.open(["20260101000000_create": Self.create])
      #expect(
        await place.refusal(["20260101000000_create": Self.create + "\nSELECT 1;"]).hasPrefix(
          "'20260101000000_create' was edited after being applied to 'engine.refused'. "))
      try await place.run("DROP TABLE refused.postil_migration")
      #expect(
        await place.refusal(["20260101000000_create": Self.create])
          == "'engine.refused' has tables, but no table 'postil_migration', so nothing was changed; if they are those of the "
          + "migrations, record them with 'postil migrate apply URL PATH --adopt'; otherwise use another database or schema"
      )
      #expect(
        await place.refusal([
          "20260101000000_create": """
          -- @migration(schema: "1")
          CREATE INDEX CONCURRENTLY item_idx ON item (title);
          CREATE TABLE other (id bigint);
          """
        ])
          == "'20260101000000_create' was not applied: the statement at line 3 has to run in the migration's transaction, but "
          + "follows one that runs after it ('CONCURRENTLY' or 'VALIDATE CONSTRAINT'); move it before that one, or to a "
          + "migration of its own: CREATE TABLE other (id bigint)")
      #expect(
        await place.refusal([:])
          == "the migrations contain no file for PostgreSQL; write the first one with 'postil migrate new create PATH "
          + "--dialect postgresql'")
    }
  }
}
