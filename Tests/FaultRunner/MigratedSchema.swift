import PostilQuery
import PostilSQLite

/// A schema with two migrations: the second rebuilds a table that another one references.
enum MigratedSchema: DatabaseSchema {
  static let create = SchemaMigrations.File(
    name: "1_create",
    sql: """
      -- @migration(schema: "one")
      CREATE TABLE "item" (
        "id" INTEGER NOT NULL,
        "title" TEXT NOT NULL,
        CONSTRAINT "item_pk" PRIMARY KEY ("id")
      ) STRICT;
      CREATE TABLE "step" (
        "id" INTEGER NOT NULL,
        "item_id" INTEGER NOT NULL,
        CONSTRAINT "step_pk" PRIMARY KEY ("id"),
        CONSTRAINT "step_item_fk" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE
      ) STRICT;
      """)

  static let rebuild = SchemaMigrations.File(
    name: "2_priority",
    sql: """
      -- @migration(after: "1_create", schema: "two")
      -- @rebuild("item")
      PRAGMA legacy_alter_table = ON;
      CREATE TABLE "postil_new_item" (
        "id" INTEGER NOT NULL,
        "title" TEXT NOT NULL,
        "priority" INTEGER NOT NULL,
        CONSTRAINT "item_pk" PRIMARY KEY ("id")
      ) STRICT;
      INSERT INTO "postil_new_item" ("id", "title", "priority") SELECT "id", "title", 0 FROM "item";
      DROP TABLE "item";
      ALTER TABLE "postil_new_item" RENAME TO "item";
      PRAGMA legacy_alter_table = OFF;
      -- @end
      """)

  static let ddl = """
    CREATE TABLE "item" (
      "id" INTEGER NOT NULL,
      "title" TEXT NOT NULL,
      "priority" INTEGER NOT NULL,
      CONSTRAINT "item_pk" PRIMARY KEY ("id")
    ) STRICT;
    CREATE TABLE "step" (
      "id" INTEGER NOT NULL,
      "item_id" INTEGER NOT NULL,
      CONSTRAINT "step_pk" PRIMARY KEY ("id"),
      CONSTRAINT "step_item_fk" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE
    ) STRICT;
    """
  static let fingerprint = "two"
  static let tables: [_TableDescription] = []

  static let rowCount = 20

  /// Opens a file with both migrations.
  static func open(_ path: String) throws -> SQLiteStore {
    try SQLiteStore(path: path, schema: MigratedSchema.self, migrations: SchemaMigrations([create, rebuild]))
  }

  /// Creates a file with the first migration only, and its rows.
  static func createTemplate(at path: String) throws {
    let store = try SQLiteStore(path: path, schema: Old.self, migrations: SchemaMigrations([create]))
    try insertRows(store)
    try store.close()
  }

  static func insertRows(_ store: SQLiteStore) throws {
    try store.write { db in
      for statement in [
        """
        WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT \(rowCount))
        INSERT INTO item SELECT n, 'item ' || n || hex(zeroblob(2000)) FROM n
        """, "INSERT INTO step SELECT id, id FROM item",
      ] { try db.execute(_RenderedStatement(sql: statement)) }
    }
  }

  /// The schema after the first migration.
  enum Old: DatabaseSchema {
    static let ddl = """
      CREATE TABLE "item" (
        "id" INTEGER NOT NULL,
        "title" TEXT NOT NULL,
        CONSTRAINT "item_pk" PRIMARY KEY ("id")
      ) STRICT;
      CREATE TABLE "step" (
        "id" INTEGER NOT NULL,
        "item_id" INTEGER NOT NULL,
        CONSTRAINT "step_pk" PRIMARY KEY ("id"),
        CONSTRAINT "step_item_fk" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE
      ) STRICT;
      """
    static let fingerprint = "one"
    static let tables: [_TableDescription] = []
  }
}
