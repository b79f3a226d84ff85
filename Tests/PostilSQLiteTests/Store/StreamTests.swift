import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// What `store.rows(of:)` promises.
@Suite("Streams of rows", .timeLimit(.minutes(20)))
struct StreamTests {
  private let file: TemporaryFile
  private static let numbers: RawSQL =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT i FROM n"
  private static let endless: RawSQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

  init() throws { file = try TemporaryFile() }

  private func stores() throws -> [SQLiteStore] {
    let stores = [try file.open(), try .inMemory(schema: TasksSchema.self)]
    guard SQLiteFeatures.hasNamedMemory else { return stores }
    return stores + [try .inMemory(named: "streams-\(file.path)", schema: TasksSchema.self)]
  }

  /// Waits until all readers of a store are free, for which a loop has to have ended its read.
  private func expectFreeReaders(_ store: SQLiteStore) async throws {
    let callSite = CallSite(fileID: #fileID, line: #line)
    for _ in store.readers.slots { _ = try store.readers.acquire(for: callSite, by: nil) }
    for slot in store.readers.slots { store.readers.release(slot) }
  }

  @Test("A loop receives every row in order")
  func allRows() async throws {
    for store in try stores() {
      var next = 1
      for try await number in store.rows(of: Self.numbers.as(Int.self)) {
        #expect(number == next)
        next += 1
      }
      #expect(next == 10001)
      var none = store.rows(of: RawSQL("SELECT 1 WHERE 0").as(Int.self)).makeAsyncIterator()
      #expect(try await none.next() == nil)
      #expect(try await none.next() == nil)
      try await expectFreeReaders(store)
    }
  }

  @Test("The rows are of one snapshot, and the loop may write")
  func snapshot() async throws {
    for store in try stores() {
      try await store.write { db in for number in 0..<1000 { try db.insertProject("\(number)") } }
      var count = 0
      for try await name in store.rows(of: RawSQL("SELECT name FROM project ORDER BY id").as(String.self)) {
        #expect(name == "\(count)")
        if count % 100 == 0 { try await store.write { db in try db.insertProject("new \(name)") } }
        count += 1
      }
      #expect(count == 1000)
    }
  }

  @Test("A query waits for the loop: rows are fetched a few batches ahead")
  func backPressure() async throws {
    let store = try file.open()
    var rows = store.rows(of: Self.endless.as(Int.self)).makeAsyncIterator()
    for number in 1...2000 { #expect(try await rows.next() == number) }
  }

  @Test("Leaving the loop ends the query and frees its reader")
  func leaving() async throws {
    let store = try file.open(SQLiteOptions(maximumConnections: 1))
    for _ in 0..<20 {
      for try await number in store.rows(of: Self.endless.as(Int.self)) where number == 300 { break }
    }
    try await expectFreeReaders(store)
  }

  @Test("A query that has no row yet is interrupted when its task is cancelled")
  func cancellation() async throws {
    let store = try file.open()
    let never: RawSQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
    let task = Task { for try await _ in store.rows(of: never.as(Int.self)) {} }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await expectFreeReaders(store)
  }

  @Test("A loop that never waits ends at the next row when its task is cancelled")
  func cancellationBetweenRows() async throws {
    for store in try stores() {
      let task = Task {
        var count = 0
        do {
          for try await _ in store.rows(of: Self.numbers.as(Int.self)) {
            count += 1
            if count == 100 { withUnsafeCurrentTask { $0?.cancel() } }
          }
        } catch is CancellationError {
          return count
        }
        return -count
      }
      #expect(try await task.value == 100)
      try await expectFreeReaders(store)
    }
  }

  @Test("An error of the query ends the loop after the rows before it")
  func failure() async throws {
    let store = try file.open()
    var received: [Int] = []
    await #expect(throws: ColumnDecodingError.self) {
      let mixed: RawSQL = "VALUES (1), (2), (3), ('four'), (5)"
      for try await number in store.rows(of: mixed.as(Int.self)) { received.append(number) }
    }
    #expect([[1, 2, 3], [1]].contains(received))
    try await expectFreeReaders(store)
  }

  @Test("Closing the store ends a loop with an error, so that it isn't taken for complete")
  func closing() async throws {
    let store = try file.open()
    var rows = store.rows(of: Self.endless.as(Int.self)).makeAsyncIterator()
    #expect(try await rows.next() == 1)
    try await store.close()
    await #expect(throws: TransactionMisuse.closed) { while try await rows.next() != nil {} }
    var late = store.rows(of: Self.endless.as(Int.self)).makeAsyncIterator()
    await #expect(throws: TransactionMisuse.closed) { try await late.next() }
  }
}
