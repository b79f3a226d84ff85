import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Faults")
  struct Faults {
    @Test("A block can be stopped at any moment, and the next one gets a usable connection", .timeLimit(.minutes(2)))
    func stops() async throws {
      var options = PostgreSQLOptions()
      options.maximumConnections = 1
      let store = try await Server.emptyStore(options)
      func stopped(after limit: Duration) throws {
        #expect(throws: TransactionTimeout.self) {
          try store.read(timeout: limit) { db in
            while true { _ = try Tag.all.count(in: db) }
          }
        }
        #expect(try store.read { db in try Tag.all.count(in: db) } == 0)
      }
      for number in 1...300 { try stopped(after: .microseconds(number * 10)) }
    }

    @Test("200 clients move money between ten accounts, and none is lost", .timeLimit(.minutes(20)))
    func transfers() async throws {
      _ = try await Server.emptyStore()
      var options = PostgreSQLOptions()
      options.maximumConnections = 15
      options.maximumAttempts = 100
      options.waitTimeout = nil
      let stores = try await (0..<4).asyncMap { _ in
        try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self, options: options)
      }
      let accounts = try await stores[0].write { db in
        try (0..<10).map { _ in try Account.Draft(balance: 1_000).insert(in: db).id }
      }
      // What the acknowledged transfers add up to.
      let expected = try await withThrowingTaskGroup(of: [Account.ID: Int].self) { group in
        for client in 0..<200 {
          group.addTask {
            var sums: [Account.ID: Int] = [:]
            for _ in 0..<5 {
              let amount = client % 7 + 1
              let (from, to) = (accounts[Int.random(in: 0..<5)], accounts[Int.random(in: 5..<10)])
              let isMoved = try await stores[client % stores.count].write { db in
                var (source, target) = (try Account.find(from, in: db), try Account.find(to, in: db))
                guard source.balance >= amount else { return false }
                source.balance -= amount
                target.balance += amount
                try source.update(in: db)
                try target.update(in: db)
                return true
              }
              guard isMoved else { continue }
              sums[from, default: 0] -= amount
              sums[to, default: 0] += amount
            }
            return sums
          }
        }
        return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
      }
      let found = try await stores[0].read { db in try Account.all.fetchAll(in: db) }
      #expect(found.reduce(0) { $0 + $1.balance } == 10_000)
      for account in found { #expect(account.balance == 1_000 + expected[account.id, default: 0]) }
    }

    /// A server that can be killed, and the command that kills it with SIGKILL and starts it again.
    private static let crashing = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_CRASHING_URL"]
    private static let crash = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_CRASH"]

    @Test(
      "If the server is killed, acknowledged transactions are kept, and refused ones aren't",
      .enabled(if: crashing != nil, "run Tests/PostgreSQL/run"), .timeLimit(.minutes(20)))
    func crashes() async throws {
      let store = try await PostgreSQLStore(Self.crashing ?? "", schema: EngineTestsSchema.self)
      let outcomes = try await withThrowingTaskGroup(of: [Int: TransactionOutcome].self) { group in
        group.addTask {
          for _ in 0..<5 {
            try await Task.sleep(for: .milliseconds(.random(in: 200...900)))
            try Server.run(Self.crash ?? "")
          }
          return [:]
        }
        for client in 0..<4 {
          group.addTask {
            var outcomes: [Int: TransactionOutcome] = [:]
            for number in (client * 250)..<(client * 250 + 250) {
              outcomes[number] = try await .ofWriting(number, to: store)
              try await Task.sleep(for: .milliseconds(10))
            }
            return outcomes
          }
        }
        return try await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
      }
      #expect(outcomes.count == 1_000)
      try await TransactionOutcome.check(outcomes, in: store)
    }

    @Test(
      "A connection that the server ended because another one crashed is replaced",
      .enabled(if: crashing != nil, "run Tests/PostgreSQL/run"), .timeLimit(.minutes(20)))
    func crashOfAnotherConnection() async throws {
      let stores = try await [0, 1].asyncMap { _ in
        try await PostgreSQLStore(Self.crashing ?? "", schema: EngineTestsSchema.self)
      }
      for _ in 0..<3 {
        let process = RawSQL("SELECT pg_backend_pid()").as(Int.self)
        let crashed = try await stores[0].read { db in try process.fetchOnly(in: db) }
        let ended = try await stores[1].read { db in try process.fetchOnly(in: db) }
        try Server.run("/bin/kill -KILL \(crashed)")
        // The server sends a warning to the other connection, and closes it.
        while kill(pid_t(ended), 0) == 0 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try await stores[1].read { db in try process.fetchOnly(in: db) } != ended)
      }
    }

    /// The same server, whose commits wait for a replica that it doesn't have.
    private static let unreplicated = ProcessInfo.processInfo.environment["POSTIL_POSTGRESQL_UNREPLICATED_URL"]

    @Test(
      "A block that is stopped while its commit waits for replicas reports that it is committed",
      .enabled(if: unreplicated != nil, "run Tests/PostgreSQL/run"), .timeLimit(.minutes(20)))
    func unreplicatedCommits() async throws {
      let store = try await PostgreSQLStore(Self.unreplicated ?? "", schema: EngineTestsSchema.self)
      let error = await #expect(throws: CommitNotReplicated.self) {
        try await store.write(timeout: .seconds(3)) { db in _ = try Tag.Draft(name: "stopped").insert(in: db) }
      }
      #expect(error?.message.contains("synchronous replication") == true)
      let task = Task { try await store.write { db in _ = try Tag.Draft(name: "cancelled").insert(in: db) } }
      let waiting = RawSQL("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'").as(Int.self)
      while try await store.read({ db in try waiting.fetchOnly(in: db) }) == 0 {
        try await Task.sleep(for: .milliseconds(50))
      }
      task.cancel()
      await #expect(throws: CommitNotReplicated.self) { try await task.value }
      #expect(
        try await store.read { db in try Tag.order { $0.name }.select { $0.name }.fetchAll(in: db) }
          == ["cancelled", "stopped"])
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
