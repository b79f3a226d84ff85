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
