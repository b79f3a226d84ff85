import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Connections that a server rejects")
  struct RejectedConnections {
    /// The error for a URL, and how long it took.
    private func failure(_ url: String) async throws -> (error: ConnectionRejected?, duration: Duration) {
      let start = ContinuousClock.now
      let error = await #expect(throws: ConnectionRejected.self, "\(url)") {
        _ = try await PostgreSQLStore(url, schema: EngineTestsSchema.self)
      }
      return (error, ContinuousClock.now - start)
    }

    private func url(of user: String, _ rest: String = "") -> String {
      (Server.url ?? "").replacing(#/\/\/[^@]*@/#) { _ in "//\(user)@" } + rest
    }

    @Test("A wrong password is reported at once, and not shown")
    func password() async throws {
      let control = try await Server.emptyStore()
      // The server asks these users for passwords: see 'Tests/PostgreSQL/checks/6-engine.sh'.
      try await control.write { db in
        try RawSQL("DROP ROLE IF EXISTS postil_password").execute(in: db)
        try RawSQL("CREATE ROLE postil_password LOGIN PASSWORD 'right'").execute(in: db)
      }
      let wrong = try await failure(url(of: "postil_password:geheim"))
      #expect(wrong.error?.code == "28P01")
      #expect("\(wrong.error, default: "")".contains("geheim") == false)
      #expect("\(wrong.error, default: "")".contains("postil_password"))
      #expect(wrong.duration < .seconds(10))
      let missing = try await failure(url(of: "postil_password"))
      #expect(missing.error?.code == nil && missing.error?.message.contains("passfile") == true)
      #expect(missing.duration < .seconds(10))
    }

    @Test("A user, a database or a setting that doesn't exist is reported at once")
    func unknown() async throws {
      _ = try await Server.emptyStore()
      let database = (Server.url ?? "").replacing("/engine?", with: "/nothing?")
      for (url, code) in [
        (url(of: "nobody"), "28000"), (database, "3D000"),
        ((Server.url ?? "") + "&options=-cno_such_setting%3D1", "42704"),
      ] {
        let (error, duration) = try await failure(url)
        #expect(error?.code == code)
        #expect(duration < .seconds(10))
      }
    }

    @Test(
      "No part of a password is in the error of a malformed URL",
      arguments: [
        "postgresql://app:ge@heim@db.example/tasks", "postgresql://app:ge/heim@db.example/tasks",
        "postgresql://app:12/heim@db.example/tasks", "postgresql://app:ge/he?im@db.example/tasks",
        "postgresql://app:ge%heim@db.example/tasks",
        "postgresql://app:ge@heim:5432/tasks@db.example", "host=db.example password=ge heim", "password='ge'heim'",
        "postgresql://app:ge#heim@db.example:port/tasks", "postgresql://app@db.example/tasks?passwort=geheim",
      ])
    func malformed(_ url: String) async throws {
      let (error, duration) = try await failure(url)
      let text = "\(error, default: "")"
      #expect(!text.contains("ge@") && !text.contains("heim"))
      #expect(error?.code == nil && text.contains("can't be read"))
      #expect(duration < .seconds(1))
    }

    @Test("A pool that is larger than the number of connections of its user works with these")
    func limited() async throws {
      let control = try await Server.emptyStore()
      try await control.write { db in
        try RawSQL("DROP ROLE IF EXISTS postil_limited").execute(in: db)
        try RawSQL("CREATE ROLE postil_limited LOGIN CONNECTION LIMIT 3 IN ROLE pg_read_all_data").execute(in: db)
      }
      let store = try await PostgreSQLStore(url(of: "postil_limited"), schema: EngineTestsSchema.self)
      let start = ContinuousClock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<40 {
          group.addTask {
            for _ in 0..<50 {
              if worker == 0 {
                // On the calling thread too.
                try Self.onThread(store)
              } else {
                try await store.read { db in
                  _ = try RawSQL("SELECT 1 FROM pg_sleep(0.001)").as(Int.self).fetchAll(in: db)
                }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(ContinuousClock.now - start < .seconds(60))
      let closing = ContinuousClock.now
      try await store.close()
      #expect(ContinuousClock.now - closing < .seconds(2))
    }

    private static func onThread(_ store: PostgreSQLStore) throws {
      try store.read { db in _ = try RawSQL("SELECT 1 FROM pg_sleep(0.001)").as(Int.self).fetchAll(in: db) }
    }
  }
}
