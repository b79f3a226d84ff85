import Dispatch
import Postil
import PostilTestSupport
import Testing

/// Docs/Store.md on transactions, threads and tasks
@Suite("Docs/Store.md on concurrency", .timeLimit(.minutes(20)))
struct ConcurrencyTests {
  let store: SQLiteStore

  init() throws { store = try temporaryStore() }

  @Test("A cancelled task throws")
  func cancellation() async throws {
    let report = Task { try await store.read { db in try Book.all.fetchAll(in: db) } }
    report.cancel()
    do {
      #expect(try await report.value == [])
    } catch {
      #expect(error is CancellationError)
    }
  }

  @Test("A read with a timeout returns its rows")
  func timeout() async throws {
    let books = try await store.read(timeout: .seconds(2)) { db in try Book.all.fetchAll(in: db) }
    #expect(books == [])
  }

  @Test("Waiting can be limited")
  func waiting() throws {
    let options = SQLiteOptions(waitTimeout: .seconds(5), maximumWaiting: 500)
    #expect(options.waitTimeout == .seconds(5) && options.maximumWaiting == 500)
    #expect(SQLiteOptions().waitTimeout == .seconds(60) && SQLiteOptions().maximumWaiting == nil)
  }

  @Test("Interrupting an idle store has no effect")
  func interrupting() throws {
    store.interrupt()
    #expect(try store.read { db in try Book.all.count(in: db) } == 0)
  }

  @Test("A store can be closed without blocking a thread")
  func closing() async throws {
    try await store.close()
    await #expect(throws: TransactionMisuse.closed) {
      try await store.read { db in try Book.all.count(in: db) }
    }
  }
}
