// Written by Postil from the models of Houses: change the annotations there, not this file.

import Postil

public nonisolated enum HousesSchema: DatabaseSchema {
  /// Every statement that makes the schema, in dependency order.
  public static let ddl =
    """
    -- A house of rooms and monsters.
    CREATE TABLE "house" (
      "id"     INTEGER NOT NULL,
      "name"   TEXT    NOT NULL,
      "street" TEXT,
      CONSTRAINT "house_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "house_name_key" UNIQUE ("name")
    ) STRICT;

    -- A floor of a house; it stays in its house for good.
    CREATE TABLE "floor" (
      "id"       INTEGER NOT NULL,
      -- 0 is the ground floor, cellars are below it.
      "level"    INTEGER NOT NULL,
      "name"     TEXT    NOT NULL,
      "house_id" INTEGER NOT NULL,
      CONSTRAINT "floor_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "floor_house_id_level_key" UNIQUE ("house_id", "level"),
      CONSTRAINT "floor_house_id_fkey" FOREIGN KEY ("house_id") REFERENCES "house" ("id") ON DELETE CASCADE
    ) STRICT;

    -- A room on a floor.
    CREATE TABLE "room" (
      "id"       INTEGER NOT NULL,
      "name"     TEXT    NOT NULL,
      -- In square metres.
      "area"     REAL    NOT NULL,
      "floor_id" INTEGER NOT NULL,
      CONSTRAINT "room_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "room_floor_id_name_key" UNIQUE ("floor_id", "name"),
      CONSTRAINT "room_area_check" CHECK (area > 0),
      CONSTRAINT "room_floor_id_fkey" FOREIGN KEY ("floor_id") REFERENCES "floor" ("id") ON DELETE CASCADE
    ) STRICT;

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
      "room_id"   INTEGER NOT NULL,
      -- The weapon that it wields; no other monster wields the same.
      "weapon_id" TEXT,
      -- The monster that it follows.
      "leader_id" INTEGER,
      CONSTRAINT "monster_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "monster_weapon_id_key" UNIQUE ("weapon_id"),
      CONSTRAINT "monster_strength_range" CHECK ("strength" BETWEEN -2147483648 AND 2147483647),
      CONSTRAINT "monster_kind_check" CHECK ("kind" IN ('ghost', 'vampire', 'werewolf', 'living dead')),
      CONSTRAINT "monster_strength" CHECK (strength BETWEEN 1 AND 100),
      CONSTRAINT "monster_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE RESTRICT,
      CONSTRAINT "monster_weapon_id_fkey" FOREIGN KEY ("weapon_id") REFERENCES "weapon" ("id") ON DELETE SET NULL,
      CONSTRAINT "monster_leader_id_fkey" FOREIGN KEY ("leader_id") REFERENCES "monster" ("id") ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX "monster_kind_strength_idx" ON "monster" ("kind", "strength" DESC);
    CREATE INDEX "monster_room_id_idx" ON "monster" ("room_id");
    CREATE INDEX "monster_leader_id_idx" ON "monster" ("leader_id");

    -- The pairs of Room.exits and Room.entrances.
    CREATE TABLE "room_exits" (
      "room_id"  INTEGER NOT NULL,
      "exits_id" INTEGER NOT NULL,
      CONSTRAINT "room_exits_pkey" PRIMARY KEY ("room_id", "exits_id"),
      CONSTRAINT "room_exits_room_id_fkey" FOREIGN KEY ("room_id") REFERENCES "room" ("id") ON DELETE CASCADE,
      CONSTRAINT "room_exits_exits_id_fkey" FOREIGN KEY ("exits_id") REFERENCES "room" ("id") ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX "room_exits_exits_id_room_id_idx" ON "room_exits" ("exits_id", "room_id");

    """

  /// Changes exactly when the statements do.
  public static let fingerprint = "018544d418148f8d"

  /// Every table of a model.
  public static let tables: [TableDescription] = [Floor.table, House.table, Monster.table, Room.table, Weapon.table]
}
