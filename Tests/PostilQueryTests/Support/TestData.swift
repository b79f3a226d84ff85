/// The tables of the test models, and some rows.
enum TestData {
  static let ddl = """
    CREATE TABLE "project" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE "profile" (
      "id" INTEGER PRIMARY KEY, "colour" TEXT NOT NULL,
      "project_id" INTEGER NOT NULL UNIQUE REFERENCES "project" ("id")) STRICT;
    CREATE TABLE "item" (
      "id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL, "note" TEXT, "due_at" TEXT, "priority" INTEGER NOT NULL,
      "done" INTEGER NOT NULL, "price" REAL NOT NULL, "count" INTEGER NOT NULL,
      "project_id" INTEGER NOT NULL REFERENCES "project" ("id")) STRICT;
    CREATE INDEX "item_title" ON "item" ("title");
    CREATE INDEX "item_due_at" ON "item" ("due_at");
    CREATE INDEX "item_project_id" ON "item" ("project_id");
    CREATE INDEX "item_open" ON "item" ("count") WHERE "done" = 0;
    CREATE TABLE "tag" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL COLLATE NOCASE UNIQUE) STRICT;
    CREATE TABLE "item_tags" (
      "item_id" INTEGER NOT NULL REFERENCES "item" ("id") ON DELETE CASCADE,
      "tag_id" INTEGER NOT NULL REFERENCES "tag" ("id") ON DELETE CASCADE,
      PRIMARY KEY ("item_id", "tag_id")) STRICT, WITHOUT ROWID;
    CREATE INDEX "item_tags_tag_id" ON "item_tags" ("tag_id");
    CREATE TABLE "step" (
      "id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL, "done" INTEGER NOT NULL,
      "item_id" INTEGER NOT NULL REFERENCES "item" ("id") ON DELETE CASCADE) STRICT;
    CREATE INDEX "step_item_id" ON "step" ("item_id");
    CREATE TABLE "node" (
      "id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "is_open" INTEGER NOT NULL, "weight" INTEGER,
      "parent_id" INTEGER REFERENCES "node" ("id")) STRICT;
    CREATE INDEX "node_parent_id" ON "node" ("parent_id");
    CREATE TABLE "release" (
      "name" TEXT NOT NULL, "version" INTEGER NOT NULL, "notes" TEXT NOT NULL,
      PRIMARY KEY ("name", "version")) STRICT, WITHOUT ROWID;
    CREATE TABLE "asset" (
      "id" INTEGER PRIMARY KEY, "file" TEXT NOT NULL, "bytes" BLOB NOT NULL, "release_name" TEXT NOT NULL,
      "release_version" INTEGER NOT NULL,
      FOREIGN KEY ("release_name", "release_version") REFERENCES "release" ("name", "version")) STRICT;
    CREATE INDEX "asset_release" ON "asset" ("release_name", "release_version");
    CREATE TABLE "release_tags" (
      "release_name" TEXT NOT NULL, "release_version" INTEGER NOT NULL, "tag_id" INTEGER NOT NULL,
      PRIMARY KEY ("release_name", "release_version", "tag_id")) STRICT, WITHOUT ROWID;
    CREATE VIEW "open_item" ("title", "count", "project_id") AS
      SELECT "title", "count", "project_id" FROM "item" WHERE "done" = 0;
    """

  static let rows = """
    INSERT INTO "project" VALUES (1, 'Home'), (2, 'Work'), (3, 'Empty');
    INSERT INTO "profile" VALUES (1, 'red', 1);
    INSERT INTO "item" VALUES
      (1, 'Oil the door', NULL, '2026-01-01 00:00:00', 0, 0, 1.5, 2, 1),
      (2, 'oil the lamp', '50% done', NULL, 1, 0, 20.0, 0, 1),
      (3, 'Paint_wall', 'a*b?[c]', '2026-03-01 00:00:00', 2, 1, 100.0, 5, 1),
      (4, 'Report', '', '2026-02-01 00:00:00', 2, 0, 0.0, -3, 2),
      (5, 'Robert''); DROP TABLE item;--', NULL, NULL, 0, 1, 2.25, 7, 2);
    INSERT INTO "tag" VALUES (1, 'urgent'), (2, 'home'), (3, 'Oil'), (4, 'unused');
    INSERT INTO "item_tags" VALUES (1, 1), (1, 2), (2, 2), (3, 1), (3, 3), (4, 1);
    INSERT INTO "step" VALUES
      (1, 'find oil', 1, 1), (2, 'home', 0, 1), (3, 'buy paint', 1, 3), (4, 'urgent', 1, 3), (5, 'write', 0, 4);
    INSERT INTO "node" VALUES
      (1, 'root', 1, NULL, NULL), (2, 'a', 1, 5, 1), (3, 'b', 0, NULL, 1), (4, 'aa', 1, 1, 2), (5, 'other', 0, 9, NULL);
    INSERT INTO "release" VALUES ('postil', 1, 'first'), ('postil', 2, 'second'), ('other', 1, 'first');
    INSERT INTO "asset" VALUES
      (1, 'a.zip', x'00ff', 'postil', 1), (2, 'b.zip', x'01', 'postil', 2), (3, 'c.zip', x'', 'postil', 2);
    INSERT INTO "release_tags" VALUES ('postil', 1, 1), ('postil', 1, 2), ('postil', 2, 3), ('other', 1, 1);
    """
}
