// Objects of the database that no struct describes. A store opens the file and leaves them unchanged; a new
// database is created without them.
//
// - the table 'django_migrations': Django keeps its own records in it

// The statement of the table 'django_migrations':
//
//     CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL)
