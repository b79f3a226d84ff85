import Dispatch
import PostilQuery
import PostilSQLite
import Testing

/// A transaction belongs to the thread of its block.
@Suite struct ThreadTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func otherThreadsCannotUseATransaction() throws {
    let store = try file.open()
    let refused = Atomic(0)
    let inserted = Atomic(0)
    try store.write { db in
      // Swift 6 rejects this at build time; Swift 5 doesn't.
      nonisolated(unsafe) let db = db
      DispatchQueue.concurrentPerform(iterations: 200) { number in
        do {
          try db.insertProject("\(number)")
          inserted.wrappingAdd(1, ordering: .relaxed)
        } catch TransactionMisuse.wrongThread {
          refused.wrappingAdd(1, ordering: .relaxed)
        } catch {
          Issue.record(error)
        }
      }
      onAnotherThread {
        #expect(throws: TransactionMisuse.wrongThread) { try db.countProjects() }
        #expect(throws: TransactionMisuse.wrongThread) { try db.value("SELECT 1", as: Int.self) }
        #expect(throws: TransactionMisuse.wrongThread) { try db.savepoint {} }
        #expect(throws: TransactionMisuse.wrongThread) {
          try db.execute(Statements.insertProject, forEach: ["a", "b"]) { $0._bind(to: &$1) }
        }
        #expect(throws: TransactionMisuse.wrongThread) { try db.explain(_RenderedStatement(sql: "SELECT 1")) }
      }
    }
    #expect(refused.load(ordering: .relaxed) + inserted.load(ordering: .relaxed) == 200)
    // The calling thread takes part in the iterations.
    #expect(try store.read { db in try db.countProjects() } == inserted.load(ordering: .relaxed))
    try store.read { db in
      nonisolated(unsafe) let db = db
      onAnotherThread { #expect(throws: TransactionMisuse.wrongThread) { try db.countProjects() } }
    }
  }

  @Test func aTransactionThatHasEndedIsReportedAsEndedOnEveryThread() throws {
    let store = try file.open()
    nonisolated(unsafe) let kept = try store.read { db in db }
    onAnotherThread { #expect(throws: TransactionMisuse.ended) { try kept.countProjects() } }
  }
}
