import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// Writers, observers and cancellations at the same time.
@Suite("Random observation", .timeLimit(.minutes(2)))
struct RandomObservationTests {
  /// The queries that are observed.
  private static let queries = [
    "SELECT group_concat(name, ',') FROM (SELECT name FROM project ORDER BY id)",
    "SELECT count(*) FROM item",
    "SELECT total(done) FROM item",
    "SELECT title FROM item WHERE id = 3",
    "SELECT due_at FROM item WHERE id = 4",
    "SELECT count(*) FROM item_tags JOIN tag ON tag.id = tag_id WHERE tag.name < 'm'",
    "SELECT max(l.name) FROM item i JOIN project l ON l.id = i.project_id WHERE i.done",
  ]

  private static let writes = [
    "INSERT INTO project (name) VALUES ('project ' || ?1)",
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

  private static func values(_ db: some ReadTransaction) throws -> [String] {
    try queries.map { sql in
      try db.fetchFirst(RenderedStatement(sql: "SELECT CAST((\(sql)) AS TEXT)")) { try $0.read(String?.self) ?? "" }
        ?? ""
    }
  }

  @Test("Every value is the state after some commit, in order, and the last one is the final state", arguments: 1...4)
  func settles(seed: Int) async throws {
    let file = try TemporaryFile()
    let store = try file.open(SQLiteOptions(durability: .normal, externalChangeInterval: .milliseconds(2)))
    let other = try file.open(SQLiteOptions(durability: .normal))
    // The values of all queries after each commit, in the order of the commits: written down by the transactions themselves.
    let states = Recorder<[String]>()
    try await store.write { db in
      try db.insertProject("first")
      states.append(try Self.values(db))
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
              try db.fetchFirst(RenderedStatement(sql: sql)) { row -> String in
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
          for _ in 0..<120 {
            let count = Int.random(in: 1...3, using: &random)
            let statements = (0..<count).map { _ in
              (Self.writes.randomElement(using: &random)!, Int64.random(in: 0...200, using: &random))
            }
            let target = writer == 2 ? other : store
            try? await target.write { db in
              for (sql, value) in statements {
                let bindings: [BoundValue] = sql.contains("?1") ? [.integer(value)] : []
                try db.execute(RenderedStatement(sql: sql, bindings: bindings))
              }
              states.append(try Self.values(db))
            }
            if Int.random(in: 0..<4, using: &random) == 0 { try await Task.sleep(for: .milliseconds(1)) }
          }
        }
      }
      group.addTask {
        // Observers that come and go.
        var random = SeededGenerator(seed: UInt64(seed * 10 + 9))
        for _ in 0..<60 {
          let sql = Self.queries.randomElement(using: &random)!
          let task = Task {
            for try await _ in store.observe({ db in try db.forEachRow(RenderedStatement(sql: sql)) { _ in } }) {}
          }
          try await Task.sleep(for: .microseconds(Int.random(in: 0...3000, using: &random)))
          task.cancel()
          try await task.value
        }
      }
      try await group.waitForAll()
      let final = try await store.read { db in try Self.values(db) }
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

    let committed = states.values
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
