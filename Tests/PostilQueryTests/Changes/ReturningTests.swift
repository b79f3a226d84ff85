import PostilQuery
import Testing

/// What changes return: the SQL that is written, and the same rows as SQL written by hand returns and leaves.
@Suite("Returned rows of writes")
struct ReturningTests {
  /// Runs a statement of a change, and the same written by hand, each on a database of its own.
  private func expect(
    _ change: _RenderedStatement, sql: String, values: [String] = [], like hand: String, leaves table: String = "item",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(change.sql == sql, sourceLocation: sourceLocation)
    let (one, other) = (try TestDatabase.filled(), try TestDatabase.filled())
    let (rows, expected) = (try one.rows(change).sorted(), try other.rows(hand).sorted())
    #expect(rows == expected && !rows.isEmpty, sourceLocation: sourceLocation)
    let contents = "SELECT * FROM \"\(table)\" ORDER BY 1, 2"
    #expect(try one.rows(contents) == other.rows(contents), sourceLocation: sourceLocation)
  }

  @Test("An update returns rows, columns, expressions and paths, with their new values")
  func update() throws {
    let change = Item.where { !$0.done }.updating { [$0.count.set($0.count + 1)] }
    let head = #"UPDATE "item" AS t0 SET "count" = t0."count" + ?1 WHERE t0."done" = 0"#
    let hand = "UPDATE item SET count = count + 1 WHERE done = 0 RETURNING "
    try expect(
      change.returning().rendered(),
      sql: head + #" RETURNING "id", "title", "note", "due_at", "priority", "done", "price", "count", "project_id""#,
      like: hand + "*")
    try expect(
      change.returning { $0.count }.rendered(), sql: head + #" RETURNING "item"."count""#, like: hand + "count")
    try expect(
      change.returning { ($0.id, $0.price * 2, $0.project.name, $0.tags.count) }.rendered(),
      sql: head + #" RETURNING "item"."id", "item"."price" * ?2, "#
        + #"(SELECT t1."name" FROM "project" AS t1 WHERE t1."id" = "item"."project_id"), "#
        + #"(SELECT count(*) FROM "item_tags" AS t2 WHERE t2."item_id" = "item"."id")"#,
      like: hand + """
        id, price * 2, (SELECT name FROM project WHERE project.id = item.project_id),
        (SELECT count(*) FROM item_tags WHERE item_id = item.id)
        """)
  }

  @Test("An update with a path, a limit or values from other rows returns the changed rows")
  func picked() throws {
    try expect(
      Item.where { $0.project.name == "Work" }.updating { [$0.done.set(true)] }.returning { ($0.id, $0.done) }
        .rendered(),
      sql: #"UPDATE "item" AS t0 SET "done" = ?1 WHERE t0."id" IN (SELECT t1."id" FROM "item" AS t1 "#
        + #"JOIN "project" AS t2 ON t2."id" = t1."project_id" WHERE t2."name" = ?2) RETURNING "item"."id", "item"."done""#,
      like: "UPDATE item SET done = 1 WHERE project_id = 2 RETURNING id, done")
    try expect(
      Item.order { $0.count.descending }.limit(2).updating { [$0.title.set($0.project.name)] }
        .returning { ($0.id, $0.title) }.rendered(),
      sql: #"UPDATE "item" AS t0 SET "title" = t1."v0" FROM (SELECT t2."id" AS "k0", t3."name" AS "v0" "#
        + #"FROM "item" AS t2 JOIN "project" AS t3 ON t3."id" = t2."project_id" ORDER BY t2."count" DESC LIMIT ?1) AS t1 "#
        + #"WHERE t0."id" = t1."k0" RETURNING "item"."id", "item"."title""#,
      like: """
        UPDATE item SET title = (SELECT name FROM project WHERE project.id = project_id)
        WHERE id IN (SELECT id FROM item ORDER BY count DESC LIMIT 2) RETURNING id, title
        """)
  }

  @Test("A delete returns the deleted rows")
  func delete() throws {
    try expect(
      Item.where { $0.done }.deleting().returning { ($0.title, $0.price) }.rendered(),
      sql: #"DELETE FROM "item" AS t0 WHERE t0."done" = 1 RETURNING "item"."title", "item"."price""#,
      like: "DELETE FROM item WHERE done RETURNING title, price")
    try expect(
      Release.order { $0.name }.limit(1).deleting().returning().rendered(),
      sql: #"DELETE FROM "release" AS t0 WHERE (t0."name", t0."version") IN (SELECT t1."name", t1."version" "#
        + #"FROM "release" AS t1 ORDER BY t1."name" LIMIT ?1) RETURNING "name", "version", "notes""#,
      like: "DELETE FROM release WHERE name = 'other' RETURNING *", leaves: "release")
  }

  @Test("Returned values are decoded in tuples, as single values and one by one")
  func decoded() throws {
    let db = try TestDatabase.filled().transaction
    let change = Item.where { $0.id == Item.ID(2) }.updating { [$0.count.set(9)] }
    let pairs: [(String, Int)] = try change.returning { ($0.title, $0.count) }.fetchAll(in: db)
    #expect(pairs.map(\.0) == ["oil the lamp"] && pairs.map(\.1) == [9])
    let note: String? = try change.returning { $0.note }.fetchOne(in: db) ?? nil
    #expect(note == "50% done")
    var titles: [String] = []
    try change.returning { ($0.title, $0.project.name) }.forEach(in: db) { title, project in titles += [title, project]
    }
    try change.returning().forEach(in: db) { titles.append($0.title) }
    #expect(titles == ["oil the lamp", "Home", "oil the lamp"])
    #expect(try Item.where { $0.count == 100 }.deleting().returning { $0.id }.fetchOne(in: db) == nil)
  }

  @Test("An aggregate of changed rows can't be returned, nor can other rows of their table")
  func refused() throws {
    #expect(throws: QueryError.aggregateInCondition) {
      try Item.all.deleting().returning { _ in SQL.count() }.rendered()
    }
    #expect(throws: QueryError.returningReadsChangedTable(table: "node")) {
      try Node.all.deleting().returning { $0.children.count }.rendered()
    }
  }
}
