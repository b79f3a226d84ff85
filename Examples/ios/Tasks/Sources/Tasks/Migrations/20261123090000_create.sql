-- Create.
-- @migration(schema: "cdbcd5db13fe6684")
-- @types(timestamp: "item.due_at")

-- A list of items.
CREATE TABLE "project" (
  "id"   INTEGER NOT NULL,
  "name" TEXT    NOT NULL,
  CONSTRAINT "project_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "project_name_key" UNIQUE ("name"),
  CONSTRAINT "project_name_check" CHECK (length(name) > 0)
) STRICT;

-- Something to do.
CREATE TABLE "item" (
  "id"             INTEGER NOT NULL,
  "title"          TEXT    NOT NULL,
  "due_at"         TEXT,
  "done"           INTEGER NOT NULL,
  "project_id"     INTEGER NOT NULL,
  -- The position among the members of 'project_items', set by triggers.
  "items_position" INTEGER,
  CONSTRAINT "item_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "item_done_range" CHECK ("done" IN (0, 1)),
  CONSTRAINT "item_items_position_range" CHECK ("items_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
  CONSTRAINT "item_title_check" CHECK (length(title) > 0),
  CONSTRAINT "item_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project" ("id") ON DELETE CASCADE
) STRICT;
CREATE INDEX "item_due_at_idx" ON "item" ("due_at");
CREATE INDEX "item_project_id_items_position_idx" ON "item" ("project_id", "items_position");

-- A word that is given to items.
CREATE TABLE "tag" (
  "id"   INTEGER NOT NULL,
  "name" TEXT    NOT NULL,
  CONSTRAINT "tag_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "tag_name_key" UNIQUE ("name"),
  CONSTRAINT "tag_name_check" CHECK (length(name) > 0)
) STRICT;

-- The pairs of Item.tags and Tag.items.
CREATE TABLE "item_tags" (
  "item_id" INTEGER NOT NULL,
  "tag_id"  INTEGER NOT NULL,
  CONSTRAINT "item_tags_pkey" PRIMARY KEY ("item_id", "tag_id"),
  CONSTRAINT "item_tags_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE,
  CONSTRAINT "item_tags_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tag" ("id") ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX "item_tags_tag_id_item_id_idx" ON "item_tags" ("tag_id", "item_id");

-- The number of members of 'item' in each range of 2^level positions, maintained by triggers.
CREATE TABLE "project_items_order" (
  "project_id" INTEGER NOT NULL,
  "level"      INTEGER NOT NULL,
  "node"       INTEGER NOT NULL,
  "count"      INTEGER NOT NULL,
  CONSTRAINT "project_items_order_pkey" PRIMARY KEY ("project_id", "level", "node")
) STRICT, WITHOUT ROWID;

CREATE TRIGGER "project_items_insert_place_trigger" AFTER INSERT ON "item" FOR EACH ROW
WHEN NEW."items_position" IS NULL
BEGIN
  UPDATE "item" SET "items_position" = coalesce((
    SELECT "items_position" FROM "item"
    WHERE "project_id" = NEW."project_id" AND "items_position" IS NOT NULL
      AND NOT ("id" = NEW."id")
    ORDER BY "items_position" DESC LIMIT 1) + 4096, 0)
    WHERE "id" = NEW."id";
END;

CREATE TRIGGER "project_items_update_place_trigger" AFTER UPDATE OF "project_id", "items_position" ON "item" FOR EACH ROW
WHEN NEW."items_position" IS NULL
  OR (NEW."project_id" IS NOT OLD."project_id") AND NEW."items_position" IS OLD."items_position"
BEGIN
  UPDATE "item" SET "items_position" = coalesce((
    SELECT "items_position" FROM "item"
    WHERE "project_id" = NEW."project_id" AND "items_position" IS NOT NULL
      AND NOT ("id" = NEW."id")
    ORDER BY "items_position" DESC LIMIT 1) + 4096, 0)
    WHERE "id" = NEW."id";
END;

CREATE TRIGGER "project_items_insert_count_trigger" AFTER INSERT ON "item" FOR EACH ROW
WHEN NEW."items_position" IS NOT NULL
BEGIN
  INSERT INTO "project_items_order" ("project_id", "level", "node", "count")
    SELECT NEW."project_id", column1, NEW."items_position" >> column1, 1 FROM (VALUES (16), (24), (32))
    WHERE true
    ON CONFLICT ("project_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
END;

CREATE TRIGGER "project_items_delete_count_trigger" AFTER DELETE ON "item" FOR EACH ROW
WHEN OLD."items_position" IS NOT NULL
BEGIN
  INSERT INTO "project_items_order" ("project_id", "level", "node", "count")
    SELECT OLD."project_id", column1, OLD."items_position" >> column1, -1 FROM (VALUES (16), (24), (32))
    WHERE true
    ON CONFLICT ("project_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
END;

CREATE TRIGGER "project_items_update_count_trigger" AFTER UPDATE OF "project_id", "items_position" ON "item" FOR EACH ROW
WHEN NEW."project_id" IS NOT OLD."project_id"
  OR NEW."items_position" >> 16 IS NOT OLD."items_position" >> 16
BEGIN
  INSERT INTO "project_items_order" ("project_id", "level", "node", "count")
    SELECT OLD."project_id", column1, OLD."items_position" >> column1, -1 FROM (VALUES (16), (24), (32))
    WHERE OLD."items_position" IS NOT NULL
    ON CONFLICT ("project_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
  INSERT INTO "project_items_order" ("project_id", "level", "node", "count")
    SELECT NEW."project_id", column1, NEW."items_position" >> column1, 1 FROM (VALUES (16), (24), (32))
    WHERE NEW."items_position" IS NOT NULL
    ON CONFLICT ("project_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
END;

CREATE TRIGGER "project_items_order_empty_trigger" AFTER UPDATE OF "count" ON "project_items_order" FOR EACH ROW
WHEN NEW."count" = 0
BEGIN
  DELETE FROM "project_items_order" WHERE "project_id" = NEW."project_id" AND "level" = NEW."level" AND "node" = NEW."node";
END;
