import Foundation
import PostilQuery
import Testing

@Suite("Groups")
struct GroupTests {
  private var database: TestTransaction { get throws { try TestDatabase.filled().transaction } }

  @Test("Rows are counted by a column and by a path, and groups are filtered by their size")
  func having() throws {
    try expectSelection(
      Item.group { $0.project.name }.having { _ in SQL.count() > 2 }.select {
        ($0.project.name, SQL.count(), $0.price.sum())
      },
      sql:
        #"SELECT t1."name", count(*), sum(t0."price") FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" = t0."project_id" "#
        + #"GROUP BY t1."name" HAVING count(*) > ?1"#,
      rows: ["Home|3|121.5"])
  }

  @Test("Groups are sorted by an aggregate, and limited")
  func order() throws {
    let rows: [(Project.ID, Int)] = try Item.where { !$0.done }.group { $0.projectID }.order { _ in
      SQL.count().descending
    }
    .limit(1).select { ($0.projectID, SQL.count()) }.fetchAll(in: database)
    #expect(rows.map(\.0.rawValue) == [1])
    #expect(rows.map(\.1) == [2])
  }

  @Test("A column of a row that is grouped by its key can be selected")
  func functionalDependency() throws {
    let rows = try Item.group { $0.project.id }.select { ($0.project.name, SQL.count()) }.order { name, _ in name }
      .fetchAll(
        in: database)
    #expect(rows.map(\.0) == ["Home", "Work"])
  }

  @Test(
    "Columns at the end of to-one paths from a grouped key can be selected, and those of a row with a grouped unique key"
  )
  func dependentRows() throws {
    let db = try database
    try expectSelection(
      Step.group { $0.item.id }.order { $0.item.id }.select { ($0.item.title, $0.item.project.name, SQL.count()) },
      sql: #"SELECT t1."title", t2."name", count(*) FROM "step" AS t0 JOIN "item" AS t1 ON t1."id" = t0."item_id" "#
        + #"JOIN "project" AS t2 ON t2."id" = t1."project_id" GROUP BY t0."item_id" ORDER BY t0."item_id""#,
      rows: ["Oil the door|Home|2", "Paint_wall|Home|2", "Report|Work|1"])
    let joined = try Step.join(Item.self) { $0.itemID == $1.id }.group { $1.id }.order { $1.project.name.descending }
      .select { ($1.title, $1.project.name, $0.text.max()) }.fetchAll(in: db)
    #expect(joined.map(\.0).first == "Report")
    let parents = try Node.group { $0.parentID }.order { $0.parentID }.select {
      ($0.parent.name, $0.parent.parent.name, SQL.count())
    }.fetchAll(in: db)
    #expect(parents.map(\.0) == [nil, "root", "a"])
    #expect(parents.map(\.1) == [nil, nil, "root"])
    let unique = try Item.group { $0.project.name }.select { ($0.project.id, SQL.count()) }.fetchAll(in: db)
    #expect(unique.map(\.0.rawValue) == [1, 2])
    #expect(throws: QueryError.columnNotGrouped(table: "step", column: "text")) {
      try Step.group { $0.item.id }.select { $0.text }.rendered()
    }
    #expect(throws: QueryError.columnNotGrouped(table: "project", column: "name")) {
      try Step.group { $0.item.title }.select { $0.item.project.name }.rendered()
    }
  }

  @Test("A column that can differ within a group is refused")
  func bareColumn() throws {
    let query = Item.group { $0.projectID }.select { ($0.title, SQL.count()) }
    #expect(throws: QueryError.columnNotGrouped(table: "item", column: "title")) { try query.rendered() }
    let mixed = Item.select { ($0.title, SQL.count()) }
    #expect(throws: QueryError.columnNotGrouped(table: "item", column: "title")) { try mixed.rendered() }
    #expect(throws: QueryError.columnNotGrouped(table: "item", column: "id")) {
      try Item.group { $0.projectID }.order { $0.id }.select { $0.projectID }.rendered()
    }
  }

  @Test("A predicate forms two groups, and NULL belongs to the false one")
  func predicate() throws {
    let day = Date(timeIntervalSince1970: 1_769_904_000)
    try expectSelection(
      Item.group { $0.dueAt > day }.select { ($0.dueAt > day, SQL.count()) }.order { late, _ in late },
      sql: #"SELECT (t0."due_at" > ?1) IS TRUE, count(*) FROM "item" AS t0 GROUP BY (t0."due_at" > ?2) IS TRUE "#
        + #"ORDER BY (t0."due_at" > ?3) IS TRUE"#,
      rows: ["0|4", "1|1"])
    // A row of the group may have no date: its predicate is false there, too.
    try expectSelection(
      Item.group { $0.dueAt > day }.having { !($0.dueAt > day) && SQL.count() > 1 }.order { $0.dueAt > day }
        .select { (SQL.when(!($0.dueAt > day), then: "not late"), SQL.count()) },
      sql: #"SELECT CASE WHEN NOT ((t0."due_at" > ?1) IS TRUE) THEN ?2 END, count(*) FROM "item" AS t0 "#
        + #"GROUP BY (t0."due_at" > ?3) IS TRUE HAVING NOT ((t0."due_at" > ?4) IS TRUE) AND count(*) > ?5 "#
        + #"ORDER BY (t0."due_at" > ?6) IS TRUE"#,
      rows: ["not late|4"])
    // The value of the group stays one value in a longer condition.
    try expectSelection(
      Item.group { $0.dueAt > day || $0.done }.having { !($0.dueAt > day || $0.done || SQL.count() > 9) }
        .select { _ in SQL.count() },
      sql: #"SELECT count(*) FROM "item" AS t0 GROUP BY (t0."due_at" > ?1 OR t0."done" = 1) IS TRUE "#
        + #"HAVING NOT ((t0."due_at" > ?2 OR t0."done" = 1) IS TRUE OR count(*) > ?3)"#,
      rows: ["3"])
    // Also if it contains a subquery, whose alias differs each time.
    let undated = Item.where { $0.dueAt == nil }
    let counts = try undated.group { $0.dueAt > day || $0.tags.any { $0.name == "none" } }
      .having { !($0.dueAt > day || $0.tags.any { $0.name == "none" }) }.select { _ in SQL.count() }
      .fetchAll(in: database)
    #expect(try counts == [undated.count(in: database)])
  }

  @Test("The opposite of a test by which rows are grouped is a condition on groups")
  func negatedTests() throws {
    try expectSelection(
      Item.group { $0.dueAt != nil }.having { !($0.dueAt != nil) }.select { _ in SQL.count() },
      sql: #"SELECT count(*) FROM "item" AS t0 GROUP BY (t0."due_at" IS NOT NULL) IS TRUE "#
        + #"HAVING NOT ((t0."due_at" IS NOT NULL) IS TRUE)"#,
      rows: ["2"])
    try expectSelection(
      Item.group { $0.dueAt == nil }.having { $0.dueAt != nil }.select { _ in SQL.count() },
      sql: #"SELECT count(*) FROM "item" AS t0 GROUP BY t0."due_at" IS NULL HAVING t0."due_at" IS NOT NULL"#,
      rows: ["3"])
    let tagged = Item.group { $0.tags.isEmpty }.having { !$0.tags.isEmpty && SQL.count() > 0 }
      .select { !$0.tags.isEmpty }
    #expect(try tagged.fetchAll(in: database) == [true])
    // The grouping term and the opposite of the condition are the same 'EXISTS', which is no predicate that needs 'IS TRUE'.
    let untagged = Item.group { !$0.tags.isEmpty }.having { $0.tags.isEmpty }.select { $0.tags.isEmpty }
    #expect(try untagged.fetchAll(in: database) == [true])
  }

  @Test("A grouping expression can be selected, alone and in other expressions")
  func expressions() throws {
    let rows = try Item.group { $0.title.lowercased().substring(from: 0, length: 1) }
      .select { ($0.title.lowercased().substring(from: 0, length: 1) + "…", SQL.count()) }
      .order { letter, _ in letter }
      .fetchAll(in: database)
    #expect(rows.map(\.0) == ["o…", "p…", "r…"])
    #expect(rows.map(\.1) == [2, 1, 2])
  }

  @Test("Joined tables can be grouped")
  func joined() throws {
    let query = Project.leftJoin(Item.self) { project, item in item.projectID == project.id }
      .group { project, _ in project.id }
      .select { project, item in (project.name, item.id.count(), item.price.max()) }
      .order { name, _, _ in name }
    let rows: [(String, Int, Double?)] = try query.fetchAll(in: database)
    #expect(rows.map(\.0) == ["Empty", "Home", "Work"])
    #expect(rows.map(\.1) == [0, 3, 2])
    #expect(rows.map(\.2) == [nil, 100, 2.25])
  }

  @Test("A projection of groups can be filtered, joined and counted")
  func projected() throws {
    let lines = Item.group { $0.project.name }.select {
      Line.Columns(title: $0.project.name, projectName: $0.note.max(), number: SQL.count())
    }
    #expect(try lines.fetchAll(in: database).map(\.number).sorted() == [2, 3])
    let large = lines.where { $0.number > 2 }
    #expect(
      large.description
        == #"SELECT t0."title", t0."project_name", t0."number" FROM (SELECT t2."name" AS "title", max(t1."note") AS "project_name", "#
        + #"count(*) AS "number" FROM "item" AS t1 JOIN "project" AS t2 ON t2."id" = t1."project_id" GROUP BY t2."name") AS t0 "#
        + #"WHERE t0."number" > ?1"#)
    #expect(try large.fetchAll(in: database) == [Line(title: "Home", projectName: "a*b?[c]", number: 3)])
    #expect(try large.count(in: database) == 1)
    let joined = Project.leftJoin(rows: large) { project, line in line.title == project.name }.order { project, _ in
      project.id
    }
    #expect(try joined.fetchAll(in: database).map(\.1?.number) == [3, nil, nil])
  }
}
