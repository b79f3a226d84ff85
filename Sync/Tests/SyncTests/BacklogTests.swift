import Foundation
import PostilSync
import PostilSyncServer
import Testing

/// A device that has more to send than one message holds.
@Suite struct BacklogTests {
  private func options(_ changeLimit: Int = 4) -> SyncClient.Options {
    var options = SyncClient.Options()
    options.changeLimit = changeLimit
    return options
  }

  /// Everything is sent once, in order, and rows arrive with the last message. What other devices did meanwhile is there too.
  @Test func manyMessages() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let transport = RecordingTransport(DirectTransport(server: cloud.server, user: ann))
    let (phone, laptop) = (try Device(transport, options: options()), try Device(cloud, ann))
    try await phone.sync.once()
    let first = transport.requests.count
    // Each list is two changes: the list and its member.
    for number in 0..<9 {
      try await phone.store.write { db in _ = try TodoList.add("\(number)", for: ann, in: db) }
    }
    try await laptop.sync.once()
    try await laptop.store.write { db in _ = try TodoList.add("other", for: ann, in: db) }
    try await laptop.sync.once()
    try await phone.sync.once()
    let requests = transport.requests.dropFirst(first)
    #expect(requests.map { $0.transactions.count } == [2, 2, 2, 2, 1])
    let numbers = requests.flatMap(\.transactions).map(\.number)
    #expect(numbers == numbers.sorted() && Set(numbers).count == 9)
    #expect(transport.answers.dropLast().dropFirst(first).allSatisfy { $0.tables.isEmpty && !$0.isComplete })
    #expect(try await phone.lists() == (0..<9).map(String.init) + ["other"])
    try await laptop.sync.once()
    #expect(try await laptop.lists() == phone.lists())
    #expect(phone.sync.status.pendingTransactions == 0)
  }

  /// The connection is lost after each answer, or before it, and the program starts again each time.
  @Test(arguments: [true, false])
  func interruptions(isAnswered: Bool) async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let store = try SQLiteStore.inMemory(schema: TodoSchema.self)
    let direct = DirectTransport(server: cloud.server, user: ann)
    let list = try await cloud.store.write { db in try TodoList.add("list", for: ann, in: db) }
    try await SyncClient(store: store, schema: TodoSchema.self, transport: direct).once()
    for number in 0..<10 {
      try await store.write { db in
        try TodoList.where { $0.id == list.id }.update(in: db) { [$0.timesOpened.set($0.timesOpened + 1)] }
        try Item.Draft(listID: list.id, text: "\(number)").insert(in: db)
      }
      if number % 3 == 2 {
        // One message arrives. Its answer does, or doesn't.
        let switched = SwitchedTransport(direct)
        switched.answersLeft = 1
        let transport: any SyncTransport = isAnswered ? switched : DeafTransport(server: direct)
        let sync = try SyncClient(store: store, schema: TodoSchema.self, transport: transport, options: options())
        await #expect(throws: (any Error).self) { try await sync.once() }
      }
      // What the device shows isn't affected.
      let (opened, items) = try await store.read { db in
        (try TodoList.find(list.id, in: db).timesOpened, try list.items.fetchAll(in: db).count)
      }
      #expect(opened == number + 1 && items == number + 1)
    }
    let sync = try SyncClient(store: store, schema: TodoSchema.self, transport: direct, options: options())
    try await sync.once()
    let expected = try await cloud.store.read { db in try Replica(of: ann, in: db) }
    #expect(expected.lists.map(\.timesOpened) == [10] && expected.items[0].map(\.text) == (0..<10).map(String.init))
    #expect(try await store.read { db in try Replica(in: db) }.difference(from: expected) == nil)
    #expect(sync.status.pendingTransactions == 0)
  }

  /// Transactions that are refused in the middle are undone and reported when everything is sent.
  @Test func refusals() async throws {
    let cloud = try await Cloud()
    let (ann, bob) = (try await cloud.user("Ann"), try await cloud.user("Bob"))
    let phone = try Device(DirectTransport(server: cloud.server, user: ann), options: options(1))
    try await phone.sync.once()
    // The name is taken on the server before the device hears of it.
    try await cloud.store.write { db in
      try User.where { $0.id == bob.id }.update(in: db) { [$0.name.set("Kim")] }
    }
    for name in ["Kim", "Eve", "Kim"] {
      try await phone.store.write { db in
        try User.where { $0.id == ann.id }.update(in: db) { [$0.name.set(name)] }
      }
    }
    try await phone.sync.once()
    #expect(try await phone.store.read { db in try User.find(ann.id, in: db).name } == "Eve")
    let rejections = try await phone.sync.rejections()
    #expect(rejections.flatMap(\.changes).map { $0.new["name"] } == [.text("Kim"), .text("Kim")])
    #expect(rejections.map(\.number) == rejections.map(\.number).sorted())
  }

  /// The server ignores the change of a property that only it changes, and sends nothing, because its row is the same.
  @Test func ignoredChange() async throws {
    let cloud = try await Cloud()
    let ann = try await cloud.user("Ann")
    let phone = try Device(cloud, ann)
    let page = try await phone.store.write { db in
      try Page.Draft(title: "Oil", text: "whales", labels: []).insert(in: db)
    }
    try await phone.sync.once()
    try await phone.store.write { db in
      try RawSQL("UPDATE page SET rank = 1 WHERE id = \(page.id)").execute(in: db)
    }
    #expect(try await phone.store.read { db in try Page.find(page.id, in: db).rank } == 1)
    try await phone.sync.once()
    #expect(try await phone.store.read { db in try Page.find(page.id, in: db).rank } == nil)
    try await cloud.store.write { db in
      try Page.where { $0.id == page.id }.update(in: db) { [$0.rank.set(2)] }
    }
    try await phone.sync.once()
    #expect(try await phone.store.read { db in try Page.find(page.id, in: db).rank } == 2)
  }
}

/// Keeps the messages that pass.
private final class RecordingTransport: SyncTransport, @unchecked Sendable {
  private let transport: DirectTransport
  private let lock = NSLock()
  private var messages: [(SyncRequest, SyncResponse)] = []

  init(_ transport: DirectTransport) { self.transport = transport }

  var requests: [SyncRequest] { lock.withLock { messages.map(\.0) } }
  var answers: [SyncResponse] { lock.withLock { messages.map(\.1) } }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    let answer = try await transport.send(request)
    lock.withLock { messages.append((request, answer)) }
    return answer
  }
}
