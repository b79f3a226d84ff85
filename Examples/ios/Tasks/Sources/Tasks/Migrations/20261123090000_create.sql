-- Create.
-- @migration(schema: "174e1a77db3077b8")

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
  -- The position among the members of 'project_items'.
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

CREATE TRIGGER "project_items_place_trigger" AFTER INSERT ON "item" FOR EACH ROW
WHEN NEW."items_position" IS NULL
BEGIN
  UPDATE "item" SET "items_position" =
    (SELECT coalesce(max("items_position") + 4096, 0) FROM "item" WHERE "project_id" = NEW."project_id")
    WHERE "id" = NEW."id";
END;
