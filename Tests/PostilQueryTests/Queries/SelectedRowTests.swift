import PostilQuery
import Testing

@Suite("Rows in selections")
struct SelectedRowTests {
  private var database: TestTransaction { get throws { try TestDatabase.filled().transaction } }

  @Test("A row can be selected together with values and with the row at the end of a path")
  func values() throws {
    let query = Item.where { !$0.done }.order { $0.id }.select { ($0, $0.tags.count, $0.project) }
    #expect(
      abbreviate(query.description, Item.table)
        == #"SELECT t0.*, (SELECT count(*) FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id"), "#
        + #"t0."project_id", t2."name" FROM "item" AS t0 JOIN "project" AS t2 ON t2."id" = t0."project_id" "#
        + #"WHERE t0."done" = 0 ORDER BY t0."id""#)
    let rows: [(Item, Int, Project)] = try query.fetchAll(in: database)
    #expect(rows.map(\.0) == (try Item.where { !$0.done }.order { $0.id }.fetchAll(in: database)))
    #expect(rows.map(\.1) == [2, 1, 1])
    #expect(rows.map(\.2.name) == ["Home", "Home", "Work"])
    let first: (Item, Int, Project)? = try query.fetchOne(in: database)
    #expect(first?.0.title == "Oil the door")
    var titles: [String] = []
    try query.forEach(in: database) { item, count, _ in titles.append("\(item.title) \(count)") }
    #expect(titles == ["Oil the door 2", "oil the lamp 1", "Report 1"])
    #expect(try query.count(in: database) == 3)
    #expect(try query.limit(1, offset: 1).fetchOnly(in: database).0.title == "oil the lamp")
    #expect(try !query.limit(0).exists(in: database))
  }

  @Test("A row alone can be selected, also at the end of a path that may lead nowhere")
  func alone() throws {
    let projects: [Project] = try Item.select { $0.project }.distinct().order { $0.name.descending }
      .fetchAll(in: database)
    #expect(projects.map(\.name) == ["Work", "Home"])
    let parents: [Node?] = try Node.order { $0.id }.select { $0.parent }.fetchAll(in: database)
    #expect(parents.map(\.?.name) == [nil, "root", "root", "a", nil])
    let nodes: [(Node, Node?, Node?)] = try Node.order { $0.id }.select { ($0, $0.parent, $0.parent.parent) }
      .fetchAll(in: database)
    #expect(nodes.map(\.2?.name) == [nil, nil, nil, "root", nil])
    #expect(nodes.map(\.0.name) == ["root", "a", "b", "aa", "other"])
  }

  @Test("Rows of joined queries can be selected together with values")
  func joined() throws {
    let query = Project.leftJoin(Item.self) { project, item in item.projectID == project.id && item.price > 50 }
      .order { project, _ in project.id }
      .select { project, item in (item, project, item.tags.count, project.items.count) }
    let rows: [(Item?, Project, Int, Int)] = try query.fetchAll(in: database)
    #expect(rows.map(\.0?.title) == ["Paint_wall", nil, nil])
    #expect(rows.map(\.1.name) == ["Home", "Work", "Empty"])
    #expect(rows.map(\.2) == [2, 0, 0])
    #expect(rows.map(\.3) == [3, 2, 0])
    let whole = try #require(try Item.where { $0.title == "Paint_wall" }.fetchOne(in: database))
    #expect(rows[0].0 == whole)
  }

  @Test("A row that depends on the key of the groups can be selected with aggregates; another one is rejected")
  func grouped() throws {
    let byProject = Item.group { $0.project.id }.order { $0.project.id }
      .select { ($0.project, SQL.count(), $0.price.max()) }
    let rows: [(Project, Int, Double?)] = try byProject.fetchAll(in: database)
    #expect(rows.map(\.0.name) == ["Home", "Work"])
    #expect(rows.map(\.1) == [3, 2])
    #expect(rows.map(\.2) == [100, 2.25])

    let joined: [(Project, Int)] = try Project.leftJoin(Item.self) { project, item in item.projectID == project.id }
      .group { project, _ in project.id }
      .order { project, item in (item.id.count().descending, project.id) }
      .select { project, item in (project, item.id.count()) }
      .fetchAll(in: database)
    #expect(joined.map(\.0.name) == ["Home", "Work", "Empty"])
    #expect(joined.map(\.1) == [3, 2, 0])

    #expect(throws: QueryError.columnNotGrouped(table: "item", column: "id")) {
      try Item.group { $0.projectID }.select { ($0, SQL.count()) }.fetchAll(in: database)
    }
    #expect(throws: QueryError.columnNotGrouped(table: "item", column: "id")) {
      try Item.select { ($0, SQL.count()) }.fetchAll(in: database)
    }
  }

  @Test("The result can be sorted by the columns of a selected row, also after a limit")
  func order() throws {
    let query = Item.select { ($0.count, $0, $0.tags.count) }
    let sorted = query.order { _, item, tags in (tags.descending, item.title.descending) }
    #expect(sorted.description.hasSuffix(#"t2."item_id" = t0."id") DESC, t0."title" DESC"#), "\(sorted)")
    #expect(try sorted.fetchAll(in: database).map(\.1.id.rawValue) == [3, 1, 2, 4, 5])
    let limited = sorted.limit(3).order { _, item, _ in item.title.descending }
    #expect(try limited.fetchAll(in: database).map(\.1.title) == ["oil the lamp", "Paint_wall", "Oil the door"])
    let parents = Node.select { ($0.name, $0.parent) }.order { name, parent in (parent.weight, name) }
    #expect(try parents.fetchAll(in: database).map(\.0) == ["a", "b", "other", "root", "aa"])
    #expect(throws: QueryError.self) {
      try Item.select { ($0, $0.count) }.order { item, _ in item.isLate }.fetchAll(in: database)
    }
  }

  @Test("Selected rows can be distinct, combined and paged")
  func further() throws {
    let pairs = Item.select { ($0.project, $0.done) }.distinct().order { project, done in (project.name, done) }
    #expect(
      try pairs.fetchAll(in: database).map { "\($0.0.name) \($0.1)" } == [
        "Home false", "Home true", "Work false", "Work true",
      ])
    #expect(try pairs.count(in: database) == 4)
    let union = Item.where { $0.id == Item.ID(1) }.select { ($0.project, $0.id) }
      .union(Item.where { $0.id == Item.ID(4) }.select { ($0.project, $0.id) })
      .order { project, _ in project.name.descending }
    #expect(try union.fetchAll(in: database).map(\.0.name) == ["Work", "Home"])

    let query = Item.order { $0.price }.select { ($0, $0.project, $0.tags.count) }
    var (titles, cursor): ([String], Cursor<(Item, Project, Int)>?) = ([], nil)
    repeat {
      let page = try query.page(after: cursor, size: 2).fetch(in: database)
      titles += page.rows.map { "\($0.0.title) \($0.1.name) \($0.2)" }
      cursor = page.next
    } while cursor != nil
    #expect(titles == (try query.fetchAll(in: database).map { "\($0.0.title) \($0.1.name) \($0.2)" }))
    let last = try query.page(before: nil, size: 2).fetch(in: database)
    #expect(last.rows.map(\.0.title) == ["oil the lamp", "Paint_wall"])
    #expect(throws: QueryError.self) { try pairs.page(size: 2).fetch(in: database) }
  }

  @Test("A change can return rows together with values")
  func returning() throws {
    let database = try database
    let rows: [(Item, String, Int)] = try Item.where { $0.id == Item.ID(1) }.updating { [$0.count.set($0.count + 1)] }
      .returning { ($0, $0.project.name, $0.tags.count) }.fetchAll(in: database)
    #expect(rows.map(\.0.count) == [3])
    #expect(rows.map(\.1) == ["Home"])
    #expect(rows.map(\.2) == [2])
    let (project, title) = try Item.where { $0.id == Item.ID(4) }.deleting().returning { ($0.project, $0.title) }
      .fetchOnly(in: database)
    #expect(project.name == "Work" && title == "Report")
  }
}

extension Item.Columns {
  fileprivate var isLate: SQLPredicate { dueAt == nil }
}
