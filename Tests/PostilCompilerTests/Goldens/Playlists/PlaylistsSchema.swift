// Written by Postil from the models of Playlists. Don't edit this file; change the annotations instead.

import Postil

public nonisolated enum PlaylistsSchema: DatabaseSchema {
  /// The statements that create the schema, in dependency order.
  public static let ddl =
    """
    -- A folder in a tree, its children in an order.
    CREATE TABLE "folder" (
      "id"                INTEGER NOT NULL,
      "name"              TEXT    NOT NULL,
      "parent_id"         INTEGER,
      -- The position among the members of 'folder_children'.
      "children_position" INTEGER,
      CONSTRAINT "folder_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "folder_children_position_range" CHECK ("children_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
      CONSTRAINT "folder_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "folder" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "folder_parent_id_children_position_idx" ON "folder" ("parent_id", "children_position");

    -- Songs in an order, and the singers on the cover.
    CREATE TABLE "playlist" (
      "id"   INTEGER NOT NULL,
      "name" TEXT    NOT NULL,
      CONSTRAINT "playlist_pkey" PRIMARY KEY ("id")
    ) STRICT;

    -- Somebody who sings, with albums, the favourite first.
    CREATE TABLE "singer" (
      "id"   INTEGER NOT NULL,
      "name" TEXT    NOT NULL,
      CONSTRAINT "singer_pkey" PRIMARY KEY ("id")
    ) STRICT;

    -- What a singer has recorded.
    CREATE TABLE "album" (
      "id"              INTEGER NOT NULL,
      "name"            TEXT    NOT NULL,
      "singer_id"       INTEGER NOT NULL,
      -- The position among the members of 'singer_albums'.
      "albums_position" INTEGER,
      CONSTRAINT "album_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "album_albums_position_range" CHECK ("albums_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
      CONSTRAINT "album_singer_id_fkey" FOREIGN KEY ("singer_id") REFERENCES "singer" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "album_singer_id_albums_position_idx" ON "album" ("singer_id", "albums_position");

    -- A song in a playlist, or in none.
    CREATE TABLE "track" (
      "id"              INTEGER NOT NULL,
      "title"           TEXT    NOT NULL,
      "playlist_id"     INTEGER,
      -- The position among the members of 'playlist_tracks'.
      "tracks_position" INTEGER,
      CONSTRAINT "track_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "track_tracks_position_range" CHECK ("tracks_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
      CONSTRAINT "track_playlist_id_fkey" FOREIGN KEY ("playlist_id") REFERENCES "playlist" ("id") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "track_playlist_id_tracks_position_idx" ON "track" ("playlist_id", "tracks_position");

    -- The pairs of Playlist.singers and Singer.playlists.
    CREATE TABLE "playlist_singers" (
      "playlist_id"      INTEGER NOT NULL,
      "singer_id"        INTEGER NOT NULL,
      -- The position among the members of 'playlist_singers'.
      "singers_position" INTEGER,
      CONSTRAINT "playlist_singers_pkey" PRIMARY KEY ("playlist_id", "singer_id"),
      CONSTRAINT "playlist_singers_singers_position_range" CHECK ("singers_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
      CONSTRAINT "playlist_singers_playlist_id_fkey" FOREIGN KEY ("playlist_id") REFERENCES "playlist" ("id") ON DELETE CASCADE,
      CONSTRAINT "playlist_singers_singer_id_fkey" FOREIGN KEY ("singer_id") REFERENCES "singer" ("id") ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX "playlist_singers_singer_id_playlist_id_idx" ON "playlist_singers" ("singer_id", "playlist_id");
    CREATE INDEX "playlist_singers_playlist_id_singers_position_idx" ON "playlist_singers" ("playlist_id", "singers_position");

    -- The rows of 'singer' with fewer than 1 members in 'album', maintained by triggers.
    -- A transaction can't commit while there are rows here: 'missing' references a row that never exists.
    CREATE TABLE "singer_albums_unmet" (
      "singer_id" INTEGER NOT NULL,
      "missing"   INTEGER NOT NULL DEFAULT (1),
      "found"     INTEGER,
      CONSTRAINT "singer_albums_unmet_pkey" PRIMARY KEY ("singer_id"),
      CONSTRAINT "singer_albums_unmet_found_key" UNIQUE ("found"),
      CONSTRAINT "singer_albums_unmet_found_check" CHECK ("found" IS NULL),
      CONSTRAINT "singer_albums_unmet_missing_fkey" FOREIGN KEY ("missing") REFERENCES "singer_albums_unmet" ("found") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
    ) STRICT;

    CREATE TRIGGER "folder_children_place_trigger" AFTER INSERT ON "folder" FOR EACH ROW
    WHEN NEW."children_position" IS NULL AND NEW."parent_id" IS NOT NULL
    BEGIN
      UPDATE "folder" SET "children_position" =
        (SELECT coalesce(max("children_position") + 4096, 0) FROM "folder" WHERE "parent_id" = NEW."parent_id")
        WHERE "id" = NEW."id";
    END;

    CREATE TRIGGER "singer_albums_owner_insert_min_trigger" AFTER INSERT ON "singer" FOR EACH ROW
    BEGIN
      INSERT INTO "singer_albums_unmet" ("singer_id")
        SELECT "id" FROM "singer"
        WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "singer_id" = NEW."id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "singer_albums_owner_delete_min_trigger" AFTER DELETE ON "singer" FOR EACH ROW
    BEGIN
      DELETE FROM "singer_albums_unmet" WHERE "singer_id" = OLD."id";
    END;

    CREATE TRIGGER "singer_albums_owner_update_min_trigger" AFTER UPDATE OF "id" ON "singer" FOR EACH ROW
    BEGIN
      DELETE FROM "singer_albums_unmet" WHERE "singer_id" = OLD."id" AND NOT EXISTS (SELECT 1 FROM "singer" WHERE "id" = OLD."id");
      INSERT INTO "singer_albums_unmet" ("singer_id")
        SELECT "id" FROM "singer"
        WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "singer_id" = NEW."id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "singer_albums_place_trigger" AFTER INSERT ON "album" FOR EACH ROW
    WHEN NEW."albums_position" IS NULL
    BEGIN
      UPDATE "album" SET "albums_position" =
        (SELECT coalesce(max("albums_position") + 4096, 0) FROM "album" WHERE "singer_id" = NEW."singer_id")
        WHERE "id" = NEW."id";
    END;

    CREATE TRIGGER "singer_albums_insert_max_trigger" AFTER INSERT ON "album" FOR EACH ROW
    WHEN (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "singer_id" = NEW."singer_id" LIMIT 4)) > 3
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Singer.albums, 3');
    END;

    CREATE TRIGGER "singer_albums_update_max_trigger" AFTER UPDATE OF "singer_id" ON "album" FOR EACH ROW
    WHEN (NEW."singer_id" IS NOT OLD."singer_id")
      AND (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "singer_id" = NEW."singer_id" LIMIT 4)) > 3
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Singer.albums, 3');
    END;

    CREATE TRIGGER "singer_albums_insert_min_trigger" AFTER INSERT ON "album" FOR EACH ROW
    BEGIN
      DELETE FROM "singer_albums_unmet" WHERE "singer_id" = NEW."singer_id"
        AND (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "singer_id" = NEW."singer_id" LIMIT 1)) >= 1;
    END;

    CREATE TRIGGER "singer_albums_delete_min_trigger" AFTER DELETE ON "album" FOR EACH ROW
    BEGIN
      INSERT INTO "singer_albums_unmet" ("singer_id")
        SELECT "id" FROM "singer"
        WHERE "id" = OLD."singer_id" AND (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "singer_id" = OLD."singer_id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "singer_albums_update_min_trigger" AFTER UPDATE OF "singer_id" ON "album" FOR EACH ROW
    WHEN NEW."singer_id" IS NOT OLD."singer_id"
    BEGIN
      INSERT INTO "singer_albums_unmet" ("singer_id")
        SELECT "id" FROM "singer"
        WHERE "id" = OLD."singer_id" AND (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "singer_id" = OLD."singer_id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
      DELETE FROM "singer_albums_unmet" WHERE "singer_id" = NEW."singer_id"
        AND (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "singer_id" = NEW."singer_id" LIMIT 1)) >= 1;
    END;

    CREATE TRIGGER "playlist_tracks_place_trigger" AFTER INSERT ON "track" FOR EACH ROW
    WHEN NEW."tracks_position" IS NULL AND NEW."playlist_id" IS NOT NULL
    BEGIN
      UPDATE "track" SET "tracks_position" =
        (SELECT coalesce(max("tracks_position") + 4096, 0) FROM "track" WHERE "playlist_id" = NEW."playlist_id")
        WHERE "id" = NEW."id";
    END;

    CREATE TRIGGER "playlist_singers_place_trigger" AFTER INSERT ON "playlist_singers" FOR EACH ROW
    WHEN NEW."singers_position" IS NULL
    BEGIN
      UPDATE "playlist_singers" SET "singers_position" =
        (SELECT coalesce(max("singers_position") + 4096, 0) FROM "playlist_singers" WHERE "playlist_id" = NEW."playlist_id")
        WHERE "playlist_id" = NEW."playlist_id" AND "singer_id" = NEW."singer_id";
    END;

    CREATE TRIGGER "playlist_singers_insert_max_trigger" AFTER INSERT ON "playlist_singers" FOR EACH ROW
    WHEN (SELECT count(*) FROM (SELECT 1 FROM "playlist_singers" WHERE "playlist_id" = NEW."playlist_id" LIMIT 6)) > 5
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Playlist.singers, 5');
    END;

    CREATE TRIGGER "playlist_singers_update_max_trigger" AFTER UPDATE OF "playlist_id" ON "playlist_singers" FOR EACH ROW
    WHEN (NEW."playlist_id" IS NOT OLD."playlist_id")
      AND (SELECT count(*) FROM (SELECT 1 FROM "playlist_singers" WHERE "playlist_id" = NEW."playlist_id" LIMIT 6)) > 5
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Playlist.singers, 5');
    END;

    """

  /// Changes exactly when `ddl` changes.
  public static let fingerprint = "01ff3e86ea575489"

  /// The tables of all models.
  public static let tables: [_TableDescription] = [Folder.table, Playlist.table, Singer.table, Album.table, Track.table]

  /// The relationships that require a minimum number of members when a transaction commits.
  public static let arityChecks: [_ArityCheck] = [
    _ArityCheck(
      "Singer.albums", minimum: 1,
      owner: """
        SELECT (SELECT count(*) FROM "album" WHERE "singer_id" = u."singer_id"), u."singer_id"
        FROM "singer_albums_unmet" AS u LIMIT 1
        """),
  ]

  /// There are no migrations yet.
  public static let migrations = SchemaMigrations([])
}
