// Written by Postil from the models of Houses. Don't edit this file; change the annotations instead.

import Postil

public nonisolated enum HousesSchema: DatabaseSchema {
  /// The statements that create the schema, in dependency order.
  public static let ddl =
    """
    -- The house, of which there is one, and its floors in the order in which the lift stops at them.
    CREATE TABLE "house" (
      "id"     INTEGER NOT NULL,
      "name"   TEXT    NOT NULL,
      "street" TEXT,
      CONSTRAINT "house_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "house_singleton_check" CHECK ("id" = 1)
    ) STRICT;

    -- A floor, which stays in its house for good, and its rooms as one walks past their doors.
    CREATE TABLE "floor" (
      "id"              INTEGER NOT NULL,
      -- 0 is the ground floor, cellars are below it.
      "level"           INTEGER NOT NULL,
      "name"            TEXT    NOT NULL,
      "house_id"        INTEGER NOT NULL,
      -- The position among the members of 'house_floors'.
      "floors_position" INTEGER,
      CONSTRAINT "floor_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "floor_house_id_level_key" UNIQUE ("house_id", "level"),
      CONSTRAINT "floor_floors_position_range" CHECK ("floors_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
      CONSTRAINT "floor_house_id_fkey" FOREIGN KEY ("house_id") REFERENCES "house" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "floor_house_id_floors_position_idx" ON "floor" ("house_id", "floors_position");

    -- A room of a floor. It cannot be without monsters, nor be torn down while they are in it.
    CREATE TABLE "room" (
      "id"             INTEGER NOT NULL,
      "name"           TEXT    NOT NULL,
      -- In square metres.
      "area"           REAL    NOT NULL,
      "floor_id"       INTEGER NOT NULL,
      -- The position among the members of 'floor_rooms'.
      "rooms_position" INTEGER,
      CONSTRAINT "room_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "room_floor_id_name_key" UNIQUE ("floor_id", "name"),
      CONSTRAINT "room_rooms_position_range" CHECK ("rooms_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
      CONSTRAINT "room_area_check" CHECK (area > 0),
      CONSTRAINT "room_floor_id_fkey" FOREIGN KEY ("floor_id") REFERENCES "floor" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "room_floor_id_rooms_position_idx" ON "room" ("floor_id", "rooms_position");

    -- A weapon, which lies in a room or is wielded.
    CREATE TABLE "weapon" (
      "id"      TEXT    NOT NULL,
      "name"    TEXT    NOT NULL,
      "damage"  REAL    NOT NULL,
      -- What is engraved on it: any number of 64 bits.
      "mark"    ANY,
      "room_id" INTEGER,
      CONSTRAINT "weapon_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "weapon_mark_range" CHECK (CASE typeof("mark") WHEN 'integer' THEN "mark" >= 0 WHEN 'text' THEN length("mark") = 20 ELSE "mark" IS NULL END),
      CONSTRAINT "weapon_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "weapon_room_id_idx" ON "weapon" ("room_id");

    -- A monster always has a room, and a room with a monster in it cannot be torn down.
    CREATE TABLE "monster" (
      "id"        INTEGER NOT NULL,
      "name"      TEXT    NOT NULL COLLATE NOCASE,
      "kind"      TEXT    NOT NULL,
      "strength"  INTEGER NOT NULL,
      -- What people tell of it.
      "legend"    TEXT,
      "room_id"   INTEGER NOT NULL,
      -- The weapon that it wields; no other monster wields the same.
      "weapon_id" TEXT,
      -- The monster that it follows.
      "leader_id" INTEGER,
      CONSTRAINT "monster_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "monster_weapon_id_key" UNIQUE ("weapon_id"),
      CONSTRAINT "monster_strength_range" CHECK ("strength" BETWEEN -2147483648 AND 2147483647),
      CONSTRAINT "monster_legend_json" CHECK ("legend" IS NULL OR json_valid("legend")),
      CONSTRAINT "monster_kind_check" CHECK ("kind" IN ('ghost', 'vampire', 'werewolf', 'living dead')),
      CONSTRAINT "monster_strength" CHECK (strength BETWEEN 1 AND 100),
      CONSTRAINT "monster_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE RESTRICT,
      CONSTRAINT "monster_weapon_id_fkey" FOREIGN KEY ("weapon_id") REFERENCES "weapon" ("id") ON DELETE SET NULL,
      CONSTRAINT "monster_leader_id_fkey" FOREIGN KEY ("leader_id") REFERENCES "monster" ("id") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "monster_kind_strength_idx" ON "monster" ("kind", "strength" DESC);
    CREATE INDEX "monster_room_id_idx" ON "monster" ("room_id");
    CREATE INDEX "monster_leader_id_idx" ON "monster" ("leader_id");

    -- The rows of 'house' with fewer than 1 members in 'floor', maintained by triggers.
    -- A transaction can't commit while there are rows here: 'missing' references a row that never exists.
    CREATE TABLE "house_floors_unmet" (
      "house_id" INTEGER NOT NULL,
      "missing"  INTEGER NOT NULL DEFAULT (1),
      "found"    INTEGER,
      CONSTRAINT "house_floors_unmet_pkey" PRIMARY KEY ("house_id"),
      CONSTRAINT "house_floors_unmet_found_key" UNIQUE ("found"),
      CONSTRAINT "house_floors_unmet_found_check" CHECK ("found" IS NULL),
      CONSTRAINT "house_floors_unmet_missing_fkey" FOREIGN KEY ("missing") REFERENCES "house_floors_unmet" ("found") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
    ) STRICT;

    -- The pairs of Room.exits and Room.entrances.
    CREATE TABLE "room_exits" (
      "room_id"  INTEGER NOT NULL,
      "exits_id" INTEGER NOT NULL,
      CONSTRAINT "room_exits_pkey" PRIMARY KEY ("room_id", "exits_id"),
      CONSTRAINT "room_exits_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE CASCADE,
      CONSTRAINT "room_exits_exits_id_fkey" FOREIGN KEY ("exits_id") REFERENCES "room" ("id") ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX "room_exits_exits_id_room_id_idx" ON "room_exits" ("exits_id", "room_id");

    -- The rows of 'room' with fewer than 1 members in 'monster', maintained by triggers.
    -- A transaction can't commit while there are rows here: 'missing' references a row that never exists.
    CREATE TABLE "room_monsters_unmet" (
      "room_id" INTEGER NOT NULL,
      "missing" INTEGER NOT NULL DEFAULT (1),
      "found"   INTEGER,
      CONSTRAINT "room_monsters_unmet_pkey" PRIMARY KEY ("room_id"),
      CONSTRAINT "room_monsters_unmet_found_key" UNIQUE ("found"),
      CONSTRAINT "room_monsters_unmet_found_check" CHECK ("found" IS NULL),
      CONSTRAINT "room_monsters_unmet_missing_fkey" FOREIGN KEY ("missing") REFERENCES "room_monsters_unmet" ("found") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
    ) STRICT;

    CREATE TRIGGER "house_floors_owner_insert_min_trigger" AFTER INSERT ON "house" FOR EACH ROW
    BEGIN
      INSERT INTO "house_floors_unmet" ("house_id")
        SELECT "id" FROM "house"
        WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "house_floors_owner_delete_min_trigger" AFTER DELETE ON "house" FOR EACH ROW
    BEGIN
      DELETE FROM "house_floors_unmet" WHERE "house_id" = OLD."id";
    END;

    CREATE TRIGGER "house_floors_owner_update_min_trigger" AFTER UPDATE OF "id" ON "house" FOR EACH ROW
    BEGIN
      DELETE FROM "house_floors_unmet" WHERE "house_id" = OLD."id" AND NOT EXISTS (SELECT 1 FROM "house" WHERE "id" = OLD."id");
      INSERT INTO "house_floors_unmet" ("house_id")
        SELECT "id" FROM "house"
        WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "house_floors_place_trigger" AFTER INSERT ON "floor" FOR EACH ROW
    WHEN NEW."floors_position" IS NULL
    BEGIN
      UPDATE "floor" SET "floors_position" =
        (SELECT coalesce(max("floors_position") + 4096, 0) FROM "floor" WHERE "house_id" = NEW."house_id")
        WHERE "id" = NEW."id";
    END;

    CREATE TRIGGER "house_floors_insert_max_trigger" AFTER INSERT ON "floor" FOR EACH ROW
    WHEN (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."house_id" LIMIT 101)) > 100
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: House.floors, 100');
    END;

    CREATE TRIGGER "house_floors_update_max_trigger" AFTER UPDATE OF "house_id" ON "floor" FOR EACH ROW
    WHEN (NEW."house_id" IS NOT OLD."house_id")
      AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."house_id" LIMIT 101)) > 100
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: House.floors, 100');
    END;

    CREATE TRIGGER "house_floors_insert_min_trigger" AFTER INSERT ON "floor" FOR EACH ROW
    BEGIN
      DELETE FROM "house_floors_unmet" WHERE "house_id" = NEW."house_id"
        AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."house_id" LIMIT 1)) >= 1;
    END;

    CREATE TRIGGER "house_floors_delete_min_trigger" AFTER DELETE ON "floor" FOR EACH ROW
    BEGIN
      INSERT INTO "house_floors_unmet" ("house_id")
        SELECT "id" FROM "house"
        WHERE "id" = OLD."house_id" AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = OLD."house_id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "house_floors_update_min_trigger" AFTER UPDATE OF "house_id" ON "floor" FOR EACH ROW
    WHEN NEW."house_id" IS NOT OLD."house_id"
    BEGIN
      INSERT INTO "house_floors_unmet" ("house_id")
        SELECT "id" FROM "house"
        WHERE "id" = OLD."house_id" AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = OLD."house_id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
      DELETE FROM "house_floors_unmet" WHERE "house_id" = NEW."house_id"
        AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."house_id" LIMIT 1)) >= 1;
    END;

    CREATE TRIGGER "floor_rooms_place_trigger" AFTER INSERT ON "room" FOR EACH ROW
    WHEN NEW."rooms_position" IS NULL
    BEGIN
      UPDATE "room" SET "rooms_position" =
        (SELECT coalesce(max("rooms_position") + 4096, 0) FROM "room" WHERE "floor_id" = NEW."floor_id")
        WHERE "id" = NEW."id";
    END;

    CREATE TRIGGER "floor_rooms_insert_max_trigger" AFTER INSERT ON "room" FOR EACH ROW
    WHEN (SELECT count(*) FROM (SELECT 1 FROM "room" WHERE "floor_id" = NEW."floor_id" LIMIT 21)) > 20
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Floor.rooms, 20');
    END;

    CREATE TRIGGER "floor_rooms_update_max_trigger" AFTER UPDATE OF "floor_id" ON "room" FOR EACH ROW
    WHEN (NEW."floor_id" IS NOT OLD."floor_id")
      AND (SELECT count(*) FROM (SELECT 1 FROM "room" WHERE "floor_id" = NEW."floor_id" LIMIT 21)) > 20
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Floor.rooms, 20');
    END;

    CREATE TRIGGER "room_monsters_owner_insert_min_trigger" AFTER INSERT ON "room" FOR EACH ROW
    BEGIN
      INSERT INTO "room_monsters_unmet" ("room_id")
        SELECT "id" FROM "room"
        WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "room_monsters_owner_delete_min_trigger" AFTER DELETE ON "room" FOR EACH ROW
    BEGIN
      DELETE FROM "room_monsters_unmet" WHERE "room_id" = OLD."id";
    END;

    CREATE TRIGGER "room_monsters_owner_update_min_trigger" AFTER UPDATE OF "id" ON "room" FOR EACH ROW
    BEGIN
      DELETE FROM "room_monsters_unmet" WHERE "room_id" = OLD."id" AND NOT EXISTS (SELECT 1 FROM "room" WHERE "id" = OLD."id");
      INSERT INTO "room_monsters_unmet" ("room_id")
        SELECT "id" FROM "room"
        WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "room_monsters_insert_max_trigger" AFTER INSERT ON "monster" FOR EACH ROW
    WHEN (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."room_id" LIMIT 14)) > 13
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Room.monsters, 13');
    END;

    CREATE TRIGGER "room_monsters_update_max_trigger" AFTER UPDATE OF "room_id" ON "monster" FOR EACH ROW
    WHEN (NEW."room_id" IS NOT OLD."room_id")
      AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."room_id" LIMIT 14)) > 13
    BEGIN
      SELECT RAISE(ABORT, 'MAX constraint failed: Room.monsters, 13');
    END;

    CREATE TRIGGER "room_monsters_insert_min_trigger" AFTER INSERT ON "monster" FOR EACH ROW
    BEGIN
      DELETE FROM "room_monsters_unmet" WHERE "room_id" = NEW."room_id"
        AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."room_id" LIMIT 1)) >= 1;
    END;

    CREATE TRIGGER "room_monsters_delete_min_trigger" AFTER DELETE ON "monster" FOR EACH ROW
    BEGIN
      INSERT INTO "room_monsters_unmet" ("room_id")
        SELECT "id" FROM "room"
        WHERE "id" = OLD."room_id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = OLD."room_id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER "room_monsters_update_min_trigger" AFTER UPDATE OF "room_id" ON "monster" FOR EACH ROW
    WHEN NEW."room_id" IS NOT OLD."room_id"
    BEGIN
      INSERT INTO "room_monsters_unmet" ("room_id")
        SELECT "id" FROM "room"
        WHERE "id" = OLD."room_id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = OLD."room_id" LIMIT 1)) < 1
        ON CONFLICT DO NOTHING;
      DELETE FROM "room_monsters_unmet" WHERE "room_id" = NEW."room_id"
        AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."room_id" LIMIT 1)) >= 1;
    END;

    """

  /// Changes exactly when `ddl` changes.
  public static let fingerprint = "254915325875bfe6"

  /// The tables of all models.
  public static let tables: [_TableDescription] = [Floor.table, House.table, Monster.table, Room.table, Weapon.table]

  /// The relationships that require a minimum number of members when a transaction commits.
  public static let arityChecks: [_ArityCheck] = [
    _ArityCheck(
      "House.floors", minimum: 1,
      owner: """
        SELECT (SELECT count(*) FROM "floor" WHERE "house_id" = u."house_id"), u."house_id"
        FROM "house_floors_unmet" AS u LIMIT 1
        """),
    _ArityCheck(
      "Room.monsters", minimum: 1,
      owner: """
        SELECT (SELECT count(*) FROM "monster" WHERE "room_id" = u."room_id"), u."room_id"
        FROM "room_monsters_unmet" AS u LIMIT 1
        """),
  ]

  /// The migrations from each earlier schema to this one.
  public static let migrations = SchemaMigrations([
    SchemaMigrations.File(
      name: "20261121090000_create",
      sql: """
        -- Create.
        -- @migration(schema: "ddf9bb675bb872cf")

        -- The house, of which there is one, and its floors in the order in which the lift stops at them.
        CREATE TABLE "house" (
          "id"     INTEGER NOT NULL,
          "name"   TEXT    NOT NULL,
          "street" TEXT,
          CONSTRAINT "house_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "house_singleton_check" CHECK ("id" = 1)
        ) STRICT;

        -- A floor, which stays in its house for good, and its rooms as one walks past their doors.
        CREATE TABLE "floor" (
          "id"              INTEGER NOT NULL,
          -- 0 is the ground floor, cellars are below it.
          "level"           INTEGER NOT NULL,
          "name"            TEXT    NOT NULL,
          "house_id"        INTEGER NOT NULL,
          -- The place among the members of 'house_floors'; triggers fill it.
          "floors_position" INTEGER,
          CONSTRAINT "floor_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "floor_house_id_level_key" UNIQUE ("house_id", "level"),
          CONSTRAINT "floor_floors_position_range" CHECK ("floors_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
          CONSTRAINT "floor_house_id_fkey" FOREIGN KEY ("house_id") REFERENCES "house" ("id") ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX "floor_house_id_floors_position_idx" ON "floor" ("house_id", "floors_position");

        -- A room of a floor. It cannot be without monsters, nor be torn down while they are in it.
        CREATE TABLE "room" (
          "id"             INTEGER NOT NULL,
          "name"           TEXT    NOT NULL,
          -- In square metres.
          "size"           REAL    NOT NULL,
          "floor_id"       INTEGER NOT NULL,
          -- The place among the members of 'floor_rooms'; triggers fill it.
          "rooms_position" INTEGER,
          CONSTRAINT "room_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "room_floor_id_name_key" UNIQUE ("floor_id", "name"),
          CONSTRAINT "room_rooms_position_range" CHECK ("rooms_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
          CONSTRAINT "room_floor_id_fkey" FOREIGN KEY ("floor_id") REFERENCES "floor" ("id") ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX "room_floor_id_rooms_position_idx" ON "room" ("floor_id", "rooms_position");

        -- A weapon, which lies in a room or is wielded.
        CREATE TABLE "weapon" (
          "id"      TEXT    NOT NULL,
          "name"    TEXT    NOT NULL,
          "damage"  REAL    NOT NULL,
          "room_id" INTEGER,
          CONSTRAINT "weapon_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "weapon_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX "weapon_room_id_idx" ON "weapon" ("room_id");

        -- A monster always has a room, and a room with a monster in it cannot be torn down.
        CREATE TABLE "monster" (
          "id"        INTEGER NOT NULL,
          "name"      TEXT    NOT NULL COLLATE NOCASE,
          "kind"      TEXT    NOT NULL,
          "strength"  INTEGER NOT NULL,
          -- What people tell of it.
          "legend"    TEXT,
          "room_id"   INTEGER NOT NULL,
          -- The weapon that it wields; no other monster wields the same.
          "weapon_id" TEXT,
          CONSTRAINT "monster_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "monster_weapon_id_key" UNIQUE ("weapon_id"),
          CONSTRAINT "monster_strength_range" CHECK ("strength" BETWEEN -2147483648 AND 2147483647),
          CONSTRAINT "monster_legend_json" CHECK ("legend" IS NULL OR json_valid("legend")),
          CONSTRAINT "monster_kind_check" CHECK ("kind" IN ('ghost', 'vampire', 'werewolf', 'living dead')),
          CONSTRAINT "monster_strength" CHECK (strength BETWEEN 1 AND 100),
          CONSTRAINT "monster_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE RESTRICT,
          CONSTRAINT "monster_weapon_id_fkey" FOREIGN KEY ("weapon_id") REFERENCES "weapon" ("id") ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX "monster_kind_strength_idx" ON "monster" ("kind", "strength" DESC);
        CREATE INDEX "monster_room_id_idx" ON "monster" ("room_id");

        -- How many members of 'room' stand in each range of 2^level positions; triggers keep it.
        CREATE TABLE "floor_rooms_order" (
          "floor_id" INTEGER NOT NULL,
          "level"    INTEGER NOT NULL,
          "node"     INTEGER NOT NULL,
          "count"    INTEGER NOT NULL,
          CONSTRAINT "floor_rooms_order_pkey" PRIMARY KEY ("floor_id", "level", "node")
        ) STRICT, WITHOUT ROWID;

        -- How many members of 'floor' stand in each range of 2^level positions; triggers keep it.
        CREATE TABLE "house_floors_order" (
          "house_id" INTEGER NOT NULL,
          "level"    INTEGER NOT NULL,
          "node"     INTEGER NOT NULL,
          "count"    INTEGER NOT NULL,
          CONSTRAINT "house_floors_order_pkey" PRIMARY KEY ("house_id", "level", "node")
        ) STRICT, WITHOUT ROWID;

        -- The rows of 'house' with fewer than 1 members in 'floor'; triggers keep it.
        -- No transaction ends with a row here: 'missing' references one that never exists.
        CREATE TABLE "house_floors_unmet" (
          "house_id" INTEGER NOT NULL,
          "missing"  INTEGER NOT NULL DEFAULT (1),
          "found"    INTEGER,
          CONSTRAINT "house_floors_unmet_pkey" PRIMARY KEY ("house_id"),
          CONSTRAINT "house_floors_unmet_found_key" UNIQUE ("found"),
          CONSTRAINT "house_floors_unmet_found_check" CHECK ("found" IS NULL),
          CONSTRAINT "house_floors_unmet_missing_fkey" FOREIGN KEY ("missing") REFERENCES "house_floors_unmet" ("found") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
        ) STRICT;

        -- The pairs of Room.exits and Room.entrances.
        CREATE TABLE "room_exits" (
          "room_id"  INTEGER NOT NULL,
          "exits_id" INTEGER NOT NULL,
          CONSTRAINT "room_exits_pkey" PRIMARY KEY ("room_id", "exits_id"),
          CONSTRAINT "room_exits_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE CASCADE,
          CONSTRAINT "room_exits_exits_id_fkey" FOREIGN KEY ("exits_id") REFERENCES "room" ("id") ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX "room_exits_exits_id_room_id_idx" ON "room_exits" ("exits_id", "room_id");

        -- The rows of 'room' with fewer than 1 members in 'monster'; triggers keep it.
        -- No transaction ends with a row here: 'missing' references one that never exists.
        CREATE TABLE "room_monsters_unmet" (
          "room_id" INTEGER NOT NULL,
          "missing" INTEGER NOT NULL DEFAULT (1),
          "found"   INTEGER,
          CONSTRAINT "room_monsters_unmet_pkey" PRIMARY KEY ("room_id"),
          CONSTRAINT "room_monsters_unmet_found_key" UNIQUE ("found"),
          CONSTRAINT "room_monsters_unmet_found_check" CHECK ("found" IS NULL),
          CONSTRAINT "room_monsters_unmet_missing_fkey" FOREIGN KEY ("missing") REFERENCES "room_monsters_unmet" ("found") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
        ) STRICT;

        CREATE TRIGGER "house_floors_owner_insert_min_trigger" AFTER INSERT ON "house" FOR EACH ROW
        BEGIN
          INSERT INTO "house_floors_unmet" ("house_id")
            SELECT "id" FROM "house"
            WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER "house_floors_owner_delete_min_trigger" AFTER DELETE ON "house" FOR EACH ROW
        BEGIN
          DELETE FROM "house_floors_unmet" WHERE "house_id" = OLD."id";
        END;

        CREATE TRIGGER "house_floors_owner_update_min_trigger" AFTER UPDATE OF "id" ON "house" FOR EACH ROW
        BEGIN
          DELETE FROM "house_floors_unmet" WHERE "house_id" = OLD."id" AND NOT EXISTS (SELECT 1 FROM "house" WHERE "id" = OLD."id");
          INSERT INTO "house_floors_unmet" ("house_id")
            SELECT "id" FROM "house"
            WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER "house_floors_insert_place_trigger" AFTER INSERT ON "floor" FOR EACH ROW
        WHEN NEW."floors_position" IS NULL
        BEGIN
          UPDATE "floor" SET "floors_position" = coalesce((
            SELECT "floors_position" FROM "floor"
            WHERE "house_id" = NEW."house_id" AND "floors_position" IS NOT NULL
              AND NOT ("id" = NEW."id")
            ORDER BY "floors_position" DESC LIMIT 1) + 4096, 0)
            WHERE "id" = NEW."id";
        END;

        CREATE TRIGGER "house_floors_update_place_trigger" AFTER UPDATE OF "house_id", "floors_position" ON "floor" FOR EACH ROW
        WHEN NEW."floors_position" IS NULL
          OR (NEW."house_id" IS NOT OLD."house_id") AND NEW."floors_position" IS OLD."floors_position"
        BEGIN
          UPDATE "floor" SET "floors_position" = coalesce((
            SELECT "floors_position" FROM "floor"
            WHERE "house_id" = NEW."house_id" AND "floors_position" IS NOT NULL
              AND NOT ("id" = NEW."id")
            ORDER BY "floors_position" DESC LIMIT 1) + 4096, 0)
            WHERE "id" = NEW."id";
        END;

        CREATE TRIGGER "house_floors_insert_count_trigger" AFTER INSERT ON "floor" FOR EACH ROW
        WHEN NEW."floors_position" IS NOT NULL
        BEGIN
          INSERT INTO "house_floors_order" ("house_id", "level", "node", "count")
            SELECT NEW."house_id", column1, NEW."floors_position" >> column1, 1 FROM (VALUES (16), (24), (32))
            WHERE true
            ON CONFLICT ("house_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "house_floors_delete_count_trigger" AFTER DELETE ON "floor" FOR EACH ROW
        WHEN OLD."floors_position" IS NOT NULL
        BEGIN
          INSERT INTO "house_floors_order" ("house_id", "level", "node", "count")
            SELECT OLD."house_id", column1, OLD."floors_position" >> column1, -1 FROM (VALUES (16), (24), (32))
            WHERE true
            ON CONFLICT ("house_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "house_floors_update_count_trigger" AFTER UPDATE OF "house_id", "floors_position" ON "floor" FOR EACH ROW
        WHEN NEW."house_id" IS NOT OLD."house_id"
          OR NEW."floors_position" >> 16 IS NOT OLD."floors_position" >> 16
        BEGIN
          INSERT INTO "house_floors_order" ("house_id", "level", "node", "count")
            SELECT OLD."house_id", column1, OLD."floors_position" >> column1, -1 FROM (VALUES (16), (24), (32))
            WHERE OLD."floors_position" IS NOT NULL
            ON CONFLICT ("house_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
          INSERT INTO "house_floors_order" ("house_id", "level", "node", "count")
            SELECT NEW."house_id", column1, NEW."floors_position" >> column1, 1 FROM (VALUES (16), (24), (32))
            WHERE NEW."floors_position" IS NOT NULL
            ON CONFLICT ("house_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "house_floors_insert_max_trigger" AFTER INSERT ON "floor" FOR EACH ROW
        WHEN (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."house_id" LIMIT 101)) > 100
        BEGIN
          SELECT RAISE(ABORT, 'MAX constraint failed: House.floors, 100');
        END;

        CREATE TRIGGER "house_floors_update_max_trigger" AFTER UPDATE OF "house_id" ON "floor" FOR EACH ROW
        WHEN (NEW."house_id" IS NOT OLD."house_id")
          AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."house_id" LIMIT 101)) > 100
        BEGIN
          SELECT RAISE(ABORT, 'MAX constraint failed: House.floors, 100');
        END;

        CREATE TRIGGER "house_floors_insert_min_trigger" AFTER INSERT ON "floor" FOR EACH ROW
        BEGIN
          DELETE FROM "house_floors_unmet" WHERE "house_id" = NEW."house_id"
            AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."house_id" LIMIT 1)) >= 1;
        END;

        CREATE TRIGGER "house_floors_delete_min_trigger" AFTER DELETE ON "floor" FOR EACH ROW
        BEGIN
          INSERT INTO "house_floors_unmet" ("house_id")
            SELECT "id" FROM "house"
            WHERE "id" = OLD."house_id" AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = OLD."house_id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER "house_floors_update_min_trigger" AFTER UPDATE OF "house_id" ON "floor" FOR EACH ROW
        WHEN NEW."house_id" IS NOT OLD."house_id"
        BEGIN
          INSERT INTO "house_floors_unmet" ("house_id")
            SELECT "id" FROM "house"
            WHERE "id" = OLD."house_id" AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = OLD."house_id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
          DELETE FROM "house_floors_unmet" WHERE "house_id" = NEW."house_id"
            AND (SELECT count(*) FROM (SELECT 1 FROM "floor" WHERE "house_id" = NEW."house_id" LIMIT 1)) >= 1;
        END;

        CREATE TRIGGER "floor_rooms_insert_place_trigger" AFTER INSERT ON "room" FOR EACH ROW
        WHEN NEW."rooms_position" IS NULL
        BEGIN
          UPDATE "room" SET "rooms_position" = coalesce((
            SELECT "rooms_position" FROM "room"
            WHERE "floor_id" = NEW."floor_id" AND "rooms_position" IS NOT NULL
              AND NOT ("id" = NEW."id")
            ORDER BY "rooms_position" DESC LIMIT 1) + 4096, 0)
            WHERE "id" = NEW."id";
        END;

        CREATE TRIGGER "floor_rooms_update_place_trigger" AFTER UPDATE OF "floor_id", "rooms_position" ON "room" FOR EACH ROW
        WHEN NEW."rooms_position" IS NULL
          OR (NEW."floor_id" IS NOT OLD."floor_id") AND NEW."rooms_position" IS OLD."rooms_position"
        BEGIN
          UPDATE "room" SET "rooms_position" = coalesce((
            SELECT "rooms_position" FROM "room"
            WHERE "floor_id" = NEW."floor_id" AND "rooms_position" IS NOT NULL
              AND NOT ("id" = NEW."id")
            ORDER BY "rooms_position" DESC LIMIT 1) + 4096, 0)
            WHERE "id" = NEW."id";
        END;

        CREATE TRIGGER "floor_rooms_insert_count_trigger" AFTER INSERT ON "room" FOR EACH ROW
        WHEN NEW."rooms_position" IS NOT NULL
        BEGIN
          INSERT INTO "floor_rooms_order" ("floor_id", "level", "node", "count")
            SELECT NEW."floor_id", column1, NEW."rooms_position" >> column1, 1 FROM (VALUES (16), (24), (32))
            WHERE true
            ON CONFLICT ("floor_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "floor_rooms_delete_count_trigger" AFTER DELETE ON "room" FOR EACH ROW
        WHEN OLD."rooms_position" IS NOT NULL
        BEGIN
          INSERT INTO "floor_rooms_order" ("floor_id", "level", "node", "count")
            SELECT OLD."floor_id", column1, OLD."rooms_position" >> column1, -1 FROM (VALUES (16), (24), (32))
            WHERE true
            ON CONFLICT ("floor_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "floor_rooms_update_count_trigger" AFTER UPDATE OF "floor_id", "rooms_position" ON "room" FOR EACH ROW
        WHEN NEW."floor_id" IS NOT OLD."floor_id"
          OR NEW."rooms_position" >> 16 IS NOT OLD."rooms_position" >> 16
        BEGIN
          INSERT INTO "floor_rooms_order" ("floor_id", "level", "node", "count")
            SELECT OLD."floor_id", column1, OLD."rooms_position" >> column1, -1 FROM (VALUES (16), (24), (32))
            WHERE OLD."rooms_position" IS NOT NULL
            ON CONFLICT ("floor_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
          INSERT INTO "floor_rooms_order" ("floor_id", "level", "node", "count")
            SELECT NEW."floor_id", column1, NEW."rooms_position" >> column1, 1 FROM (VALUES (16), (24), (32))
            WHERE NEW."rooms_position" IS NOT NULL
            ON CONFLICT ("floor_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "floor_rooms_insert_max_trigger" AFTER INSERT ON "room" FOR EACH ROW
        WHEN (SELECT count(*) FROM (SELECT 1 FROM "room" WHERE "floor_id" = NEW."floor_id" LIMIT 21)) > 20
        BEGIN
          SELECT RAISE(ABORT, 'MAX constraint failed: Floor.rooms, 20');
        END;

        CREATE TRIGGER "floor_rooms_update_max_trigger" AFTER UPDATE OF "floor_id" ON "room" FOR EACH ROW
        WHEN (NEW."floor_id" IS NOT OLD."floor_id")
          AND (SELECT count(*) FROM (SELECT 1 FROM "room" WHERE "floor_id" = NEW."floor_id" LIMIT 21)) > 20
        BEGIN
          SELECT RAISE(ABORT, 'MAX constraint failed: Floor.rooms, 20');
        END;

        CREATE TRIGGER "room_monsters_owner_insert_min_trigger" AFTER INSERT ON "room" FOR EACH ROW
        BEGIN
          INSERT INTO "room_monsters_unmet" ("room_id")
            SELECT "id" FROM "room"
            WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER "room_monsters_owner_delete_min_trigger" AFTER DELETE ON "room" FOR EACH ROW
        BEGIN
          DELETE FROM "room_monsters_unmet" WHERE "room_id" = OLD."id";
        END;

        CREATE TRIGGER "room_monsters_owner_update_min_trigger" AFTER UPDATE OF "id" ON "room" FOR EACH ROW
        BEGIN
          DELETE FROM "room_monsters_unmet" WHERE "room_id" = OLD."id" AND NOT EXISTS (SELECT 1 FROM "room" WHERE "id" = OLD."id");
          INSERT INTO "room_monsters_unmet" ("room_id")
            SELECT "id" FROM "room"
            WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER "room_monsters_insert_max_trigger" AFTER INSERT ON "monster" FOR EACH ROW
        WHEN (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."room_id" LIMIT 14)) > 13
        BEGIN
          SELECT RAISE(ABORT, 'MAX constraint failed: Room.monsters, 13');
        END;

        CREATE TRIGGER "room_monsters_update_max_trigger" AFTER UPDATE OF "room_id" ON "monster" FOR EACH ROW
        WHEN (NEW."room_id" IS NOT OLD."room_id")
          AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."room_id" LIMIT 14)) > 13
        BEGIN
          SELECT RAISE(ABORT, 'MAX constraint failed: Room.monsters, 13');
        END;

        CREATE TRIGGER "room_monsters_insert_min_trigger" AFTER INSERT ON "monster" FOR EACH ROW
        BEGIN
          DELETE FROM "room_monsters_unmet" WHERE "room_id" = NEW."room_id"
            AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."room_id" LIMIT 1)) >= 1;
        END;

        CREATE TRIGGER "room_monsters_delete_min_trigger" AFTER DELETE ON "monster" FOR EACH ROW
        BEGIN
          INSERT INTO "room_monsters_unmet" ("room_id")
            SELECT "id" FROM "room"
            WHERE "id" = OLD."room_id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = OLD."room_id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER "room_monsters_update_min_trigger" AFTER UPDATE OF "room_id" ON "monster" FOR EACH ROW
        WHEN NEW."room_id" IS NOT OLD."room_id"
        BEGIN
          INSERT INTO "room_monsters_unmet" ("room_id")
            SELECT "id" FROM "room"
            WHERE "id" = OLD."room_id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = OLD."room_id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
          DELETE FROM "room_monsters_unmet" WHERE "room_id" = NEW."room_id"
            AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."room_id" LIMIT 1)) >= 1;
        END;

        CREATE TRIGGER "floor_rooms_order_empty_trigger" AFTER UPDATE OF "count" ON "floor_rooms_order" FOR EACH ROW
        WHEN NEW."count" = 0
        BEGIN
          DELETE FROM "floor_rooms_order" WHERE "floor_id" = NEW."floor_id" AND "level" = NEW."level" AND "node" = NEW."node";
        END;

        CREATE TRIGGER "house_floors_order_empty_trigger" AFTER UPDATE OF "count" ON "house_floors_order" FOR EACH ROW
        WHEN NEW."count" = 0
        BEGIN
          DELETE FROM "house_floors_order" WHERE "house_id" = NEW."house_id" AND "level" = NEW."level" AND "node" = NEW."node";
        END;

        """),
    SchemaMigrations.File(
      name: "20261122090000_add_leaders_and_marks",
      sql: """
        -- Add leaders and marks.
        -- @migration(after: "20261121090000_create", schema: "168dfa79ad51b779")

        -- Triggers are written anew below.
        DROP TRIGGER "floor_rooms_insert_place_trigger";
        DROP TRIGGER "floor_rooms_update_place_trigger";
        DROP TRIGGER "floor_rooms_insert_count_trigger";
        DROP TRIGGER "floor_rooms_delete_count_trigger";
        DROP TRIGGER "floor_rooms_update_count_trigger";
        DROP TRIGGER "floor_rooms_insert_max_trigger";
        DROP TRIGGER "floor_rooms_update_max_trigger";
        DROP TRIGGER "room_monsters_owner_insert_min_trigger";
        DROP TRIGGER "room_monsters_owner_delete_min_trigger";
        DROP TRIGGER "room_monsters_owner_update_min_trigger";

        -- Column 'size' of table 'room' is called 'area' now.
        ALTER TABLE "room" RENAME COLUMN "size" TO "area";

        -- Table 'room' is rebuilt: check 'room_area_check' is added.
        -- @precheck(newCheck, "room.room_area_check"): SELECT count(*) FROM (SELECT "size" AS "area" FROM "room") AS "room" WHERE NOT (area > 0)
        -- @allow(newCheck, "room.room_area_check")
        -- @rebuild("room")
        PRAGMA legacy_alter_table = ON;
        CREATE TABLE "postil_new_room" (
          "id"             INTEGER NOT NULL,
          "name"           TEXT    NOT NULL,
          -- In square metres.
          "area"           REAL    NOT NULL,
          "floor_id"       INTEGER NOT NULL,
          -- The place among the members of 'floor_rooms'; triggers fill it.
          "rooms_position" INTEGER,
          CONSTRAINT "room_pkey" PRIMARY KEY ("id"),
          CONSTRAINT "room_floor_id_name_key" UNIQUE ("floor_id", "name"),
          CONSTRAINT "room_rooms_position_range" CHECK ("rooms_position" BETWEEN -2305843009213693952 AND 2305843009213693951),
          CONSTRAINT "room_area_check" CHECK (area > 0),
          CONSTRAINT "room_floor_id_fkey" FOREIGN KEY ("floor_id") REFERENCES "floor" ("id") ON DELETE CASCADE
        ) STRICT;
        INSERT INTO "postil_new_room" ("id", "name", "area", "floor_id", "rooms_position")
        SELECT "id", "name", "area", "floor_id", "rooms_position"
        FROM "room";
        DROP TABLE "room";
        ALTER TABLE "postil_new_room" RENAME TO "room";
        PRAGMA legacy_alter_table = OFF;
        CREATE INDEX "room_floor_id_rooms_position_idx" ON "room" ("floor_id", "rooms_position");
        -- @end

        -- Table 'weapon': column 'mark' is added, check 'weapon_mark_range' is added.
        -- mark: What is engraved on it: any number of 64 bits.
        ALTER TABLE "weapon" ADD COLUMN "mark" ANY CONSTRAINT "weapon_mark_range" CHECK (CASE typeof("mark") WHEN 'integer' THEN "mark" >= 0 WHEN 'text' THEN length("mark") = 20 ELSE "mark" IS NULL END);

        -- Table 'monster': column 'leader_id' is added, reference 'monster_leader_id_fkey' is added.
        -- leader_id: The monster that it follows.
        ALTER TABLE "monster" ADD COLUMN "leader_id" INTEGER CONSTRAINT "monster_leader_id_fkey" REFERENCES "monster" ("id") ON DELETE SET NULL;
        CREATE INDEX "monster_leader_id_idx" ON "monster" ("leader_id");

        CREATE TRIGGER "floor_rooms_insert_place_trigger" AFTER INSERT ON "room" FOR EACH ROW
        WHEN NEW."rooms_position" IS NULL
        BEGIN
          UPDATE "room" SET "rooms_position" = coalesce((
            SELECT "rooms_position" FROM "room"
            WHERE "floor_id" = NEW."floor_id" AND "rooms_position" IS NOT NULL
              AND NOT ("id" = NEW."id")
            ORDER BY "rooms_position" DESC LIMIT 1) + 4096, 0)
            WHERE "id" = NEW."id";
        END;

        CREATE TRIGGER "floor_rooms_update_place_trigger" AFTER UPDATE OF "floor_id", "rooms_position" ON "room" FOR EACH ROW
        WHEN NEW."rooms_position" IS NULL
          OR (NEW."floor_id" IS NOT OLD."floor_id") AND NEW."rooms_position" IS OLD."rooms_position"
        BEGIN
          UPDATE "room" SET "rooms_position" = coalesce((
            SELECT "rooms_position" FROM "room"
            WHERE "floor_id" = NEW."floor_id" AND "rooms_position" IS NOT NULL
              AND NOT ("id" = NEW."id")
            ORDER BY "rooms_position" DESC LIMIT 1) + 4096, 0)
            WHERE "id" = NEW."id";
        END;

        CREATE TRIGGER "floor_rooms_insert_count_trigger" AFTER INSERT ON "room" FOR EACH ROW
        WHEN NEW."rooms_position" IS NOT NULL
        BEGIN
          INSERT INTO "floor_rooms_order" ("floor_id", "level", "node", "count")
            SELECT NEW."floor_id", column1, NEW."rooms_position" >> column1, 1 FROM (VALUES (16), (24), (32))
            WHERE true
            ON CONFLICT ("floor_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "floor_rooms_delete_count_trigger" AFTER DELETE ON "room" FOR EACH ROW
        WHEN OLD."rooms_position" IS NOT NULL
        BEGIN
          INSERT INTO "floor_rooms_order" ("floor_id", "level", "node", "count")
            SELECT OLD."floor_id", column1, OLD."rooms_position" >> column1, -1 FROM (VALUES (16), (24), (32))
            WHERE true
            ON CONFLICT ("floor_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "floor_rooms_update_count_trigger" AFTER UPDATE OF "floor_id", "rooms_position" ON "room" FOR EACH ROW
        WHEN NEW."floor_id" IS NOT OLD."floor_id"
          OR NEW."rooms_position" >> 16 IS NOT OLD."rooms_position" >> 16
        BEGIN
          INSERT INTO "floor_rooms_order" ("floor_id", "level", "node", "count")
            SELECT OLD."floor_id", column1, OLD."rooms_position" >> column1, -1 FROM (VALUES (16), (24), (32))
            WHERE OLD."rooms_position" IS NOT NULL
            ON CONFLICT ("floor_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
          INSERT INTO "floor_rooms_order" ("floor_id", "level", "node", "count")
            SELECT NEW."floor_id", column1, NEW."rooms_position" >> column1, 1 FROM (VALUES (16), (24), (32))
            WHERE NEW."rooms_position" IS NOT NULL
            ON CONFLICT ("floor_id", "level", "node") DO UPDATE SET "count" = "count" + excluded."count";
        END;

        CREATE TRIGGER "floor_rooms_insert_max_trigger" AFTER INSERT ON "room" FOR EACH ROW
        WHEN (SELECT count(*) FROM (SELECT 1 FROM "room" WHERE "floor_id" = NEW."floor_id" LIMIT 21)) > 20
        BEGIN
          SELECT RAISE(ABORT, 'MAX constraint failed: Floor.rooms, 20');
        END;

        CREATE TRIGGER "floor_rooms_update_max_trigger" AFTER UPDATE OF "floor_id" ON "room" FOR EACH ROW
        WHEN (NEW."floor_id" IS NOT OLD."floor_id")
          AND (SELECT count(*) FROM (SELECT 1 FROM "room" WHERE "floor_id" = NEW."floor_id" LIMIT 21)) > 20
        BEGIN
          SELECT RAISE(ABORT, 'MAX constraint failed: Floor.rooms, 20');
        END;

        CREATE TRIGGER "room_monsters_owner_insert_min_trigger" AFTER INSERT ON "room" FOR EACH ROW
        BEGIN
          INSERT INTO "room_monsters_unmet" ("room_id")
            SELECT "id" FROM "room"
            WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
        END;

        CREATE TRIGGER "room_monsters_owner_delete_min_trigger" AFTER DELETE ON "room" FOR EACH ROW
        BEGIN
          DELETE FROM "room_monsters_unmet" WHERE "room_id" = OLD."id";
        END;

        CREATE TRIGGER "room_monsters_owner_update_min_trigger" AFTER UPDATE OF "id" ON "room" FOR EACH ROW
        BEGIN
          DELETE FROM "room_monsters_unmet" WHERE "room_id" = OLD."id" AND NOT EXISTS (SELECT 1 FROM "room" WHERE "id" = OLD."id");
          INSERT INTO "room_monsters_unmet" ("room_id")
            SELECT "id" FROM "room"
            WHERE "id" = NEW."id" AND (SELECT count(*) FROM (SELECT 1 FROM "monster" WHERE "room_id" = NEW."id" LIMIT 1)) < 1
            ON CONFLICT DO NOTHING;
        END;

        """),
    SchemaMigrations.File(
      name: "20261127090000_positions_alone",
      sql: """
        -- Positions alone.
        -- @migration(after: "20261122090000_add_leaders_and_marks", schema: "254915325875bfe6")

        -- Triggers are dropped.
        DROP TRIGGER "house_floors_insert_place_trigger";
        DROP TRIGGER "house_floors_update_place_trigger";
        DROP TRIGGER "house_floors_insert_count_trigger";
        DROP TRIGGER "house_floors_delete_count_trigger";
        DROP TRIGGER "house_floors_update_count_trigger";
        DROP TRIGGER "floor_rooms_insert_place_trigger";
        DROP TRIGGER "floor_rooms_update_place_trigger";
        DROP TRIGGER "floor_rooms_insert_count_trigger";
        DROP TRIGGER "floor_rooms_delete_count_trigger";
        DROP TRIGGER "floor_rooms_update_count_trigger";

        -- Tables that are maintained by triggers are dropped.
        DROP TABLE "house_floors_order";
        DROP TABLE "floor_rooms_order";

        CREATE TRIGGER "house_floors_place_trigger" AFTER INSERT ON "floor" FOR EACH ROW
        WHEN NEW."floors_position" IS NULL
        BEGIN
          UPDATE "floor" SET "floors_position" =
            (SELECT coalesce(max("floors_position") + 4096, 0) FROM "floor" WHERE "house_id" = NEW."house_id")
            WHERE "id" = NEW."id";
        END;

        CREATE TRIGGER "floor_rooms_place_trigger" AFTER INSERT ON "room" FOR EACH ROW
        WHEN NEW."rooms_position" IS NULL
        BEGIN
          UPDATE "room" SET "rooms_position" =
            (SELECT coalesce(max("rooms_position") + 4096, 0) FROM "room" WHERE "floor_id" = NEW."floor_id")
            WHERE "id" = NEW."id";
        END;

        """),
  ])
}
