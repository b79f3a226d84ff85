import PostilQuery
import Testing

@testable import PostilSQLite

/// What `store.observe` promises, on a file and in memory.
@Suite("Observing a read", .timeLimit(.minutes(20)))
struct ObserveTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func stores() throws -> [SQLiteStore] { [try file.open(), try .inMemory(schema: TasksSchema.self)] }

  @Test("The first value comes at once, then one after each commit that matters")
  func values() async throws {
    for store in try stores() {
      var names = store.observe { db in try db.projectNames() }.makeAsyncIterator()
      #expect(try await names.next() == [])
      try await store.write { db in try db.insertProject("Home") }
      #expect(try await names.next() == ["Home"])
      try await store.write { db in try db.insertProject("Work") }
      #expect(try await names.next() == ["Home", "Work"])
    }
  }

  @Test("A commit during the first fetch is not missed")
  func commitDuringFetch() async throws {
    let store = try file.open()
    let fetches = Recorder<Int>()
    var names = store.observe { db in
      let names = try db.projectNames()
      fetches.append(1)
      if fetches.values.count == 1 {
        onAnotherThread { _ = try store.write { db in try db.insertProject("Home") } }
      }
      return names
    }.makeAsyncIterator()
    #expect(try await names.next() == [])
    #expect(try await names.next() == ["Home"])
  }

  @Test("A slow consumer gets the newest value; equal values are left out")
  func newest() async throws {
    let store = try file.open()
    let fetches = Recorder<Int>()
    var names = store.observe { db in
      fetches.append(1)
      return try db.projectNames()
    }.makeAsyncIterator()
    #expect(try await names.next() == [])
    for name in ["a", "b", "c"] { try await store.write { db in try db.insertProject(name) } }
    #expect(try await names.next() == ["a", "b", "c"])
    #expect(fetches.values.count == 2)
    try await store.write { db in try db.execute(_RenderedStatement(sql: "UPDATE project SET name = name")) }
    Task.detached {
      while fetches.values.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
      try await store.write { db in try db.insertProject("d") }
    }
    #expect(try await names.next() == ["a", "b", "c", "d"])
  }

  @Test("Copies of an iterator wait, and are cancelled, on their own", .timeLimit(.minutes(1)))
  func copies() async throws {
    for store in try stores() {
      var names = store.observe { db in try db.projectNames() }.makeAsyncIterator()
      #expect(try await names.next() == [])
      let tasks = (0..<4).map { [names] _ in
        Task {
          var copy = names
          return try await copy.next()
        }
      }
      // They wait, or will find that they are late.
      for _ in 0..<1_000 { await Task.yield() }
      tasks[3].cancel()
      #expect(try await tasks[3].value == nil)
      try await store.write { db in try db.insertProject("Home") }
      for task in tasks[..<3] { #expect(try await task.value == ["Home"]) }
      #expect(try await names.next() == ["Home"])
    }
  }

  @Test("Commits elsewhere in the database don't repeat the read")
  func otherRegions() async throws {
    let store = try file.open()
    let (home, first) = try await store.write { db in
      let home = try db.insertProject("Home")
      return (home, try db.insertItem("first", project: home))
    }
    let fetches = Recorder<Int>()
    var titles = store.observe { db in
      fetches.append(1)
      return try db.value("SELECT title FROM item WHERE id = ?1", .integer(first), as: String.self)
    }.makeAsyncIterator()
    #expect(try await titles.next() == "first")
    let next = Task { [titles] in
      var titles = titles
      return try await titles.next()
    }
    try await store.write { db in
      try db.insertProject("Work")
      try db.insertItem("second", project: home)
    }
    try await store.write { db in
      try db.execute(_RenderedStatement(sql: "UPDATE item SET title = 'third' WHERE id <> 1"))
    }
    try await store.write { db in try db.execute(_RenderedStatement(sql: "UPDATE item SET done = 1")) }
    try await Task.sleep(for: .milliseconds(50))
    #expect(fetches.values.count == 1)
    try await store.write { db in try db.execute(_RenderedStatement(sql: "DELETE FROM item")) }
    #expect(try await next.value == .some(nil))
    #expect(fetches.values.count == 2)
  }

  @Test("What is observed follows the values: another run may read other tables")
  func changingRegion() async throws {
    let store = try file.open()
    var counts = store.observe { db in
      try db.countProjects() == 0 ? -1 : db.value("SELECT count(*) FROM tag", as: Int.self)
    }.makeAsyncIterator()
    #expect(try await counts.next() == -1)
    try await store.write { db in try db.insertProject("Home") }
    #expect(try await counts.next() == 0)
    try await store.write { db in try db.insert(Statements.insertTag) { "tag"._bind(to: &$0) } }
    #expect(try await counts.next() == 1)
  }

  @Test("Cancelling the task ends the loop and frees the observation")
  func cancellation() async throws {
    let store = try file.open()
    let received = Signal()
    let task = Task {
      var count = 0
      for try await _ in store.observe({ db in try db.countProjects() }) {
        count += 1
        received.signal()
      }
      return count
    }
    await received.arrival()
    #expect(store.observers.isActive)
    task.cancel()
    #expect(try await task.value == 1)
    #expect(!store.observers.isActive)
  }

  @Test("Leaving the loop frees the observation")
  func leaving() async throws {
    let store = try file.open()
    for try await count in store.observe({ db in try db.countProjects() }) {
      #expect(count == 0 && store.observers.isActive)
      break
    }
    #expect(!store.observers.isActive)
  }

  @Test("When the task that fetches for others is cancelled, one of them fetches")
  func cancelledFetch() async throws {
    let store = try file.open()
    let query: RawSQL = "SELECT count(*) FROM project"
    let counts = store.observe(query.as(Int.self))
    var random = SystemRandomNumberGenerator()
    for number in 1...100 {
      let tasks = (0..<4).map { _ in
        Task {
          for try await rows in counts where rows == [number] { return true }
          return false
        }
      }
      let name = "project \(number)"
      async let written: Void = store.write { db in _ = try db.insertProject(name) }
      try await Task.sleep(for: .microseconds(Int.random(in: 0...300, using: &random)))
      tasks[0].cancel()
      tasks[1].cancel()
      try await written
      let found = try await (tasks[2].value, tasks[3].value, tasks[0].value, tasks[1].value)
      #expect(found.0 && found.1)
    }
    #expect(!store.observers.isActive)
  }

  @Test("Closing the store ends the sequences; later ones throw")
  func closing() async throws {
    for store in try stores() {
      var counts = store.observe { db in try db.countProjects() }.makeAsyncIterator()
      #expect(try await counts.next() == 0)
      let next = Task { [counts] in
        var counts = counts
        return try await counts.next()
      }
      try await Task.sleep(for: .milliseconds(10))
      try await store.close()
      #expect(try await next.value == nil)
      #expect(try await counts.next() == nil)
      var late = store.observe { db in try db.countProjects() }.makeAsyncIterator()
      await #expect(throws: TransactionMisuse.closed) { try await late.next() }
    }
  }

  @Test("An error of the read ends the sequence")
  func failure() async throws {
    struct Stop: Error, Equatable {}
    let store = try file.open()
    var counts = store.observe { db in
      let count = try db.countProjects()
      if count == 1 { throw Stop() }
      return count
    }.makeAsyncIterator()
    #expect(try await counts.next() == 0)
    try await store.write { db in try db.insertProject("Home") }
    await #expect(throws: Stop()) { try await counts.next() }
    #expect(try await counts.next() == nil)
    #expect(!store.observers.isActive)
  }

  @Test("Observing shows an application's trace nothing but its own statements, and leaves it in place")
  func trace() async throws {
    let statements = Recorder<String>()
    let store = try file.open(SQLiteOptions(trace: { statements.append($0) }))
    _ = statements.drain()
    var names = store.observe { db in try db.projectNames() }.makeAsyncIterator()
    _ = try await names.next()
    try await store.write { db in try db.insertProject("Home") }
    _ = try await names.next()
    let control = ["BEGIN", "COMMIT", "SELECT 1 FROM sqlite_schema", "PRAGMA"]
    #expect(
      statements.drain().filter { sql in !control.contains { sql.hasPrefix($0) } } == [
        Statements.projectNames.description, Statements.insertProject.description, Statements.projectNames.description,
      ])
  }

  @Test("Commits by another connection are noticed on request")
  func otherProcesses() async throws {
    let store = try file.open(SQLiteOptions(externalChangeInterval: .milliseconds(5)))
    let other = try file.open()
    var names = store.observe { db in try db.projectNames() }.makeAsyncIterator()
    #expect(try await names.next() == [])
    try await other.write { db in try db.insertProject("elsewhere") }
    #expect(try await names.next() == ["elsewhere"])
  }
}
