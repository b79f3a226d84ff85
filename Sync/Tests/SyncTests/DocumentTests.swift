import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The transport of Examples/sync without its events, for a server that isn't there.
struct HTTPTransport: SyncTransport {
  let url: URL
  let token: String

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    var message = URLRequest(url: url)
    message.httpMethod = "POST"
    message.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    message.httpBody = try JSONEncoder().encode(request)
    let (answer, _) = try await URLSession.shared.data(for: message)
    return try JSONDecoder().decode(SyncResponse.self, from: answer)
  }
}

/// Docs/Sync.md
@Suite struct DocumentTests {
  @Test func firstSync() async throws {
    let ann = User(id: UUID(), name: "Ann")
    func serve() async throws -> SyncServer<SQLiteStore, User> {
      let store = try SQLiteStore.inMemory(schema: TodoSchema.self)
      try await store.write { db in _ = try User.Draft(id: ann.id, name: ann.name).insert(in: db) }
      let server = try await SyncServer(store: store, schema: TodoSchema.self) { (user: User) in
        Scope(User.self)
        Scope(TodoList.self) { $0.members.any { $0.id == user.id } }
        Scope(Item.self) { $0.list.members.any { $0.id == user.id } }
      }
      return server
    }
    func answer(
      _ request: SyncRequest, _ user: User, _ server: SyncServer<SQLiteStore, User>
    ) async throws -> SyncResponse {
      let answer = try await server.answer(request, for: user)
      return answer
    }
    let server = try await serve()
    let transport = DirectTransport(server: server, user: ann)
    let store = try SQLiteStore.inMemory(schema: TodoSchema.self)
    let sync = try SyncClient(store: store, schema: TodoSchema.self, transport: transport)
    try await sync.once()
    #expect(try await store.read { db in try User.fetchAll(in: db) } == [ann])
    let request = SyncRequest(device: "other", received: 0, load: 1, acknowledged: 0)
    #expect(try await answer(request, ann, server).tables.map(\.table) == ["user"])
  }

  /// A server that isn't there is an error of `once`, and nothing is lost.
  @Test func unreachableServer() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9/sync"))
    let device = try Device(HTTPTransport(url: url, token: "t"))
    try await device.store.write { db in _ = try TodoList.Draft(title: "kept", color: "red").insert(in: db) }
    await #expect(throws: (any Error).self) { try await device.sync.once() }
    #expect(try await device.lists() == ["kept"])
    #expect(device.sync.status.pendingTransactions == 1)
  }

  /// Values of each kind, also in one column, arrive as they were sent. The format stays what earlier versions read and write.
  @Test func formatOfRows() throws {
    let rows = SyncTableRows(
      table: "page", columns: ["id", "any"],
      rows: [
        [.text("a"), .null], [.text("b"), .integer(.min)], [.text("c"), .text("7")], [.text("d"), .real(0.1)],
        [.text("e"), .blob([0, 255])], [.text("f"), .malformedText([255])], [.text("g"), .integer(7)],
        [.null, .real(1)],
        [],
      ], removed: [[.text("x")], [.integer(1)]])
    let json = """
      {"table":"page","columns":["id","any"],"rows":[["a",null],["b",-9223372036854775808],["c","7"],["d",{"r":"0.1"}],\
      ["e",{"b":"AP8="}],["f",{"t":"/w=="}],["g",7],[null,{"r":"1.0"}],[]],"removed":[["x"],[1]]}
      """
    let read = try JSONDecoder().decode(SyncTableRows.self, from: Data(json.utf8))
    let copy = try JSONDecoder().decode(SyncTableRows.self, from: JSONEncoder().encode(rows))
    for result in [read, copy] {
      #expect(result.table == rows.table && result.columns == rows.columns)
      #expect(result.rows == rows.rows && result.removed == rows.removed)
    }
    for damaged in ["[[true]]", "[[{\"x\":1}]]", "[1]", "[[1.5]]", "{}"] {
      let text = "{\"table\":\"t\",\"columns\":[],\"removed\":[],\"rows\":\(damaged)}"
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(SyncTableRows.self, from: Data(text.utf8)) }
    }
  }
}
