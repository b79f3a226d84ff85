import PostilQuery
import Testing

@Suite("Queries")
struct QueryTests {
  let database: TestDatabase
  let db: TestTransaction

  init() throws {
    database = try TestDatabase.filled()
    db = database.transaction
  }

  @Test("Every row can be fetched, in every order")
  func order() throws {
    let select = #"SELECT t0.* FROM "item" AS t0"#
    try expectQuery(Item.all, sql: select, rows: ["1", "2", "3", "4", "5"])
    try expectQuery(
      Item.order { $0.title }, sql: select + #" ORDER BY t0."title""#, rows: ["1", "3", "4", "5", "2"])
    try expectQuery(
      Item.order { ($0.priority.descending, $0.title.ascending) },
      sql: select + #" ORDER BY t0."priority" DESC, t0."title""#, rows: ["3", "4", "2", "1", "5"])
    try expectQuery(
      Item.order { $0.priority.descending }.order { $0.count.descending },
      sql: select + #" ORDER BY t0."priority" DESC, t0."count" DESC"#, rows: ["3", "4", "2", "5", "1"])
    try expectQuery(
      Item.order { ($0.project.name.descending, $0.tags.count.descending, -$0.count) },
      sql: select + #" JOIN "project" AS t1 ON t1."id" = t0."project_id" ORDER BY t1."name" DESC, "#
        + #"(SELECT count(*) FROM "item_tags" AS t2 WHERE t2."item_id" = t0."id") DESC, -t0."count""#,
      rows: ["4", "5", "3", "1", "2"])
    try expectQuery(
      Item.order { ($0.dueAt, $0.id) }, sql: select + #" ORDER BY t0."due_at", t0."id""#,
      rows: ["2", "5", "1", "4", "3"])
    try expectQuery(
      Item.order { $0.dueAt < $0.dueAt }.order { $0.id },
      sql: select + #" ORDER BY (t0."due_at" < t0."due_at") IS TRUE, t0."id""#,
      rows: ["1", "2", "3", "4", "5"])
  }

  @Test("A limit and an offset are parameters, and a negative one is refused")
  func limit() throws {
    let select = #"SELECT t0.* FROM "item" AS t0 ORDER BY t0."id""#
    let query = Item.order { $0.id }
    try expectQuery(query.limit(2), sql: select + " LIMIT ?1", rows: ["1", "2"])
    try expectQuery(query.limit(2, offset: 3), sql: select + " LIMIT ?1 OFFSET ?2", rows: ["4", "5"])
    try expectQuery(query.limit(nil, offset: 3), sql: select + " LIMIT -1 OFFSET ?1", rows: ["4", "5"])
    try expectQuery(query.limit(9).limit(1), sql: select + " LIMIT ?1", rows: ["1"])
    let refusal = QueryError.argument(function: "limit", needs: "at least 0 rows, not -2")
    #expect("\(refusal)" == "'limit' needs at least 0 rows, not -2")
    #expect(throws: refusal) { try query.limit(-2).fetchAll(in: db) }
    #expect(throws: refusal) {
      try query.select { ($0.id, $0.title) }.union(query.select { ($0.id, $0.title) }).limit(-2).fetchAll(in: db)
    }
    #expect(throws: QueryError.argument(function: "offset", needs: "at least 0 rows, not -3")) {
      try query.limit(2, offset: -3).count(in: db)
    }
    try expectQuery(query.limit(nil), sql: select, rows: ["1", "2", "3", "4", "5"])
    try expectQuery(query.limit(.max, offset: .max), sql: select + " LIMIT ?1 OFFSET ?2", rows: [])
  }

  @Test("All rows or one row can be fetched, or rows streamed")
  func fetch() throws {
    let query = Item.where { !$0.done }.order { $0.count }
    #expect(try query.fetchAll(in: db).map(\.title) == ["Report", "oil the lamp", "Oil the door"])
    #expect(try query.fetchOne(in: db)?.title == "Report")
    #expect(try query.limit(3, offset: 1).fetchOne(in: db)?.title == "oil the lamp")
    #expect(try query.limit(0).fetchOne(in: db) == nil)
    #expect(try Item.where { $0.count > 100 }.fetchOne(in: db) == nil)
    var titles: [String] = []
    try query.forEach(in: db) { titles.append($0.title) }
    #expect(titles == ["Report", "oil the lamp", "Oil the door"])
    struct Stop: Error {}
    var count = 0
    #expect(throws: Stop.self) {
      try query.forEach(in: db) { _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }

  @Test("Rows are counted in one statement")
  func count() throws {
    #expect(try Item.all.count(in: db) == 5)
    #expect(try Item.where { $0.done }.order { $0.title }.count(in: db) == 2)
    #expect(try Item.limit(3).count(in: db) == 3)
    #expect(try Item.limit(3, offset: 4).count(in: db) == 1)
    #expect(try Item.where { $0.project.name == "Home" }.count(in: db) == 3)
    #expect(try Item.where { $0.done }.exists(in: db))
    #expect(try !Item.where { $0.count > 100 }.exists(in: db))
    #expect(try !Item.limit(0).exists(in: db))
    #expect(try !Item.limit(1, offset: 5).exists(in: db))
    #expect(database.statementCount == 9)
  }

  @Test("A row's members are found by its key, over a join table and a foreign key")
  func members() throws {
    let item = try Item.find(Item.ID(1), in: db)
    try expectQuery(
      item.tags.order { $0.name },
      sql: #"SELECT t1.* FROM "item_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" "#
        + #"WHERE t0."item_id" = ?1 ORDER BY t1."name""#,
      rows: ["2", "1"])
    try expectQuery(
      item.tags.where { $0.name == "HOME" || $0.items.count == 0 },
      sql: #"SELECT t1.* FROM "item_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" "#
        + #"WHERE t0."item_id" = ?1 AND (t1."name" = ?2 OR "#
        + #"(SELECT count(*) FROM "item_tags" AS t2 WHERE t2."tag_id" = t0."tag_id") = ?3)"#,
      rows: ["2"])
    try expectQuery(
      item.steps.where { !$0.done }, sql: #"SELECT t0.* FROM "step" AS t0 WHERE t0."item_id" = ?1 AND t0."done" = 0"#,
      rows: ["2"])
    #expect(try item.tags.count(in: db) == 2)
    #expect(try item.tags.exists(in: db))
    let release = try Release.find(Release.ID(name: "postil", version: 1), in: db)
    try expectQuery(
      release.tags,
      sql: #"SELECT t1.* FROM "release_tags" AS t0 JOIN "tag" AS t1 ON t1."id" = t0."tag_id" "#
        + #"WHERE t0."release_name" = ?1 AND t0."release_version" = ?2"#,
      rows: ["1", "2"])
    try expectQuery(
      release.assets,
      sql: #"SELECT t0.* FROM "asset" AS t0 WHERE t0."release_name" = ?1 AND t0."release_version" = ?2"#, rows: ["1"])
  }

  @Test("A relationship that doesn't start at the key is followed from the row")
  func fromAReference() throws {
    let node = try Node.find(Node.ID(4), in: db)
    try expectQuery(
      Query(Node.parentRelationship, of: node.id),
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE t0."id" IN "#
        + #"(SELECT t1."parent_id" FROM "node" AS t1 WHERE t1."id" = ?1)"#,
      rows: ["2"])
  }

  @Test("Queries that differ only in values have the same text")
  func stableText() throws {
    func query(_ title: String, _ counts: [Int]) throws -> String {
      try Item.where { $0.title == title && $0.note == title && $0.count.in(counts) }.limit(counts.count).sql
    }
    #expect(try query("a", Array(0..<20)) == query("b", Array(5..<5000)))
    #expect(
      Item.all.description == #"SELECT "# + #"t0."id", t0."title", t0."note", t0."due_at", t0."priority", "#
        + #"t0."done", t0."price", t0."count", t0."project_id" FROM "item" AS t0"#)
  }
}
