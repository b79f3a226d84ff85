import PostilQuery
import PostilSQLite
import Testing

/// Both forms of `read` and `write` are found wherever they are called from.
@Suite struct IsolationTests {
  let store: SQLiteStore

  init() throws { store = try .inMemory(schema: TasksSchema.self) }

  private func synchronous() throws -> Int {
    try store.write { db in try db.insertProject("synchronous") }
    return try store.read { db in try db.countProjects() }
  }

  @MainActor private func onTheMainActor() throws -> Int {
    var names: [String] = []
    try store.write { db in
      names.append("main actor")
      try db.insertProject("main actor")
    }
    return try store.read { db in try db.countProjects() + names.count }
  }

  @MainActor private func asyncOnTheMainActor() async throws -> Int {
    try await store.write { db in try db.insertProject("async on the main actor") }
    let names = try await store.read { db in
      let names = try db.projectNames()
      return names
    }
    return names.count
  }

  private actor Keeper {
    var count = 0

    func keep(_ store: SQLiteStore) async throws -> Int {
      count = try await store.read { db in try db.countProjects() }
      try await store.write { db in
        try db.insertProject("actor")
        try db.insertProject("actor again")
      }
      return count
    }
  }

  @Test func everyCallerGetsItsForm() async throws {
    #expect(try synchronous() == 1)
    #expect(try await onTheMainActor() == 3)
    #expect(try await asyncOnTheMainActor() == 3)
    #expect(try await Keeper().keep(store) == 3)
    let read: @Sendable () async throws -> Int = { [store] in try await store.read { db in try db.countProjects() } }
    #expect(try await read() == 5)
  }
}
