import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

/// What becomes of a JSON object that two devices change.
@Suite struct MemberTests {
  private struct Pair {
    let cloud: Cloud
    let phone: Device
    let laptop: Device

    /// Two devices that have the same row.
    init(_ theme: Theme) async throws {
      cloud = try await Cloud()
      let ann = try await cloud.user("Ann")
      (phone, laptop) = (try Device(cloud, ann), try Device(cloud, ann))
      try await phone.store.write { db in
        _ = try Theme.Draft(id: theme.id, style: theme.style, sizes: theme.sizes).insert(in: db)
      }
      try await sync()
    }

    func sync() async throws {
      for device in [phone, laptop, phone] { try await device.sync.once() }
    }

    /// What both devices and the server have.
    func theme() async throws -> Theme {
      let theme = try await cloud.store.read { db in try Theme.fetchAll(in: db)[0] }
      for device in [phone, laptop] {
        #expect(try await device.store.read { db in try Theme.fetchAll(in: db) } == [theme])
        #expect(try await device.sync.rejections().isEmpty)
      }
      return theme
    }
  }

  private func theme(_ style: Theme.Style, _ sizes: [String: Decimal]? = nil) -> Theme {
    Theme(id: UUID(), style: style, sizes: sizes)
  }

  /// Changes the style and the sizes, as a program does: it reads the row, and writes all of it.
  private func change(_ device: Device, _ body: @escaping @Sendable (inout Theme) -> Void) async throws {
    try await device.store.write { db in
      var theme = try Theme.fetchAll(in: db)[0]
      body(&theme)
      try theme.update(in: db)
    }
  }

  @Test func differentMembers() async throws {
    let pair = try await Pair(
      theme(.init(color: "red", border: .init(width: 1, isDashed: false), font: "Arial"), ["a": 1, "b": 2, "c": 3]))
    try await change(pair.phone) {
      $0.style.color = "blue"
      $0.style.font = nil
      $0.sizes?["new"] = 4
      $0.sizes?["c"] = nil
    }
    try await change(pair.laptop) {
      $0.style.border?.width = 2
      $0.sizes?["a"] = Decimal(string: "0.1234567890123456789")
      $0.sizes?["\"é\\"] = 5
    }
    try await pair.sync()
    let merged = try await pair.theme()
    #expect(merged.style == .init(color: "blue", border: .init(width: 2, isDashed: false)))
    #expect(
      merged.sizes == ["a": Decimal(string: "0.1234567890123456789")!, "b": 2, "new": 4, "\"é\\": 5])
  }

  /// The later change wins, and not the one that arrives later.
  @Test(arguments: [true, false])
  func sameMember(isPhoneFirst: Bool) async throws {
    let pair = try await Pair(theme(.init(color: "red", font: "Arial"), ["a": 1]))
    try await change(pair.phone) {
      $0.style.color = "blue"
      $0.style.font = nil
    }
    try await Task.sleep(for: .milliseconds(5))
    try await change(pair.laptop) {
      $0.style.color = "green"
      $0.style.font = "Times"
      $0.sizes?["a"] = 2
    }
    for device in isPhoneFirst ? [pair.phone, pair.laptop] : [pair.laptop, pair.phone] {
      try await device.sync.once()
    }
    try await pair.sync()
    let merged = try await pair.theme()
    #expect(merged.style == .init(color: "green", font: "Times") && merged.sizes == ["a": 2])
  }

  /// A removed object stays removed, whatever another device changes in it.
  @Test(arguments: [true, false])
  func wholeValues(isPhoneFirst: Bool) async throws {
    let pair = try await Pair(theme(.init(color: "red"), ["a": 1]))
    func send() async throws {
      for device in isPhoneFirst ? [pair.phone, pair.laptop] : [pair.laptop, pair.phone] {
        try await device.sync.once()
      }
      try await pair.sync()
    }
    try await change(pair.phone) { $0.sizes = nil }
    try await change(pair.laptop) { $0.sizes?["b"] = 2 }
    try await send()
    #expect(try await pair.theme().sizes == nil)

    // Both make a new one: the later one wins as a whole.
    try await change(pair.phone) { $0.sizes = ["x": 1] }
    try await Task.sleep(for: .milliseconds(5))
    try await change(pair.laptop) { $0.sizes = ["y": 2] }
    try await send()
    #expect(try await pair.theme().sizes == ["y": 2])
  }

  /// A device that replaces the object as a whole, as an older version of the program does, keeps members that changed later.
  @Test func laterMembers() async throws {
    let pair = try await Pair(theme(.init(color: "red"), ["a": 1, "b": 1]))
    try await pair.phone.store.write { db in
      _ = try RawSQL("UPDATE postil_sync_state SET clock_offset = -3600000").execute(in: db)
    }
    try await change(pair.laptop) { $0.sizes?["a"] = 2 }
    try await pair.laptop.sync.once()
    let ann = try await pair.cloud.store.read { db in try User.fetchAll(in: db)[0] }
    let key = try await pair.cloud.store.read { db in SyncValue.text(try Theme.fetchAll(in: db)[0].id.uuidString) }
    let hour: Int64 = 3_600_000 << 16
    func send(_ json: String, _ number: Int64, at time: Int64) async throws {
      let change = SyncChange(.update, table: "theme", key: [key], values: ["sizes": .text(json)])
      let transaction = SyncTransaction(number: number, time: time, base: 0, changes: [change])
      let answer = try await pair.cloud.server.answer(
        SyncRequest(device: "old", received: 0, load: 1, acknowledged: 0, transactions: [transaction]), for: ann)
      #expect(answer.rejections.isEmpty)
    }
    let now = Int64(Date().timeIntervalSince1970 * 1_000) << 16
    try await send("{\"a\":7,\"b\":7}", 1, at: now - hour)
    try await pair.sync()
    #expect(try await pair.theme().sizes == ["a": 2, "b": 7])
    try await send("{\"a\":8}", 2, at: now + hour)
    try await pair.sync()
    #expect(try await pair.theme().sizes == ["a": 8])
  }

  /// A change that is made again on a newer row changes its member only, and is sent as such.
  @Test func madeAgain() async throws {
    let pair = try await Pair(theme(.init(color: "red"), ["a": 1]))
    try await change(pair.laptop) { $0.sizes?["b"] = 2 }
    try await pair.laptop.sync.once()
    // The answer arrives after the device's next change.
    let ann = try await pair.cloud.store.read { db in try User.fetchAll(in: db)[0] }
    let transport = LateTransport(DirectTransport(server: pair.cloud.server, user: ann))
    let tablet = try Device(transport)
    try await tablet.sync.once()
    try await change(pair.laptop) { $0.sizes?["c"] = 3 }
    try await pair.laptop.sync.once()
    await transport.beforeNextAnswer { try await change(tablet) { $0.sizes?["d"] = 4 } }
    try await tablet.sync.once()
    try await pair.sync()
    #expect(try await pair.theme().sizes == ["a": 1, "b": 2, "c": 3, "d": 4])
  }
}
