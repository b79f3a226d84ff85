// Written by Postil from the models of Notes. Don't edit this file; change the annotations instead.

import Postil

public nonisolated enum NotesSchema: DatabaseSchema {
  /// The statements that create the schema, in dependency order.
  public static let ddl =
    """
    CREATE TABLE "notebook" (
      "id"   INTEGER NOT NULL,
      "name" TEXT    NOT NULL,
      CONSTRAINT "notebook_pkey" PRIMARY KEY ("id")
    ) STRICT;

    -- Something written down.
    CREATE TABLE "note" (
      "id"          INTEGER NOT NULL,
      "title"       TEXT    NOT NULL,
      "text"        TEXT    NOT NULL,
      "written_at"  TEXT    NOT NULL,
      "notebook_id" INTEGER NOT NULL,
      CONSTRAINT "note_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "note_notebook_id_fkey" FOREIGN KEY ("notebook_id") REFERENCES "notebook" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "note_notebook_id_idx" ON "note" ("notebook_id");

    -- The full-text index of note.
    CREATE VIRTUAL TABLE "note_fts" USING fts5 (
      "title",
      "text",
      content='note',
      content_rowid='id',
      tokenize='porter unicode61 remove_diacritics 2',
      prefix='2 3'
    );

    -- A notebook, how many notes it has, and when the last of them was written.
    CREATE VIEW "notebook_summary" ("notebook_id", "name", "note_count", "last_written_at") AS
    SELECT notebook.id, notebook.name, count(note.id), max(note.written_at)
    FROM notebook LEFT JOIN note ON note.notebook_id = notebook.id
    GROUP BY notebook.id;

    CREATE TRIGGER "note_fts_insert_trigger" AFTER INSERT ON "note" FOR EACH ROW
    BEGIN
      INSERT INTO "note_fts" ("rowid", "title", "text") VALUES (NEW."id", NEW."title", NEW."text");
    END;

    CREATE TRIGGER "note_fts_delete_trigger" AFTER DELETE ON "note" FOR EACH ROW
    BEGIN
      INSERT INTO "note_fts" ("note_fts", "rowid", "title", "text") VALUES ('delete', OLD."id", OLD."title", OLD."text");
    END;

    CREATE TRIGGER "note_fts_update_trigger" AFTER UPDATE ON "note" FOR EACH ROW
    WHEN OLD."id" COLLATE BINARY IS NOT NEW."id" OR OLD."title" COLLATE BINARY IS NOT NEW."title" OR OLD."text" COLLATE BINARY IS NOT NEW."text"
    BEGIN
      INSERT INTO "note_fts" ("note_fts", "rowid", "title", "text") VALUES ('delete', OLD."id", OLD."title", OLD."text");
      INSERT INTO "note_fts" ("rowid", "title", "text") VALUES (NEW."id", NEW."title", NEW."text");
    END;

    """

  /// Changes exactly when `ddl` changes.
  public static let fingerprint = "5b9f1bd1c7d26849"

  /// The tables of all models.
  public static let tables: [_TableDescription] = [Note.table, Notebook.table]

  /// There are no migrations yet.
  public static let migrations = SchemaMigrations([])
}
