import Foundation
import PostilMigrations
import PostilQuery
import PostilSQLite
import PostilTestSupport

/// Migrations written by hand in the format that the tool writes.
enum Sample {
  static let create = SchemaMigrations.File(
    name: "1_create",
    sql: """
      -- @migration(schema: "one")
      CREATE TABLE "project" (
        "id" INTEGER NOT NULL,
        "name" TEXT NOT NULL,
        CONSTRAINT "project_pk" PRIMARY KEY ("id")
      ) STRICT;
      CREATE TABLE "item" (
        "id" INTEGER NOT NULL,
        "title" TEXT NOT NULL,
        "note" TEXT,
        "project_id" INTEGER NOT NULL,
        CONSTRAINT "item_pk" PRIMARY KEY ("id"),
        CONSTRAINT "item_project_fk" FOREIGN KEY ("project_id") REFERENCES "project" ("id") ON DELETE CASCADE
      ) STRICT;
      CREATE INDEX "item_project_id" ON "item" ("project_id");
      CREATE TABLE "step" (
        "id" INTEGER NOT NULL,
        "item_id" INTEGER NOT NULL,
        "next_id" INTEGER,
        CONSTRAINT "step_pk" PRIMARY KEY ("id"),
        CONSTRAINT "step_item_fk" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE,
        CONSTRAINT "step_next_fk" FOREIGN KEY ("next_id") REFERENCES "item" ("id") ON DELETE SET NULL
      ) STRICT;
      """)

  /// The column that a rebuild gives another type: nothing of the rows is lost.
  static let rebuildItem = SchemaMigrations.File(
    name: "2_priority",
    sql: """
      -- Items have a priority.
      -- @migration(after: "1_create", schema: "two")
      -- @rebuild("item")
      PRAGMA legacy_alter_table = ON;
      CREATE TABLE "postil_new_item" (
        "id" INTEGER NOT NULL,
        "title" TEXT NOT NULL,
        "note" TEXT,
        "priority" INTEGER NOT NULL,
        "project_id" INTEGER NOT NULL,
        CONSTRAINT "item_pk" PRIMARY KEY ("id"),
        CONSTRAINT "item_project_fk" FOREIGN KEY ("project_id") REFERENCES "project" ("id") ON DELETE CASCADE
      ) STRICT;
      INSERT INTO "postil_new_item" ("id", "title", "note", "priority", "project_id")
        SELECT "id", "title", "note", 0, "project_id" FROM "item";
      DROP TABLE "item";
      ALTER TABLE "postil_new_item" RENAME TO "item";
      PRAGMA legacy_alter_table = OFF;
      CREATE INDEX "item_project_id" ON "item" ("project_id");
      -- @end
      """)

  static let addTag = SchemaMigrations.File(
    name: "3_tag",
    sql: """
      -- @migration(after: "2_priority", schema: "three")
      CREATE TABLE "tag" (
        "id" INTEGER NOT NULL,
        "name" TEXT NOT NULL,
        CONSTRAINT "tag_pk" PRIMARY KEY ("id")
      ) STRICT;
      """)

  static let all = [create, rebuildItem, addTag]

  /// What the models say that the three lead to.
  static let ddl = """
    CREATE TABLE "project" ("id" INTEGER NOT NULL, "name" TEXT NOT NULL, CONSTRAINT "project_pk" PRIMARY KEY ("id")) STRICT;
    CREATE TABLE "item" (
      "id" INTEGER NOT NULL,
      "title" TEXT NOT NULL,
      "priority" INTEGER NOT NULL, -- Its place in the models is another one.
      "note" TEXT,
      "project_id" INTEGER NOT NULL,
      CONSTRAINT "item_pk" PRIMARY KEY ("id"),
      CONSTRAINT "item_project_fk" FOREIGN KEY ("project_id") REFERENCES "project" ("id") ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX "item_project_id" ON "item" ("project_id");
    CREATE TABLE "step" (
      "id" INTEGER NOT NULL,
      "item_id" INTEGER NOT NULL,
      "next_id" INTEGER,
      CONSTRAINT "step_pk" PRIMARY KEY ("id"),
      CONSTRAINT "step_item_fk" FOREIGN KEY ("item_id") REFERENCES "item" ("id") ON DELETE CASCADE,
      CONSTRAINT "step_next_fk" FOREIGN KEY ("next_id") REFERENCES "item" ("id") ON DELETE SET NULL
    ) STRICT;
    CREATE TABLE "tag" ("id" INTEGER NOT NULL, "name" TEXT NOT NULL, CONSTRAINT "tag_pk" PRIMARY KEY ("id")) STRICT;
    """

  /// Two projects, three items, and four steps that refer to them twice.
  static let rows = """
    INSERT INTO "project" VALUES (1, 'Home'), (2, 'Work');
    INSERT INTO "item" ("id", "title", "note", "project_id") VALUES (1, 'Door', 'oil', 1), (2, 'Lamp', NULL, 1), (3, 'Desk', '', 2);
    INSERT INTO "step" VALUES (1, 1, 2), (2, 1, NULL), (3, 2, 3), (4, 3, 1);
    """

  /// What the rows are, in order.
  static func contents(_ path: String) throws -> [String] {
    let database = try RawDatabase(path: path)
    return try [
      "SELECT group_concat(id || name) FROM project",
      "SELECT group_concat(id || title || ifnull(note, '-') || project_id) FROM item",
      "SELECT group_concat(id || '.' || item_id || '.' || ifnull(next_id, '-')) FROM step",
    ].map { try database.rows($0)[0][0] ?? "" }
  }

  static let expectedContents = ["1Home,2Work", "1Dooroil1,2Lamp-1,3Desk2", "1.1.2,2.1.-,3.2.3,4.3.1"]
}

/// The schema of a program whose models are where the three migrations lead.
enum SampleSchema: DatabaseSchema {
  static let ddl = Sample.ddl
  static let fingerprint = "three"
  static let tables: [_TableDescription] = []
}

/// A database in a folder of its own that migrations are applied to.
struct MigrationBench {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("tasks.sqlite")
  }

  @discardableResult
  func apply(_ files: [SchemaMigrations.File], ddl: String? = nil) throws -> [MigrationOutcome] {
    let database = try MigrationDatabase(path: path, migrations: SchemaMigrations(files))
    defer { database.close() }
    return try database.apply(ddl: ddl)
  }

  func status(_ files: [SchemaMigrations.File], ddl: String? = nil) throws -> MigrationStatus {
    let database = try MigrationDatabase(path: path, migrations: SchemaMigrations(files))
    defer { database.close() }
    return try database.status(ddl: ddl)
  }

  /// The error that applying throws.
  func failure(_ files: [SchemaMigrations.File], ddl: String? = nil) -> MigrationError? {
    do {
      try apply(files, ddl: ddl)
      return nil
    } catch {
      return error as? MigrationError
    }
  }

  func execute(_ sql: String, foreignKeys: Bool = true) throws {
    try RawDatabase(path: path, foreignKeys: foreignKeys).execute(sql)
  }

  func rows(_ sql: String) throws -> [[String?]] { try RawDatabase(path: path).rows(sql) }

  /// The first column of each row.
  func texts(_ sql: String) throws -> [String] { try rows(sql).map { $0[0] ?? "NULL" } }

  /// What the database notes: names and kinds.
  func ledger() throws -> [String] {
    try texts(#"SELECT "name" || ' ' || "kind" FROM "postil_migration" ORDER BY "position""#)
  }

  /// Every statement of the schema and every row: the same for two databases that are the same.
  func dump() throws -> [String] {
    let database = try RawDatabase(path: path)
    let schema = try database.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").map { "\($0)" }
    return schema + (try database.contents()).sorted { $0.key < $1.key }.map { "\($0)" }
  }
}

/// A file of a migration, its header written.
func migration(_ name: String, after: String..., sql: String) -> SchemaMigrations.File {
  let names = after.map { "\"\($0)\"" }.joined(separator: ", ")
  let header = after.isEmpty ? "-- @migration()" : "-- @migration(after: \(names))"
  return SchemaMigrations.File(name: name, sql: "\(header)\n\(sql)\n")
}
