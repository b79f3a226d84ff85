import Foundation
import PostilPostgreSQL
import PostilSync
import PostilSyncServer
import Testing

/// Transactions and values that are larger than a message.
@Suite struct LargeTests {
  private func draft(_ title: String, _ picture: Data) -> Page.Draft {
    Page.Draft(title: title, text: "text", picture: picture, labels: [])
  }

  private var options: SyncClient.Options {
    var options = SyncClient.Options()
    options.messageSize = 20_000
    return options
  }

  private func data(_ count: Int) -> Data { Data((0..<count).map { _ in UInt8.random(in: .min ... .max) }) }

  /// Both ways, over a network that loses messages and answers.
  @Test func parts() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let pictures = [data(150_000), data(30), data(70_000)]
    let sender = MeasuringTransport(DirectTransport(server: cloud.server, user: ann))
    let phone = try Device(sender, options: options)
    try await phone.sync.once()
    let last = try await phone.store.write { [self] db in
      for (index, picture) in pictures.enumerated() { try draft("\(index)", picture).insert(in: db) }
      for number in 0..<500 { try draft("small \(number)", Data()).insert(in: db) }
      return try draft("last", Data()).insert(in: db)
    }
    // A second, small one is behind it.
    try await phone.store.write { db in
      try Page.where { $0.id == last.id }.update(in: db) { [$0.text.set("changed")] }
    }
    sender.losesEvery = 3
    for _ in 0..<200 { if (try? await phone.sync.once()) != nil { break } }
    #expect(try await phone.sync.rejections().isEmpty && phone.sync.status.pendingTransactions == 0)
    #expect(sender.largest < 45_000 && sender.count > 20)
    #expect(try await phone.store.read { db in try Page.count(in: db) } == 504)

    let receiver = MeasuringTransport(DirectTransport(server: cloud.server, user: ann))
    let laptop = try Device(receiver, options: options)
    receiver.losesEvery = 3
    for _ in 0..<200 { if (try? await laptop.sync.once()) != nil { break } }
    for store in [phone.store, laptop.store] {
      let pages = try await store.read { db in try Page.order { $0.title }.fetchAll(in: db) }
      #expect(pages.count == 504 && pages.prefix(3).map(\.picture) == pictures)
      #expect(pages.first { $0.title == "last" }?.text == "changed")
    }
    // Base64 makes a part of a value larger.
    #expect(receiver.largest < 60_000 && receiver.count > 20)
    // What has arrived isn't fetched again: 150,000 and 70,000 bytes in parts of 20,000, and what was lost.
    #expect(receiver.valueCount <= 12 * 2)
  }

  /// The value changes while it is fetched.
  @Test func changedValue() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let (old, new) = (data(100_000), data(90_000))
    let page = try await cloud.store.write { [self] db in try draft("p", old).insert(in: db) }
    let transport = MeasuringTransport(DirectTransport(server: cloud.server, user: ann))
    let store = cloud.store
    transport.afterValues = (
      2,
      {
        try await store.write { db in
          _ = try Page.where { $0.id == page.id }.update(in: db) { [$0.picture.set(new)] }
        }
      }
    )
    let device = try Device(transport, options: options)
    try await device.sync.once()
    #expect(try await device.store.read { db in try Page.find(page.id, in: db).picture } == new)
  }

  /// What the server doesn't accept is refused, and the device goes on.
  @Test func tooLarge() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    var limits = SyncLimits()
    limits.transactionSize = 50_000
    let server = try await SyncServer(store: cloud.store, schema: TodoSchema.self, limits: limits) { (_: User) in
      Scope(Page.self)
    }
    let device = try Device(DirectTransport(server: server, user: ann), options: options)
    try await device.sync.once()
    let picture = data(60_000)
    try await device.store.write { [self] db in _ = try draft("large", picture).insert(in: db) }
    try await device.store.write { [self] db in _ = try draft("small", Data([1])).insert(in: db) }
    try await device.sync.once()
    #expect(try await device.sync.rejections().map(\.reason).first?.contains("and the server accepts 50000") == true)
    #expect(try await device.store.read { db in try Page.fetchAll(in: db).map(\.title) } == ["small"])
  }

  /// Values of rows of others, and parts that don't fit together.
  @Test func forged() async throws {
    let cloud = try await Cloud()
    let (ann, eve) = (try await cloud.user("Ann"), try await cloud.user("Eve"))
    let page = try await cloud.store.write { [self] db in try draft("secret", data(10)).insert(in: db) }
    let owner = ann.id
    let server = try await SyncServer(store: cloud.store, schema: TodoSchema.self) { (user: User) in
      if user.id == owner { Scope(Page.self) }
    }
    var request = SyncRequest(device: "d", received: 0, load: 1, acknowledged: 0)
    request.byteLimit = 5
    let rows = try #require(try await server.answer(request, for: ann).tables.first { $0.table == "page" })
    let large = try #require(rows.large?.first)
    #expect(large.size == 10 && rows.rows[0][large.column] == .null)
    request.value = SyncValueRequest(
      table: "page", key: [rows.rows[0][0]], column: "picture", version: large.version, offset: 6)
    #expect(try await server.answer(request, for: ann).valueBytes == page.picture?.suffix(4))
    for (column, offset, version) in [("nothing", 0, 0), ("picture", -1, 0), ("\"", 0, 0), ("picture", 0, 1)] {
      request.value?.column = column
      request.value?.offset = offset
      request.value?.version = large.version + Int64(version)
      #expect(try await server.answer(request, for: ann).valueBytes == nil)
    }
    request.device = "e"
    request.value = SyncValueRequest(
      table: "page", key: [rows.rows[0][0]], column: "picture", version: large.version, offset: 0)
    #expect(try await server.answer(request, for: eve).valueBytes == nil)
    request.value = nil
    for (size, offset, bytes) in [(10, -1, 1), (0, 0, 0), (1, 0, 2), (2, 0, 2), (3, .max, 1)] {
      request.part = SyncPart(
        transaction: 1, time: 1, size: size, hash: "x", offset: offset, bytes: Data(repeating: 0, count: bytes))
      let refused = request
      await #expect(throws: SyncRequestError.self) { _ = try await server.answer(refused, for: eve) }
    }
    #expect(
      try await server.answer(SyncRequest(device: "e", received: 0, load: 1, acknowledged: 0), for: eve).processed == 0)
  }
}

/// A transport that measures messages, and loses some of them.
private final class MeasuringTransport: SyncTransport, @unchecked Sendable {
  struct Lost: Error {}

  private let transport: DirectTransport
  /// Loses each message with this number, and then its answer.
  var losesEvery = 0
  /// After so many parts of values, something happens.
  var afterValues: (count: Int, body: @Sendable () async throws -> Void)?
  private(set) var count = 0
  private(set) var valueCount = 0
  /// The bytes of the largest message or answer.
  private(set) var largest = 0

  init(_ transport: DirectTransport) { self.transport = transport }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    count += 1
    if request.value != nil { valueCount += 1 }
    let isLost = losesEvery > 0 && count % losesEvery == 0
    if isLost, count % 2 == 0 { throw Lost() }
    let answer = try await transport.send(request)
    largest = try max(largest, JSONEncoder().encode(request).count, JSONEncoder().encode(answer).count)
    if isLost { throw Lost() }
    if request.value != nil, let after = afterValues, valueCount == after.count { try await after.body() }
    return answer
  }
}
