import Foundation
import PostilTestSupport
import Testing

/// Databases of the shapes that well-known programs and frameworks make.
@Suite("Imports of databases of other programs")
struct ShapeTests {
  @Test("Core Data: entities are structs, and dates count from 2001")
  func coreData() throws {
    let sample = try Sample(
      """
      CREATE TABLE ZPACKAGETAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISDONE INTEGER, ZITEM INTEGER,
        ZCREATEDAT TIMESTAMP, ZDUEAT TIMESTAMP, ZSEENAT TIMESTAMP, ZPRICE DECIMAL, ZWEIGHT FLOAT, ZTITLE VARCHAR, ZUUID BLOB );
      CREATE INDEX ZPACKAGETAG_ZITEM_INDEX ON ZPACKAGETAG (ZITEM);
      CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMESTAMP TIMESTAMP );
      CREATE TABLE Z_1TAGS ( Z_1ITEMS INTEGER, Z_2TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_2TAGS) );
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 1), (2, 'PackageTag', 0, 2);
      INSERT INTO Z_METADATA VALUES (1, 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F', x'62706c69');
      INSERT INTO ZITEM VALUES (1, 1, 1, 725000000), (2, 1, 1, -63114076800), (3, 1, 1, 725000000.123456);
      INSERT INTO ZPACKAGETAG VALUES (1, 2, 1, 1, 1, 700000000, 700000000.25, NULL, 1.5, 2.25, 'a', randomblob(16)),
        (2, 2, 3, 0, NULL, 123456789, NULL, NULL, 2, 0, NULL, NULL);
      """)
    #expect(
      try sample.members("Item").last == "var timestamp: Date?  // @column(\"ZTIMESTAMP\") @store(as: referenceDate)")
    let members = try sample.members("PackageTag")
    #expect(members.first == #"let id: ID  // @column("Z_PK")"#)
    for name in ["createdat", "dueat", "seenat"] {
      #expect(
        members.contains(#"var \#(name): Date?  // @column("Z\#(name.uppercased())") @store(as: referenceDate)"#))
    }
    #expect(
      try Sample("CREATE TABLE t (id INTEGER PRIMARY KEY, created_at TIMESTAMP); INSERT INTO t VALUES (1, 725000000)")
        .members("T").last == "var createdAt: Date?  // @store(as: unixSeconds)")
  }

  @Test("Rails: timestamps with six digits are text, except those that Rails sets; its own tables are left out")
  func rails() throws {
    let sample = try Sample(
      """
      CREATE TABLE "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY);
      CREATE TABLE "ar_internal_metadata" ("key" varchar NOT NULL PRIMARY KEY, "value" varchar, "created_at" datetime(6) NOT NULL,
        "updated_at" datetime(6) NOT NULL);
      CREATE TABLE "users" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "email" varchar DEFAULT '' NOT NULL,
        "admin" boolean DEFAULT 0, "seen_at" datetime(6), "created_at" datetime(6) NOT NULL);
      CREATE TABLE "posts" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "user_id" integer NOT NULL, "body" text,
        "published_on" date, "created_at" datetime(6) NOT NULL,
        CONSTRAINT "fk_rails_5b5ddfd518" FOREIGN KEY ("user_id") REFERENCES "users" ("id"));
      CREATE INDEX "index_posts_on_user_id" ON "posts" ("user_id"); CREATE UNIQUE INDEX "index_users_on_email" ON "users" ("email");
      INSERT INTO schema_migrations VALUES ('20240102030405');
      INSERT INTO ar_internal_metadata VALUES ('environment', 'development', '2024-01-02 03:04:05.123450', '2024-01-02 03:04:05.123450');
      INSERT INTO users VALUES (1, 'a@example.com', 1, '2024-01-02 03:04:05.123450', '2024-01-02 03:04:05.123450');
      INSERT INTO posts VALUES (1, 1, 'b', '2024-01-02', '2024-01-02 03:04:05');
      """)
    for name in ["User", "Post"] {
      #expect(try sample.members(name).contains("let createdAt: Date  // @createdAt"), "\(name)")
    }
    #expect(try sample.members("User").contains("var seenAt: String?"))
    #expect(
      sample.result.notImported == [
        "the table 'schema_migrations': a migration tool keeps its own records in it",
        "the table 'ar_internal_metadata': Rails keeps its own records in it",
      ])
    #expect(try sample.members("User").contains(#"var admin: Bool?  // @default(sql: "0")"#))
    #expect(
      try sample.remarks("User") == [
        "'seen_at' is 'String', because a 'Date' can't represent every timestamp of this database: '2024-01-02 "
          + "03:04:05.123450' in 'users.seen_at' would be written back as '2024-01-02 03:04:05.123450041'",
        "'created_at' is set by the database, because Rails sets such columns; if the program sets it, write 'var' and "
          + "remove the annotation",
      ])
  }

  @Test("Django: booleans, dates and unique indexes")
  func django() throws {
    let sample = try Sample(
      """
      CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL,
        "applied" datetime NOT NULL);
      CREATE TABLE "auth_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL,
        "last_login" datetime NULL, "is_superuser" bool NOT NULL, "date_joined" datetime NOT NULL);
      CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" integer NOT NULL
        REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED, "amount" decimal NOT NULL, "data" text NOT NULL
        CHECK ((JSON_VALID("data") OR "data" IS NULL)), "order" smallint unsigned NOT NULL CHECK ("order" >= 0));
      CREATE UNIQUE INDEX "auth_permission_uniq" ON "auth_permission" ("user_id", "order");
      INSERT INTO django_migrations VALUES (1, 'auth', '2024-01-02 03:04:05.002002');
      INSERT INTO auth_user VALUES (1, 'x', NULL, 1, '2024-01-02 03:04:05.002002');
      INSERT INTO auth_permission VALUES (1, 1, 10, '{}', 2), (2, 1, 10.5, '[]', 3);
      """)
    #expect(
      try sample.members("AuthUser") == [
        "let id: ID", "var password: String", "var lastLogin: String?", "var isSuperuser: Bool",
        "var dateJoined: String",
      ])
    #expect(try sample.members("AuthPermission").contains("var order: Int"))
    #expect(try sample.members("AuthPermission").contains("var amount: Double"))
  }

  @Test("Room: quoted names, a table with one row, and full text")
  func room() throws {
    let sample = try Sample(
      """
      CREATE TABLE android_metadata (locale TEXT);
      CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
      CREATE TABLE `playlist` (`playlistId` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT NOT NULL, `createdAt` INTEGER NOT NULL);
      CREATE TABLE `song` (`songId` TEXT NOT NULL, `playlist_id` INTEGER NOT NULL, `favorite` INTEGER NOT NULL, PRIMARY KEY(`songId`),
        FOREIGN KEY(`playlist_id`) REFERENCES `playlist`(`playlistId`) ON UPDATE NO ACTION ON DELETE CASCADE );
      CREATE INDEX `index_song_playlist_id` ON `song` (`playlist_id`);
      INSERT INTO android_metadata VALUES ('en_US'); INSERT INTO room_master_table VALUES (42, 'abc');
      INSERT INTO playlist VALUES (1, 'a', 1700000000123); INSERT INTO song VALUES ('s', 1, 1);
      """)
    #expect(
      try sample.members("Playlist").contains(
        "var createdAt: Date  // @column(\"createdAt\") @store(as: unixMilliseconds)"))
    #expect(try sample.members("Song").first == #"let id: String  // @column("songId")"#)
  }

  @Test("Northwind: names with spaces, pictures and dates")
  func northwind() throws {
    let sample = try Sample(
      """
      CREATE TABLE [Categories] ([CategoryID] INTEGER PRIMARY KEY AUTOINCREMENT, [CategoryName] TEXT, [Description] TEXT, [Picture] BLOB);
      CREATE TABLE [Employees] ([EmployeeID] INTEGER PRIMARY KEY AUTOINCREMENT, [LastName] TEXT, [BirthDate] DATE, [ReportsTo] INTEGER,
        FOREIGN KEY ([ReportsTo]) REFERENCES [Employees] ([EmployeeID]) ON DELETE NO ACTION ON UPDATE NO ACTION);
      CREATE TABLE [Orders] ([OrderID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, [EmployeeID] INTEGER, [OrderDate] DATETIME,
        [Freight] NUMERIC DEFAULT 0, FOREIGN KEY ([EmployeeID]) REFERENCES [Employees] ([EmployeeID]));
      CREATE TABLE [Order Details] ([OrderID] INTEGER NOT NULL, [ProductID] INTEGER NOT NULL, [UnitPrice] NUMERIC NOT NULL DEFAULT 0,
        [Quantity] INTEGER NOT NULL DEFAULT 1, PRIMARY KEY ("OrderID", "ProductID"), CHECK ([Quantity] > 0),
        FOREIGN KEY ([OrderID]) REFERENCES [Orders] ([OrderID]), FOREIGN KEY ([ProductID]) REFERENCES [Products] ([ProductID]));
      CREATE VIEW [Order Subtotals] AS SELECT [Order Details].OrderID, Sum([Order Details].UnitPrice * Quantity) AS Subtotal
        FROM [Order Details] GROUP BY [Order Details].OrderID;
      INSERT INTO Categories VALUES (1, 'Beverages', 'Soft drinks', x'151c2f00');
      INSERT INTO Employees VALUES (1, 'Davolio', '1968-12-08', NULL), (2, 'Fuller', '1952-02-19', 1);
      INSERT INTO Orders VALUES (10248, 1, '2016-07-04', 32.38), (10249, NULL, '2016-07-05', 11);
      INSERT INTO [Order Details] VALUES (10248, 11, 14, 12), (10249, 14, 18.6, 9);
      """)
    #expect(
      try sample.members("Order").contains(#"var orderDate: DateComponents?  // @column("OrderDate") @store(as: day)"#))
    #expect(try sample.members("OrderDetail").contains { $0.hasPrefix("var unitPrice: Double") })
    #expect(
      try sample.remarks("OrderDetail") == [
        "the foreign key from 'ProductID' to 'Products' is only in the statement, without a relationship: the table 'Products' "
          + "doesn't exist, so SQLite refuses to write to 'Order Details' while it enforces foreign keys"
      ])
    #expect(try sample.members("OrderSubtotal").contains(#"let subtotal: Double?  // @column("Subtotal")"#))
  }

  @Test("Sakila: timestamps with three zeros, checks and views")
  func sakila() throws {
    let sample = try Sample(
      """
      CREATE TABLE actor (actor_id numeric NOT NULL, first_name VARCHAR(45) NOT NULL, last_update TIMESTAMP NOT NULL,
        PRIMARY KEY (actor_id));
      CREATE TABLE film (film_id int NOT NULL, title VARCHAR(255) NOT NULL, release_year VARCHAR(4) DEFAULT NULL,
        rental_rate DECIMAL(4,2) DEFAULT 4.99 NOT NULL, rating VARCHAR(10) DEFAULT 'G', last_update TIMESTAMP NOT NULL,
        PRIMARY KEY (film_id), CONSTRAINT CHECK_rating CHECK (rating IN ('G', 'PG', 'PG-13', 'R', 'NC-17')));
      CREATE TABLE film_actor (actor_id INT NOT NULL, film_id INT NOT NULL, last_update TIMESTAMP NOT NULL,
        PRIMARY KEY (actor_id, film_id),
        CONSTRAINT fk_film_actor_actor FOREIGN KEY (actor_id) REFERENCES actor (actor_id) ON DELETE NO ACTION ON UPDATE CASCADE,
        CONSTRAINT fk_film_actor_film FOREIGN KEY (film_id) REFERENCES film (film_id) ON DELETE NO ACTION ON UPDATE CASCADE);
      CREATE TRIGGER actor_trigger_ai AFTER INSERT ON actor BEGIN
        UPDATE actor SET last_update = DATETIME('NOW') WHERE rowid = new.rowid; END;
      INSERT INTO film VALUES (1, 'ACADEMY DINOSAUR', '2006', 0.99, 'PG', '2006-02-15 05:03:42.000');
      INSERT INTO actor VALUES (1, 'PENELOPE', '2006-02-15 04:34:33.000'); INSERT INTO film_actor VALUES (1, 1, '2006-02-15 05:05:03.000');
      """)
    #expect(try sample.members("Film").contains { $0.hasPrefix("var rating: Rating?") })
    #expect(try sample.members("Film").contains(#"case pg13 = "PG-13""#))
    // The trigger wrote the date of the actor.
    #expect(try sample.members("Actor").contains("var lastUpdate: Date"))
    for name in ["Film", "FilmActor"] {
      #expect(try sample.members(name).contains("var lastUpdate: Date  // @store(as: iso8601Milliseconds)"), "\(name)")
    }
    #expect(try sample.text("Actor").contains("@manyToMany(films: Film, through: FilmActor, inverse: actors)"))
  }
}
