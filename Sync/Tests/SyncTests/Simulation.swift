import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

/// What a message can suffer on its way.
struct NetworkFailure: Error {}

/// A network that loses, repeats and delays messages.
actor FaultyNetwork {
  private var random: RandomNumbers
  private var isHealed = false
  /// Requests that arrive later, or once more.
  private var delayed: [(SyncRequest, User)] = []

  init(seed: UInt64) { random = RandomNumbers(seed: seed) }

  func heal() { isHealed = true }

  func send(_ request: SyncRequest, of user: User, to server: SyncServer<ServerStore, User>) async throws
    -> SyncResponse
  {
    if !isHealed {
      if random.chance(10) {
        delayed.append((request, user))
        throw NetworkFailure()
      }
      if random.chance(10), !delayed.isEmpty {
        let (old, owner) = delayed.remove(at: Int.random(in: delayed.indices, using: &random))
        _ = try? await server.answer(old, for: owner)
      }
      if random.chance(10) { delayed.append((request, user)) }
      if random.chance(5) { _ = try await server.answer(request, for: user) }
    }
    let answer = try await server.answer(request, for: user)
    if !isHealed, random.chance(15) { throw NetworkFailure() }
    return try JSONDecoder().decode(SyncResponse.self, from: JSONEncoder().encode(answer))
  }
}

struct FaultyTransport: SyncTransport {
  let network: FaultyNetwork
  let server: SyncServer<ServerStore, User>
  let user: User

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    try await network.send(request, of: user, to: server)
  }
}

/// One server and several devices, which run a random program.
final class Simulation {
  let seed: UInt64
  var random: RandomNumbers
  let cloud: Cloud
  let network: FaultyNetwork
  var users: [User] = []
  var devices: [SimulatedDevice] = []
  let folder: URL

  init(seed: UInt64) async throws {
    self.seed = seed
    random = RandomNumbers(seed: seed)
    network = FaultyNetwork(seed: seed ^ 0xFFFF)
    cloud = try await Cloud()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("postil-sync-\(seed)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Ann", "Bob", "Eve"] { users.append(try await cloud.user(name, id: random.uuid())) }
    for index in 0..<Int.random(in: 2...6, using: &random) {
      let user = users[index % users.count]
      devices.append(
        try SimulatedDevice(
          path: folder.appendingPathComponent("\(index).sqlite").path, user: user,
          transport: FaultyTransport(network: network, server: cloud.server, user: user),
          version: random.element(of: [.first, .second, .third, .third]),
          rowLimit: Int.random(in: 1...40, using: &random)))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs `count` steps, lets everybody exchange their changes, and checks what they have then.
  func run(_ count: Int) async throws {
    for _ in 0..<count {
      let device = random.element(of: devices)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<60: try await device.changeSomething(users: users, with: &random)
      case 60..<90:
        let isDone = (try? await device.sync.once()) != nil
        try await device.checkTwins(seed)
        if isDone { try await check(device) }
      case 90..<95: try device.reopen(isUpdated: random.chance(20))
      case 95..<97: try await device.jump(by: Int64.random(in: -86_400_000...86_400_000, using: &random))
      default: try await changeOnServer()
      }
    }
    await network.heal()
    for _ in 0..<3 {
      for device in devices { try await device.sync.once() }
    }
    try await check()
  }

  /// What a program on the server does by itself.
  private func changeOnServer() async throws {
    var random = self.random
    defer { self.random = random }
    let number = random.next() % 1_000
    let choice = Int.random(in: 0..<5, using: &random)
    let id = random.uuid()
    let (lists, themes) = try await cloud.store.read { db in
      try (TodoList.order { $0.id }.fetchAll(in: db), Theme.order { $0.id }.fetchAll(in: db))
    }
    guard let list = lists.randomElement(using: &random) else { return }
    let theme = themes.randomElement(using: &random)
    try await cloud.store.write { db in
      switch choice {
      // A list that its members only read from now on, or that they can change again.
      case 3:
        try TodoList.where { $0.id == list.id }
          .update(in: db) { [$0.color.set(list.color == "locked" ? "red" : "locked")] }
      case 4:
        guard let theme else { break }
        try Theme.where { $0.id == theme.id }.update(in: db) { [$0.style.set(.init(color: "server \(number)"))] }
      case 0: try TodoList.where { $0.id == list.id }.update(in: db) { [$0.title.set("server \(number)")] }
      case 1: try Item.Draft(id: id, listID: list.id, text: "server \(number)").insert(in: db)
      default: try Item.where { $0.listID == list.id && $0.text.hasPrefix("server") }.delete(in: db)
      }
    }
  }

  private func check() async throws {
    for device in devices { try await check(device) }
    // Exactly once: what the accepted transactions added is the sum.
    var sums: [UUID: Int] = [:]
    for device in devices {
      let rejected = try await Set(device.sync.rejections().map(\.number))
      for (number, list) in device.increments where !rejected.contains(number) { sums[list, default: 0] += 1 }
    }
    for list in try await cloud.store.read({ db in try TodoList.fetchAll(in: db) }) {
      #expect(list.timesOpened == sums[list.id] ?? 0, "seed \(seed): \(list.title) was counted wrongly")
    }
    // Each member that was added to the sizes of a theme is there.
    var sizes: [UUID: Set<String>] = [:]
    for device in devices {
      let rejected = try await Set(device.sync.rejections().map(\.number))
      for (number, size) in device.sizes where !rejected.contains(number) {
        sizes[size.theme, default: []].insert(size.name)
      }
    }
    for theme in try await cloud.store.read({ db in try Theme.fetchAll(in: db) }) {
      let missing = sizes[theme.id]?.subtracting((theme.sizes ?? [:]).keys) ?? []
      #expect(missing.isEmpty, "seed \(seed): a theme has lost sizes")
    }
  }

  /// Checks that a device has what the server has.
  private func check(_ device: SimulatedDevice) async throws {
    let user = device.user
    let version = device.version
    let expected = try await cloud.store.read { db in try Replica(of: user, version, in: db) }
    let actual = try await device.store.read { db in try Replica(version, in: db) }
    let difference = actual.difference(from: expected)
    #expect(difference == nil, "seed \(seed): a device of \(device.user.name) differs from the server")
    #expect(device.sync.status.pendingTransactions == 0, "seed \(seed)")
  }
}

@Suite struct SimulationTests {
  /// 10,000 steps in all, with a seed that is different each time, unless POSTIL_SYNC_SEED is set.
  @Test func convergence() async throws {
    let environment = ProcessInfo.processInfo.environment
    let steps = environment["POSTIL_SYNC_STEPS"].flatMap { Int($0) } ?? 10_000
    var seeds = RandomNumbers(seed: UInt64(Date().timeIntervalSince1970))
    if let seed = environment["POSTIL_SYNC_SEED"].flatMap({ UInt64($0) }) {
      return try await Simulation(seed: seed).run(200)
    }
    for _ in 0..<max(steps / 200, 1) {
      let seed = seeds.next() >> 1
      do {
        try await Simulation(seed: seed).run(200)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }
}
