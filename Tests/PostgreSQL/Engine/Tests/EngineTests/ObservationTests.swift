import Foundation
import Postil
import PostilPostgreSQL
import Synchronization
import Testing

extension PostgreSQLEngine {
  @Suite("Observation", .timeLimit(.minutes(20)))
  struct Observation {
    @Test("Observing a database without the triggers is refused")
    func missing() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        try RawSQL("DROP FUNCTION IF EXISTS postil_notify_change() CASCADE").execute(in: db)
      }
      let error = await #expect(throws: ObservationNotInstalled.self) {
        for try await _ in store.observe(Tag.all) {}
      }
      #expect(error?.tables.contains("item_tags") == true)
      #expect(error?.tables.contains("tag") == true)
    }

    @Test("Two stores see each other's commits, and others don't run a query again")
    func twoStores() async throws {
      let store = try await Server.emptyStore()
      try await store.installObservation()
      let other = try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self)
      var values = store.observe(Tag.select { $0.name }.order { $0 }).makeAsyncIterator()
      #expect(try await values.next() == [])
      try await other.write { db in _ = try Tag.Draft(name: "a").insert(in: db) }
      #expect(try await values.next() == ["a"])
      try await other.write { db in _ = try Project.Draft(name: "another table").insert(in: db) }
      try await store.write { db in _ = try Tag.insert([Tag.Draft(name: "c"), Tag.Draft(name: "b")], in: db) }
      #expect(try await values.next() == ["a", "b", "c"])
      // Several commits before the next value are one change.
      for name in ["d", "e", "f"] { try await other.write { db in _ = try Tag.Draft(name: name).insert(in: db) } }
      var last = try await values.next()
      while last?.count != 6 { last = try await values.next() }
      #expect(last == ["a", "b", "c", "d", "e", "f"])
    }

    @Test("A read through a relationship depends on the tables between")
    func relationship() async throws {
      let store = try await Server.emptyStore()
      try await store.installObservation()
      let (item, tag) = try await store.write { db in
        let home = try Project.Draft(name: "Home").insert(in: db)
        return (
          try Item.Draft(title: "a", projectID: home.id).insert(in: db), try Tag.Draft(name: "t").insert(in: db)
        )
      }
      let counts = store.observe { db in try item.tags.count(in: db) }
      var first = counts.makeAsyncIterator()
      var second = counts.makeAsyncIterator()
      #expect(try await first.next() == 0)
      #expect(try await second.next() == 0)
      try await store.write { db in try item.addToTags(tag, in: db) }
      #expect(try await first.next() == 1)
      #expect(try await second.next() == 1)
      // The foreign key deletes the row of the relationship.
      try await store.write { db in _ = try item.delete(in: db) }
      #expect(try await first.next() == 0)
    }

    @Test("If the listening connection is lost, everything is read again")
    func lostConnection() async throws {
      let control = try await Server.emptyStore()
      try await control.installObservation()
      let store = try await PostgreSQLStore(
        Server.url.map { "\($0)&application_name=observing" } ?? "", schema: EngineTestsSchema.self)
      var values = store.observe { db in try Tag.all.count(in: db) }.makeAsyncIterator()
      #expect(try await values.next() == 0)
      for number in 1...3 {
        try await control.write { db in
          _ = try RawSQL(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'observing'"
          ).as(Bool.self).fetchAll(in: db)
          _ = try Tag.Draft(name: "\(number)").insert(in: db)
        }
        #expect(try await values.next() == number)
      }
    }

    @Test("An observation ends with its task and with its store")
    func ending() async throws {
      let store = try await Server.emptyStore()
      try await store.installObservation()
      let count = Mutex(0)
      let task = Task { for try await _ in store.observe(Tag.all) { count.withLock { $0 += 1 } } }
      while count.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(10)) }
      task.cancel()
      try await task.value
      #expect(count.withLock { $0 } == 1)
      var values = store.observe(Tag.all).makeAsyncIterator()
      #expect(try await values.next() == [])
      try await store.close()
      #expect(try await values.next() == nil)
      await #expect(throws: TransactionMisuse.closed) { for try await _ in store.observe(Tag.all) {} }
    }
  }
}
