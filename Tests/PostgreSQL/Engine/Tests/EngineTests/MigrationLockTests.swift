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

    /// The settings of a database or role whose transactions read one snapshot by default.
    private static let isolation = "%20-cdefault_transaction_isolation%3D"

    /// Whether a statement of another session waits for a lock of the table.
    private static func isAwaited(_ table: String, in db: PostgreSQLWriteTransaction) throws -> Bool {
      try RawSQL(
        "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = CAST(\(table) AS regclass))"
      ).as(Bool.self).fetchAll(in: db) == [true]
    }

    /// Runs in a transaction, until another session has waited for a lock of the table, if one is named, and `isLong` returns `false`.
    private static func hold(
      _ statement: RawSQL, _ table: String?, _ place: Place, while isLong: @escaping @Sendable () -> Bool = { false }
    ) async throws {
      var options = PostgreSQLOptions()
      options.isolation = .readCommitted
      let program = try await PostgreSQLStore(
        "\(Server.url ?? "")&application_name=report", schema: NoModels.self, options: options)
      try await program.write { db in
        try statement.execute(in: db)
        if let table {
          for _ in 0..<3000 {
            if try Self.isAwaited("\(place.name).\(table)", in: db) { break }
            usleep(10_000)
          }
        }
        for _ in 0..<3000 where isLong() { usleep(10_000) }
      }
      try await program.close()
    }

    @Test(
      "A value that is committed while a migration waits for its lock is counted before the column is dropped",
      arguments: [true, false], ["read%5C%20committed", "serializable"])
    func countedAgain(isWritten: Bool, isolation: String) async throws {
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
      let message = await place.refusal(
        ["20260101000000_create": Self.create, "20260102000000_drop": drop], settings: Self.isolation + isolation)
      try await writing
      #expect(
        message.hasPrefix(
          "'20260102000000_drop' was not applied because of rows in this database:\n  - dropColumn 'item.title': 1 row "
        ),
        "\(message)")
      #expect(try await place.texts("SELECT title FROM counted_again.item WHERE id = 2") == ["kept"])
    }

    @Test(
      "A row that is committed while a migration waits for its lock is copied with the others",
      arguments: ["read%5C%20committed", "repeatable%5C%20read", "serializable"])
    func copied(isolation: String) async throws {
      let place = try await Place("copied")
      let move = """
        -- @migration(after: "20260101000000_create", schema: "2")
        LOCK TABLE item IN ACCESS EXCLUSIVE MODE;
        CREATE TABLE task (id bigint PRIMARY KEY, title text);
        INSERT INTO task SELECT id, title FROM item;
        DROP TABLE item;
        """
      try await place.open(["20260101000000_create": Self.create])
      async let writing: Void = Self.hold("INSERT INTO copied.item VALUES (2, 'kept', 1)", "item", place)
      #expect(try await eventually { try await Self.isWriting("copied.item", place) })
      #expect(
        try await place.open(
          ["20260101000000_create": Self.create, "20260102000000_move": move], settings: Self.isolation + isolation)
          == ["20260102000000_move"])
      try await writing
      #expect(try await place.texts("SELECT CAST(id AS text) FROM copied.task ORDER BY id") == ["1", "2"])
    }

    /// Whether a program has changed rows of a table and not committed yet.
    private static func isWriting(_ table: String, _ place: Place) async throws -> Bool {
      try await !place.texts(
        "SELECT '' FROM pg_locks WHERE relation = CAST(\(table) AS regclass) AND mode = 'RowExclusiveLock'"
      ).isEmpty
    }

    @Test("The number of lost rows is the one under the lock")
    func countsUnderLock() async throws {
      let place = try await Place("counted_losses")
      let drop = """
        -- @migration(after: "20260101000000_create", schema: "2")
        LOCK TABLE item IN ACCESS EXCLUSIVE MODE;
        -- @precheck(dropColumn, "item.title"): SELECT count(*) FROM item WHERE title IS NOT NULL
        -- @allow(dropColumn, "item.title")
        ALTER TABLE item DROP COLUMN title;
        """
      try await place.open(["20260101000000_create": Self.create])
      async let writing: Void = Self.hold("INSERT INTO counted_losses.item VALUES (2, 'lost', 1)", "item", place)
      #expect(try await eventually { try await Self.isWriting("counted_losses.item", place) })
      let outcomes = try await place.outcomes(
        ["20260101000000_create": Self.create, "20260102000000_drop": drop])
      try await writing
      #expect(outcomes.flatMap(\.counts).map(\.rows) == [1])
    }

    @Test("A pre-check that waits for a lock is tried again")
    func lockedPrecheck() async throws {
      let place = try await Place("locked_precheck")
      let check = """
        -- @migration(after: "20260101000000_create", schema: "2")
        -- @precheck(dropColumn, "item.title"): SELECT count(*) FROM item WHERE title IS NOT NULL
        ALTER TABLE item DROP COLUMN title;
        """
      try await place.open(["20260101000000_create": Self.create])
      let end = ContinuousClock.now + .milliseconds(1500)
      async let rewriting: Void = Self.hold(
        "LOCK TABLE locked_precheck.item IN ACCESS EXCLUSIVE MODE", "item", place, while: { ContinuousClock.now < end })
      #expect(
        try await eventually {
          try await !place.texts(
            "SELECT '' FROM pg_locks WHERE relation = 'locked_precheck.item'::regclass AND mode = 'AccessExclusiveLock'"
          ).isEmpty
        })
      #expect(
        try await place.open(["20260101000000_create": Self.create, "20260102000000_check": check])
          == ["20260102000000_check"])
      try await rewriting
    }

    @Test("After the last attempt, the error names the process that holds the lock, and the option")
    func exhausted() async throws {
      let place = try await Place("exhausted")
      let change = """
        -- @migration(after: "20260101000000_create", schema: "2")
        LOCK TABLE item IN ACCESS EXCLUSIVE MODE;
        ALTER TABLE item ADD COLUMN place text;
        """
      try await place.open(["20260101000000_create": Self.create])
      let hasFailed = Flag()
      async let reporting: Void = Self.hold(
        "SELECT count(*) FROM exhausted.item WHERE title = 'secret' OR id > 471100", nil, place,
        while: { !hasFailed.isSet })
      #expect(
        try await eventually {
          try await !place.texts("SELECT '' FROM pg_locks WHERE relation = 'exhausted.item'::regclass AND granted")
            .isEmpty
        })
      var options = PostgreSQLOptions()
      (options.migrationAttempts, options.migrationLockTimeout) = (2, .milliseconds(200))
      let refusal = await place.refusal(
        ["20260101000000_create": Self.create, "20260102000000_change": change], options: options)
      hasFailed.set()
      try await reporting
      #expect(
        refusal.wholeMatch(
          of:
            #/'20260102000000_change.postgresql' was not applied; 20260102000000_change.postgresql.sql:2: error: a lock wasn't granted in 2 attempts \(held by process \d+ of the server \('report' at .+, in a transaction since \d\d:\d\d:\d\d UTC, last statement: SELECT count\(\*\) FROM exhausted\.item WHERE title = \? OR id > \?\)\): PostgreSQL error 55P03: canceling statement due to lock timeout; end that transaction, or allow more attempts with '--attempts', or 'migrationAttempts' of the store's options, in: LOCK TABLE item IN ACCESS EXCLUSIVE MODE/#
        ) != nil, "\(refusal)")
    }

    @Test("An index whose build was interrupted is dropped and built again while a program uses the table")
    func interruptedIndex() async throws {
      let place = try await Place("interrupted_index")
      let unique = """
        -- @migration(after: "20260101000000_create", schema: "2")
        CREATE UNIQUE INDEX CONCURRENTLY item_title_key ON item (title);
        """
      let create = Self.create + "\nINSERT INTO item VALUES (2, 'a', 1), (3, 'a', 1);"
      let files: KeyValuePairs = ["20260101000000_create": create, "20260102000000_unique": unique]
      #expect(await place.refusal(files).contains("could not create unique index"))
      try await place.run("DELETE FROM interrupted_index.item WHERE id = 3")
      let end = ContinuousClock.now + .milliseconds(1500)
      async let writing: Void = Self.hold(
        "INSERT INTO interrupted_index.item VALUES (4, 'b', 1)", nil, place,
        while: { ContinuousClock.now < end })
      #expect(try await eventually { try await Self.isWriting("interrupted_index.item", place) })
      #expect(try await place.open(files) == ["20260102000000_unique"])
      try await writing
      #expect(
        try await place.texts(
          "SELECT CAST(indisvalid AS text) FROM pg_index WHERE indexrelid = 'interrupted_index.item_title_key'::regclass"
        ) == ["true"])
    }

    @Test("A step in Swift that waits for a lock gives up and runs again, and overwrites no change of the program")
    func steps() async throws {
      let place = try await Place("locked_steps")
      try await place.open(["20260101000000_create": Self.create])
      let runs = Counter()
      let outside = place.outside
      let step = PostgreSQLMigrationStep("capitals", after: "20260101000000_create") { db in
        let name = try RawSQL("SELECT name FROM project").as(String.self).fetchAll(in: db)[0]
        if runs.next() == 1 {
          // The program changes the row after the step has read it.
          try outside.write { db in try RawSQL("UPDATE locked_steps.project SET name = 'House'").execute(in: db) }
        }
        try RawSQL("UPDATE project SET name = \(name.uppercased())").execute(in: db)
        try RawSQL("UPDATE item SET title = 'x'").execute(in: db)
      }
      let end = ContinuousClock.now + .milliseconds(1500)
      async let locking: Void = Self.hold(
        "LOCK TABLE locked_steps.item IN SHARE MODE", "item", place, while: { ContinuousClock.now < end })
      #expect(
        try await eventually {
          try await !place.texts(
            "SELECT '' FROM pg_locks WHERE relation = 'locked_steps.item'::regclass AND mode = 'ShareLock'"
          ).isEmpty
        })
      #expect(try await place.open(["20260101000000_create": Self.create], [step]) == ["capitals"])
      try await locking
      #expect(try await place.texts("SELECT name FROM locked_steps.project") == ["HOUSE"])
      #expect(runs.value > 2)
    }

    @Test("A constraint of another table with the same name doesn't stop an interrupted migration")
    func sameName() async throws {
      let place = try await Place("same_name")
      let create = Self.create + "\nALTER TABLE project ADD CONSTRAINT required CHECK (name IS NOT NULL) NOT VALID;"
      let change = """
        -- @migration(after: "20260101000000_create", schema: "2")
        ALTER TABLE project VALIDATE CONSTRAINT required;
        ALTER TABLE project ALTER COLUMN name SET NOT NULL;
        ALTER TABLE project DROP CONSTRAINT IF EXISTS required;
        """
      let files: KeyValuePairs = ["20260101000000_create": create, "20260102000000_change": change]
      try await place.open(files)
      try await place.run("ALTER TABLE same_name.item ADD CONSTRAINT required CHECK (id > 0)")
      // As if the process had ended after its last statement.
      try await place.run("UPDATE same_name.postil_migration SET is_complete = false WHERE name LIKE '%change'")
      #expect(try await place.open(files) == ["20260102000000_change"])
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
      try await other.write { db in
        try RawSQL("SELECT pg_advisory_lock(hashtextextended('busy', 8101828347286874473))").execute(in: db)
      }
      let refusal = await place.refusal(["20260101000000_create": Self.create], options: options)
      #expect(
        refusal.wholeMatch(
          of:
            #/nothing was applied: process \d+ of the server \('deployer' at .+, connected since \d\d:\d\d:\d\d UTC\) is migrating 'engine\.busy'; try again when it has finished/#
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

/// A number that several threads increase.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
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
