import Foundation
import PostilSync
import PostilSyncServer
import Testing

/// A server that answers nonsense. The device reports it, keeps what it has, and goes on when the server is well again.
@Suite struct GarbledAnswerTests {
  @Test func damagedAnswers() async throws {
    // A round exchanges about ten messages.
    try await HostileMessage.portions(of: 500) { seed in
      do {
        try await run(seed, 50)
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  private func run(_ seed: UInt64, _ count: Int) async throws {
    var random = RandomNumbers(seed: seed)
    let cloud = try await Cloud()
    let (ann, bob) = (try await cloud.user("Ann", id: random.uuid()), try await cloud.user("Bob", id: random.uuid()))
    let transport = GarblingTransport(DirectTransport(server: cloud.server, user: ann), seed: seed)
    var options = SyncClient.Options()
    options.rowLimit = 10
    let device = try Device(transport, options: options)
    try await device.sync.once()
    // The lists that the device added and that no answer called processed.
    var kept: [Int64: String] = [:]
    for round in 0..<count {
      let (title, id, bobName) = ("round \(round)", random.uuid(), "Bob \(round)")
      // Without models, because an answer can have rows that they can't read.
      let number = try await device.store.write { db in
        try RawSQL("INSERT INTO todo_list VALUES (\(id), \(title), 'red', 0)").execute(in: db)
        try RawSQL("INSERT INTO todo_list_members SELECT \(id), id FROM user WHERE id = \(ann.id)").execute(in: db)
        return try RawSQL("SELECT tx FROM postil_sync_state").as(Int64.self).fetchOne(in: db) ?? 0
      }
      kept[number] = title
      try await cloud.store.write { db in
        let list = try TodoList.add("server \(round)", for: ann, in: db)
        for text in ["a", "b"] { try Item.Draft(listID: list.id, text: text).insert(in: db) }
        try TodoList.where { $0.title == "server \(round - 3)" }.delete(in: db)
        try User.where { $0.id == bob.id }.update(in: db) { [$0.name.set(bobName)] }
      }
      transport.garbles = true
      for _ in 0..<2 { try? await device.sync.once() }
      kept = kept.filter { $0.key > transport.lastProcessed }
      guard round % 10 == 9 else { continue }
      transport.garbles = false
      // Numbers that the server doesn't have make the device load again.
      for attempt in 0..<3 {
        do {
          try await device.sync.once()
          break
        } catch {
          if attempt == 2 { Issue.record("seed \(seed), round \(round): the device doesn't recover: \(error)") }
        }
      }
      let present = try await cloud.store.read { db in
        try Set(RawSQL("SELECT title FROM todo_list").as(String.self).fetchAll(in: db))
      }
      let rejected = Set(try await device.sync.rejections().flatMap(\.changes).map { $0.new["title"] })
      for title in kept.values.sorted() where !present.contains(title) && !rejected.contains(.text(title)) {
        Issue.record("seed \(seed), round \(round): '\(title)' was lost")
      }
      kept = [:]
      transport.forget()
      try await cloud.store.write { db in try TodoList.where { $0.title.hasPrefix("round") }.delete(in: db) }
    }
  }
}

/// Damages the answers of a server.
private final class GarblingTransport: SyncTransport, @unchecked Sendable {
  private let transport: DirectTransport
  private var random: RandomNumbers
  var garbles = false
  private(set) var lastProcessed: Int64 = 0

  init(_ transport: DirectTransport, seed: UInt64) { (self.transport, random) = (transport, RandomNumbers(seed: seed)) }

  func forget() { lastProcessed = 0 }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    let answer = try await transport.send(request)
    guard garbles else { return answer }
    var message = try HostileMessage(answer)
    let words =
      HostileMessage.names
      + answer.tables.flatMap(\.rows).joined().compactMap { if case .text(let text) = $0 { text } else { nil } }
    for _ in 0..<Int.random(in: 0...2, using: &random) { message.damage(words, with: &random) }
    let garbled = try JSONDecoder().decode(SyncResponse.self, from: message.bytes(with: &random))
    lastProcessed = max(lastProcessed, garbled.processed)
    return garbled
  }
}
