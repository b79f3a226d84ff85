import PostilQuery
import PostilTestSupport
import Testing

@testable import PostilSQLite

/// What reads depend on, and what commits change.
@Suite("Observed regions")
struct DatabaseRegionTests {
  private typealias Part = DatabaseRegion.Part
  private let store: SQLiteStore
  private let commits = CommitRecorder()

  init() throws {
    store = try .inMemory(schema: TasksSchema.self)
    try store.write { db in
      let project = try db.insertProject("Home")
      for number in 1...5 { try db.insertItem("\(number)", project: project) }
    }
    let commits = commits
    _ = try store.observers.subscribe(watch: { nil }) { commits }
  }

  private func reads(_ sql: String, _ bindings: BoundValue...) throws -> [String: Part] {
    try store.read { db in
      try db.connection.recordingReads { try db.forEachRow(_RenderedStatement(sql: sql, bindings: bindings)) { _ in } }
    }.1.parts
  }

  /// What the commit of these statements changed, `nil` if it changed nothing.
  private func changes(_ statements: String...) throws -> [String: Part]? {
    try store.write { db in for sql in statements { try db.execute(_RenderedStatement(sql: sql)) } }
    let changes = commits.drain()
    #expect(changes.count <= 1 && changes.first?.isEverything != true)
    return changes.first?.parts
  }

  @Test("A read depends on the columns that its statements read")
  func columns() throws {
    #expect(
      try reads("SELECT title FROM item WHERE done = 0")
        == ["item": Part(columns: ["title", "done"], rows: nil)])
    #expect(try reads("SELECT count(*) FROM item") == ["item": Part(columns: [], rows: nil)])
    #expect(
      try reads("SELECT i.title FROM item i JOIN project l ON l.id = i.project_id WHERE l.name = ?1", .text("Home"))
        == [
          "item": Part(columns: ["title", "project_id"], rows: nil),
          "project": Part(columns: ["id", "name"], rows: nil),
        ])
  }

  @Test("A read by primary key depends on its row")
  func rows() throws {
    let title = Part(columns: ["title", "id"], rows: [3])
    #expect(try reads(#"SELECT t0."title" FROM "item" AS t0 WHERE t0."id" = ?1"#, .integer(3)) == ["item": title])
    #expect(try reads("SELECT title FROM item WHERE id = 3 ORDER BY title LIMIT 1") == ["item": title])
    #expect(try reads("SELECT id, title FROM item WHERE rowid IS -3")["item"]?.rows == [-3])
    #expect(
      try reads("SELECT title FROM item WHERE done = ?1 AND id = ?2", .integer(0), .integer(3))["item"]?.rows == [3])
  }

  @Test(
    "Other conditions don't limit a read to a row",
    arguments: [
      "id = 3 OR done", "NOT id = 3", "done = 3", "id = 3.0", "id = '3'", "title BETWEEN 1 AND id = 3", "id = 3 + 1",
      "id > 3", "(id = 3 OR done) AND done = 0", "CASE WHEN done AND id = 3 AND done THEN 1 ELSE 1 END",
      "id = (SELECT 3)", "id = title", "id IN (3, title)", "id NOT IN (3)", "id IN (3, 'x')", "id IN (SELECT 3)",
      "id IN (SELECT value FROM json_each('[3.5]'))", "id IN (SELECT id FROM item)", "title = '3'",
    ])
  func otherConditions(condition: String) throws {
    let part = try #require(try reads("SELECT title FROM item WHERE \(condition)")["item"])
    #expect(part.rows == nil)
  }

  @Test("A read by a list of primary keys depends on their rows")
  func rowLists() throws {
    #expect(try reads("SELECT title FROM item WHERE id IN (3, ?1, -7)", .integer(5))["item"]?.rows == [3, 5, -7])
    #expect(
      try reads("SELECT title FROM item WHERE id IN (SELECT value FROM json_each(?1))", .text("[1,2,99]"))["item"]
        == Part(columns: ["title", "id"], rows: [1, 2, 99]))
    #expect(try reads("SELECT title FROM item WHERE id IN (SELECT value FROM json_each('[]'))")["item"]?.rows == [])
  }

  @Test("A read by a unique text depends on its row once there is one")
  func uniqueTexts() throws {
    try store.write { db in for name in ["Work", "it's", "a", "a\0b"] { try db.insertProject(name) } }
    _ = commits.drain()
    func rows(_ sql: String, _ bindings: BoundValue...) throws -> Set<Int64>? {
      try store.read { db in
        try db.connection.recordingReads {
          try db.forEachRow(_RenderedStatement(sql: sql, bindings: bindings)) { _ in }
        }
      }.1.parts["project"]?.rows
    }
    let byName = #"SELECT t0."id" FROM "project" AS t0 WHERE t0."name" = ?1"#
    #expect(try rows(byName, .text("Home")) == [1])
    #expect(try rows(byName, .text("it's")) == [3])
    #expect(try rows(byName, .text("nothing")) == nil)
    #expect(try rows("SELECT id FROM project WHERE name IN (?1, 'Work')", .text("Home")) == [1, 2])
    #expect(try rows("SELECT id FROM project WHERE name IN ('Work', 'nothing')") == nil)
    let byList = "SELECT id FROM project WHERE name IN (SELECT value FROM json_each(?1))"
    #expect(try rows(byList, .text(#"["Work","Home","it's"]"#)) == [1, 2, 3])
    #expect(try rows(byList, .text(#"["Work","nothing"]"#)) == nil)
    // The texts that SQLite's trace cannot tell apart: never too few rows.
    #expect(try rows(byName, .text("a")) == [4, 5])
    #expect(try rows(byName, .text("a\0b")) == [4, 5])
    #expect(try rows(byName, .text("a\0c")) == nil)
    #expect(try rows("SELECT count(*) FROM project WHERE name = ?1", .text("a\0c")) == nil)
    #expect(try rows("SELECT id FROM project WHERE name = 'Home' COLLATE NOCASE") == nil)
  }

  @Test("A unique index of another collation, of several columns or of some rows doesn't identify a row")
  func otherIndexes() throws {
    try store.write { db in
      for sql in [
        "CREATE TABLE k (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b TEXT, c TEXT, d TEXT)",
        "CREATE UNIQUE INDEX k1 ON k (a COLLATE BINARY)", "CREATE UNIQUE INDEX k2 ON k (b, c)",
        "CREATE UNIQUE INDEX k3 ON k (c) WHERE d > 0", "CREATE UNIQUE INDEX k4 ON k (d)",
        "INSERT INTO k VALUES (1, 'a', 'a', 'a', 'a')",
      ] { try db.execute(_RenderedStatement(sql: sql)) }
    }
    for column in ["a", "b", "c"] {
      #expect(try reads("SELECT id FROM k WHERE \(column) = 'a'")["k"]?.rows == nil)
    }
    #expect(try reads("SELECT id FROM k WHERE d = 'a'")["k"]?.rows == [1])
  }

  @Test("After VACUUM, which may change rowids, the next commit changes everything")
  func vacuum() throws {
    let file = try TemporaryFile()
    let store = try file.open()
    try store.write { db in try db.insertProject("Home") }
    let commits = CommitRecorder()
    _ = try store.observers.subscribe(watch: { nil }) { commits }
    try RawDatabase(path: file.path).execute("VACUUM")
    for expected in [true, false] {
      try store.write { db in try db.execute(_RenderedStatement(sql: "UPDATE project SET name = name || '!'")) }
      #expect(commits.drain().map(\.isEverything) == [expected])
    }
  }

  @Test("A commit changes the columns that it sets, in the rows that it sets them in")
  func updates() throws {
    #expect(try changes("UPDATE item SET done = 1 WHERE id = 2") == ["item": Part(columns: ["done"], rows: [2])])
    #expect(
      try changes("UPDATE item SET done = 1 WHERE id = 2", "UPDATE item SET due_at = '' WHERE id = 3")
        == ["item": Part(columns: ["done", "due_at"], rows: [2, 3])])
    #expect(
      try changes("INSERT INTO item (id, title, project_id) VALUES (9, 'nine', 1)")
        == ["item": Part(columns: nil, rows: [9])])
    #expect(
      try changes("DELETE FROM item WHERE id = 9")
        == ["item": Part(columns: nil, rows: [9]), "item_tags": Part(columns: nil, rows: nil)])
  }

  @Test("Many changed rows count as all rows")
  func manyRows() throws {
    let insert = "INSERT INTO tag (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
    #expect(try changes(insert + "1000) SELECT 'a' || i FROM n")?["tag"]?.rows?.count == 1000)
    #expect(try changes(insert + "1001) SELECT 'b' || i FROM n") == ["tag": Part()])
  }

  @Test("A commit without a change isn't reported")
  func noChange() throws {
    #expect(try changes("UPDATE item SET done = 1 WHERE id = 77") == nil)
    #expect(try changes("DELETE FROM item WHERE id = 77") == nil)
    #expect(try changes() == nil)
    try? store.write { db in
      try db.insertProject("lost")
      throw Unexpected()
    }
    #expect(commits.drain().isEmpty)
  }

  @Test("A change of the primary key, a truncation and a replacement count for all rows")
  func allRows() throws {
    #expect(try changes("UPDATE item SET id = 12 WHERE id = 2") == ["item": Part(columns: ["id"], rows: nil)])
    #expect(
      try changes(
        "INSERT INTO item (title, project_id) VALUES ('4', 1) ON CONFLICT (title, project_id) DO UPDATE SET id = 44")
        == ["item": Part()])
    #expect(try changes("UPDATE OR REPLACE item SET id = 3, title = '3' WHERE id = 12")?["item"] == Part())
    #expect(try changes("INSERT OR REPLACE INTO item (id, title, project_id) VALUES (3, 'x', 1)")?["item"] == Part())
    #expect(try changes("DELETE FROM item_tags") == nil)
    #expect(try changes("DELETE FROM item")?["item"] == Part())
  }

  @Test("Triggers count, also those that another connection adds")
  func triggers() throws {
    let file = try TemporaryFile()
    let store = try file.open()
    let commits = CommitRecorder()
    _ = try store.observers.subscribe(watch: { nil }) { commits }
    let rename = _RenderedStatement(sql: "UPDATE project SET name = name || '!'")
    try store.write { db in
      try db.insertTag("a")
      try db.insertProject("Home")
      try db.execute(rename)
    }
    #expect(commits.drain().first?.parts.keys.sorted() == ["project", "tag"])
    let other = try file.open()
    try other.write { db in
      try db.execute(
        _RenderedStatement(
          sql: "CREATE TRIGGER t AFTER UPDATE ON project BEGIN UPDATE tag SET name = 'b' WHERE name = 'a'; END"))
    }
    // A change of the schema by another connection changes everything.
    try store.write { db in try db.execute(_RenderedStatement(sql: "UPDATE tag SET name = name")) }
    #expect(commits.drain() == [.everything])
    for name in ["b", "a"] {
      try store.write { db in try db.execute(rename) }
      let parts = try #require(commits.drain().first?.parts)
      #expect(parts["project"] == Part(columns: ["name"], rows: [1]))
      #expect(parts["tag"] == (name == "b" ? Part(columns: ["name"], rows: [1]) : nil))
    }
  }

  @Test("A change of the schema changes everything")
  func schema() throws {
    try store.write { db in try db.execute(_RenderedStatement(sql: "ALTER TABLE tag ADD COLUMN extra TEXT")) }
    #expect(commits.drain() == [.everything])
  }

  @Test("A generated column counts as all columns of its table")
  func generatedColumns() throws {
    try store.write { db in
      try db.execute(_RenderedStatement(sql: "CREATE TABLE g (id INTEGER PRIMARY KEY, a TEXT, b AS (a || '!'))"))
      try db.execute(_RenderedStatement(sql: "INSERT INTO g VALUES (1, 'a')"))
    }
    _ = commits.drain()
    #expect(try changes("UPDATE g SET a = 'b'") == ["g": Part(columns: nil, rows: [1])])
  }

  @Test("A transaction that began before the first observer counts as a change of everything")
  func lateObserver() throws {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    let commits = CommitRecorder()
    try store.write { db in
      try db.insertProject("Home")
      _ = try store.observers.subscribe(watch: { nil }) { commits }
    }
    #expect(commits.drain() == [.everything])
    store.observers.unsubscribe(commits)
    #expect(!store.observers.isActive)
    try store.write { db in try db.insertProject("Work") }
    #expect(commits.drain() == [])
  }
}

private struct Unexpected: Error {}

extension DatabaseRegion.Part {
  fileprivate init() { self.init(columns: nil, rows: nil) }
}

extension WriteTransaction {
  fileprivate func insertTag(_ name: String) throws { _ = try insert(Statements.insertTag) { name._bind(to: &$0) } }
}

/// Keeps what it is told of commits.
private final class CommitRecorder: CommitObserver {
  private let changes = Recorder<DatabaseRegion>()

  func drain() -> [DatabaseRegion] { changes.drain() }
  func didCommit(_ changes: DatabaseRegion) { self.changes.append(changes) }
  func close() {}
}
