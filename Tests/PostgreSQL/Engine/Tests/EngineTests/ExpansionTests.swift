import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// The two versions of a program between the two files of `postil migrate new --expand`.
  @Suite("Expansions", .timeLimit(.minutes(20)))
  struct Expansions {
    private static let create = """
      -- @migration(schema: "1")
      CREATE TABLE item (id bigint PRIMARY KEY, place text);
      """
    private static let expand = """
      -- @migration(after: "20260101000000_create", schema: "2")
      -- @overlaps
      ALTER TABLE item ADD COLUMN location text;
      CREATE INDEX CONCURRENTLY item_location_idx ON item (location);
      """
    private static let contract = """
      -- @migration(after: "20260102000000_rename", schema: "2")
      -- @waits
      ALTER TABLE item DROP COLUMN place;
      """
    private static let old: KeyValuePairs = ["20260101000000_create": create]
    private static let new: KeyValuePairs = [
      "20260101000000_create": create, "20260102000000_rename": expand, "20260102000001_rename_contract": contract,
    ]

    @Test("The version before an expansion can start until the contract, and no other version")
    func letIn() async throws {
      let place = try await Place("overlapping")
      #expect(try await place.open(Self.old) == ["20260101000000_create"])
      #expect(try await place.open(Self.new) == ["20260102000000_rename"])
      #expect(
        try await place.texts("SELECT name || ' ' || kind FROM overlapping.postil_migration ORDER BY position")
          == ["20260101000000_create sql", "20260102000000_rename overlap"])
      #expect(try await place.open(Self.old) == [])
      #expect(try await place.open(Self.new) == [])
      // Another version of the first file, a version with another migration, and one without the first file.
      let newer = "20260102000000_rename"
      #expect(
        await place.refusal(["20260101000000_create": Self.create + "\n-- Edited."])
          .contains(newer))
      let other = """
        -- @migration(after: "20260101000000_create", schema: "3")
        ALTER TABLE item ADD COLUMN note text;
        """
      #expect(
        await place.refusal(["20260101000000_create": Self.create, "20260103000000_note": other]).contains(newer))
      #expect(
        await place.refusal(["20260100000000_another": "-- @migration(schema: \"0\")\nSELECT 1;"]).contains(newer))
      // As the contract is recorded.
      try await place.run(
        """
        INSERT INTO overlapping.postil_migration (name, checksum, applied_at, duration_ms, kind, is_complete)
        VALUES ('20260102000001_rename_contract', '', now(), 0, 'sql', true)
        """)
      #expect(
        await place.refusal(Self.old).contains("'20260102000000_rename', '20260102000001_rename_contract'"))
    }

    @Test("A migration without the mark keeps the version before it out")
    func unmarked() async throws {
      let place = try await Place("unmarked")
      let unmarked = Self.expand.replacing("-- @overlaps\n", with: "")
      try await place.open([
        "20260101000000_create": Self.create, "20260102000000_rename": unmarked,
      ])
      #expect(await place.refusal(Self.old).contains("20260102000000_rename"))
    }

    @Test("The version before an expansion starts while its rows are filled")
    func duringTheFill() async throws {
      let place = try await Place("filling")
      try await place.open(Self.old)
      try await place.open(Self.new)
      try await place.run("UPDATE filling.postil_migration SET is_complete = false WHERE kind = 'overlap'")
      try await place.outside.write { db in
        // The process that fills the rows.
        try RawSQL("SELECT pg_advisory_xact_lock(hashtextextended('filling', 8101828347286874473))").execute(in: db)
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
          let applied = try? await place.open(Self.old)
          #expect(applied == [])
          isDone.signal()
        }
        #expect(isDone.wait(timeout: .now() + 30) == .success)
      }
    }

    /// A schema in which the tables 'tag' and 'clip' still have other names, as after the first step of a rename.
    private func renamed(_ name: String) async throws -> (Place, PostgreSQLStore) {
      let place = try await Place(name)
      try await place.outside.write { db in
        for table in ModelTables.names {
          try RawSQL(
            "CREATE TABLE \(identifier: name).\(identifier: table) (LIKE public.\(identifier: table) INCLUDING ALL)"
          ).execute(in: db)
        }
        for sql: RawSQL in [
          "SET LOCAL search_path = \(identifier: name)", "ALTER TABLE tag RENAME TO label",
          "ALTER TABLE label RENAME COLUMN name TO word",
          "CREATE VIEW tag (id, name) WITH (security_invoker = true) AS SELECT id, word FROM label",
          "COMMENT ON VIEW tag IS 'postil_expand: label'", "COMMENT ON COLUMN tag.name IS 'postil_expand: word'",
          "ALTER TABLE clip RENAME TO recording",
          """
          CREATE VIEW clip (id, title, version, sound, words, ctid) WITH (security_invoker = true)
          AS SELECT id, title, version, sound, words, ctid FROM recording
          """, "COMMENT ON VIEW clip IS 'postil_expand: recording'",
        ] { try sql.execute(in: db) }
      }
      var options = PostgreSQLOptions()
      options.schemaName = name
      let store = try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self, options: options)
      return (place, store)
    }

    @Test("The new version uses a renamed table through its view as it uses a table")
    func view() async throws {
      let (_, store) = try await renamed("viewed")
      try await store.write { db in
        let tag = try Tag.Draft(name: "a").insert(in: db)
        #expect(try Tag.find(tag.id, in: db).name == "a")
        #expect(try Tag.Draft(name: "a").upsert(on: { $0.name }, in: db).id == tag.id)
        // Enough rows for a copy.
        let drafts = (0..<1_000).map { Tag.Draft(name: "tag \($0)") }
        #expect(try Tag.insert(drafts, in: db) == 1_000)
        #expect(try Tag.upsert(drafts, on: { $0.name }, in: db) == 1_000)
        #expect(try Tag.where { $0.name.hasPrefix("tag") }.update(in: db) { [$0.name.set($0.name + "!")] } == 1_000)
        #expect(try Tag.where { $0.name == "tag 7!" }.delete(in: db) == 1)
        #expect(try Tag.all.count(in: db) == 1_000)
        let clip = try Clip.Draft(title: "a", sound: nil, words: "one").insert(in: db)
        try Clip.withWritableBlob(\.sound, of: clip.id, size: 4, in: db) { blob in
          try blob.write([1, 2, 3, 4], at: 0)
          try blob.write([9], at: 2)
        }
        #expect(try clip.sound(in: db) == Data([1, 2, 9, 4]))
      }
      // The server names the table and its column, the error those of the model.
      let error = await #expect(throws: ConstraintViolation.self) {
        try await store.write { db in _ = try Tag.Draft(name: "a").insert(in: db) }
      }
      #expect(error?.description == "a row with the same Tag.name already exists; fetch and update it, or use upsert")
    }

    @Test("A query over the view sorts by a required column as over the table, so that it can use the index")
    func sorting() async throws {
      let (_, store) = try await renamed("sorted")
      let plan = try await store.read { db in try Tag.all.order { $0.id }.limit(1).explain(in: db) }
      #expect(!plan.usesTemporarySort, "\(plan)")
    }

    @Test("Observations of a renamed table go on when the contract gives it its name")
    func observation() async throws {
      let (place, store) = try await renamed("observed")
      try await store.installObservation(keys: true)
      let query = Tag.select { $0.name }.order { $0 }
      var values = store.observe(query).makeAsyncIterator()
      var changes = try await store.changes(of: Tag.self).makeAsyncIterator()
      #expect(try await values.next() == [])
      // The old version writes the table.
      try await place.run("INSERT INTO observed.label (word) VALUES ('a')")
      #expect(try await values.next() == ["a"])
      #expect(try await changes.next()?.inserted.isEmpty == false)
      try await place.outside.write { db in
        for sql: RawSQL in [
          "SET LOCAL search_path = observed", "DROP VIEW tag", "ALTER TABLE label RENAME TO tag",
          "ALTER TABLE tag RENAME COLUMN word TO name",
        ] { try sql.execute(in: db) }
      }
      let tag = try await store.write { db in try Tag.Draft(name: "b").insert(in: db) }
      #expect(try await values.next() == ["a", "b"])
      #expect(try await changes.next() == KeyChanges(inserted: [tag.id]))
    }
  }
}

/// The tables of the models.
private enum ModelTables {
  static let names = Set(EngineTestsSchema.tables.map(\.name) + ["item_tags"]).sorted()
}
