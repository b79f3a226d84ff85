import PostilQuery
import PostilSQLite
import Testing

@Suite("Query plans of statements")
struct QueryPlanTests {
  private let store: SQLiteStore

  init() throws {
    store = try SQLiteStore.inMemory(schema: TasksSchema.self)
    try store.write { db in
      try db.execute(_RenderedStatement(sql: "CREATE VIRTUAL TABLE note USING fts5(text)"))
      try db.execute(_RenderedStatement(sql: "CREATE INDEX item_done_due ON item (done, due_at)"))
      try db.execute(
        _RenderedStatement(
          sql:
            "CREATE VIEW busy AS SELECT l.name, count(*) AS n FROM project l JOIN item AS i ON i.project_id = l.id GROUP BY 1"
        )
      )
    }
  }

  private func plan(_ sql: String, _ bindings: BoundValue...) throws -> QueryPlan {
    try store.read { db in try db.explain(_RenderedStatement(sql: sql, bindings: bindings)) }
  }

  @Test(
    "A plan is SQLite's tree of steps, with table names",
    arguments: [
      (
        #"SELECT 1 FROM "item" AS t0 WHERE t0."due_at" > 'x'"#,
        ["└─ SCAN item AS t0 USING COVERING INDEX item_done_due"]
      ),
      (#"SELECT * FROM "item" AS t0 WHERE t0."id" = 3"#, ["└─ SEARCH item AS t0 USING INTEGER PRIMARY KEY (rowid=?)"]),
      (
        #"SELECT * FROM "item" AS t0 WHERE t0."due_at" = 'x' ORDER BY t0."title""#,
        ["└─ SCAN item AS t0 USING INDEX item_title_project_unique"]
      ),
      (
        #"SELECT * FROM "item" AS t0 WHERE t0."project_id" = 1 OR t0."done" = 1 ORDER BY t0."due_at""#,
        [
          "├─ MULTI-INDEX OR",
          "│  ├─ INDEX 1",
          "│  │  └─ SEARCH item AS t0 USING INDEX item_project_id (project_id=?)",
          "│  └─ INDEX 2",
          "│     └─ SEARCH item AS t0 USING INDEX item_done_due (done=?)",
          "└─ USE TEMP B-TREE FOR ORDER BY",
        ]
      ),
      ("SELECT * FROM main.item", ["└─ SCAN main.item"]),
      ("INSERT INTO tag (name) VALUES ('x')", ["(no steps: nothing is looked up)"]),
    ])
  func tree(_ sql: String, _ lines: [String]) throws {
    // An index that SQLite makes up for a constraint is called so; the tree has it by that name.
    let found = try plan(sql).description.replacing("sqlite_autoindex_item_1", with: "item_title_project_unique")
    #expect(found == lines.joined(separator: "\n"))
  }

  @Test("A plan shows how each table is read")
  func access() throws {
    func access(_ sql: String) throws -> [QueryPlanStep.TableAccess?] { try plan(sql).allSteps.map(\.access) }
    typealias Access = QueryPlanStep.TableAccess
    #expect(
      try access("SELECT title FROM item AS i WHERE done = 0 AND due_at < 'x'") == [
        Access(
          table: "item", alias: "i", index: .named("item_done_due", isCovering: false), columns: ["done", "due_at"])
      ])
    #expect(
      try access("SELECT due_at FROM item WHERE (done, due_at) > (0, 'x')").last
        == Access(
          table: "item", alias: "item", index: .named("item_done_due", isCovering: true), columns: ["done", "due_at"]))
    #expect(
      try access("SELECT * FROM item_tags WHERE item_id = 1 AND tag_id > 3").last
        == Access(table: "item_tags", alias: "item_tags", index: .primaryKey, columns: ["item_id", "tag_id"]))
    #expect(
      try access("SELECT * FROM item WHERE id BETWEEN 1 AND 3").last
        == Access(table: "item", alias: "item", index: .primaryKey, columns: ["rowid"]))
    #expect(
      try access("SELECT * FROM tag t WHERE lower(t.name) = 'x'").last
        == Access(table: "tag", alias: "t", index: .named("tag_name_lower", isCovering: false), columns: ["<expr>"]))
    #expect(
      try access("SELECT * FROM json_each('[]') AS j").last
        == Access(table: nil, alias: "j", index: .virtualTable, columns: []))
    #expect(try plan("SELECT * FROM item_tags WHERE item_id = 1 LIMIT 2").indexes == [])
  }

  @Test("A plan shows scans of whole tables")
  func fullScans() throws {
    #expect(
      try plan("SELECT * FROM item AS a JOIN project AS b ON a.title > b.name").fullScans == ["item"])
    #expect(try plan("SELECT * FROM item AS a JOIN item AS b").fullScans == ["item"])
    #expect(try plan("SELECT * FROM item WHERE project_id = 1").fullScans == [])
    #expect(try plan("SELECT * FROM busy").fullScans == ["project"])
    #expect(try plan("WITH t AS MATERIALIZED (SELECT 1 AS x) SELECT * FROM t").fullScans == [])
    #expect(try plan("SELECT * FROM json_each('[1]')").fullScans == [])
    #expect(try plan("SELECT * FROM note WHERE note MATCH 'x'").fullScans == [])
    #expect(try plan("SELECT 1").fullScans == [])
    #expect(try plan("VALUES (1), (2)").fullScans == [])
  }

  @Test("A plan shows the purpose of a temporary tree")
  func temporaryTrees() throws {
    func kinds(_ sql: String) throws -> [QueryPlanStep.Kind] {
      try plan(sql).allSteps.map(\.kind).filter { if case .temporaryTree = $0 { true } else { false } }
    }
    #expect(try kinds("SELECT * FROM item ORDER BY done + 1") == [.temporaryTree(.order)])
    #expect(try kinds("SELECT title FROM item ORDER BY done, title") == [.temporaryTree(.order)])
    #expect(try kinds("SELECT max(done) FROM item GROUP BY done + 1") == [.temporaryTree(.group)])
    #expect(try kinds("SELECT DISTINCT done + 1 FROM item") == [.temporaryTree(.distinct)])
    #expect(try kinds("SELECT count(DISTINCT done + 1) FROM item") == [.temporaryTree(.distinct)])
    #expect(try kinds("SELECT name FROM project UNION SELECT title FROM item") == [.temporaryTree(.compound)])
    #expect(try plan("SELECT * FROM item ORDER BY done + 1").usesTemporarySort)
    #expect(try !plan("SELECT * FROM item ORDER BY id").usesTemporarySort)
    #expect(try !plan("SELECT max(done) FROM item GROUP BY done + 1").usesTemporarySort)
  }

  @Test("A plan distinguishes subqueries that run once from those that run for each row")
  func subqueries() throws {
    let once = try plan("SELECT * FROM item WHERE project_id IN (SELECT id FROM project WHERE name > 'x')")
    #expect(once.allSteps.contains { $0.kind == .subquery(isCorrelated: false) })
    #expect(!once.hasCorrelatedSubquery)
    let each = try plan("SELECT (SELECT name FROM project l WHERE l.id = i.project_id) FROM item i")
    #expect(each.hasCorrelatedSubquery)
    #expect(each.steps.last?.steps.first?.access?.table == "project")
    let materialized = try plan(
      "WITH x AS MATERIALIZED (SELECT name FROM project) SELECT * FROM x AS a JOIN x AS b ON a.name < b.name")
    #expect(materialized.allSteps.contains { $0.kind == .materialize })
    let numbered = try plan("SELECT * FROM (SELECT name, row_number() OVER (ORDER BY name) FROM project)")
    #expect(numbered.allSteps.contains { $0.kind == .coroutine })
  }

  @Test("A plan shows a temporary index for one statement")
  func automaticIndex() throws {
    let joined = try plan("SELECT * FROM project AS a JOIN tag AS b ON a.name = b.name")
    #expect(joined.usesAutomaticIndex || joined.indexes == ["sqlite_autoindex_project_1"])
    let without = try plan("SELECT * FROM tag AS a JOIN tag AS b ON a.name = b.name")
    #expect(without.usesAutomaticIndex)
    #expect(without.allSteps.last?.access?.table == "tag")
    #expect(try !plan("SELECT * FROM project").usesAutomaticIndex)
  }

  @Test("A plan depends on the bound values")
  func values() throws {
    let sql = "SELECT * FROM project WHERE name GLOB ?1"
    #expect(try plan(sql, .text("a*")).fullScans == [])
    #expect(try plan(sql, .text("*a")).fullScans == ["project"])
  }

  @Test("Planning changes nothing, and needs no write transaction")
  func changesNothing() throws {
    try store.write { db in _ = try db.insertProject("Home") }
    let deletion = try store.read { db in try db.explain(_RenderedStatement(sql: #"DELETE FROM "project""#)) }
    #expect(deletion.sql == #"DELETE FROM "project""#)
    #expect(deletion.fullScans == ["project"] || deletion.steps.isEmpty)
    try store.write { db in
      let changes = try db.value("SELECT total_changes()", as: Int.self)
      _ = try db.explain(_RenderedStatement(sql: #"DELETE FROM "project""#))
      #expect(try db.value("SELECT total_changes()", as: Int.self) == changes)
      #expect(try db.countProjects() == 1)
    }
  }

  @Test("A plan fails if nothing can be run, and for text that isn't a statement")
  func misuse() throws {
    let ended = try store.read { db in db }
    #expect(throws: TransactionMisuse.ended) { try ended.explain(_RenderedStatement(sql: "SELECT 1")) }
    #expect(throws: TransactionMisuse.self) { try plan("COMMIT") }
    #expect(throws: TransactionMisuse.self) { try plan("SELECT 1; SELECT 2") }
    #expect(throws: DatabaseError.self) { try plan("SELECT * FROM nothing") }
    #expect(throws: TransactionMisuse.self) { try plan("SELECT ?1, ?2", .null) }
  }

  @Test("Two tables with the same alias are shown by it")
  func ambiguousName() throws {
    let plan = try plan(
      "SELECT (SELECT max(t.name) FROM project t), (SELECT max(t.title) FROM item t WHERE t.done > 0)")
    #expect(plan.allSteps.compactMap { $0.access?.table } == ["project", "item"])
    let two = try self.plan(
      "SELECT * FROM (SELECT * FROM tag t), (SELECT max(t.tag_id) FROM item_tags t WHERE t.tag_id > -1)")
    #expect(two.fullScans.contains("t"))
  }
}
