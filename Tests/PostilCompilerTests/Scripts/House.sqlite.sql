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
