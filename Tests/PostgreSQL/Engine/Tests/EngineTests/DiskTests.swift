import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  /// A server whose log and whose tables are on small disks.
  @Suite(
    "Full disks", .serialized, .enabled(if: Server.fullURL != nil, "run Tests/PostgreSQL/run as root"),
    .timeLimit(.minutes(20)))
  struct Disks {
    private static let environment = ProcessInfo.processInfo.environment
    /// The command that starts the server again.
    private static let restart = environment["POSTIL_POSTGRESQL_FULL_RESTART"] ?? ""
    private static let folder = URL(fileURLWithPath: environment["POSTIL_POSTGRESQL_FULL_FOLDER"] ?? "")

    private func emptyStore(_ options: PostgreSQLOptions = PostgreSQLOptions()) async throws -> PostgreSQLStore {
      let store = try await PostgreSQLStore(Server.fullURL ?? "", schema: EngineTestsSchema.self, options: options)
      try await store.write { db in try RawSQL("TRUNCATE account").execute(in: db) }
      return store
    }

    /// Leaves at most this many bytes of a disk.
    private func fill(_ disk: String, except rest: Int) throws -> URL {
      let folder = Self.folder.appending(path: disk)
      let file = folder.appending(path: "filler")
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      func free() throws -> Int {
        try #require(FileManager.default.attributesOfFileSystem(forPath: folder.path)[.systemFreeSize] as? Int)
      }
      // The server writes to it too.
      while try free() > rest, (try? handle.write(contentsOf: Data(count: 1 << 16))) != nil {}
      try handle.close()
      return file
    }

    /// Makes the server begin a new file of its log.
    private func beginLogSegment(_ store: PostgreSQLStore) async throws {
      _ = try await store.read { db in
        try RawSQL("SELECT pg_switch_wal()::text FROM pg_logical_emit_message(false, '', '')").as(String.self)
          .fetchAll(in: db)
      }
    }

    @Test("If the disk of a table is full, the statement fails, and the store goes on when there is room")
    func tables() async throws {
      let store = try await emptyStore()
      let filler = try fill("tables", except: 1 << 20)
      var count = 0
      let error = await #expect(throws: PostgreSQLError.self) {
        while count < 1_000_000 {
          let drafts = (0..<1000).map { Account.Draft(balance: $0) }
          count += try await store.write { db in try Account.insert(drafts, in: db) }
        }
      }
      #expect(error?.code == "53100")
      #expect(error?.message.contains("No space left on device") == true)
      #expect(count > 0)
      let acknowledged = count
      #expect(try await store.read { db in try Account.all.count(in: db) } == acknowledged)
      // In a savepoint, the transaction can go on.
      try await store.write { (db) throws in
        let drafts = (0..<50_000).map { Account.Draft(balance: $0) }
        #expect(throws: PostgreSQLError.self) { try db.savepoint { try Account.insert(drafts, in: db) } }
        #expect(try Account.all.count(in: db) == acknowledged)
      }
      try FileManager.default.removeItem(at: filler)
      let drafts = (0..<20_000).map { Account.Draft(balance: $0) }
      try await store.write { db in _ = try Account.insert(drafts, in: db) }
      #expect(try await store.read { db in try Account.all.count(in: db) } == acknowledged + 20_000)
    }

    @Test("If the disk of the log is full, the server stops, and no acknowledged transaction is lost")
    func log() async throws {
      var options = PostgreSQLOptions()
      options.reconnectTimeout = .milliseconds(500)
      let store = try await emptyStore(options)
      let outcomes = try await withThrowingTaskGroup(of: [Int: TransactionOutcome].self) { group in
        for client in 0..<4 {
          group.addTask {
            var outcomes: [Int: TransactionOutcome] = [:]
            for number in (client * 1_000_000)... {
              let outcome = try await TransactionOutcome.ofWriting(number, to: store)
              outcomes[number] = outcome
              // The server can still be about to stop.
              if outcome == .refused { break }
            }
            return outcomes
          }
        }
        try await Task.sleep(for: .seconds(1))
        let filler = try fill("disk", except: 0)
        await #expect(throws: ConnectionLost.self) { for _ in 0..<1000 { try await beginLogSegment(store) } }
        let outcomes = try await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        try FileManager.default.removeItem(at: filler)
        return outcomes
      }
      #expect(outcomes.values.contains(.committed) && outcomes.values.contains(.refused))
      try Server.run(Self.restart)
      try await TransactionOutcome.check(outcomes, in: store)
      #expect(try await TransactionOutcome.ofWriting(-100, to: store) == .committed)
    }
  }
}
