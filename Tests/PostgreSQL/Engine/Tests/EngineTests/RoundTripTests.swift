import Foundation
import Postil
import PostilPostgreSQL
import Testing

/// Passes what a store and its server send each other on, and counts how often the store has sent something.
private final class Relay: Sendable {
  let folder = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString.prefix(8))").path
  private let listener: Int32
  private let count = Counter()

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func increment() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }
  }

  /// How often the store has sent something after the server's last answer.
  var messages: Int { count.value }

  init(to server: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let listener = try Self.socket(at: folder) { bind($0, $1, $2) }
    self.listener = listener
    #expect(listen(listener, 8) == 0)
    Thread.detachNewThread { [count] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let other = try? Self.socket(at: server, { connect($0, $1, $2) }) else { return }
        Thread.detachNewThread { Self.relay(client, other, count) }
      }
    }
  }

  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func relay(_ client: Int32, _ server: Int32, _ count: Counter) {
    var sockets = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var isAnswered = true
    while poll(&sockets, 2, -1) > 0 {
      for (source, target) in [(0, 1), (1, 0)] where sockets[source].revents != 0 {
        let length = read(sockets[source].fd, &bytes, bytes.count)
        guard length > 0, write(sockets[target].fd, bytes, length) == length else {
          for socket in sockets { _ = Foundation.close(socket.fd) }
          return
        }
        if source == 0, isAnswered { count.increment() }
        isAnswered = source == 1
      }
    }
  }

  private static func socket(
    at folder: String, _ open: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("\(folder)/.s.PGSQL.5432".utf8)) }
    #if os(Linux)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let number = Foundation.socket(AF_UNIX, type, 0)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        open(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    return number
  }
}

extension PostgreSQLEngine {
  @Suite("Round trips")
  struct RoundTripTests {
    /// How often a block sends something, once its statements are prepared.
    private func messages(_ block: @escaping @Sendable (PostgreSQLWriteTransaction) throws -> Void) async throws -> Int
    {
      try await counted { store in try await store.write(block) }
    }

    private func counted(_ run: (PostgreSQLStore) async throws -> Void) async throws -> Int {
      try await Server.emptyStore().close()
      let url = try #require(Server.url)
      let folder = try #require(url.split(separator: "host=").last.map { String($0.prefix { $0 != "&" }) })
      let relay = try Relay(to: folder)
      defer { relay.close() }
      let options = PostgreSQLOptions(maximumConnections: 1, healthCheckInterval: nil)
      let store = try await PostgreSQLStore(
        url.replacing("host=\(folder)", with: "host=\(relay.folder)"), schema: EngineTestsSchema.self, options: options)
      for _ in 0..<2 { try await run(store) }
      // A 'read' block doesn't wait until its end has arrived.
      try await Task.sleep(for: .milliseconds(100))
      let before = relay.messages
      try await run(store)
      try await Task.sleep(for: .milliseconds(100))
      let count = relay.messages - before
      try await store.close()
      return count
    }

    @Test("Beginning a transaction takes no time of its own, and checking its relationships neither")
    func statements() async throws {
      let count = try await messages { db in
        try Tag.all.delete(in: db)
        _ = try Tag.all.count(in: db)
        _ = try Tag.Draft(name: "c").insert(in: db)
      }
      #expect(count == 4)
      let first = try await messages { db in
        try db.setContext("user", to: "ida")
        _ = try Tag.all.count(in: db)
      }
      #expect(first == 3)
    }

    @Test("Savepoints begin and end with the statements around them")
    func savepoints() async throws {
      let count = try await messages { db in
        try db.savepoint {
          _ = try Tag.all.count(in: db)
          try db.savepoint { _ = try Project.all.count(in: db) }
        }
        try db.savepoint {}
        _ = try Tag.all.count(in: db)
      }
      #expect(count == 4)
      let failing = try await messages { db in
        struct Failure: Error {}
        _ = try Tag.all.count(in: db)
        do {
          try db.savepoint {
            try db.savepoint { try Tag.all.delete(in: db) }
            throw Failure()
          }
        } catch is Failure {}
        try? db.savepoint { throw Failure() }
        _ = try Tag.all.count(in: db)
      }
      #expect(failing == 5)
    }

    @Test("Many rows are sent with the beginning of their transaction")
    func rows() async throws {
      let count = try await messages { db in
        try Tag.all.delete(in: db)
        _ = try Tag.insert((0..<20).map { Tag.Draft(name: "\($0)") }, in: db)
      }
      #expect(count == 3)
    }

    @Test("The end of a loop is sent with the next statement, or not at all")
    func loops() async throws {
      let count = try await messages { db in
        try Tag.all.forEach(in: db) { _ in }
        try Tag.all.forEach(in: db) { _ in }
      }
      #expect(count == 3)
      let read = try await counted { store in
        try await store.read { db in try Tag.all.forEach(in: db) { _ in } }
      }
      #expect(read == 2)
    }

    @Test("A savepoint that wasn't sent yet fails alone if its statement can't be prepared")
    func unsentSavepoint() async throws {
      let store = try await Server.emptyStore()
      try await store.write { db in
        _ = try Tag.Draft(name: "a").insert(in: db)
        #expect(throws: (any Error).self) {
          try db.savepoint { try RawSQL("SELECT 1 FROM missing").execute(in: db) }
        }
        try db.savepoint { _ = try Tag.Draft(name: "b").insert(in: db) }
        #expect(throws: (any Error).self) {
          try db.savepoint {
            _ = try Tag.Draft(name: "c").insert(in: db)
            try db.savepoint { try RawSQL("SELECT 1 / 0").execute(in: db) }
          }
        }
        _ = try Tag.Draft(name: "d").insert(in: db)
      }
      let names = try await store.read { db in try Tag.order { $0.name }.select { $0.name }.fetchAll(in: db) }
      #expect(names == ["a", "b", "d"])
      try await store.close()
    }
  }
}
