import Foundation
import PostilRows
import PostilStudio
import PostilTestSupport
import Testing

@Suite("Live changes")
struct LiveTests {
  private static let models = """
    // @table
    struct Item: Sendable {
      let id: ID
      var title: String  // @unique
    }

    // @table
    struct Note: Sendable {
      let id: ID
      var text: String
    }
    """

  /// Collects the events of a studio.
  private actor Events {
    private(set) var all: [JSONTree] = []

    init(_ stream: AsyncStream<String>) {
      Task { for await text in stream { await self.add(try JSONTree(Array(text.utf8))) } }
    }

    private func add(_ event: JSONTree) { all.append(event) }

    /// Waits for an event, which may be none of the first `count` ones.
    func first(after count: Int = 0, _ condition: (JSONTree) -> Bool) async throws -> JSONTree? {
      for _ in 0..<200 {
        if let event = all.dropFirst(count).first(where: condition) { return event }
        try await Task.sleep(for: .milliseconds(50))
      }
      return nil
    }
  }

  @Test("A commit of another connection is reported with the tables that it changed, and with no others")
  func tables() async throws {
    let sample = try await SampleStudio(Self.models)
    let events = Events(sample.studio.events())
    try sample.other.execute("INSERT INTO note (text) VALUES ('a')")
    #expect(try await events.first { $0["changed"] == ["note"] } == ["changed": ["note"], "by": "other"])
    try sample.other.execute("UPDATE note SET text = 'b'; INSERT INTO item (title) VALUES ('x')")
    #expect(try await events.first { $0["changed"]?.array?.contains("item") == true } != nil)
    // New pages, pages that change their table, and a restarted log.
    try sample.other.execute(
      """
      BEGIN; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO item (title) SELECT 'item ' || i FROM n; DELETE FROM item; COMMIT;
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
    try await Task.sleep(for: .seconds(1.2))
    let count = await events.all.count
    try sample.other.execute("INSERT INTO note (text) VALUES (hex(zeroblob(50000)))")
    #expect(try await events.first(after: count) { $0["changed"]?.array?.contains("note") == true } != nil)
  }

  @Test("A change that is rolled back isn't reported")
  func rollback() async throws {
    let sample = try await SampleStudio(Self.models)
    let events = Events(sample.studio.events())
    try sample.other.execute("BEGIN; INSERT INTO note (text) VALUES ('a'); ROLLBACK")
    try await Task.sleep(for: .seconds(1.2))
    let all = await events.all
    #expect(all == [])
  }

  @Test("What the studio changes is reported as its own, once")
  func own() async throws {
    let sample = try await SampleStudio(Self.models)
    let events = Events(sample.studio.events())
    _ = try await sample.post("/sql", ["sql": "INSERT INTO item (title) VALUES ('a')", "isWrite": true])
    #expect(
      try await events.first { $0["changed"] == ["item"] } == ["changed": ["item"], "by": "studio"])
    try await Task.sleep(for: .seconds(1.2))
    let all = await events.all
    #expect(all.count == 1, "\(all)")
  }

  @Test("Without a write-ahead log, any table may have changed")
  func rollbackJournal() async throws {
    let sample = try await SampleStudio(Self.models)
    // Only possible while nobody else has the file open.
    let path = sample.folder.path("journal.sqlite")
    let other = try RawDatabase(path: path)
    try other.execute(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT); CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)")
    let studio = try await Studio(
      StudioOptions(database: path, paths: [sample.folder.path("Sample")]))
    let events = Events(studio.events())
    try other.execute("INSERT INTO note (text) VALUES ('a')")
    #expect(try await events.first { _ in true } == ["changed": ["item", "note"], "by": "other"])
    await studio.close()
  }
}
