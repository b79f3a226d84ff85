-- Create.
-- @migration(schema: "214542d3df19bc39")

-- A day, as somebody remembers it.
CREATE TABLE "entry" (
  "id"   INTEGER NOT NULL,
  "text" TEXT    NOT NULL,
  CONSTRAINT "entry_pkey" PRIMARY KEY ("id")
) STRICT;
