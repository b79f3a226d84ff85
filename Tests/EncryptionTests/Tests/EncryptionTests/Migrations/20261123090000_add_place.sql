-- Add place.
-- @migration(after: "20261122090000_create", schema: "d607ee496c18a4ac")

-- Table 'letter': column 'place' is added.
ALTER TABLE "letter" ADD COLUMN "place" TEXT;
