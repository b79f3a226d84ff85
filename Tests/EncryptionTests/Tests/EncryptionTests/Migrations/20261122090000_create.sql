-- Create.
-- @migration(schema: "8859151b2b2963ec")

-- Something that nobody else may read.
CREATE TABLE "letter" (
  "id"     INTEGER NOT NULL,
  "text"   TEXT    NOT NULL,
  "labels" TEXT    NOT NULL,
  CONSTRAINT "letter_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "letter_labels_json" CHECK (json_valid("labels"))
) STRICT;
CREATE VIRTUAL TABLE "letter_fts" USING fts5 (
  "text",
  content='letter',
  content_rowid='id'
);

CREATE TRIGGER "letter_fts_insert_trigger" AFTER INSERT ON "letter" FOR EACH ROW
BEGIN
  INSERT INTO "letter_fts" ("rowid", "text") VALUES (NEW."id", NEW."text");
END;

CREATE TRIGGER "letter_fts_delete_trigger" AFTER DELETE ON "letter" FOR EACH ROW
BEGIN
  INSERT INTO "letter_fts" ("letter_fts", "rowid", "text") VALUES ('delete', OLD."id", OLD."text");
END;

CREATE TRIGGER "letter_fts_update_trigger" AFTER UPDATE ON "letter" FOR EACH ROW
WHEN OLD."id" COLLATE BINARY IS NOT NEW."id" OR OLD."text" COLLATE BINARY IS NOT NEW."text"
BEGIN
  INSERT INTO "letter_fts" ("letter_fts", "rowid", "text") VALUES ('delete', OLD."id", OLD."text");
  INSERT INTO "letter_fts" ("rowid", "text") VALUES (NEW."id", NEW."text");
END;
