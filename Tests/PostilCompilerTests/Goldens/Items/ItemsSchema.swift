// Written by Postil from the models of Items. Don't edit this file; change the annotations instead.

import Postil

public nonisolated enum ItemsSchema: DatabaseSchema {
  /// The statements that create the schema, in dependency order.
  public static let ddl =
    """
    -- A project that items belong to, such as the house or a trip.
    CREATE TABLE "project" (
      "id"   INTEGER NOT NULL,
      "name" TEXT    NOT NULL,
      CONSTRAINT "project_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "project_name_key" UNIQUE ("name")
    ) STRICT;

    -- Something to do.
    CREATE TABLE "item" (
      "id"         INTEGER NOT NULL,
      -- What is to be done, in a few words.
      "title"      TEXT    NOT NULL,
      "due_at"     TEXT,
      "priority"   INTEGER NOT NULL,
      "done"       INTEGER NOT NULL,
      "project_id" INTEGER NOT NULL,
      CONSTRAINT "item_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "item_done_range" CHECK ("done" IN (0, 1)),
      CONSTRAINT "item_priority_check" CHECK ("priority" IN (0, 1, 2)),
      CONSTRAINT "item_title_check" CHECK (length(title) > 0),
      CONSTRAINT "item_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "item_due_at_priority_idx" ON "item" ("due_at", "priority");
    CREATE INDEX "item_title_idx" ON "item" ("title") WHERE done = 0;
    CREATE INDEX "item_project_id_idx" ON "item" ("project_id");

    -- One step of an item.
    CREATE TABLE "step" (
      "id"             INTEGER NOT NULL,
      "text"           TEXT    NOT NULL,
      "done"           INTEGER NOT NULL,
      "item_id"        INTEGER NOT NULL,
      -- The position among the members of 'item_steps'.
      "steps_position" INTEGER,
      CONSTRAINT "step_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "step_done_range" CHECK ("done" IN (0, 1)),
      CONSTRAINT "step_steps_position_range" CHECK ("steps_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
      CONSTRAINT "step_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "step_item_id_steps_position_idx" ON "step" ("item_id", "steps_position");

    -- A word that items share.
    CREATE TABLE "tag" (
      "id"   INTEGER NOT NULL,
      "name" TEXT    NOT NULL COLLATE NOCASE,
      CONSTRAINT "tag_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "tag_name_key" UNIQUE ("name")
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

    CREATE TRIGGER "item_steps_place_trigger" AFTER INSERT ON "step" FOR EACH ROW
    WHEN NEW."steps_position" IS NULL
    BEGIN
      UPDATE "step" SET "steps_position" =
        (SELECT coalesce(max("steps_position") + 4096, 0) FROM "step" WHERE "item_id" = NEW."item_id")
        WHERE "id" = NEW."id";
    END;

    CREATE TRIGGER "item_steps_insert_max_trigger" AFTER INSERT ON "step" FOR EACH ROW
    WHEN (SELECT count(*) FROM (SELECT 1 FROM "step" WHERE "item_id" = NEW."item_id" LIMIT 21)) > 20
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Item.steps, 20');
    END;

    CREATE TRIGGER "item_steps_update_max_trigger" AFTER UPDATE OF "item_id" ON "step" FOR EACH ROW
    WHEN (NEW."item_id" IS NOT OLD."item_id")
      AND (SELECT count(*) FROM (SELECT 1 FROM "step" WHERE "item_id" = NEW."item_id" LIMIT 21)) > 20
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Item.steps, 20');
    END;

    """

  /// Changes exactly when `ddl` changes.
  public static let fingerprint = "a76986efa27d208a"

  /// The tables of all models.
  public static let tables: [_TableDescription] = [Item.table, Project.table, Step.table, Tag.table]

  /// There are no migrations yet.
  public static let migrations = SchemaMigrations([])
}
