// Objects of the database that no struct describes. A store opens the file and leaves them unchanged; a new
// database is created without them.
//
// - the table 'schema_migrations': a migration tool keeps its own records in it
// - the table 'ar_internal_metadata': Rails keeps its own records in it

// The statement of the table 'schema_migrations':
//
//     CREATE TABLE "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY)

// The statement of the table 'ar_internal_metadata':
//
//     CREATE TABLE "ar_internal_metadata" ("key" varchar NOT NULL PRIMARY KEY, "value" varchar, "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL)
