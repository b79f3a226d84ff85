import Foundation
import Postil
import PostilPostgreSQL
import Synchronization
import Testing

extension PostgreSQLEngine {
  @Suite("Reading")
  struct Reading {
    private func filled(_ count: Int, _ options: PostgreSQLOptions = PostgreSQLOptions()) async throws
      -> PostgreSQLStore
    {
      let store = try await Server.emptyStore(options)
      try await store.write { db in _ = try Tag.insert((0..<count).map { Tag.Draft(name: "\($0)") }, in: db) }
      return store
    }

    @Test("A loop gets every row once, in order, while other statements run", arguments: [0, 1, 31, 32, 33, 5000])
    func loop(count: Int) async throws {
      let store = try await filled(count)
      try await store.write { db in
        var names: [String] = []
        try Tag.order { $0.id }.forEach(in: db) { tag in
          names.append(tag.name)
          if names.count % 1000 == 1 { #expect(try Tag.all.count(in: db) == count) }
          if names.count == 33 { _ = try Project.Draft(name: "while reading").insert(in: db) }
        }
        #expect(names == (0..<count).map { "\($0)" })
        // A loop in a loop.
        var pairs = 0
        try Tag.limit(40).forEach(in: db) { _ in try Tag.limit(300).forEach(in: db) { _ in pairs += 1 } }
        #expect(pairs == min(count, 40) * min(count, 300))
      }
    }

    @Test("A loop loads related rows for each batch")
    func eagerLoop() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        let projects = try Project.insert(returning: (0..<3).map { Project.Draft(name: "\($0)") }, in: db)
        _ = try Item.insert(
          (0..<2500).map { Item.Draft(title: "\($0)", projectID: projects[$0 % 3].id) }, in: db)
        var titles: [String] = []
        try Item.order { $0.id }.with { $0.project }.forEach(in: db) { item, project in
          #expect(project == projects[titles.count % 3])
          titles.append(item.title)
        }
        #expect(titles == (0..<2500).map { "\($0)" })
      }
    }

    @Test("A loop can be left by an error, and the transaction goes on")
    func leaving() async throws {
      struct Stop: Error {}
      let store = try await filled(500)
      try await store.read { db throws in
        for _ in 0..<3 {
          #expect(throws: Stop.self) {
            try Tag.all.forEach(in: db) { tag in if tag.name == "400" { throw Stop() } }
          }
        }
        #expect(try Tag.all.count(in: db) == 500)
      }
    }

    @Test("Rows that a change returns are passed to a loop")
    func returned() async throws {
      let store = try await filled(300)
      try await store.write { db in
        var count = 0
        try Tag.all.updating { [$0.name.set($0.name + "!")] }.returning().forEach(in: db) { tag in
          #expect(tag.name.hasSuffix("!"))
          count += try Tag.where { $0.id == tag.id }.count(in: db)
        }
        #expect(count == 300)
      }
    }

    @Test("A stream returns every row of one snapshot, while others write")
    func stream() async throws {
      let store = try await filled(3000)
      var names: [String] = []
      for try await tag in store.rows(of: Tag.order { $0.id }) {
        names.append(tag.name)
        if names.count == 1 { try await store.write { db in _ = try Tag.all.delete(in: db) } }
      }
      #expect(names == (0..<3000).map { "\($0)" })
      for try await _ in store.rows(of: Tag.all) { Issue.record("the rows are deleted") }
      let loop = Task {
        for try await _ in store.rows(of: RawSQL("SELECT generate_series(1, 100000000)").as(Int.self)) {}
      }
      try await Task.sleep(for: .milliseconds(200))
      loop.cancel()
      await #expect(throws: CancellationError.self) { try await loop.value }
    }

    @Test("A snapshot sees the same rows, whatever is written")
    func snapshot() async throws {
      let store = try await filled(3)
      let snapshot = try await store.snapshot()
      try await store.write { db in _ = try Tag.all.delete(in: db) }
      #expect(try await snapshot.read { db in try Tag.all.count(in: db) } == 3)
      // An error doesn't end it.
      await #expect(throws: PostgreSQLError.self) {
        try await snapshot.read { db in try RawSQL("SELECT 1 / 0").as(Int.self).fetchOnly(in: db) }
      }
      func inThread() throws { #expect(try snapshot.read { db in try Tag.all.fetchAll(in: db) }.count == 3) }
      try inThread()
      #expect(try await store.read { db in try Tag.all.count(in: db) } == 0)
      try snapshot.close()
      await #expect(throws: TransactionMisuse.closed) { try await snapshot.read { _ in } }
      let other = try await store.snapshot()
      try await store.close()
      await #expect(throws: TransactionMisuse.closed) { try await other.read { _ in } }
      await #expect(throws: TransactionMisuse.closed) { _ = try await store.snapshot() }
    }

    @Test("What is to run after the commit runs once the transaction is committed")
    func afterCommit() async throws {
      struct Stop: Error {}
      let store = try await filled(0)
      let events = Mutex<[String]>([])
      @Sendable func note(_ event: String) { events.withLock { $0.append(event) } }
      try await store.write { db in
        try db.afterCommit {
          note("a")
          _ = try? store.read { db in note("\(try Tag.all.count(in: db)) tags") }
        }
        try? db.savepoint {
          try db.afterCommit { note("undone") }
          throw Stop()
        }
        _ = try Tag.Draft(name: "x").insert(in: db)
        try db.afterCommit { note("b") }
        note("block")
      }
      try? await store.write { db in
        try db.afterCommit { note("rolled back") }
        throw Stop()
      }
      #expect(events.withLock { $0 } == ["block", "a", "1 tags", "b"])
    }

    @Test("A plan names tables, indexes and sorting")
    func explain() async throws {
      let store = try await filled(2000)
      try await store.write { db in
        try RawSQL("ANALYZE tag").execute(in: db)
        let lookup = try Tag.where { $0.name == "7" }.explain(in: db)
        #expect(lookup.indexes == ["tag_name_key"])
        #expect(lookup.fullScans == [])
        let scan = try Tag.where { $0.name.contains("7") }.order { $0.name.descending }.explain(in: db)
        #expect(scan.fullScans == ["tag"])
        #expect(scan.usesTemporarySort)
        #expect(scan.description.contains("Seq Scan on tag t0"))
        #expect(try Tag.where { $0.name == "7" }.deleting().explain(in: db).description.hasPrefix("└─ Delete on tag"))
      }
    }
  }
}
