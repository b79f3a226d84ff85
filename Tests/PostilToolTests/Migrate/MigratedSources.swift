/// Versions of one model, as somebody goes from one to the next.
enum Version {
  static let first = source("var title: String")
  static let withDueDay = source("var title: String\n  var dueDay: Int?")
  static let withNote = source("var title: String\n  var note: String?")
  static let uniqueTitle = source("var title: String  // @unique")

  static let swapped = source(
    "var a: String  // @renamed(from: \"b\")\n  var b: String  // @renamed(from: \"a\")")

  static func source(_ members: String, notes: String = "") -> String {
    """
    /// Something to do.
    // @table \(notes)
    struct Item: Sendable {
      let id: ID
      \(members)
    }
    """
  }
}

extension Version {
  /// What 'postil migrate apply --dry-run' prints for the migration from `first` to `withDueDay`.
  static let dueDayScript = """
    -- The statements that 'postil migrate apply' would run. Run it with 'sqlite3 -bail DATABASE', which stops without \
    changes if a check fails.
    .bail on
    PRAGMA foreign_keys = ON;
    CREATE TEMP TABLE IF NOT EXISTS "postil_check" ("what" TEXT NOT NULL, "number" INTEGER NOT NULL CHECK ("number" = 0));

    -- Migration 20261121183001_add_due_day
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS "postil_migration" (
      "position" INTEGER NOT NULL, -- in the order in which they were applied
      "name" TEXT NOT NULL, -- of the file without '.sql', or of the step in Swift
      "checksum" TEXT NOT NULL, -- of the file when it was applied
      "applied_at" TEXT NOT NULL, -- UTC
      "duration_ms" INTEGER NOT NULL,
      "kind" TEXT NOT NULL, -- 'sql', 'swift', 'adopted' or 'checkpoint'
      CONSTRAINT "postil_migration_pk" PRIMARY KEY ("position"),
      CONSTRAINT "postil_migration_name_unique" UNIQUE ("name")
    ) STRICT;
    ALTER TABLE "item" ADD COLUMN "due_day" INTEGER;
    INSERT INTO "postil_migration" ("name", "checksum", "applied_at", "duration_ms", "kind")
    VALUES ('20261121183001_add_due_day', '762bece3452f7f0b', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 0, 'sql');
    COMMIT;

    """
}

extension Tool {
  /// Times that differ, in their order.
  static func time(_ number: Int) -> String { "202611211830" + (number < 10 ? "0" : "") + String(number) }

  /// A project whose first version has its migration.
  static func project(_ source: String = Version.first) throws -> Tool {
    let tool = try Tool(["Tasks/Item.swift": source])
    _ = try tool.run("migrate", "new", "create", "Tasks", "--timestamp", time(0))
    return tool
  }

  /// The next version of the model, and its migration.
  func move(to source: String, _ name: String, at number: Int, _ options: String...) throws -> Result {
    try write(source, to: "Tasks/Item.swift")
    return try run(["migrate", "new", name, "Tasks", "--timestamp", Self.time(number)] + options)
  }
}
