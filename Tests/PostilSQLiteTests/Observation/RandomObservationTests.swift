import Foundation
import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// Writers, observers and cancellations at the same time.
@Suite("Random observation", .timeLimit(.minutes(20)))
struct RandomObservationTests {
  /// The queries that are observed.
  private static let queries = [
    "SELECT group_concat(name, ',') FROM (SELECT name FROM project ORDER BY id)",
    "SELECT count(*) FROM item",
    "SELECT total(done) FROM item",
    "SELECT title FROM item WHERE id = 3",
    "SELECT due_at FROM item WHERE id = 4",
    "SELECT count(*) FROM item_tags JOIN tag ON tag.id = tag_id WHERE tag.name < 'm'",
    "SELECT group_concat(title, ',') FROM item WHERE id IN (3, 5, 7)",
    "SELECT id FROM project WHERE name = 'project 7'",
    "SELECT max(l.name) FROM item i JOIN project l ON l.id = i.project_id WHERE i.done",
  ]

  private static let writes = [
    "INSERT INTO project (name) VALUES ('project ' || ?1)",
    "DELETE FROM project WHERE id = 2 + ?1 % 9 AND id NOT IN (SELECT project_id FROM item)",
    "INSERT OR IGNORE INTO project (id, name) VALUES (20 + ?1, 'project ' || (?1 % 9))",
    "UPDATE OR IGNORE project SET name = 'project ' || (?1 % 9) WHERE id = 2 + ?1 % 7",
    "UPDATE project SET name = name || '.' WHERE id = 1 + ?1 % 5",
    "INSERT INTO item (title, project_id) VALUES ('item ' || ?1, 1)",
    "UPDATE item SET done = NOT done WHERE id = 1 + ?1 % 9",
    "UPDATE item SET title = 'title ' || ?1 WHERE id = 1 + ?1 % 9",
    "UPDATE item SET due_at = ?1 WHERE id = 1 + ?1 % 9",
    "UPDATE OR REPLACE item SET title = 'item ' || (?1 % 7) WHERE id = 1 + ?1 % 9",
    "INSERT OR REPLACE INTO item (id, title, project_id) VALUES (1 + ?1 % 9, 'replaced ' || ?1, 1)",
    "DELETE FROM item WHERE id = 1 + ?1 % 9",
    "INSERT OR IGNORE INTO tag (name) VALUES (char(97 + ?1 % 26))",
    "INSERT OR IGNORE INTO item_tags SELECT i.id, t.id FROM item i, tag t WHERE (i.id + t.id + ?1) % 4 = 0",
    "DELETE FROM item_tags WHERE tag_id = 1 + ?1 % 5",
    "DELETE FROM tag WHERE id = 1 + ?1 % 5 OR ?1 % 11 = 0",
    "DELETE FROM item_tags",
  ]

  /// Writes the values of all queries into a table, as each transaction of each process does at its end: its rows are the states
  /// after the commits, in the order of the commits.
  private static let recordState =
    "INSERT INTO state (value) SELECT json_array(\(queries.map { "CAST((\($0)) AS TEXT)" }.joined(separator: ", ")))"

  /// The values of all queries after each commit.
  private static func states(_ db: some ReadTransaction) throws -> [[String]] {
    var states: [[String]] = []
    try db.forEachRow(_RenderedStatement(sql: "SELECT value FROM state ORDER BY number")) { row in
      states.append(
        try JSONDecoder().decode([String?].self, from: Data(try row.read(String.self).utf8)).map { $0 ?? "" })
    }
    return states
  }

  /// A transaction of one to three random statements, without parameters.
  private static func transaction(_ random: inout SeededGenerator) -> [String] {
    (1...Int.random(in: 1...3, using: &random)).map { _ in
      let value = Int.random(in: 0...200, using: &random)
      return writes[Int.random(in: writes.indices, using: &random)].replacingOccurrences(of: "?1", with: "\(value)")
    }
  }

  @Test("Every value is the state after some commit, in order, and the last one is the final state", arguments: 1...4)
  func settles(seed: Int) async throws {
    let file = try TemporaryFile()
    let store = try file.open(SQLiteOptions(durability: .normal, externalChangeInterval: .milliseconds(2)))
    try await store.write { db in
      try db.execute(_RenderedStatement(sql: "CREATE TABLE state (number INTEGER PRIMARY KEY, value TEXT)"))
      try db.insertProject("first")
      try db.execute(_RenderedStatement(sql: Self.recordState))
    }

    let observations = Self.queries.indices.flatMap { query in (0..<3).map { (query, $0) } }
    let logs = observations.map { _ in Recorder<String>() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      var observers: [Task<Void, any Error>] = []
      for (index, (query, kind)) in observations.enumerated() {
        let sql = Self.queries[query]
        observers.append(
          Task {
            let values = store.observe { db in
              try db.fetchFirst(_RenderedStatement(sql: sql)) { row -> String in
                switch row.nextStorageClass() {
                case .integer: return "\(try row.readInt64())"
                case .real: return "\(try row.readDouble())"
                case .text: return try row.readString()
                default: return ""
                }
              } ?? ""
            }
            for try await value in values {
              logs[index].append(value)
              if kind == 1 { try? await Task.sleep(for: .milliseconds(3)) }
            }
          })
      }
      for writer in 0..<3 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(seed * 10 + writer))
          let process = writer == 2 ? try OtherProcess(writingTo: file.path) : nil
          for _ in 0..<120 {
            let statements = Self.transaction(&random) + [Self.recordState]
            if let process {
              process.run(statements)
            } else {
              try? await store.write { db in
                for sql in statements { try db.execute(_RenderedStatement(sql: sql)) }
              }
            }
            if Int.random(in: 0..<4, using: &random) == 0 { try await Task.sleep(for: .milliseconds(1)) }
          }
          await process?.end()
        }
      }
      group.addTask {
        // Observers that come and go.
        var random = SeededGenerator(seed: UInt64(seed * 10 + 9))
        for _ in 0..<60 {
          let sql = Self.queries.randomElement(using: &random)!
          let task = Task {
            for try await _ in store.observe({ db in try db.forEachRow(_RenderedStatement(sql: sql)) { _ in } }) {}
          }
          try await Task.sleep(for: .microseconds(Int.random(in: 0...3000, using: &random)))
          task.cancel()
          try await task.value
        }
      }
      try await group.waitForAll()
      let final = try #require(try await store.read { db in try Self.states(db) }.last)
      for (index, (query, _)) in observations.enumerated() {
        let expected = final[query]
        for _ in 0..<2000 where logs[index].values.last.map(Self.text) != Self.text(expected) {
          try await Task.sleep(for: .milliseconds(2))
        }
        #expect(logs[index].values.last.map(Self.text) == Self.text(expected), "\(Self.queries[query])")
      }
      for observer in observers { observer.cancel() }
      for observer in observers { try await observer.value }
      #expect(!store.observers.isActive)
    }

    let committed = try await store.read { db in try Self.states(db) }
    #expect(committed.count > 100)
    for (index, (query, _)) in observations.enumerated() {
      var position = 0
      let history = committed.map { Self.text($0[query]) }
      for value in logs[index].values {
        let found = history[position...].firstIndex(of: Self.text(value))
        #expect(found != nil, "'\(value)' of \(Self.queries[query]) comes from no later commit")
        position = found ?? position
      }
    }
  }

  /// `total` gives `1.0`, which a cast to text may write in another way.
  private static func text(_ value: String) -> String { Double(value).map { "\($0)" } ?? value }
}

#if os(macOS) || os(Linux)
  /// A process that runs transactions.
  private final class OtherProcess: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()

    init(writingTo path: String) throws {
      process.executableURL = builtProducts.appending(path: "TransactionRunner")
      process.arguments = [path]
      process.standardInput = input
      try process.run()
    }

    func run(_ statements: [String]) {
      input.fileHandleForWriting.write(Data((statements.joined(separator: "; ") + "\n").utf8))
    }

    /// Waits until everything is written.
    func end() async {
      try? input.fileHandleForWriting.close()
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [process] in
          process.waitUntilExit()
          continuation.resume()
        }
      }
      #expect(process.terminationStatus == 0)
    }
  }
#else
  /// Applications can't start processes on the other systems: the store writes instead.
  private struct OtherProcess {
    init?(writingTo path: String) throws { return nil }
    func run(_ statements: [String]) {}
    func end() async {}
  }
#endif
