-- What triggers made of other tables goes.
DROP TABLE "room_monsters_unmet";
DROP TABLE "house_floors_unmet";
DROP TABLE "house_floors_order";
DROP TABLE "floor_rooms_order";

-- Table 'room_exits' is dropped with all its rows.
-- @precheck(dropTable, "room_exits"): SELECT count(*) FROM "room_exits"
DROP TABLE "room_exits";

-- Table 'monster' is dropped with all its rows.
-- @precheck(dropTable, "monster"): SELECT count(*) FROM "monster"
DROP TABLE "monster";

-- Table 'weapon' is dropped with all its rows.
-- @precheck(dropTable, "weapon"): SELECT count(*) FROM "weapon"
DROP TABLE "weapon";

-- Table 'room' is dropped with all its rows.
-- @precheck(dropTable, "room"): SELECT count(*) FROM "room"
DROP TABLE "room";

-- Table 'floor' is dropped with all its rows.
-- @precheck(dropTable, "floor"): SELECT count(*) FROM "floor"
DROP TABLE "floor";

-- Table 'house' is dropped with all its rows.
-- @precheck(dropTable, "house"): SELECT count(*) FROM "house"
DROP TABLE "house";
