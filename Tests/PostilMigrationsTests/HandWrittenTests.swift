import PostilEvolution
import PostilMigrations
import PostilSchema
import Testing

@Suite("Hand-written databases")
struct HandWrittenTests {
  @Test func constraintsBehindColumnsMeanWhatThoseOfTheTableMean() throws {
    let inline = """
      CREATE TABLE project (id INTEGER NOT NULL CONSTRAINT project_pkey PRIMARY KEY) STRICT;
      CREATE TABLE item ("id" integer NOT NULL CONSTRAINT item_pkey PRIMARY KEY, title TEXT COLLATE NOCASE NOT NULL DEFAULT 'a'
      CONSTRAINT item_title_key UNIQUE CONSTRAINT item_title_check CHECK (length(title) > 0),
      project_id INTEGER CONSTRAINT item_project_id_fkey REFERENCES "project" (id) ON DELETE CASCADE,
      size INTEGER AS (length(title))) STRICT;
      """
    let whole = """
      CREATE TABLE "project" ("id" INTEGER NOT NULL, CONSTRAINT "project_pkey" PRIMARY KEY ("id")) STRICT;
      CREATE TABLE "item" ("size" INTEGER GENERATED ALWAYS AS (length(title)) VIRTUAL, "id" INTEGER NOT NULL,
      "project_id" INTEGER, "title" TEXT NOT NULL COLLATE NOCASE DEFAULT ('a'),
      CONSTRAINT "item_title_check" CHECK (length(title) > 0), CONSTRAINT "item_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "item_title_key" UNIQUE ("title"),
      CONSTRAINT "item_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project" ("id") ON DELETE CASCADE) STRICT;
      """
    let migration = try Migration(ddl: inline, to: whole)
    #expect(CatalogComparison.differences(found: migration.former, expected: migration.target).isEmpty)
    #expect(migration.plan.isEmpty, "\(migration.text)")
    let other = try Migration(ddl: inline, to: whole.replacing("> 0", with: "> 1"))
    #expect(!other.plan.isEmpty)
  }

  @Test func aTableBecomesStrictWhereItsValuesAreOfItsTypes() throws {
    let from = "CREATE TABLE item (id INTEGER NOT NULL PRIMARY KEY, size INTEGER, name VARCHAR(20));"
    let to = "CREATE TABLE item (id INTEGER NOT NULL PRIMARY KEY, size INTEGER, name TEXT) STRICT;"
    let rows = "INSERT INTO item VALUES (1, 2, 'a'), (2, 'two', 'b')"
    let migration = try Migration(ddl: from, rows: rows, to: to)
    #expect(try migration.counts().contains("unconvertible item.size 1"))
    let good = try Migration(ddl: from, rows: "INSERT INTO item VALUES (1, 2, 'a')", to: to)
    try good.roundTrip("SELECT * FROM item")
  }

  @Test func rowsOfATableThatOthersCascadeFromAreThereAfterItsRebuild() throws {
    // Source: the reports of several tools that rebuild with foreign keys on: the children of the old table are cascade.
    let from = """
      CREATE TABLE "owner" ("id" INTEGER NOT NULL, "name" TEXT, CONSTRAINT "owner_pkey" PRIMARY KEY ("id")) STRICT;
      CREATE TABLE "pet" ("id" INTEGER NOT NULL, "owner_id" INTEGER NOT NULL, "mother_id" INTEGER,
      CONSTRAINT "pet_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "pet_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owner" ("id") ON DELETE CASCADE,
      CONSTRAINT "pet_mother_id_fkey" FOREIGN KEY ("mother_id") REFERENCES "pet" ("id") ON DELETE CASCADE) STRICT;
      CREATE TABLE "toy" ("id" INTEGER NOT NULL, "pet_id" INTEGER,
      CONSTRAINT "toy_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "toy_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pet" ("id") ON DELETE SET NULL) STRICT;
      """
    let to = from.replacing("\"name\" TEXT", with: "\"name\" TEXT NOT NULL DEFAULT ('')")
      .replacing("\"mother_id\" INTEGER,", with: "\"mother_id\" INTEGER DEFAULT (NULL),")
    let rows = """
      INSERT INTO owner VALUES (1, 'o'), (2, NULL); INSERT INTO pet VALUES (1, 1, NULL), (2, 1, 1), (3, 2, 2);
      INSERT INTO toy VALUES (1, 1), (2, 3), (3, NULL);
      """
    let migration = try Migration(ddl: from, rows: rows, to: to, allowing: ["replaceNull"])
    #expect(migration.plan.rebuiltTables == ["owner", "pet"])
    try migration.apply()
    #expect(
      try migration.database.quoted("SELECT * FROM pet") == [["1", "1", "NULL"], ["2", "1", "1"], ["3", "2", "2"]])
    #expect(try migration.database.quoted("SELECT * FROM toy") == [["1", "1"], ["2", "3"], ["3", "NULL"]])
    #expect(try migration.database.quoted("SELECT * FROM owner") == [["1", "o"], ["2", ""]])
  }

  @Test func aCommentBesideAColumnIsNotLeftBesideAnother() throws {
    let from =
      "CREATE TABLE item (\n  id INTEGER NOT NULL PRIMARY KEY,\n  -- The size.\n  size INTEGER,\n  note TEXT\n) STRICT;"
    let without = "CREATE TABLE item (\n  id INTEGER NOT NULL PRIMARY KEY,\n  note TEXT\n) STRICT;"
    let migration = try Migration(ddl: from, to: without, allowing: ["dropColumn"])
    #expect(migration.plan.rebuiltTables == ["item"])
    let plain = try Migration(ddl: from.replacing("  -- The size.\n", with: ""), to: without, allowing: ["dropColumn"])
    #expect(plain.plan.rebuiltTables.isEmpty)
    try migration.apply()
    try plain.apply()
  }

  @Test func aColumnThatALTERTABLEAddedIsDroppedByIt() throws {
    let before = "CREATE TABLE item (id INTEGER NOT NULL PRIMARY KEY, a TEXT) STRICT;"
    let from = before + "ALTER TABLE item ADD COLUMN size INTEGER CONSTRAINT item_size_check CHECK (size > 0);"
    let migration = try Migration(ddl: from, rows: "INSERT INTO item VALUES (1, 'a', NULL)", to: before)
    #expect(migration.plan.rebuiltTables.isEmpty)
    try migration.apply()
  }

  @Test func anIndexCanGetTheNameThatAnotherTablesIndexHad() throws {
    let tables =
      "CREATE TABLE a (id INTEGER NOT NULL PRIMARY KEY, x TEXT); CREATE TABLE b (id INTEGER NOT NULL PRIMARY KEY, x TEXT);"
    for strict in ["", " STRICT"] {
      let to =
        tables.replacing("x TEXT)", with: "x TEXT)\(strict)") + "CREATE INDEX i ON a (x); CREATE INDEX j ON b (x);"
      let migration = try Migration(
        ddl: tables + "CREATE INDEX i ON b (x); CREATE INDEX j ON a (x);",
        rows: "INSERT INTO a VALUES (1, 'x'); INSERT INTO b VALUES (2, 'y')", to: to)
      try migration.roundTrip("SELECT * FROM a, b")
    }
  }

  @Test func aDBAsOwnIndexesTriggersAndViewsOfOtherTablesAreLeftAlone() throws {
    let from =
      "CREATE TABLE a (id INTEGER NOT NULL PRIMARY KEY, x TEXT) STRICT; CREATE TABLE b (id INTEGER NOT NULL PRIMARY KEY, x TEXT) STRICT;"
    let migration = try Migration(
      ddl: from,
      to: from.replacing(
        "a (id INTEGER NOT NULL PRIMARY KEY, x",
        with: "a (id INTEGER NOT NULL PRIMARY KEY, y INTEGER NOT NULL DEFAULT (random()), x"))
    try migration.database.run(
      """
      CREATE INDEX mine ON b (x); CREATE VIEW both AS SELECT a.x, b.x AS y FROM a, b;
      CREATE TRIGGER audit AFTER INSERT ON b BEGIN DELETE FROM a WHERE id = NEW.id; END;
      INSERT INTO a VALUES (1, 'x'); INSERT INTO b VALUES (2, 'y');
      """)
    #expect(migration.plan.rebuiltTables == ["a"])
    try migration.database.apply(migration.text)
    #expect(try migration.database.quoted("SELECT * FROM both") == [["x", "y"]])
    #expect(
      try migration.database.quoted("SELECT name FROM sqlite_schema WHERE type <> 'table' ORDER BY name")
        == [["audit"], ["both"], ["mine"]])
  }

  @Test func theTableOfAppliedMigrationsIsNoPartOfASchema() throws {
    let ddl = "CREATE TABLE a (id INTEGER NOT NULL PRIMARY KEY) STRICT;"
    let migration = try Migration(ddl: ddl + "CREATE TABLE postil_migration (name TEXT PRIMARY KEY) STRICT;", to: ddl)
    #expect(migration.plan.isEmpty)
    #expect(CatalogComparison.differences(found: migration.former, expected: migration.target).isEmpty)
  }

  @Test func triggersThatStandForWritingToAViewStayWithIt() throws {
    let table = "CREATE TABLE a (id INTEGER NOT NULL PRIMARY KEY, x TEXT) STRICT;"
    let view = "CREATE VIEW v AS SELECT id, x FROM a;"
    let trigger = "CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN INSERT INTO a VALUES (NEW.id, NEW.x); END;"
    let from = table + view + trigger
    for to in [
      from.replacing("x TEXT)", with: "x TEXT, y TEXT)"), from.replacing("x TEXT)", with: "x TEXT DEFAULT ('y'))"),
      from.replacing("NEW.x)", with: "upper(NEW.x))"), from.replacing("FROM a", with: "FROM a WHERE id > 0"),
      table + view,
    ] {
      let migration = try Migration(
        ddl: from, rows: "INSERT INTO v VALUES (1, 'x')", to: to.replacing("a VALUES", with: "a (id, x) VALUES"))
      try migration.roundTrip("SELECT id, x FROM a")
    }
  }
}
