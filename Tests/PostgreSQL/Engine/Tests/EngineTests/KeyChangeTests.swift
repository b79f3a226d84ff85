import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Keys of changed rows", .timeLimit(.minutes(20)))
  struct KeyChangeSuite {
    /// An empty store over a database with the triggers.
    private static func store() async throws -> PostgreSQLStore {
      let store = try await Server.emptyStore()
      try await store.installObservation(keys: true)
      return store
    }

    private static func other() async throws -> PostgreSQLStore {
      try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self)
    }

    @Test("Without the triggers for keys, queries can be observed, and 'changes(of:)' says what to run")
    func missing() async throws {
      let store = try await Server.emptyStore()
      try await store.installObservation()
      try await store.write { db in
        try RawSQL("DROP FUNCTION IF EXISTS postil_notify_keys() CASCADE").execute(in: db)
      }
      var values = store.observe(Tag.all).makeAsyncIterator()
      #expect(try await values.next() == [])
      let error = await #expect(throws: ObservationNotInstalled.self) { _ = try await store.changes(of: Tag.self) }
      #expect(
        error?.description
          == "'changes(of:)' needs triggers that send the keys of changed rows, which are missing on 'tag'; call "
          + "'installObservation(keys: true)' once, or add 'PostgreSQLStore.observationDDL(of:keys:)' to a migration")
      #expect(PostgreSQLStore.observationDDL(of: EngineTestsSchema.self, keys: true).contains("postil_notify_keys"))
      #expect(!PostgreSQLStore.observationDDL(of: EngineTestsSchema.self).contains("postil_notify_keys"))
    }

    @Test("Keys of every type arrive as they are")
    func types() async throws {
      let (store, writer) = (try await Self.store(), try await Self.other())
      var tags = try await store.changes(of: Tag.self).makeAsyncIterator()
      var words = try await store.changes(of: Word.self).makeAsyncIterator()
      var devices = try await store.changes(of: Device.self).makeAsyncIterator()
      var digests = try await store.changes(of: Digest.self).makeAsyncIterator()
      var marks = try await store.changes(of: Mark.self).makeAsyncIterator()
      let texts = [
        "", "a", "\u{E9}", "e\u{301}", "line\nbreak\r\t", "\"quoted\" \\ 'text', [1]", "😀", "\u{1}\u{7F}", "+1",
        "!rows", "null",
        String((0..<2_000).map { Character(Unicode.Scalar(UInt8(33 + $0 * 7919 % 90))) }),
      ]
      let bytes = [Data(), Data([0, 10, 255]), Data((0..<1_500).map { UInt8(truncatingIfNeeded: $0 * 31) })]
      let dates = [Date(timeIntervalSince1970: 0.25), Date(timeIntervalSince1970: 1_700_000_000.123456), .distantPast]
      let ids = try await writer.write { db in
        try RawSQL("SET LOCAL bytea_output = 'escape'").execute(in: db)
        for text in texts { try Word.Draft(id: text, language: "en").insert(in: db) }
        for key in bytes { try Digest.Draft(id: key, file: "f").insert(in: db) }
        try Page.Draft(id: "p\n").insert(in: db)
        for date in dates { try Mark.Draft(pageID: "p\n", at: date, line: -1, change: 0).insert(in: db) }
        return (
          try Tag.Draft(name: "a").insert(in: db).id,
          try Device.Draft(id: Device.ID(rawValue: UUID()), name: "d").insert(in: db).id
        )
      }
      #expect(try await tags.next() == KeyChanges(inserted: [ids.0]))
      #expect(try await devices.next() == KeyChanges(inserted: [ids.1]))
      #expect(try await words.next() == KeyChanges(inserted: ChangedKeys(texts)))
      #expect(try await digests.next() == KeyChanges(inserted: ChangedKeys(bytes)))
      let stored = try await store.read { db in try Mark.all.fetchAll(in: db) }
      #expect(stored.count == 3)
      #expect(try await marks.next() == KeyChanges(inserted: ChangedKeys(stored.map(\.id))))
    }

    @Test("An element is the outcome of a whole transaction")
    func outcomes() async throws {
      let (store, writer) = (try await Self.store(), try await Self.other())
      try await writer.write { db in
        for id in ["a", "b", "c", "d"] { try Word.Draft(id: id, language: "en").insert(in: db) }
      }
      var words = try await store.changes(of: Word.self).makeAsyncIterator()
      try await writer.write { db in
        // Inserted and updated, updated twice, deleted and inserted again, inserted and deleted, and a change of the key.
        try Word.Draft(id: "new", language: "en").insert(in: db)
        for language in ["de", "fr"] {
          try Word.where { $0.id.in(["new", "a"]) }.update(in: db) { [$0.language.set(language)] }
        }
        try Word.where { $0.id == "b" }.delete(in: db)
        try Word.Draft(id: "b", language: "en").insert(in: db)
        for _ in 0..<2 {
          try Word.Draft(id: "gone", language: "en").insert(in: db)
          try Word.where { $0.id == "gone" }.delete(in: db)
        }
        try RawSQL("UPDATE word SET id = 'c2' WHERE id = 'c'").execute(in: db)
        try? db.savepoint {
          try Word.all.delete(in: db)
          throw CancellationError()
        }
      }
      #expect(
        try await words.next()
          == KeyChanges(inserted: ["new", "c2"], updated: ["a", "b"], deleted: ["c"]))
      // Rows whose keys are exchanged are updated; no rows and undone changes are no elements.
      try await writer.write { db in try Word.where { $0.id == "nothing" }.delete(in: db) }
      _ = try? await writer.write { db in
        try Word.all.delete(in: db)
        throw CancellationError()
      }
      try await writer.write { db in
        try RawSQL("DELETE FROM word WHERE id IN ('new', 'c2')").execute(in: db)
        try RawSQL("UPDATE word SET id = chr(ascii(id) + 1) WHERE id IN ('d')").execute(in: db)
        try RawSQL("INSERT INTO word VALUES ('b', 'x') ON CONFLICT (id) DO UPDATE SET language = 'y'").execute(in: db)
        try RawSQL("INSERT INTO word VALUES ('f', 'x') ON CONFLICT (id) DO UPDATE SET language = 'y'").execute(in: db)
      }
      #expect(
        try await words.next()
          == KeyChanges(inserted: ["e", "f"], updated: ["b"], deleted: ["new", "c2", "d"]))
    }

    @Test("Cascades and triggers count, and a row that a trigger changes is reported once")
    func triggers() async throws {
      let (store, writer) = (try await Self.store(), try await Self.other())
      try await writer.write { db in
        try Page.Draft(id: "p").insert(in: db)
        for line in 1...3 { try Mark.Draft(pageID: "p", at: .distantPast, line: line, change: 0).insert(in: db) }
        try RawSQL(
          """
          CREATE OR REPLACE FUNCTION change_word() RETURNS trigger LANGUAGE plpgsql AS '
          BEGIN
            IF NEW.language = ''none'' THEN DELETE FROM word WHERE id = NEW.id;
            ELSE UPDATE word SET language = upper(language) WHERE id = NEW.id; END IF;
            RETURN NULL;
          END'
          """
        ).execute(in: db)
        try RawSQL(
          "CREATE OR REPLACE TRIGGER a_change AFTER INSERT ON word FOR EACH ROW EXECUTE FUNCTION change_word()"
        ).execute(in: db)
      }
      var words = try await store.changes(of: Word.self).makeAsyncIterator()
      var marks = try await store.changes(of: Mark.self).makeAsyncIterator()
      let ids = try await store.read { db in try Mark.all.fetchAll(in: db).map(\.id) }
      try await writer.write { db in
        try Word.Draft(id: "a", language: "en").insert(in: db)
        try Page.all.delete(in: db)
      }
      #expect(try await words.next() == KeyChanges(inserted: ["a"]))
      #expect(try await marks.next() == KeyChanges(deleted: ChangedKeys(ids)))
      // That the row wasn't there before isn't known.
      try await writer.write { db in try RawSQL("INSERT INTO word VALUES ('b', 'none')").execute(in: db) }
      #expect(try await words.next() == KeyChanges(updated: ["b"]))
      try await writer.write { db in try RawSQL("DROP FUNCTION change_word() CASCADE").execute(in: db) }
    }

    @Test("Each commit is one element, however many notifications it needs and whoever commits at the same time")
    func largeCommits() async throws {
      let store = try await Self.store()
      let changes = try await store.changes(of: Word.self)
      let writers = [try await Self.other(), try await Self.other(), try await Self.other()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, writer) in writers.enumerated() {
          group.addTask {
            for commit in 0..<8 {
              try await writer.write { db in
                try RawSQL(
                  """
                  INSERT INTO word SELECT CAST(CAST(\(number * 100 + commit) AS bigint) AS text) || '.' || i, 'en'
                  FROM generate_series(1, 3000) i
                  """
                ).execute(in: db)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      var words = changes.makeAsyncIterator()
      var seen: Set<String> = []
      for _ in 0..<24 {
        let commit = try #require(try await words.next())
        #expect(commit.inserted.count == 3000)
        #expect(Set(commit.inserted.map { $0.prefix { $0 != "." } }).count == 1)
        seen.formUnion(commit.inserted)
      }
      #expect(seen.count == 72_000)
    }

    @Test("Rows copied by 'psql' are reported; TRUNCATE and too many rows end the sequence with an error")
    func otherPrograms() async throws {
      let (store, writer) = (try await Self.store(), try await Self.other())
      var words = try await store.changes(of: Word.self).makeAsyncIterator()
      let process = Process()
      let input = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["psql", "-X", "-q", Server.url ?? "", "-c", "COPY word FROM STDIN"]
      process.standardInput = input
      try process.run()
      input.fileHandleForWriting.write(Data("one\ten\ntwo\ten\n".utf8))
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      #expect(try await words.next() == KeyChanges(inserted: ["one", "two"]))
      try await writer.write { db in
        try Word.insert((0..<2_000).map { Word.Draft(id: "\($0)", language: "en") }, in: db)
      }
      #expect(try await words.next()?.inserted.count == 2_000)

      try await writer.write { db in try RawSQL("TRUNCATE word").execute(in: db) }
      let error = await #expect(throws: KeyChangesLost(table: "word", reason: .truncated)) {
        _ = try await words.next()
      }
      #expect(
        error?.description
          == "the keys of some changed rows of 'word' are unknown: a transaction emptied the table with TRUNCATE, or dropped a partition; "
          + "call 'changes(of:)' again, then read all rows")

      words = try await store.changes(of: Word.self).makeAsyncIterator()
      let insert: RawSQL = "INSERT INTO word SELECT i::text, 'en' FROM generate_series(1, 100000) i"
      try await writer.write { db in try insert.execute(in: db) }
      let all = try await words.next()
      #expect(all?.inserted.count == 100_000)
      try await writer.write { db in
        try RawSQL("DELETE FROM word").execute(in: db)
        try Word.Draft(id: "a", language: "en").insert(in: db)
      }
      await #expect(throws: KeyChangesLost(table: "word", reason: .tooManyRows(maximum: 100_000))) {
        _ = try await words.next()
      }
    }

    @Test("If the connection is lost, the sequence ends with an error, and another one continues")
    func lostConnection() async throws {
      let control = try await Self.store()
      let store = try await PostgreSQLStore(
        Server.url.map { "\($0)&application_name=changes" } ?? "", schema: EngineTestsSchema.self)
      for _ in 0..<2 {
        var tags = try await store.changes(of: Tag.self).makeAsyncIterator()
        try await control.write { db in
          _ = try RawSQL(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'changes'"
          ).as(Bool.self).fetchAll(in: db)
        }
        let error = await #expect(throws: KeyChangesLost.self) { _ = try await tags.next() }
        guard case .connection? = error?.reason else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      let changes = try await store.changes(of: Tag.self)
      let tag = try await control.write { db in try Tag.Draft(name: "after").insert(in: db) }
      var tags = changes.makeAsyncIterator()
      #expect(try await tags.next() == KeyChanges(inserted: [tag.id]))
    }

    @Test("A sequence ends with its task and with its store, and closes its connection")
    func ending() async throws {
      let control = try await Self.store()
      let store = try await PostgreSQLStore(
        Server.url.map { "\($0)&application_name=ending" } ?? "", schema: EngineTestsSchema.self)
      let task = Task { for try await _ in try await store.changes(of: Tag.self) {} }
      var tags = try await store.changes(of: Tag.self).makeAsyncIterator()
      try await Task.sleep(for: .milliseconds(200))
      task.cancel()
      try await task.value
      try await store.close()
      #expect(try await tags.next() == nil)
      await #expect(throws: TransactionMisuse.closed) { _ = try await store.changes(of: Tag.self) }
      let connections = RawSQL("SELECT pid FROM pg_stat_activity WHERE application_name = 'ending'").as(Int.self)
      for _ in 0..<3_000 where try await !control.read({ db in try connections.fetchAll(in: db) }).isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(try await control.read { db in try connections.fetchAll(in: db) } == [])
    }

    @Test("Tables of the same name in other schemas are other tables, and a table with another key is refused")
    func otherTables() async throws {
      let (store, writer) = (try await Self.store(), try await Self.other())
      try await writer.write { db in
        try RawSQL("DROP SCHEMA IF EXISTS second CASCADE").execute(in: db)
        try RawSQL("CREATE SCHEMA second").execute(in: db)
        try RawSQL("CREATE TABLE second.tag (id bigint PRIMARY KEY, name text)").execute(in: db)
        try RawSQL(
          """
          CREATE TRIGGER postil_notify_keys_insert AFTER INSERT ON second.tag REFERENCING NEW TABLE AS postil_new
          FOR EACH STATEMENT EXECUTE FUNCTION postil_notify_keys()
          """
        ).execute(in: db)
      }
      var tags = try await store.changes(of: Tag.self).makeAsyncIterator()
      let tag = try await writer.write { db in
        try RawSQL("INSERT INTO second.tag VALUES (99, 'x')").execute(in: db)
        return try Tag.Draft(name: "a").insert(in: db)
      }
      #expect(try await tags.next() == KeyChanges(inserted: [tag.id]))
      try await writer.write { db in
        try RawSQL("DROP SCHEMA second CASCADE").execute(in: db)
        try RawSQL("ALTER TABLE digest DROP CONSTRAINT digest_pkey").execute(in: db)
        // Without a key, rows can still be written.
        try Digest.Draft(id: Data([1]), file: "f").insert(in: db)
      }
      await #expect(throws: KeyChangesLost(table: "digest", reason: .otherKey)) {
        _ = try await store.changes(of: Digest.self)
      }
      try await writer.write { db in
        try RawSQL("ALTER TABLE digest ADD CONSTRAINT digest_pkey PRIMARY KEY (id)").execute(in: db)
      }
    }

    @Test("The keys are the difference of the states before and after each of 150 random transactions")
    func random() async throws {
      let (store, writer) = (try await Self.store(), try await Self.other())
      let changes = try await store.changes(of: Mark.self)
      var generator = SeededGenerator(seed: testSeed)
      var expected: [KeyChanges<Mark.ID>] = []
      var log: [[RawSQL]] = []
      var before = try await rows(in: store)
      var number = 0
      for _ in 0..<150 {
        let statements = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
          number += 1
          return Self.statement(number, &generator)
        }
        let isUndone = number % 7 == 0
        try? await writer.write { db in
          for statement in statements {
            // A statement that violates a key is undone.
            _ = try? db.savepoint { try statement.execute(in: db) }
          }
          if isUndone { throw CancellationError() }
        }
        let after = try await rows(in: store)
        let difference = KeyChanges(
          inserted: ChangedKeys(Set(after.keys).subtracting(before.keys)),
          updated: ChangedKeys(after.filter { before[$0.key] != nil && before[$0.key] != $0.value }.keys),
          deleted: ChangedKeys(Set(before.keys).subtracting(after.keys)))
        if difference != KeyChanges() {
          expected.append(difference)
          log.append(statements)
        }
        before = after
      }
      var iterator = changes.makeAsyncIterator()
      for (difference, statements) in zip(expected, log) {
        let found = try await iterator.next()
        #expect(found == difference, "after \(statements)")
        guard found == difference else { return }
      }
      #expect(expected.count > 50)
    }

    private func rows(in store: PostgreSQLStore) async throws -> [Mark.ID: Int] {
      try await store.read { db in
        Dictionary(uniqueKeysWithValues: try Mark.all.fetchAll(in: db).map { ($0.id, $0.change) })
      }
    }

    /// A change of a few marks, each with a number of its own.
    private static func statement(_ number: Int, _ generator: inout some RandomNumberGenerator) -> RawSQL {
      let line = Int.random(in: 0..<6, using: &generator)
      let page = "p\(Int.random(in: 0..<3, using: &generator))"
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: return "DELETE FROM page WHERE id = \(page)"
      case 1, 2: return "INSERT INTO page VALUES (\(page)) ON CONFLICT DO NOTHING"
      case 3, 4:
        return """
          INSERT INTO mark SELECT id, '2020-01-01 00:00:00+00', CAST(\(line) AS bigint), CAST(\(number) AS bigint) FROM page
          ON CONFLICT DO NOTHING
          """
      case 5:
        return """
          INSERT INTO mark SELECT id, '2020-01-01 00:00:00+00', CAST(\(line) AS bigint), CAST(\(number) AS bigint) FROM page
          ON CONFLICT (page_id, at, line) DO UPDATE SET change = excluded.change
          """
      case 6: return "UPDATE mark SET change = \(number) WHERE line = \(line)"
      case 7: return "UPDATE mark SET line = line + 1, change = \(number) WHERE page_id = \(page)"
      default: return "DELETE FROM mark WHERE line = \(line)"
      }
    }
  }
}
