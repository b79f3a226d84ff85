-- A server with Vapor: the tables that Fluent's schema builder creates with SQLite, and rows as its models write them.
CREATE TABLE "_fluent_migrations"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "batch" INTEGER NOT NULL, "created_at" REAL, "updated_at" REAL, CONSTRAINT "uq:_fluent_migrations.name" UNIQUE ("name"));
CREATE TABLE "_fluent_enums"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "case" TEXT NOT NULL, CONSTRAINT "uq:_fluent_enums.name+_fluent_enums.case" UNIQUE ("name", "case"));
CREATE TABLE "galaxies"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "created_at" REAL, "updated_at" REAL, "deleted_at" REAL, CONSTRAINT "uq:galaxies.name" UNIQUE ("name"));
CREATE TABLE "planets"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "type" TEXT NOT NULL, "mass" DOUBLE, "has_rings" BOOL NOT NULL, "photo" BLOB, "discovered_at" REAL, "galaxy_id" UUID NOT NULL REFERENCES "galaxies" ("id") ON DELETE CASCADE ON UPDATE NO ACTION, "created_at" TEXT, "updated_at" TEXT);
CREATE TABLE "tags"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL);
CREATE TABLE "planet+tag"("id" UUID PRIMARY KEY, "planet_id" UUID NOT NULL REFERENCES "planets" ("id") ON DELETE CASCADE ON UPDATE NO ACTION, "tag_id" UUID NOT NULL REFERENCES "tags" ("id") ON DELETE CASCADE ON UPDATE NO ACTION, CONSTRAINT "uq:planet+tag.planet_id+planet+tag.tag_id" UNIQUE ("planet_id", "tag_id"));

INSERT INTO "_fluent_migrations" VALUES ('11111111-1111-4111-8111-111111111111', 'App.CreateGalaxy', 1, 1704164645.25, 1704164645.25);
INSERT INTO "_fluent_enums" VALUES ('11111111-1111-4111-8111-111111111112', 'planet_type', 'gasGiant');
INSERT INTO galaxies VALUES
  ('22222222-2222-4222-8222-222222222221', 'Milky Way', 1704164645.678901, 1704164645.678901, NULL),
  ('22222222-2222-4222-8222-222222222222', 'Andromeda', 1704164646.5, 1704164650.0, 1704164660.125);
INSERT INTO planets VALUES
  ('33333333-3333-4333-8333-333333333331', 'Earth', 'smallRocky', 1.0, 0, x'0102', NULL, '22222222-2222-4222-8222-222222222221', '2024-01-02T03:04:05Z', '2024-01-02T03:04:05Z'),
  ('33333333-3333-4333-8333-333333333332', 'Saturn', 'gasGiant', 95.16, 1, NULL, -11362204800.5, '22222222-2222-4222-8222-222222222221', '2024-01-02T03:04:05Z', '2024-01-02T03:04:06Z');
INSERT INTO tags VALUES ('44444444-4444-4444-8444-444444444441', 'ringed');
INSERT INTO "planet+tag" VALUES ('55555555-5555-4555-8555-555555555551', '33333333-3333-4333-8333-333333333332', '44444444-4444-4444-8444-444444444441');
