import BenchmarkHarness
import Foundation
import PostilSync
import PostilSyncServer

/// A server, and stores in a folder of their own.
final class Fixture: Sendable {
  let folder: URL
  let store: SQLiteStore
  let server: SyncServer<SQLiteStore, Person>

  init(_ parent: String?) async throws {
    let parent = parent.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    folder = parent.appendingPathComponent("postil-devices-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try SQLiteStore(path: folder.appendingPathComponent("server.sqlite").path, schema: devicesSchema.self)
    server = try await SyncServer(store: store, schema: devicesSchema.self) { (user: Person) in
      Scope(Person.self)
      Scope(Tag.self)
      Scope(Note.self) { $0.ownerID == user.id || $0.isOnBoard == true }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// An empty file that isn't synced.
  func file() throws -> SQLiteStore {
    try SQLiteStore(
      path: folder.appendingPathComponent("\(UUID().uuidString).sqlite").path, schema: devicesSchema.self)
  }

  func person(_ name: String) async throws -> Person {
    try await store.write { db in try Person.Draft(id: UUID(), name: name).insert(in: db) }
  }

  func add(_ count: Int, notesOf owner: Person, to store: SQLiteStore) async throws {
    for start in stride(from: 0, to: count, by: 10_000) {
      try await store.write { db in
        try Note.insert((start..<min(start + 10_000, count)).map { Note.Draft($0, of: owner) }, in: db)
      }
    }
  }
}

/// The database of a device.
struct Device: Sendable {
  let store: SQLiteStore
  let transport: MeasuredTransport
  let sync: SyncClient

  init(_ fixture: Fixture, _ user: Person, inMemory: Bool = false) throws {
    store = try inMemory ? SQLiteStore.inMemory(schema: devicesSchema.self) : fixture.file()
    transport = MeasuredTransport(server: fixture.server, user: user)
    sync = try SyncClient(store: store, schema: devicesSchema.self, transport: transport)
  }
}

/// Calls the server with messages as JSON, and measures.
final class MeasuredTransport: SyncTransport, @unchecked Sendable {
  struct Totals {
    var (requests, bytesUp, bytesDown) = (0, 0, 0)
    /// Seconds in the server, and for JSON on both sides.
    var (server, json) = (0.0, 0.0)
  }

  private let answer: @Sendable (SyncRequest) async throws -> SyncResponse
  private let lock = NSLock()
  private var state = Totals()

  init(server: SyncServer<SQLiteStore, Person>, user: Person) { answer = { try await server.answer($0, for: user) } }

  var totals: Totals { lock.withLock { state } }
  func forget() { lock.withLock { state = Totals() } }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    let (json, server) = (Stopwatch(), Stopwatch())
    let up = try json.measure { try JSONEncoder().encode(request) }
    let received = try json.measure { try JSONDecoder().decode(SyncRequest.self, from: up) }
    let answer = try await server.measure { try await self.answer(received) }
    let down = try json.measure { try JSONEncoder().encode(answer) }
    let result = try json.measure { try JSONDecoder().decode(SyncResponse.self, from: down) }
    lock.withLock {
      state.requests += 1
      state.bytesUp += up.count
      state.bytesDown += down.count
      state.server += server.measurement.wall
      state.json += json.measurement.wall
    }
    return result
  }
}
