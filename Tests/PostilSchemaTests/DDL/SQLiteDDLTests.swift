import PostilSchema
import Testing

struct SQLiteDDLTests {
  @Test func `columns come first, followed by named constraints, one per line`() {
    let table = Table(
      name: "item", documentation: ["Something to do.", "", "And done\nwith."],
      columns: [
        Column(name: "id", type: .integer(bits: 64)),
        Column(name: "title", type: .text, collation: "NOCASE", documentation: ["A few words."]),
        Column(name: "weight", type: .real(bits: 64), isNullable: true),
        Column(name: "made_at", type: .timestamp, defaultExpression: "'now'", collation: "german"),
        Column(name: "project_id", type: .integer(bits: 64)),
      ],
      primaryKey: KeyConstraint(name: "item_pkey", columns: ["id"]),
      uniqueConstraints: [KeyConstraint(name: "item_title_project_id_key", columns: ["title", "project_id"])],
      checks: [Check(name: "item_title_check", expression: "length(title) > 0")],
      foreignKeys: [
        ForeignKey(
          name: "item_project_id_fkey", columns: ["project_id"], referencedTable: "project", referencedColumns: ["id"],
          onDelete: .nullify)
      ],
      indexes: [
        Index(
          name: "item_title_idx", terms: [.init(column: "title", isDescending: true), .init(column: "id")],
          isUnique: true, condition: "weight > 0")
      ])
    #expect(
      Schema(tables: [table]).script().text == """
        -- Something to do.
        --
        -- And done with.
        CREATE TABLE "item" (
          "id"         INTEGER NOT NULL,
          -- A few words.
          "title"      TEXT    NOT NULL COLLATE NOCASE,
          "weight"     REAL,
          "made_at"    TEXT    NOT NULL COLLATE "german" DEFAULT ('now'),
          "project_id" INTEGER NOT NULL,
          CONSTRAINT "item_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "item_title_project_id_key" UNIQUE ("title", "project_id"),
          CONSTRAINT "item_title_check" CHECK (length(title) > 0),
          CONSTRAINT "item_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project" ("id") ON DELETE SET NULL
        ) STRICT;
        CREATE UNIQUE INDEX "item_title_idx" ON "item" ("title" DESC, "id") WHERE weight > 0;

        """)
  }

  @Test func `a trigger nullifies the optional columns of a reference with a required one`() {
    let table = Table(
      name: "animal",
      columns: [
        Column(name: "farm_id", type: .integer(bits: 64)), Column(name: "number", type: .integer(bits: 64)),
        Column(name: "mother", type: .integer(bits: 64), isNullable: true),
      ],
      primaryKey: KeyConstraint(name: "animal_pkey", columns: ["farm_id", "number"]),
      foreignKeys: [
        ForeignKey(
          name: "animal_farm_id_mother_fkey", columns: ["farm_id", "mother"], referencedTable: "animal",
          referencedColumns: ["farm_id", "number"], onDelete: .nullify)
      ],
      triggers: [
        Trigger(
          name: "animal_farm_id_mother_NULLIFY_trigger", table: "animal", event: "BEFORE INSERT",
          statements: ["SELECT 1"])
      ])
    let statements = Schema(tables: [table]).script().statements
    #expect(
      statements[0].sql.contains(
        #"("farm_id", "mother") REFERENCES "animal" ("farm_id", "number") ON DELETE NO ACTION"#))
    #expect(
      statements.last?.text == """
        -- Removes the references of 'animal' to a deleted row.
        CREATE TRIGGER "animal_farm_id_mother_nullify_trigger1" AFTER DELETE ON "animal" FOR EACH ROW
        BEGIN
          UPDATE "animal" SET "mother" = NULL
            WHERE "farm_id" = OLD."farm_id" AND "mother" = OLD."number";
        END;
        """)
  }

  @Test func `a full-text index of a table with a key of several columns numbers its rows`() {
    var index = FullTextIndex(name: "page_fts", key: "entry", columns: ["text"])
    index.keyColumns = ["book", "number"]
    let table = Table(
      name: "page",
      columns: [
        Column(name: "book", type: .text), Column(name: "number", type: .integer(bits: 64)),
        Column(name: "text", type: .text, isNullable: true),
      ],
      primaryKey: KeyConstraint(name: "page_pkey", columns: ["book", "number"]), fullText: index)
    let script = Schema(tables: [table]).script().text
    #expect(
      script.split(separator: "\n\n").dropFirst().joined(separator: "\n\n") == """
        -- The numbers of the rows of page in its full-text index, maintained by triggers.
        CREATE TABLE "page_fts_entries" (
          "entry"  INTEGER NOT NULL,
          "book"   TEXT    NOT NULL,
          "number" INTEGER NOT NULL,
          CONSTRAINT "page_fts_entries_pkey" PRIMARY KEY ("entry"),
          CONSTRAINT "page_fts_entries_book_number_key" UNIQUE ("book", "number")
        ) STRICT;

        CREATE VIEW "page_fts_rows" ("entry", "text", "book", "number") AS
        SELECT "page_fts_entries"."entry", "page"."text", "page"."book", "page"."number"
        FROM "page_fts_entries" JOIN "page" ON "page"."book" = "page_fts_entries"."book" AND "page"."number" = "page_fts_entries"."number";

        -- The full-text index of page.
        CREATE VIRTUAL TABLE "page_fts" USING fts5 (
          "text",
          "book" UNINDEXED,
          "number" UNINDEXED,
          content='page_fts_rows',
          content_rowid='entry'
        );

        CREATE TRIGGER "page_fts_insert_trigger" AFTER INSERT ON "page" FOR EACH ROW
        BEGIN
          INSERT INTO "page_fts_entries" ("book", "number") VALUES (NEW."book", NEW."number")
            ON CONFLICT DO NOTHING;
          INSERT INTO "page_fts" ("rowid", "text") SELECT "entry", NEW."text"
            FROM "page_fts_entries" WHERE "book" = NEW."book" AND "number" = NEW."number";
        END;

        CREATE TRIGGER "page_fts_delete_trigger" AFTER DELETE ON "page" FOR EACH ROW
        BEGIN
          INSERT INTO "page_fts" ("page_fts", "rowid", "text") SELECT 'delete', "entry", OLD."text"
            FROM "page_fts_entries" WHERE "book" = OLD."book" AND "number" = OLD."number";
          DELETE FROM "page_fts_entries" WHERE "book" = OLD."book" AND "number" = OLD."number";
        END;

        CREATE TRIGGER "page_fts_update_trigger" AFTER UPDATE ON "page" FOR EACH ROW
        WHEN OLD."book" COLLATE BINARY IS NOT NEW."book" OR OLD."number" COLLATE BINARY IS NOT NEW."number" OR OLD."text" COLLATE BINARY IS NOT NEW."text"
        BEGIN
          INSERT INTO "page_fts" ("page_fts", "rowid", "text") SELECT 'delete', "entry", OLD."text"
            FROM "page_fts_entries" WHERE "book" = OLD."book" AND "number" = OLD."number";
          UPDATE "page_fts_entries" SET "book" = NEW."book", "number" = NEW."number"
            WHERE "book" = OLD."book" AND "number" = OLD."number";
          INSERT INTO "page_fts" ("rowid", "text") SELECT "entry", NEW."text"
            FROM "page_fts_entries" WHERE "book" = NEW."book" AND "number" = NEW."number";
        END;

        """)
  }

  @Test func `triggers come after all tables, with the condition and each statement on its own line`() {
    let columns = [Column(name: "id", type: .integer(bits: 64))]
    let project = Table(
      name: "project", columns: columns, primaryKey: KeyConstraint(name: "project_pkey", columns: ["id"]),
      triggers: [
        Trigger(
          name: "project_emptied_trigger", table: "project", event: "AFTER DELETE", condition: "OLD.\"id\" > 0",
          statements: ["DELETE FROM \"item\"", "SELECT 1"], documentation: ["Empties the items."]),
        Trigger(name: "project_full_trigger", table: "project", event: "BEFORE INSERT", statements: ["SELECT 2"]),
      ])
    let item = Table(
      name: "item", columns: columns, primaryKey: KeyConstraint(name: "item_pkey", columns: ["id"]))
    #expect(
      Schema(tables: [project, item]).script().text.hasSuffix(
        """
        ) STRICT;

        -- Empties the items.
        CREATE TRIGGER "project_emptied_trigger" AFTER DELETE ON "project" FOR EACH ROW
        WHEN OLD."id" > 0
        BEGIN
          DELETE FROM "item";
          SELECT 1;
        END;

        CREATE TRIGGER "project_full_trigger" BEFORE INSERT ON "project" FOR EACH ROW
        BEGIN
          SELECT 2;
        END;

        """))
  }

  @Test func `each delete rule becomes its SQL action`() {
    let actions = DeleteRule.allCases.map { rule in
      script(
        columns: [Column(name: "a", type: .text)],
        keys: [ForeignKey(name: "f", columns: ["a"], referencedTable: "t", referencedColumns: ["a"], onDelete: rule)]
      ).split(separator: "ON DELETE ").last.map { $0.prefix { $0 != "\n" } } ?? ""
    }
    #expect(actions == ["CASCADE", "SET NULL", "RESTRICT", "NO ACTION"])
  }

  @Test(
    "each type has its SQLite type, and a check if that alone allows more values",
    arguments: [
      (ColumnType.boolean, "INTEGER", #""a" IN (0, 1)"#),
      (.integer(bits: 8), "INTEGER", #""a" BETWEEN -128 AND 127"#),
      (.integer(bits: 16), "INTEGER", #""a" BETWEEN -32768 AND 32767"#),
      (.integer(bits: 32), "INTEGER", #""a" BETWEEN -2147483648 AND 2147483647"#),
      (.integer(bits: 64), "INTEGER", ""),
      (.unsignedInteger(bits: 8), "INTEGER", #""a" BETWEEN 0 AND 255"#),
      (.unsignedInteger(bits: 32), "INTEGER", #""a" BETWEEN 0 AND 4294967295"#),
      (
        .unsignedInteger(bits: 64), "ANY",
        #"CASE typeof("a") WHEN 'integer' THEN "a" >= 0 WHEN 'text' THEN length("a") = 20 ELSE "a" IS NULL END"#
      ),
      (.real(bits: 32), "REAL", ""), (.real(bits: 64), "REAL", ""), (.text, "TEXT", ""), (.bytes, "BLOB", ""),
      (.timestamp, "TEXT", ""), (.uuid, "TEXT", ""),
    ])
  func types(type: ColumnType, name: String, range: String) {
    let text = script(columns: [Column(name: "a", type: type)])
    #expect(text.contains("  \"a\" \(name) NOT NULL,"))
    #expect(text.contains("CHECK") == !range.isEmpty)
    if !range.isEmpty { #expect(text.contains("CONSTRAINT \"t_a_range\" CHECK (\(range))")) }
  }

  @Test func `the fingerprint changes if and only if the text does`() {
    let first = Schema(tables: [table(columns: [Column(name: "a", type: .text)])]).script()
    let same = Schema(tables: [table(columns: [Column(name: "a", type: .text)])]).script()
    let other = Schema(tables: [table(columns: [Column(name: "a", type: .text, isNullable: true)])]).script()
    #expect(first.fingerprint == same.fingerprint)
    #expect(first.fingerprint != other.fingerprint)
    #expect(first.fingerprint.count == 16)
  }

  private func table(columns: [Column], keys: [ForeignKey] = []) -> Table {
    Table(name: "t", columns: columns, primaryKey: KeyConstraint(name: "t_pkey", columns: ["a"]), foreignKeys: keys)
  }

  private func script(columns: [Column], keys: [ForeignKey] = []) -> String {
    Schema(tables: [table(columns: columns, keys: keys)]).script().text
  }
}
