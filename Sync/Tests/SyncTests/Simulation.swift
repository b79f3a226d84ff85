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

/// All rows that a user has, or that a device has, in a form that can be compared.
struct Replica {
  let users: [User]
  let lists: [TodoList]
  /// The items of each list, in their order.
  let items: [[Item]]
  let members: [[UUID]]
  let themes: [Theme]

  /// The first rows that differ; `nil` if all are equal.
  func difference(from other: Replica) -> String? {
    func first<Row: Equatable>(_ left: [Row], _ right: [Row]) -> String? {
      guard left != right else { return nil }
      let place =
        zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(left.count, right.count)
      return "\(left.dropFirst(place).prefix(1)) instead of \(right.dropFirst(place).prefix(1))"
    }
    return first(users, other.users) ?? first(lists, other.lists) ?? first(items, other.items)
      ?? first(members, other.members) ?? first(themes, other.themes)
  }

  /// What a device with a version of the program has.
  init(_ version: ProgramVersion = .third, in db: some ReadTransaction) throws {
    let lists = try TodoList.order { $0.id }.fetchAll(in: db)
    try self.init(lists, Self.themes(version, in: db), in: db)
    #expect(try Item.count(in: db) == items.reduce(0) { $0 + $1.count })
  }

  /// What a user should have on a device with a version of the program.
  init(of user: User, _ version: ProgramVersion = .third, in db: some ReadTransaction) throws {
    let lists = try user.lists.fetchAll(in: db).sorted { $0.id.uuidString < $1.id.uuidString }
    try self.init(lists, Self.themes(version, in: db), in: db)
  }

  private init(_ lists: [TodoList], _ themes: [Theme], in db: some ReadTransaction) throws {
    users = try User.order { $0.id }.fetchAll(in: db)
    self.lists = lists
    items = try lists.map { try $0.items.fetchAll(in: db) }
    members = try lists.map {
      [$0.id] + (try $0.members.fetchAll(in: db).map(\.id).sorted { $0.uuidString < $1.uuidString })
    }
    self.themes = themes.sorted { $0.id.uuidString < $1.id.uuidString }
  }

  private static func themes(_ version: ProgramVersion, in db: some ReadTransaction) throws -> [Theme] {
    switch version {
    case .first: []
    case .second:
      try RawSQL("SELECT id, style FROM theme").as(UUID.self, JSONColumn<Theme.Style>.self).fetchAll(in: db)
        .map { Theme(id: $0.0, style: $0.1, sizes: nil) }
    case .third: try Theme.fetchAll(in: db)
    }
  }
}

/// A device whose user does random things.
final class SimulatedDevice {
  let path: String
  let user: User
  private let transport: FaultyTransport
  private var options = SyncClient.Options()
  private(set) var store: SQLiteStore
  private(set) var sync: SyncClient
  /// The number of each transaction that added 1 to a list's counter, and the list.
  private(set) var increments: [(number: Int64, list: UUID)] = []
  /// The number of each transaction that added a member to the sizes of a theme.
  private(set) var sizes: [(number: Int64, size: AddedSize)] = []
  private(set) var version: ProgramVersion

  struct AddedSize {
    let theme: UUID
    let name: String
  }

  init(path: String, user: User, transport: FaultyTransport, version: ProgramVersion, rowLimit: Int) throws {
    (self.path, self.user, self.transport, self.version) = (path, user, transport, version)
    (options.rowLimit, options.changeLimit) = (rowLimit, 5)
    store = try version.open(path)
    sync = try SyncClient(store: store, schema: version.schema, transport: transport, options: options)
  }

  /// The program is killed and started again, perhaps its next version.
  func reopen(isUpdated: Bool) throws {
    let next = isUpdated ? version.next : version
    // A migration waits for other connections.
    if next != version { try store.close() }
    version = next
    store = try version.open(path)
    sync = try SyncClient(store: store, schema: version.schema, transport: transport, options: options)
  }

  /// Sets the clock.
  func jump(by milliseconds: Int64) async throws {
    try await store.write { db in
      _ = try RawSQL("UPDATE postil_sync_state SET clock_offset = \(milliseconds)").execute(in: db)
    }
  }

  func changeSomething(users: [User], with random: inout RandomNumbers) async throws {
    let count = Int.random(in: 1...4, using: &random)
    let numbers = random
    let result = try await store.write { [user, version] db in
      var numbers = numbers
      var incremented: [UUID] = []
      var sizes: [AddedSize] = []
      for _ in 0..<count {
        if version > .first, numbers.chance(12) {
          if let size = try Self.changeTheme(version, with: &numbers, in: db) { sizes.append(size) }
        } else if let list = try Self.change(users: users, user, with: &numbers, in: db) {
          incremented.append(list)
        }
      }
      let number = try RawSQL("SELECT tx FROM postil_sync_state").as(Int64.self).fetchOne(in: db) ?? 0
      return (incremented, sizes, number, numbers)
    }
    random = result.3
    increments += result.0.map { (result.2, $0) }
    sizes += result.1.map { (result.2, $0) }
  }

  /// Changes the texts of JSON, as each version of the program can.
  private static func changeTheme(
    _ version: ProgramVersion, with random: inout RandomNumbers, in db: SQLiteWriteTransaction
  ) throws -> AddedSize? {
    let number = random.next() % 1_000
    let themes = try RawSQL("SELECT id FROM theme ORDER BY id").as(UUID.self).fetchAll(in: db)
    guard let theme = themes.randomElement(using: &random), random.chance(80) else {
      let id = random.uuid()
      try RawSQL("INSERT INTO theme (id, style) VALUES (\(id), '{\"color\":\"red\"}')").execute(in: db)
      // Nobody replaces these sizes.
      if version == .third, random.chance(70) {
        try RawSQL("UPDATE theme SET sizes = '{\"kept\":1}' WHERE id = \(id)").execute(in: db)
      }
      return nil
    }
    func set(_ value: RawSQL) throws { try RawSQL("UPDATE theme SET \(value) WHERE id = \(theme)").execute(in: db) }
    switch Int.random(in: 0..<(version == .third ? 8 : 4), using: &random) {
    case 0: try set("style = json_set(style, '$.color', \("color \(number)"))")
    case 1: try set("style = json_set(style, '$.font', \("font \(number)"))")
    case 2: try set("style = json_remove(style, '$.font')")
    case 3:
      try set("style = json_set(style, '$.border', json_object('width', \(Int(number)), 'isDashed', json('true')))")
    case 4:
      let isOpen = try RawSQL("SELECT sizes ->> '$.kept' IS NULL FROM theme WHERE id = \(theme)").as(Bool.self)
        .fetchOne(in: db)
      if isOpen == true { try set("sizes = CASE WHEN sizes IS NULL THEN '{\"a\":1}' END") }
    case 5: try set("sizes = json_set(sizes, '$.a', \(Int(number)))")
    default:
      let name = "size \(random.next())"
      let isAdded =
        try RawSQL(
          """
          UPDATE theme SET sizes = json_set(sizes, '$.' || json_quote(\(name)), 1)
          WHERE id = \(theme) AND sizes ->> '$.kept' = 1
          """
        ).execute(in: db) == 1
      return isAdded ? AddedSize(theme: theme, name: name) : nil
    }
    return nil
  }

  private static func change(
    users: [User], _ user: User, with random: inout RandomNumbers, in db: SQLiteWriteTransaction
  ) throws -> UUID? {
    let number = random.next() % 1_000
    let choice = Int.random(in: 0..<100, using: &random)
    let lists = try TodoList.order { $0.id }.fetchAll(in: db)
    guard choice >= 15, let list = lists.randomElement(using: &random) else {
      let list = try TodoList.Draft(id: random.uuid(), title: "list \(number)", color: "red").insert(in: db)
      if let present = try User.fetch(user.id, in: db) { try list.addToMembers(present, in: db) }
      for text in ["left", "right"] { try Item.Draft(id: random.uuid(), listID: list.id, text: text).insert(in: db) }
      return nil
    }
    let items = try list.items.fetchAll(in: db)
    let item = items.randomElement(using: &random)
    switch choice {
    case 15..<25: try TodoList.where { $0.id == list.id }.update(in: db) { [$0.title.set("title \(number)")] }
    case 25..<30: try TodoList.where { $0.id == list.id }.update(in: db) { [$0.color.set("color \(number)")] }
    case 30..<45:
      try TodoList.where { $0.id == list.id }.update(in: db) { [$0.timesOpened.set($0.timesOpened + 1)] }
      return list.id
    case 45..<60: try Item.Draft(id: random.uuid(), listID: list.id, text: "item \(number)").insert(in: db)
    case 60..<65:
      guard let item, !item.isTwin else { break }
      try Item.where { $0.id == item.id }.delete(in: db)
    case 65..<70:
      guard let item, !item.isTwin else { break }
      try Item.where { $0.id == item.id }.update(in: db) { [$0.isDone.set(true), $0.text.set("text \(number)")] }
    case 70..<76:
      guard let item else { break }
      try list.insertIntoItems(item, at: Int.random(in: 0..<items.count, using: &random), in: db)
    case 76..<80:
      guard let item, !item.isTwin, let other = lists.randomElement(using: &random) else { break }
      try other.addToItems(item, in: db)
    case 80..<86:
      try Item.where { $0.listID == list.id && $0.text.in(["left", "right"]) }
        .update(in: db) { [$0.note.set("note \(number)")] }
    case 86..<92:
      guard let other = try User.fetch(random.element(of: users).id, in: db) else { break }
      try list.addToMembers(other, in: db)
    case 92..<96:
      guard let other = try User.fetch(random.element(of: users).id, in: db) else { break }
      try list.removeFromMembers(other, in: db)
    case 96..<98: try TodoList.where { $0.id == list.id }.delete(in: db)
    default:
      let name = random.element(of: ["Ann", "Bob", "Eve", "Kim"])
      if try !User.where({ $0.name == name }).exists(in: db) {
        try User.where { $0.id == user.id }.update(in: db) { [$0.name.set(name)] }
      }
    }
    return nil
  }

  /// Never half of a transaction: the notes of the two first items of a list are always changed together.
  func checkTwins(_ seed: UInt64) async throws {
    try await store.read { db in
      for list in try TodoList.fetchAll(in: db) {
        let twins = try list.items.where { $0.text.in(["left", "right"]) }.fetchAll(in: db)
        #expect(twins.count == 2 && twins[0].note == twins[1].note, "seed \(seed): \(twins)")
      }
    }
  }
}

extension Item {
  var isTwin: Bool { text == "left" || text == "right" }
}

extension RandomNumbers {
  mutating func uuid() -> UUID {
    var bytes: [UInt8] = []
    for _ in 0..<2 { withUnsafeBytes(of: next()) { bytes += $0 } }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
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
