-- A database of somebody who never heard of Postil: everything about it that is unusual is meant to be.

-- No primary key, a name with a space, and dates as SQLite writes them.
CREATE TABLE log (at TEXT, "message text" TEXT, level INT DEFAULT 1);

-- Plural, with a prefix, in the style of other times.
CREATE TABLE tblCustomers (
  CustomerID INTEGER PRIMARY KEY,
  strName VARCHAR(50) NOT NULL COLLATE NOCASE UNIQUE, -- as on the door
  guid TEXT,
  countryCode CHAR(2) REFERENCES country (code) ON DELETE SET NULL ON UPDATE CASCADE,
  parent INTEGER REFERENCES tblCustomers (CustomerID)
);
CREATE TABLE country (code CHAR(2) PRIMARY KEY NOT NULL, name TEXT NOT NULL);

-- AUTOINCREMENT, deferred references, enums by a check, seconds, days, generated columns, comments of both kinds.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- given by the database
  /* who bought */
  customer_id INTEGER REFERENCES tblCustomers DEFERRABLE INITIALLY DEFERRED,
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'paid', 'in transit', 'default')),
  created_at INTEGER NOT NULL DEFAULT (strftime('%s', 'now')),
  shipped_on DATE,
  is_gift BOOLEAN NOT NULL DEFAULT 0,
  payload JSON,
  doubled INTEGER NOT NULL AS (id * 2) STORED,
  label TEXT GENERATED ALWAYS AS ('#' || id) VIRTUAL
);
CREATE INDEX ix_orders_customer ON orders (customer_id ASC);

-- WITHOUT ROWID, a composite key, spaces, keywords, emoji, other scripts, a leading digit.
CREATE TABLE "order details" (
  "order id" INTEGER NOT NULL, "line no." INTEGER NOT NULL, "unit price" DECIMAL(10,2) NOT NULL, "class" TEXT,
  "select" TEXT, "🎵" TEXT, "日本" TEXT, "2nd" INT,
  PRIMARY KEY ("order id", "line no."),
  FOREIGN KEY ("order id") REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;
CREATE INDEX "idx details" ON "order details" ("unit price" DESC, lower("class") ASC) WHERE "2nd" > 0;

-- A key of text in a STRICT table, and a join table with a column of its own.
CREATE TABLE tag (name TEXT PRIMARY KEY) STRICT;
CREATE TABLE order_tag (
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  tag_name TEXT NOT NULL REFERENCES tag (name),
  weight REAL NOT NULL DEFAULT 0.5,
  PRIMARY KEY (order_id, tag_name)
);

-- A key that is no rowid, and names that mean something in Swift.
CREATE TABLE "Type" (
  id INT PRIMARY KEY NOT NULL, "Type" TEXT, "self" TEXT, init TEXT, "in" TEXT, _rowSource TEXT, description TEXT
);

-- A key that can be NULL, and is.
CREATE TABLE maybe_key (k TEXT PRIMARY KEY, v BLOB);

-- Values of several kinds in one column, and a type that SQLite takes for a number.
CREATE TABLE mixed (id INTEGER PRIMARY KEY, anything, name STRING);

-- A composite key in another order than its columns, and a reference to it.
CREATE TABLE flight (number INT NOT NULL, day TEXT NOT NULL, gate TEXT, PRIMARY KEY (day, number));
CREATE TABLE seat (
  id INTEGER PRIMARY KEY, flight_day TEXT, flight_number INT, place TEXT NOT NULL,
  UNIQUE (flight_number, place) ON CONFLICT REPLACE,
  FOREIGN KEY (flight_day, flight_number) REFERENCES flight (day, number)
);

-- References that no row could begin with, and one to a table that is not there.
CREATE TABLE hen (id INTEGER PRIMARY KEY, egg_id INTEGER NOT NULL REFERENCES egg (id) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE egg (
  id INTEGER PRIMARY KEY, hen_id INTEGER NOT NULL REFERENCES hen (id), farm_id INTEGER REFERENCES farm (id)
);

-- Two references to one table, and a has-one.
CREATE TABLE trip (
  id INTEGER PRIMARY KEY, from_id INTEGER NOT NULL REFERENCES country_stop (id),
  to_id INTEGER NOT NULL REFERENCES country_stop (id)
);
CREATE TABLE country_stop (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE ticket (trip_id INTEGER PRIMARY KEY REFERENCES trip (id) ON DELETE CASCADE, price REAL NOT NULL);

-- Made by Postil.
CREATE TABLE "note" (
  "id"      INTEGER NOT NULL,
  -- In a few words.
  "title"   TEXT    NOT NULL,
  "body"    TEXT,
  "is_done" INTEGER NOT NULL,
  "age"     INTEGER,
  CONSTRAINT "note_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "note_is_done_range" CHECK ("is_done" IN (0, 1)),
  CONSTRAINT "note_age_range" CHECK ("age" BETWEEN 0 AND 255),
  CONSTRAINT "note_title_check" CHECK (length(title) > 0)
) STRICT;
CREATE VIRTUAL TABLE "note_fts" USING fts5 (
  "title",
  "body",
  content='note',
  content_rowid='id'
);
CREATE TRIGGER "note_fts_insert_trigger" AFTER INSERT ON "note" FOR EACH ROW
BEGIN
  INSERT INTO "note_fts" ("rowid", "title", "body") VALUES (NEW."id", NEW."title", NEW."body");
END;
CREATE TRIGGER "note_fts_delete_trigger" AFTER DELETE ON "note" FOR EACH ROW
BEGIN
  INSERT INTO "note_fts" ("note_fts", "rowid", "title", "body") VALUES ('delete', OLD."id", OLD."title", OLD."body");
END;
CREATE TRIGGER "note_fts_update_trigger" AFTER UPDATE ON "note" FOR EACH ROW
WHEN OLD."id" COLLATE BINARY IS NOT NEW."id" OR OLD."title" COLLATE BINARY IS NOT NEW."title" OR OLD."body" COLLATE BINARY IS NOT NEW."body"
BEGIN
  INSERT INTO "note_fts" ("note_fts", "rowid", "title", "body") VALUES ('delete', OLD."id", OLD."title", OLD."body");
  INSERT INTO "note_fts" ("rowid", "title", "body") VALUES (NEW."id", NEW."title", NEW."body");
END;
CREATE TABLE "mark" (
  "id"   INTEGER NOT NULL,
  "name" TEXT    NOT NULL COLLATE NOCASE,
  CONSTRAINT "mark_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "mark_name_key" UNIQUE ("name")
) STRICT;
CREATE TABLE "mark_notes" (
  "mark_id" INTEGER NOT NULL,
  "note_id" INTEGER NOT NULL,
  CONSTRAINT "mark_notes_pkey" PRIMARY KEY ("mark_id", "note_id"),
  CONSTRAINT "mark_notes_mark_id_fkey" FOREIGN KEY ("mark_id") REFERENCES "mark" ("id") ON DELETE CASCADE,
  CONSTRAINT "mark_notes_note_id_fkey" FOREIGN KEY ("note_id") REFERENCES "note" ("id") ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX "mark_notes_note_id_mark_id_idx" ON "mark_notes" ("note_id", "mark_id");

-- Indexes, views and triggers in other people's words.
CREATE UNIQUE INDEX ux_guid ON tblCustomers (guid);
CREATE INDEX ix_name ON tblCustomers (strName COLLATE BINARY);
CREATE VIEW "paid orders" AS
  SELECT o.id, c.strName AS who, o.status, /* with the lines */ count(d."line no.") AS "number of lines"
  FROM orders o LEFT JOIN tblCustomers c ON c.CustomerID = o.customer_id LEFT JOIN "order details" d ON d."order id" = o.id
  WHERE o.status <> 'new' GROUP BY o.id;
CREATE VIEW shipment (order_number, day) AS SELECT id, shipped_on FROM orders WHERE shipped_on IS NOT NULL;
CREATE VIEW broken AS SELECT * FROM "a table that is gone";
CREATE TRIGGER trg_status AFTER UPDATE OF status, is_gift ON orders WHEN NEW.status <> OLD.status
BEGIN
  INSERT INTO log ("message text", level) VALUES (NEW.status, CASE WHEN NEW.is_gift THEN 2 ELSE 1 END);
  UPDATE "order details" SET "2nd" = "2nd" + 1 WHERE "order id" = NEW.id;
END;
CREATE TRIGGER trg_country DELETE ON country BEGIN SELECT RAISE(ABORT, 'countries stay'); END;
CREATE TRIGGER trg_view INSTEAD OF INSERT ON shipment BEGIN SELECT 1; END;

-- Names that Postil has too.
CREATE TABLE models (id INTEGER PRIMARY KEY, "column" TEXT, query TEXT, "table" TEXT, draft TEXT, db TEXT, row TEXT);
CREATE TABLE "columns" (id INTEGER PRIMARY KEY, model_id INTEGER REFERENCES models (id));

-- Names that Swift and SwiftPM keep for themselves, and words of SQL.
CREATE TABLE main (id INTEGER PRIMARY KEY, "order" INT, "group" TEXT, "values" TEXT NOT NULL DEFAULT 'x');
CREATE TABLE draft (id INTEGER PRIMARY KEY, main_id INTEGER REFERENCES main (id), "unique" INT UNIQUE);
CREATE TABLE "index" ("from" INTEGER NOT NULL, "to" INTEGER NOT NULL REFERENCES draft (id), PRIMARY KEY ("from", "to"));

-- Values of every kind where there must be one, in a key too.
CREATE TABLE moz_meta (key TEXT NOT NULL PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE keyed (k PRIMARY KEY NOT NULL, body TEXT) WITHOUT ROWID;
CREATE TABLE keyed_note (id INTEGER PRIMARY KEY, keyed_k REFERENCES keyed (k));

-- A check that ignores case, and one of signs.
CREATE TABLE parcel (
  id INTEGER PRIMARY KEY, state TEXT NOT NULL COLLATE NOCASE CHECK (state IN ('new', 'sent')),
  grade TEXT CHECK (grade IN ('A', 'A+', '+', ''))
);

-- References that SQLite can't enforce.
CREATE TABLE leaf (id INTEGER PRIMARY KEY, code TEXT);
CREATE TABLE branch (id INTEGER PRIMARY KEY, leaf_code TEXT REFERENCES leaf (code), flight_day TEXT REFERENCES flight);

-- An entity of Core Data.
CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
CREATE TABLE ZPACKAGEITEM (
  Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISDONE INTEGER, ZCREATEDAT TIMESTAMP, ZDUEAT TIMESTAMP, ZTITLE VARCHAR
);

-- Words without a table.
CREATE VIRTUAL TABLE words USING fts5 (title, body);

INSERT INTO log VALUES ('2024-01-02 03:04:05', 'hello', 1), ('2024-02-03 04:05:06.5', 'it''s', 2), (NULL, NULL, NULL);
INSERT INTO country VALUES ('IS', 'Iceland'), ('NO', 'Norge');
INSERT INTO tblCustomers VALUES
  (1, 'Ann', '6F9619FF-8B86-D011-B42D-00C04FC964FF', 'IS', NULL), (2, 'Bea', NULL, NULL, 1), (7, 'Ceo', NULL, 'NO', 2);
INSERT INTO orders (customer_id, status, created_at, shipped_on, is_gift, payload) VALUES
  (1, 'paid', 1700000000, '2024-05-06', 1, '{"a":1}'), (2, 'in transit', 1700000001, NULL, 0, NULL),
  (NULL, 'new', 1700000002, NULL, 0, '[]'), (7, 'default', 1700000003, '2024-02-29', 1, NULL);
INSERT INTO "order details" VALUES
  (1, 1, 9.99, 'a', 'b', 'c', 'd', 2), (1, 2, 10, 'A', NULL, NULL, NULL, NULL), (4, 1, 0.5, 'x', 'y', '🎶', '語', -1);
INSERT INTO tag VALUES ('new'), ('old');
INSERT INTO order_tag VALUES (1, 'new', 1.5), (1, 'old', 2), (4, 'old', 0.25);
INSERT INTO "Type" VALUES (7, 'a', 'b', 'c', 'd', 'e', 'f'), (-1, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO maybe_key VALUES (NULL, x'00ff'), (NULL, NULL), ('c', x'');
INSERT INTO mixed VALUES (1, 1, 'a'), (2, 'two', 'b'), (3, x'00', NULL);
INSERT INTO flight VALUES (1, '2024-05-06', 'A1'), (2, '2024-05-06', NULL), (1, '2024-05-07', 'B2');
INSERT INTO seat VALUES (1, '2024-05-06', 2, '1A'), (2, NULL, NULL, '1B'), (3, '2024-05-07', 1, '1C');
INSERT INTO country_stop VALUES (1, 'Oslo'), (2, 'Bergen');
INSERT INTO trip VALUES (1, 1, 2), (2, 2, 1);
INSERT INTO ticket VALUES (1, 100), (2, 99.5);
INSERT INTO note VALUES (1, 'Oil the door', 'It creaks.', 0, 3), (2, 'Paint', NULL, 1, NULL);
INSERT INTO mark VALUES (1, 'urgent');
INSERT INTO mark_notes VALUES (1, 2);
INSERT INTO models VALUES (1, 'a', 'b', 'c', 'd', 'e', 'f');
INSERT INTO "columns" VALUES (1, 1), (2, NULL);
INSERT INTO words VALUES ('a', 'b');
INSERT INTO main VALUES (1, 2, 'a', 'b'), (2, NULL, NULL, '');
INSERT INTO draft VALUES (1, 1, 7), (2, NULL, NULL);
INSERT INTO "index" VALUES (1, 1), (1, 2);
INSERT INTO moz_meta VALUES ('a', 1), ('b', 1.0), ('c', 'x'), ('d', x'00ff'), ('e', CAST(x'61ff62' AS TEXT));
INSERT INTO keyed VALUES (1, 'a'), ('1', 'b'), (x'31', CAST(x'ff' AS TEXT)), (2.5, 'nul' || char(0) || 'nul');
INSERT INTO keyed_note VALUES (1, 1), (2, '1'), (3, x'31'), (4, 2.5), (5, NULL);
INSERT INTO parcel VALUES (1, 'new', 'A+'), (2, 'NEW', '+'), (3, 'Sent', ''), (4, 'sent', NULL);
INSERT INTO leaf VALUES (1, 'a'), (2, 'a');
INSERT INTO branch VALUES (1, 'a', '2024-05-06'), (2, NULL, NULL);
INSERT INTO Z_PRIMARYKEY VALUES (1, 'PackageItem', 0, 2);
INSERT INTO Z_METADATA VALUES (1, 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F', x'00');
INSERT INTO ZPACKAGEITEM VALUES (1, 1, 1, 1, 725000000, 725000000.123456, 'a'), (2, 1, 3, 0, -63114076800, NULL, NULL);
BEGIN;
INSERT INTO hen VALUES (1, 1);
INSERT INTO egg VALUES (1, 1, NULL);
COMMIT;
