// Written by Postil from the models of Items: change the annotations there, not this file.

import Postil

public nonisolated enum ItemsSchema: DatabaseSchema {
  /// Every statement that makes the schema, in dependency order.
  public static let ddl =
    """
    -- A list of items, such as one for the house and one for work.
    CREATE TABLE "list" (
      "id"   INTEGER NOT NULL,
      "name" TEXT    NOT NULL,
      CONSTRAINT "list_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "list_name_key" UNIQUE ("name")
    ) STRICT;

    -- Something to do.
    CREATE TABLE "item" (
      "id"       INTEGER NOT NULL,
      -- What is to be done, in a few words.
      "title"    TEXT    NOT NULL,
      "due_at"   TEXT,
      "priority" INTEGER NOT NULL,
      "done"     INTEGER NOT NULL,
      "list_id"  INTEGER NOT NULL,
      CONSTRAINT "item_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "item_done_range" CHECK ("done" IN (0, 1)),
      CONSTRAINT "item_priority_check" CHECK ("priority" IN (0, 1, 2)),
      CONSTRAINT "item_title_check" CHECK (length(title) > 0),
      CONSTRAINT "item_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "list" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "item_due_at_priority_idx" ON "item" ("due_at", "priority");
    CREATE INDEX "item_title_idx" ON "item" ("title") WHERE done = 0;
    CREATE INDEX "item_list_id_idx" ON "item" ("list_id");

    -- One step of an item.
    CREATE TABLE "step" (
      "id"      INTEGER NOT NULL,
      "text"    TEXT    NOT NULL,
      "done"    INTEGER NOT NULL,
      "item_id" INTEGER NOT NULL,
      CONSTRAINT "step_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "step_done_range" CHECK ("done" IN (0, 1)),
      CONSTRAINT "step_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "step_item_id_idx" ON "step" ("item_id");

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

    """

  /// Changes exactly when the statements do.
  public static let fingerprint = "ed6ea6eb963b53c7"

  /// Every table of a model.
  public static let tables: [TableDescription] = [Item.table, List.table, Step.table, Tag.table]
}
