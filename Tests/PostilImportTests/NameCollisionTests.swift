import Testing

@Suite("Imported names that conflict with Swift")
struct NameCollisionTests {
  @Test("A table whose name would shadow a type, or make the target a program, is renamed")
  func tables() throws {
    let sample = try Sample(
      """
      CREATE TABLE main (id INTEGER PRIMARY KEY); CREATE TABLE draft (id INTEGER PRIMARY KEY, main_id INTEGER REFERENCES main);
      CREATE TABLE columns (id INTEGER PRIMARY KEY); CREATE TABLE unique_keys (id INTEGER PRIMARY KEY);
      CREATE TABLE owning_model (id INTEGER PRIMARY KEY); CREATE TABLE dates (id INTEGER PRIMARY KEY, "date" DATE);
      CREATE TABLE errors (id INTEGER PRIMARY KEY); CREATE TABLE "order" (id INTEGER PRIMARY KEY, "group" TEXT);
      """)
    #expect(
      sample.result.files.map(\.name) == [
        "MainRow.swift", "DraftRow.swift", "Column.swift", "UniqueKey.swift", "OwningModelRow.swift", "Dates.swift",
        "Errors.swift", "Order.swift",
      ])
    #expect(sample.result.notImported == [])
    #expect(try sample.text("DraftRow").contains("var mainID: MainRow.ID?"))
  }

  @Test("A name that SQL reserves is quoted, in annotations of every kind")
  func reserved() throws {
    let sample = try Sample(
      """
      CREATE TABLE "order" ("index" INTEGER NOT NULL, "group" TEXT NOT NULL DEFAULT 'x', "select" TEXT, "from" INTEGER,
        "table" TEXT GENERATED ALWAYS AS ("group" || "select") VIRTUAL, CONSTRAINT "order_pkey" PRIMARY KEY ("index"),
        CONSTRAINT "order_group_key" UNIQUE ("group"), CONSTRAINT "order_from_fkey" FOREIGN KEY ("from") REFERENCES "order" ("index"),
        CONSTRAINT "order_check" CHECK ("from" <> "index")) STRICT;
      CREATE INDEX "order_select_from_idx" ON "order" ("select", "from");
      CREATE INDEX "where" ON "order" (lower("select")) WHERE "from" > 0;
      CREATE TRIGGER "values" AFTER UPDATE OF "group" ON "order" BEGIN UPDATE "order" SET "select" = NEW."group"; END;
      CREATE VIEW "join" AS SELECT "group", "from" AS "to" FROM "order";
      INSERT INTO "order" ("index", "group") VALUES (1, 'a');
      """)
    #expect(sample.result.notImported == [])
    #expect(try sample.text("Order").contains("Import notes for") == false)
    #expect(
      try sample.members("Order") == [
        #"let id: ID  // @column("index")"#, #"var group: String  // @default(sql: "'x'") @unique"#,
        "var select: String?",
        "// @references(inverse: ordersByFrom, onDelete: noAction, unindexed) @column(\"from\")",
        "var fromID: Order.ID?",
        ##"let table: String?  // @generated(#""group" || "select""#)"##,
      ])
    #expect(try sample.members("Join") == ["let group: String", "let to: Order.ID?"])
  }
}
