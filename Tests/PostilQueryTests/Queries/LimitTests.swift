import PostilQuery
import Testing

@Suite("Clauses after a limit")
struct LimitTests {
  private var database: TestTransaction { get throws { try TestDatabase.filled().transaction } }
  private let dearest = Item.order { $0.price.descending }.limit(2)

  @Test("A condition after a limit applies to the limited rows, in their order")
  func condition() throws {
    try expectQuery(
      dearest.where { !$0.done },
      sql:
        #"SELECT t0.* FROM (SELECT t1."id" AS "id", t1."title" AS "title", t1."note" AS "note", t1."due_at" AS "due_at", "#
        + #"t1."priority" AS "priority", t1."done" AS "done", t1."price" AS "price", t1."count" AS "count", "#
        + #"t1."project_id" AS "project_id" FROM "item" AS t1 ORDER BY t1."price" DESC LIMIT ?1) AS t0 "#
        + #"WHERE t0."done" = 0 ORDER BY t0."price" DESC"#,
      rows: ["2"])
    let db = try database
    #expect(try dearest.where { $0.project.name == "Home" }.fetchAll(in: db).map(\.id.rawValue) == [3, 2])
    #expect(try dearest.where { $0.tags.any { $0.name == "home" } }.count(in: db) == 1)
    #expect(try !dearest.where { $0.count > 5 }.exists(in: db))
    #expect(try dearest.where { $0.count > 1 }.limit(1).where { $0.done }.fetchOne(in: db)?.id.rawValue == 3)
  }

  @Test("An order after a limit sorts the limited rows")
  func order() throws {
    let db = try database
    #expect(try dearest.order { $0.title.descending }.fetchAll(in: db).map(\.id.rawValue) == [2, 3])
    #expect(try dearest.order { $0.project.name }.order { $0.count }.fetchAll(in: db).map(\.id.rawValue) == [2, 3])
    #expect(
      try dearest.select { ($0.id, $0.price) }.order { _, price in price }.fetchAll(in: db).map(\.1) == [20, 100])
  }

  @Test("A limit after a limit selects from the limited rows, without a subquery")
  func limit() throws {
    let select = #"SELECT t0.* FROM "item" AS t0 ORDER BY t0."id""#
    let query = Item.order { $0.id }
    try expectQuery(query.limit(1).limit(9), sql: select + " LIMIT ?1", rows: ["1"])
    try expectQuery(query.limit(3, offset: 1).limit(9, offset: 2), sql: select + " LIMIT ?1 OFFSET ?2", rows: ["4"])
    try expectQuery(query.limit(nil, offset: 3).limit(nil, offset: 1), sql: select + " LIMIT -1 OFFSET ?1", rows: ["5"])
    try expectQuery(query.limit(2).limit(nil), sql: select + " LIMIT ?1", rows: ["1", "2"])
    try expectQuery(query.limit(2).limit(2, offset: 5), sql: select + " LIMIT ?1 OFFSET ?2", rows: [])
    let titles = query.select { $0.id }.union(query.select { $0.id }).order { $0 }
    #expect(try titles.limit(3).limit(5, offset: 1).fetchAll(in: database).map(\.rawValue) == [2, 3])
  }

  @Test("Aggregates, groups and counts are computed over the limited rows")
  func aggregates() throws {
    let db = try database
    let sum = try dearest.select { $0.price.sum() }.fetchOne(in: db)
    #expect(sum == 120)
    #expect(try dearest.select { ($0.price.min(), SQL.count()) }.fetchAll(in: db).map(\.1) == [2])
    #expect(try dearest.group { $0.done }.select { ($0.done, SQL.count()) }.fetchAll(in: db).map(\.1) == [1, 1])
    #expect(try dearest.select { $0.project.name }.distinct().fetchAll(in: db) == ["Home"])
    #expect(try Project.where { $0.items.order { $0.id }.limit(2).any { $0.count == 5 } }.count(in: db) == 0)
    #expect(
      try Project.where { $0.items.order { $0.id }.limit(2).where { $0.count == 2 }.count == 1 }.count(in: db) == 1)
    #expect(try Item.where { $0.tags.order { $0.id }.limit(1).contains(Tag.ID(2)) }.count(in: db) == 1)
  }

  @Test("Limited rows of several tables keep the columns of each table")
  func joined() throws {
    let db = try database
    let pairs = Project.leftJoin(Item.self) { $0.id == $1.projectID }.order { ($1.id.descending, $0.id) }.limit(3)
    #expect(try pairs.fetchAll(in: db).map { $0.1?.id.rawValue } == [5, 4, 3])
    let open = pairs.where { project, item in item.done == false && project.name != "" }
    #expect(
      open.description.hasSuffix(
        #"LEFT JOIN "item" AS t2 ON t1."id" = t2."project_id" ORDER BY t2."id" DESC, t1."id" LIMIT ?1) AS t0 "#
          + #"WHERE t0."1.done" = ?2 AND t0."name" <> ?3 ORDER BY t0."1.id" DESC, t0."id""#))
    #expect(try open.fetchAll(in: db).map { ($0.0.name + ($0.1?.title ?? "")) } == ["WorkReport"])
    #expect(try open.count(in: db) == 1)
    let counts = try pairs.group { project, _ in project.id }.order { project, _ in project.id }
      .select { project, item in (project.name, item.count.sum()) }.fetchAll(in: db)
    #expect(counts.map(\.0) == ["Home", "Work"])
    #expect(counts.map(\.1) == [5, 4])
    let three = pairs.join(Item.self) { project, item, other in other.projectID == project.id && other.id != item.id }
    #expect(try three.count(in: db) == 4)
    #expect(
      try pairs.where { _, item in item.project.name == "Home" }.limit(9).where { $1.isNotNil }.count(in: db) == 1)
  }

  @Test("Limited members of an ordered relationship keep their positions")
  func positions() throws {
    let db = try database
    let item = try Item.find(Item.ID(3), in: db)
    #expect(
      try item.tags.order { $0.id.descending }.limit(2).where { $0.id > Tag.ID(0) }.fetchAll(in: db).map(\.id.rawValue)
        == [3, 1])
    #expect(try item.tags.order { $0.id }.limit(1).where { $0.name == "Oil" }.fetchAll(in: db) == [])
  }

  @Test("What can't follow a limit is refused")
  func refusals() throws {
    let db = try database
    let groups = Item.group { $0.projectID }.limit(1)
    let error = QueryError.argument(function: "order", needs: "to be called before the 'limit' of groups")
    #expect(throws: error) { try groups.order { $0.projectID }.select { $0.projectID }.fetchAll(in: db) }
    #expect(try groups.select { $0.projectID }.fetchAll(in: db).count == 1)
    #expect(throws: QueryError.self) {
      try Project.all.with { $0.items.limit(1).where { $0.done } }.fetchAll(in: db)
    }
  }

  @Test("Limited rows can be changed and deleted, after further conditions")
  func changes() throws {
    let db = try database
    #expect(try dearest.where { !$0.done }.update(in: db) { [$0.count.set(99)] } == 1)
    #expect(try Item.find(Item.ID(2), in: db).count == 99)
    #expect(try Item.order { $0.id.descending }.limit(3).where { $0.done }.select { $0.id }.fetchAll(in: db).count == 2)
  }

  @Test("Limits of limits that are nested too deeply are an error, and not a crash")
  func nesting() throws {
    var query = Item.order { $0.id }
    for count in 1...10 { query = query.limit(5).where { $0.count > -1_000 * count } }
    #expect(try query.fetchAll(in: database).count == 5)
    for count in 1...2_000 { query = query.limit(5).where { $0.count > -1_000 * count } }
    #expect(throws: QueryError.expressionTooDeep) { try query.rendered() }
  }

  @Test("Statements of statements that are nested too deeply are an error too, whatever nests them")
  func nestedStatements() throws {
    let names = Project.all.select { $0.name }
    func nested<Rows>(_ rows: Rows, _ nest: (Rows) -> Rows) -> Rows {
      (0..<2_000).reduce(rows) { rows, _ in nest(rows) }
    }
    let ordered = nested(names) { $0.limit(5).order { $0 } }
    #expect(throws: QueryError.expressionTooDeep) { try ordered.fetchAll(in: database) }
    let distinct = nested(names) { $0.limit(5).distinct() }
    #expect(throws: QueryError.expressionTooDeep) { try distinct.fetchAll(in: database) }
    let combined = nested(names) { $0.limit(5).union(names) }
    #expect(throws: QueryError.expressionTooDeep) { try combined.fetchAll(in: database) }
    let right = nested(names) { names.union($0) }
    #expect(throws: QueryError.expressionTooDeep) { try right.fetchAll(in: database) }
    let filtered = nested(Item.all) { $0.union(Item.all).where { $0.count > 1 } }
    #expect(throws: QueryError.expressionTooDeep) { try filtered.fetchAll(in: database) }
    let common = nested(Item.all) { $0.where { $0.count > 1 }.commonTable() }
    #expect(throws: QueryError.expressionTooDeep) { try common.fetchAll(in: database) }
    let few = (0..<5).reduce(names) { rows, _ in rows.limit(5).order { $0 } }
    #expect(try few.fetchAll(in: database).count == Project.all.count(in: database))
  }
}
