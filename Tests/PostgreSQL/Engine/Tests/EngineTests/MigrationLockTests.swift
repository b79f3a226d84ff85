import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// Migrations while a program uses the tables.
  @Suite("Migrations and locks")
  struct MigrationLocks {
    private static let create = """
      -- @migration(schema: "1")
      CREATE TABLE project (id bigint PRIMARY KEY, name text);
      CREATE TABLE item (id bigint PRIMARY KEY, title text, project_id bigint REFERENCES project (id));
      INSERT INTO project VALUES (1, 'Home');
      INSERT INTO item VALUES (1, NULL, 1);
      """

    /// Whether a statement of another session waits for a lock of the table.
    private static func isAwaited(_ table: String, in db: PostgreSQLWriteTransaction) throws -> Bool {
      try RawSQL(
        "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = CAST(\(table) AS regclass))"
      ).as(Bool.self).fetchAll(in: db) == [true]
    }

    /// Runs in a transaction, until another session has waited for a lock of the table, and `isLong` returns `false`.
    private static func hold(
      _ statement: RawSQL, _ table: String, _ place: Place, while isLong: @escaping @Sendable () -> Bool = { false }
    ) async throws {
      var options = PostgreSQLOptions()
      options.isolation = .readCommitted
      let program = try await PostgreSQLStore(Server.url ?? "", schema: NoModels.self, options: options)
      try await program.write { db in
        try statement.execute(in: db)
        for _ in 0..<3000 {
          if try Self.isAwaited("\(place.name).\(table)", in: db) { break }
          usleep(10_000)
        }
        for _ in 0..<3000 where isLong() { usleep(10_000) }
      }
      try await program.close()
    }

    @Test(
      "A value that is committed while a migration waits for its lock is counted before the column is dropped",
      arguments: [true, false])
    func countedAgain(isWritten: Bool) async throws {
      let place = try await Place("counted_again")
      // A file that was written by hand takes the lock that its pre-check is about.
      let lock = isWritten ? "LOCK TABLE item IN ACCESS EXCLUSIVE MODE;" : ""
      let drop = """
        -- @migration(after: "20260101000000_create", schema: "2")
        \(lock)
        -- @precheck(dropColumn, "item.title"): SELECT count(*) FROM item WHERE title IS NOT NULL
        ALTER TABLE item DROP COLUMN title;
        """
      try await place.open(["20260101000000_create": Self.create])
      async let writing: Void = Self.hold("INSERT INTO counted_again.item VALUES (2, 'kept', 1)", "item", place)
      #expect(
        try await eventually {
          try await !place.texts(
            "SELECT '' FROM pg_locks WHERE relation = 'counted_again.item'::regclass AND mode = 'RowExclusiveLock'"
          ).isEmpty
        })
      let message = await place.refusal(["20260101000000_create": Self.create, "20260102000000_drop": drop])
      try await writing
      #expect(
        message.hasPrefix(
          "'20260102000000_drop' was not applied because of rows in this database:\n  - dropColumn 'item.title': 1 row "
        ),
        "\(message)")
      #expect(try await place.texts("SELECT title FROM counted_again.item WHERE id = 2") == ["kept"])
    }

    @Test(
      "A migration of two tables gets its locks while a program locks them in either order",
      arguments: [["item", "project"], ["project", "item"]])
    func orders(tables: [String]) async throws {
      let place = try await Place("orders")
      let change = """
        -- @migration(after: "20260101000000_create", schema: "2")
        LOCK TABLE project IN ACCESS EXCLUSIVE MODE;
        LOCK TABLE item IN ACCESS EXCLUSIVE MODE;
        ALTER TABLE project ADD COLUMN place text;
        ALTER TABLE item ADD COLUMN place text;
        """
      try await place.open(["20260101000000_create": Self.create])
      var options = PostgreSQLOptions()
      options.isolation = .readCommitted
      // A block that the server stops because of a deadlock isn't run again, so the test fails.
      options.maximumAttempts = 1
      let program = try await PostgreSQLStore(Server.url ?? "", schema: NoModels.self, options: options)
      let isMigrated = Flag()
      let writers = (0..<6).map { writer in
        Task {
          while !isMigrated.isSet {
            try await program.write { db in
              for table in tables {
                try RawSQL("UPDATE orders.\(identifier: table) SET id = id WHERE id = \(-writer)").execute(in: db)
                usleep(3_000)
              }
            }
          }
        }
      }
      #expect(
        try await place.open(["20260101000000_create": Self.create, "20260102000000_change": change])
          == ["20260102000000_change"])
      isMigrated.set()
      for writer in writers { try await writer.value }
      try await program.close()
    }

    @Test("While a report holds a table, 'SET NOT NULL' after the transaction lets the program go on")
    func afterwards() async throws {
      let place = try await Place("afterwards")
      let create =
        Self.create + "\nALTER TABLE project ADD CONSTRAINT required CHECK (name IS NOT NULL) NOT VALID;"
      let change = """
        -- @migration(after: "20260101000000_create", schema: "2")
        ALTER TABLE project VALIDATE CONSTRAINT required;
        ALTER TABLE project ALTER COLUMN name SET NOT NULL;
        ALTER TABLE project DROP CONSTRAINT IF EXISTS required;
        """
      try await place.open(["20260101000000_create": create])
      let hasRead = Flag()
      async let reporting: Void = Self.hold(
        "SELECT count(*) FROM afterwards.project", "project", place, while: { !hasRead.isSet })
      #expect(
        try await eventually {
          try await !place.texts("SELECT '' FROM pg_locks WHERE relation = 'afterwards.project'::regclass AND granted")
            .isEmpty
        })
      async let applied = place.open(["20260101000000_create": create, "20260102000000_change": change])
      // The migration waits for the report. This statement waits for the migration, but not for the report.
      #expect(
        try await eventually {
          try await !place.texts(
            "SELECT '' FROM pg_locks WHERE relation = 'afterwards.project'::regclass AND NOT granted"
          ).isEmpty
        })
      #expect(try await place.texts("SELECT name FROM afterwards.project") == ["Home"])
      hasRead.set()
      try await reporting
      #expect(try await applied == ["20260102000000_change"])
    }

    @Test("A store that waits too long for another process that migrates gives up, and names it")
    func busy() async throws {
      let place = try await Place("busy")
      var options = PostgreSQLOptions()
      options.migrationTimeout = .milliseconds(300)
      let other = try await PostgreSQLStore(
        "\(Server.url ?? "")&application_name=deployer", schema: NoModels.self)
      // The lock of a session, which outlives the block.
      try await other.write { db in try RawSQL("SELECT pg_advisory_lock(8101828347286874473)").execute(in: db) }
      let refusal = await place.refusal(["20260101000000_create": Self.create], options: options)
      #expect(
        refusal.wholeMatch(
          of:
            #/nothing was applied: process \d+ of the server \('deployer' at .+, connected since \d\d:\d\d:\d\d UTC\) is migrating database 'engine'; try again when it has finished/#
        ) != nil, "\(refusal)")
      try await other.close()
      #expect(try await place.open(["20260101000000_create": Self.create]) == ["20260101000000_create"])
    }

    @Test("The message of a column that a view reads names the view")
    func details() async throws {
      let place = try await Place("details")
      try await place.open(["20260101000000_create": Self.create])
      try await place.run("CREATE VIEW details.titles AS SELECT title FROM details.item")
      let drop = """
        -- @migration(after: "20260101000000_create", schema: "2")
        ALTER TABLE item DROP COLUMN title;
        """
      #expect(
        await place.refusal(["20260101000000_create": Self.create, "20260102000000_drop": drop])
          == "'20260102000000_drop.postgresql' was not applied; 20260102000000_drop.postgresql.sql:2: error: PostgreSQL error 2BP01: "
          + "cannot drop column title of table item because other objects depend on it (view titles depends on column title of "
          + "table item), in: ALTER TABLE item DROP COLUMN title")
    }
  }
}

/// A flag that several threads use.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
