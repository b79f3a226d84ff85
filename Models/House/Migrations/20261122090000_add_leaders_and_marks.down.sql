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
DROP TRIGGER "room_monsters_insert_max_trigger";
DROP TRIGGER "room_monsters_update_max_trigger";
DROP TRIGGER "room_monsters_insert_min_trigger";
DROP TRIGGER "room_monsters_delete_min_trigger";
DROP TRIGGER "room_monsters_update_min_trigger";

-- Column 'area' of table 'room' is called 'size' now.
ALTER TABLE "room" RENAME COLUMN "area" TO "size";

-- Table 'room' is rebuilt: check 'room_area_check' goes.
-- @rebuild("room")
PRAGMA legacy_alter_table = ON;
CREATE TABLE "postil_new_room" (
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
INSERT INTO "postil_new_room" ("id", "name", "size", "floor_id", "rooms_position")
SELECT "id", "name", "size", "floor_id", "rooms_position"
FROM "room";
DROP TABLE "room";
ALTER TABLE "postil_new_room" RENAME TO "room";
PRAGMA legacy_alter_table = OFF;
CREATE INDEX "room_floor_id_rooms_position_idx" ON "room" ("floor_id", "rooms_position");
-- @end

-- Table 'weapon' is rebuilt: column 'mark' goes, check 'weapon_mark_range' goes.
-- @precheck(dropColumn, "weapon.mark"): SELECT count(*) FROM "weapon" WHERE "mark" IS NOT NULL
-- @rebuild("weapon")
PRAGMA legacy_alter_table = ON;
CREATE TABLE "postil_new_weapon" (
  "id"      TEXT    NOT NULL,
  "name"    TEXT    NOT NULL,
  "damage"  REAL    NOT NULL,
  "room_id" INTEGER,
  CONSTRAINT "weapon_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "weapon_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE SET NULL
) STRICT;
INSERT INTO "postil_new_weapon" ("id", "name", "damage", "room_id")
SELECT "id", "name", "damage", "room_id"
FROM "weapon";
DROP TABLE "weapon";
ALTER TABLE "postil_new_weapon" RENAME TO "weapon";
PRAGMA legacy_alter_table = OFF;
CREATE INDEX "weapon_room_id_idx" ON "weapon" ("room_id");
-- @end

-- Table 'monster' is rebuilt: column 'leader_id' goes, reference 'monster_leader_id_fkey' goes.
-- @precheck(dropColumn, "monster.leader_id"): SELECT count(*) FROM "monster" WHERE "leader_id" IS NOT NULL
DROP INDEX "monster_leader_id_idx";
-- @rebuild("monster")
PRAGMA legacy_alter_table = ON;
CREATE TABLE "postil_new_monster" (
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
INSERT INTO "postil_new_monster" ("id", "name", "kind", "strength", "legend", "room_id", "weapon_id")
SELECT "id", "name", "kind", "strength", "legend", "room_id", "weapon_id"
FROM "monster";
DROP TABLE "monster";
ALTER TABLE "postil_new_monster" RENAME TO "monster";
PRAGMA legacy_alter_table = OFF;
CREATE INDEX "monster_kind_strength_idx" ON "monster" ("kind", "strength" DESC);
CREATE INDEX "monster_room_id_idx" ON "monster" ("room_id");
-- @end

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
