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
