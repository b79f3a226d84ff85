import PostilQuery
import Testing

@Suite("Set-based writes")
struct WriteTests {
  let database: TestDatabase
  let db: TestTransaction

  init() throws {
    database = try TestDatabase.filled()
    db = database.transaction
  }

  /// Runs an update, expects its SQL, and gives the keys and values of `column` that changed.
  private func expectUpdate<M: Model>(
    _ query: Query<M>, _ assignments: @Sendable (M.Columns) -> [Assignment<M>], sql: String, changed: Int,
    then rows: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let recorder = Recorder()
    _ = try query.update(in: recorder, assignments)
    #expect(recorder.sql == sql, sourceLocation: sourceLocation)
    let database = try TestDatabase.filled()
    #expect(try query.update(in: database.transaction, assignments) == changed, sourceLocation: sourceLocation)
    #expect(try database.rows(rows) == expected, sourceLocation: sourceLocation)
  }

  private func expectDelete<M: Model>(
    _ query: Query<M>, sql: String, deleted: Int, left: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let recorder = Recorder()
    _ = try query.delete(in: recorder)
    #expect(recorder.sql == sql, sourceLocation: sourceLocation)
    let database = try TestDatabase.filled()
    #expect(try query.delete(in: database.transaction) == deleted, sourceLocation: sourceLocation)
    let key = M.table.primaryKey.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(
      try database.rows("SELECT \(key) FROM \"\(M.table.name)\" ORDER BY 1") == left, sourceLocation: sourceLocation)
  }

  @Test("A plain update sets values, expressions and NULL")
  func update() throws {
    try expectUpdate(
      Item.where { !$0.done }, { [$0.priority.set(.high), $0.count.set($0.count + 1), $0.note.set(nil)] },
      sql: #"UPDATE "item" AS t0 SET "priority" = ?1, "count" = t0."count" + ?2, "note" = ?3 WHERE t0."done" = 0"#,
      changed: 3, then: #"SELECT "id", "priority", "count", "note" FROM "item""#,
      ["1|2|3|NULL", "2|2|1|NULL", "3|2|5|a*b?[c]", "4|2|-2|NULL", "5|0|7|NULL"])
    try expectUpdate(
      Item.all, { [$0.note.set($0.title)] }, sql: #"UPDATE "item" AS t0 SET "note" = t0."title""#, changed: 5,
      then: #"SELECT count(*) FROM "item" WHERE "note" = "title""#, ["5"])
    try expectUpdate(
      Item.where { $0.tags.any { $0.name == "urgent" } }, { [$0.done.set(true)] },
      sql: #"UPDATE "item" AS t0 SET "done" = ?1 WHERE t0."id" IN (SELECT t1."item_id" FROM "item_tags" AS t1 "#
        + #"JOIN "tag" AS t2 ON t2."id" = t1."tag_id" WHERE t2."name" = ?2)"#,
      changed: 3, then: #"SELECT group_concat("id") FROM "item" WHERE "done""#, ["1,3,4,5"])
  }

  @Test("A column that is set twice is refused, in updates and upserts")
  func setTwice() throws {
    let error = QueryError.columnSetTwice(table: "item", column: "projectID")
    #expect("\(error)" == "'projectID' of 'item' is set twice in one statement; set it once")
    #expect(throws: error) {
      try Item.all.update(in: db) {
        [$0.projectID.set(Project.ID(1)), $0.count.set(1), $0.projectID.set($0.projectID)]
      }
    }
    #expect(throws: QueryError.columnSetTwice(table: "item", column: "count")) {
      try Item.all.updating { [$0.count.set(1), $0.count.set(1)] }.returning().fetchAll(in: db)
    }
    let drafts = Project.inserting(from: Tag.all) { [$0.name.set($1.name)] }
    #expect(throws: QueryError.columnSetTwice(table: "project", column: "name")) {
      try drafts.upserting(on: { $0.name }) { [$0.name.set($1.name), $0.name.set("x")] }.run(in: db)
    }
    #expect(database.statementCount == 0)
  }

  @Test("An update without assignments only counts its rows")
  func nothing() throws {
    #expect(try Item.all.update(in: db) { _ in [] } == Item.all.count(in: db))
    #expect(database.statementCount == 2)
  }

  @Test("An update whose condition has a path selects rows by key")
  func updateByPath() throws {
    try expectUpdate(
      Item.where { $0.project.name == "Work" }, { [$0.done.set(false)] },
      sql: #"UPDATE "item" AS t0 SET "done" = ?1 WHERE t0."id" IN (SELECT t1."id" FROM "item" AS t1 "#
        + #"JOIN "project" AS t2 ON t2."id" = t1."project_id" WHERE t2."name" = ?2)"#,
      changed: 2, then: #"SELECT group_concat("id") FROM "item" WHERE "done""#, ["3"])
    try expectUpdate(
      Item.where { $0.project.id == Project.ID(2) }, { [$0.done.set(false)] },
      sql: #"UPDATE "item" AS t0 SET "done" = ?1 WHERE t0."project_id" = ?2"#,
      changed: 2, then: #"SELECT group_concat("id") FROM "item" WHERE "done""#, ["3"])
    try expectUpdate(
      Item.order { $0.count.descending }.limit(2, offset: 1), { [$0.title.set("x")] },
      sql: #"UPDATE "item" AS t0 SET "title" = ?1 WHERE t0."id" IN "#
        + #"(SELECT t1."id" FROM "item" AS t1 ORDER BY t1."count" DESC LIMIT ?2 OFFSET ?3)"#,
      changed: 2, then: #"SELECT group_concat("id") FROM "item" WHERE "title" = 'x'"#, ["1,3"])
  }

  @Test("Values read from other rows are computed before any row changes")
  func updateFromOtherRows() throws {
    try expectUpdate(
      Item.where { !$0.done }, { [$0.title.set($0.project.name + "!"), $0.count.set($0.tags.count)] },
      sql: #"UPDATE "item" AS t0 SET "title" = t1."v0", "count" = t1."v1" FROM (SELECT t2."id" AS "k0", "#
        + #"t3."name" || ?1 AS "v0", (SELECT count(*) FROM "item_tags" AS t4 WHERE t4."item_id" = t2."id") AS "v1" "#
        + #"FROM "item" AS t2 JOIN "project" AS t3 ON t3."id" = t2."project_id" WHERE t2."done" = 0) AS t1 "#
        + #"WHERE t0."id" = t1."k0""#,
      changed: 3, then: #"SELECT "id", "title", "count" FROM "item" WHERE NOT "done""#,
      ["1|Home!|2", "2|Home!|1", "4|Work!|1"])
    // Each node takes its parent's name as it was.
    try expectUpdate(
      Node.where { $0.parent.name != nil }, { [$0.name.set($0.parent.name ?? "")] },
      sql: #"UPDATE "node" AS t0 SET "name" = t1."v0" FROM (SELECT t2."id" AS "k0", coalesce(t3."name", ?1) AS "v0" "#
        + #"FROM "node" AS t2 JOIN "node" AS t3 ON t3."id" = t2."parent_id" WHERE t3."name" IS NOT NULL) AS t1 "#
        + #"WHERE t0."id" = t1."k0""#,
      changed: 3, then: #"SELECT "name" FROM "node""#, ["root", "root", "root", "a", "other"])
  }

  @Test("A composite key selects rows as a row value")
  func compositeKey() throws {
    try expectUpdate(
      Release.order { $0.version.descending }.limit(1), { [$0.notes.set("last")] },
      sql: #"UPDATE "release" AS t0 SET "notes" = ?1 WHERE (t0."name", t0."version") IN "#
        + #"(SELECT t1."name", t1."version" FROM "release" AS t1 ORDER BY t1."version" DESC LIMIT ?2)"#,
      changed: 1, then: #"SELECT "version" FROM "release" WHERE "notes" = 'last'"#, ["2"])
    try expectUpdate(
      Release.where { $0.name == "postil" }, { [$0.notes.set($0.notes + " of " + $0.name)] },
      sql: #"UPDATE "release" AS t0 SET "notes" = t0."notes" || ?1 || t0."name" WHERE t0."name" = ?2"#,
      changed: 2, then: #"SELECT "notes" FROM "release" ORDER BY 1"#,
      ["first", "first of postil", "second of postil"])
  }

  @Test("Rows are deleted by a condition, a path, a limit, or as a row's members")
  func delete() throws {
    try expectDelete(
      Item.where { $0.done }, sql: #"DELETE FROM "item" AS t0 WHERE t0."done" = 1"#, deleted: 2, left: ["1", "2", "4"])
    try expectDelete(Item.all, sql: #"DELETE FROM "item" AS t0"#, deleted: 5, left: [])
    try expectDelete(
      Item.where { $0.project.name == "Home" && $0.done },
      sql: #"DELETE FROM "item" AS t0 WHERE t0."id" IN (SELECT t1."id" FROM "item" AS t1 "#
        + #"JOIN "project" AS t2 ON t2."id" = t1."project_id" WHERE t2."name" = ?1 AND t1."done" = 1)"#,
      deleted: 1, left: ["1", "2", "4", "5"])
    try expectDelete(
      Item.order { $0.price.descending }.limit(2),
      sql: #"DELETE FROM "item" AS t0 WHERE t0."id" IN "#
        + #"(SELECT t1."id" FROM "item" AS t1 ORDER BY t1."price" DESC LIMIT ?1)"#,
      deleted: 2, left: ["1", "4", "5"])
    try expectDelete(
      Query(Item.stepsRelationship, of: Item.ID(1)).where { $0.done },
      sql: #"DELETE FROM "step" AS t0 WHERE t0."item_id" = ?1 AND t0."done" = 1"#, deleted: 1,
      left: ["2", "3", "4", "5"])
    try expectDelete(
      Query(Item.tagsRelationship, of: Item.ID(1)),
      sql: #"DELETE FROM "tag" AS t0 WHERE t0."id" IN (SELECT t2."id" FROM "item_tags" AS t1 "#
        + #"JOIN "tag" AS t2 ON t2."id" = t1."tag_id" WHERE t1."item_id" = ?1)"#,
      deleted: 2, left: ["3", "4"])
    try expectDelete(
      Node.where { $0.children.isEmpty && $0.parent.parent != nil },
      sql: #"DELETE FROM "node" AS t0 WHERE t0."id" IN (SELECT t1."id" FROM "node" AS t1 "#
        + #"JOIN "node" AS t3 ON t3."id" = t1."parent_id" JOIN "node" AS t4 ON t4."id" = t3."parent_id" "#
        + #"WHERE NOT EXISTS (SELECT 1 FROM "node" AS t2 WHERE t2."parent_id" = t1."id") AND t4."id" IS NOT NULL)"#,
      deleted: 1, left: ["1", "2", "3", "5"])
  }

  @Test("An assignment to another row of the same table is an error")
  func assignmentOutOfScope() throws {
    #expect(throws: QueryError.assignmentOutOfScope(table: "node", column: "name")) {
      try Node.all.update(in: db) { [Column<Node, String>("name", of: $0.parent._rowSource).set("x")] }
    }
    nonisolated(unsafe) var kept: Node.Columns?
    _ = Node.where {
      kept = $0
      return $0.isOpen
    }
    let other = try #require(kept)
    #expect(throws: QueryError.assignmentOutOfScope(table: "node", column: "name")) {
      try Node.all.update(in: db) { _ in [other.name.set("x")] }
    }
  }
}

/// Keeps the last statement, and changes nothing.
private final class Recorder: WriteTransaction {
  static var dialect: Dialect { .sqlite }
  private(set) var sql = ""

  func execute(_ statement: _RenderedStatement) throws -> Int {
    sql = statement.sql
    return 0
  }

  func fetchFirst<Result>(
    _ statement: FixedStatement, bind: (inout TestBinder) throws -> Void, read: (inout TestRow) throws -> Result
  ) throws -> Result? { nil }
  func forEachRow(
    _ statement: FixedStatement, bind: (inout TestBinder) throws -> Void, _ body: (inout TestRow) throws -> Void
  ) throws {}
  func fetchFirst<Result>(_ statement: _RenderedStatement, read: (inout TestRow) throws -> Result) throws -> Result? {
    nil
  }
  func forEachRow(_ statement: _RenderedStatement, _ body: (inout TestRow) throws -> Void) throws {}
  func explain(_ statement: _RenderedStatement) throws -> QueryPlan { QueryPlan(sql: statement.sql, steps: []) }
  func execute(_ statement: FixedStatement, bind: (inout TestBinder) throws -> Void) throws -> Int { 0 }
  func insert(_ statement: FixedStatement, bind: (inout TestBinder) throws -> Void) throws -> Int64 { 0 }
  func execute<Elements: Sequence>(
    _ statement: FixedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout TestBinder) throws -> Void
  ) throws -> Int { 0 }
  func execute<Elements: Sequence>(
    _ statement: _RenderedStatement, forEach elements: Elements,
    bind: (borrowing Elements.Element, inout TestBinder) throws -> Void
  ) throws -> Int { 0 }
  func savepoint<Result>(_ body: () throws -> Result) throws -> Result { try body() }
  func setContext(_ name: String, to value: String?) {}
}
