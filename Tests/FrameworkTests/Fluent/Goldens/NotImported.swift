// Objects of the database that no struct describes. A store opens the file and leaves them unchanged; a new
// database is created without them.
//
// - the table '_fluent_migrations': Fluent keeps its own records in it
// - the table '_fluent_enums': Fluent keeps its own records in it

// The statement of the table '_fluent_migrations':
//
//     CREATE TABLE "_fluent_migrations"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "batch" INTEGER NOT NULL, "created_at" REAL, "updated_at" REAL, CONSTRAINT "uq:_fluent_migrations.name" UNIQUE ("name"))

// The statement of the table '_fluent_enums':
//
//     CREATE TABLE "_fluent_enums"("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "case" TEXT NOT NULL, CONSTRAINT "uq:_fluent_enums.name+_fluent_enums.case" UNIQUE ("name", "case"))
