import PostilQuery
import PostilSQLite
import Testing

/// The store's `trace` runs inside SQLite, also while a transaction begins and ends.
@Suite struct CallbackTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  /// Uses the store that it is given later.
  private final class Caller: Sendable {
    private let store = Mutex<SQLiteStore?>(nil)
    let outcomes = Recorder<String>()

    func begin(with store: SQLiteStore?) { self.store.withLock { $0 = store } }

    func use(after sql: String) {
      guard let store = store.withLock({ $0 }) else { return }
      let word = sql.prefix { $0 != " " }
      for call in ["read", "write"] {
        do {
          if call == "read" {
            _ = try store.read { db in try db.countProjects() }
          } else {
            try store.write { db in try db.insertProject("inside '\(word)'") }
          }
          outcomes.append("\(word), \(call): done")
        } catch {
          outcomes.append("\(word), \(call): \(error)")
        }
      }
    }
  }

  /// Uses the synchronous versions, also in async functions.
  private func write(_ name: String, _ store: SQLiteStore) throws {
    try store.write { db in try db.insertProject(name) }
  }

  private func count(_ store: SQLiteStore) throws -> Int { try store.read { db in try db.countProjects() } }

  @Test func theStoreCannotBeUsedInsideItsTrace() async throws {
    let caller = Caller()
    let store = try file.open(SQLiteOptions(trace: { caller.use(after: $0) }))
    let misuse = "\(TransactionMisuse.insideCallback)"
    let (inWrite, inRead) = (
      ["BEGIN", "INSERT", "COMMIT"].flatMap { ["\($0), read: \(misuse)", "\($0), write: \(misuse)"] },
      ["BEGIN", "SELECT", "SELECT", "COMMIT"].flatMap {
        ["\($0), read: \(misuse)", "\($0), write: \(TransactionMisuse.writeInsideRead)"]
      }
    )
    // Readers are opened when they are first used.
    #expect(try count(store) == 0)
    caller.begin(with: store)
    try write("outside", store)
    #expect(caller.outcomes.drain() == inWrite)
    try await store.write { db in try db.insertProject("outside again") }
    #expect(caller.outcomes.drain() == inWrite)
    #expect(try count(store) == 2)
    #expect(caller.outcomes.drain() == inRead)
    #expect(try await store.read { db in try db.countProjects() } == 2)
    #expect(caller.outcomes.drain() == inRead)
    caller.begin(with: nil)
  }
}
