import PostilQuery
import Testing

@Suite("Combined queries, subqueries and common table expressions")
struct StatementTests {
  private var database: TestTransaction { get throws { try TestDatabase.filled().transaction } }

  @Test("Rows of two selections are combined, and sorted by their columns")
  func union() throws {
    try expectSelection(
      Tag.select { $0.name }.union(Project.select { $0.name }).order { $0.descending }.limit(3),
      sql: #"SELECT t0."name" FROM "tag" AS t0 UNION SELECT t1."name" FROM "project" AS t1 ORDER BY 1 DESC LIMIT ?1"#,
      rows: ["Work", "urgent", "unused"])
    let names = Tag.select { $0.name }
    #expect(try names.unionAll(names).count(in: database) == 8)
    #expect(try names.intersect(Step.select { $0.text }).order { $0 }.fetchAll(in: database) == ["home", "urgent"])
    #expect(try names.except(Step.select { $0.text }).order { $0 }.fetchAll(in: database) == ["Oil", "unused"])
  }

  @Test("Combined queries keep their own limits and parts")
  func nested() throws {
    let first = Tag.order { $0.id }.limit(1).select { $0.name }
    let rows = try first.unionAll(Project.order { $0.id.descending }.limit(1).select { $0.name }).fetchAll(in: database)
    #expect(rows.sorted() == ["Empty", "urgent"])
    let names = Tag.select { $0.name }
    let rest = names.except(names.intersect(Step.select { $0.text }))
    #expect(try rest.fetchAll(in: database).sorted() == ["Oil", "unused"])
    #expect(try names.union(names).limit(2).union(names).count(in: database) == 4)
  }

  @Test("Sorting combined rows by anything else is refused")
  func unorderable() throws {
    let names = Tag.select { $0.name }.union(Project.select { $0.name }).order { $0.length }
    #expect(throws: QueryError.unorderableCompound) { try names.rendered() }
  }

  @Test("Combined queries of one model are a query, and can be written to")
  func unionOfRows() throws {
    let query = Item.where { $0.done }.union(Item.where { $0.projectID == Project.ID(rawValue: 2) }).where {
      $0.count > 0
    }
    #expect(try query.order { $0.id }.fetchAll(in: database).map(\.id.rawValue) == [3, 5])
    #expect(try query.count(in: database) == 2)
    let database = try database
    #expect(try query.update(in: database) { [$0.count.set(0)] } == 2)
    #expect(try query.count(in: database) == 0)
  }

  @Test("Duplicates are removed from distinct values")
  func distinct() throws {
    try expectSelection(
      Item.select { $0.projectID }.distinct().order { $0 },
      sql: #"SELECT DISTINCT t0."project_id" FROM "item" AS t0 ORDER BY t0."project_id""#, rows: ["1", "2"])
    #expect(try Item.select { $0.projectID }.distinct().count(in: database) == 2)
    #expect(try Item.order { $0.id }.limit(2).select { $0.projectID }.distinct().fetchAll(in: database).count == 1)
  }

  @Test("A single row is required, or an error is thrown")
  func only() throws {
    let sum: Double? = try Item.select { $0.price.sum() }.fetchOnly(in: database)
    #expect(sum == 123.75)
    #expect(try Item.where { $0.title == "Report" }.fetchOnly(in: database).id.rawValue == 4)
    #expect(throws: RowCountMismatch.none) { try Item.where { $0.title == "" }.fetchOnly(in: database) }
    #expect(throws: RowCountMismatch.several) { try Item.select { $0.title }.fetchOnly(in: database) }
  }

  @Test("A value can be in a selection, or not in it")
  func membership() throws {
    try expectItems(
      #" WHERE t0."id" IN (SELECT t1."item_id" FROM "step" AS t1 WHERE t1."done" = 1)"#, [1, 3]
    ) { $0.id.in(Step.where { $0.done }.select { $0.itemID }) }
    try expectItems(
      #" WHERE t0."id" NOT IN (SELECT t1."item_id" FROM "step" AS t1)"#, [2, 5]
    ) { $0.id.notIn(Step.select { $0.itemID }) }
  }

  @Test("NULL in a selection hides no row from 'notIn'")
  func membershipOfNull() throws {
    let leaves = Node.where { node in node.id.notIn(Node.select { $0.parentID }) }.order { $0.id }
    #expect(try leaves.fetchAll(in: database).map(\.name) == ["b", "aa", "other"])
    let orphans = Node.where { $0.parentID.notIn(Node.select { $0.id }) }.order { $0.id }
    #expect(try orphans.fetchAll(in: database).map(\.name) == ["root", "other"])
  }

  @Test("exists, counts and scalar subqueries can be correlated")
  func correlated() throws {
    let projects = Project.where { project in Item.where { $0.projectID == project.id && $0.done }.exists() }.order {
      $0.id
    }
    #expect(
      projects.description.hasSuffix(
        #"WHERE EXISTS (SELECT 1 FROM "item" AS t1 WHERE t1."project_id" = t0."id" AND t1."done" = 1) ORDER BY t0."id""#
      ))
    #expect(try projects.fetchAll(in: database).map(\.name) == ["Home", "Work"])
    let rows: [(String, Double?, Int)] = try Project.order { $0.id }.select { project in
      (
        project.name, SQL.scalar(Item.where { $0.projectID == project.id }.select { $0.price.max() }),
        Item.where { $0.projectID == project.id }.count()
      )
    }.fetchAll(in: database)
    #expect(rows.map(\.1) == [100, 2.25, nil])
    #expect(rows.map(\.2) == [3, 2, 0])
    let dearest = Item.where { item in
      item.price == SQL.scalar(Item.where { $0.projectID == item.projectID }.select { $0.price.max() })
    }
    #expect(try dearest.order { $0.id }.fetchAll(in: database).map(\.id.rawValue) == [3, 5])
  }

  @Test("A projection keeps the order and the limit of its query")
  func projection() throws {
    let lines = Item.order { $0.price.descending }.limit(2).select {
      Line.Columns(title: $0.title, projectName: $0.project.name, number: $0.tags.count)
    }
    #expect(lines.description.hasPrefix(#"SELECT t0."title", t1."name", (SELECT count(*)"#))
    #expect(try lines.fetchAll(in: database).map(\.title) == ["Paint_wall", "oil the lamp"])
    #expect(try lines.fetchOne(in: database)?.projectName == "Home")
    #expect(try lines.order { $0.title }.fetchAll(in: database).map(\.title) == ["Paint_wall", "oil the lamp"])
    #expect(try lines.where { $0.projectName == "Work" }.fetchAll(in: database) == [])
  }

  @Test("A common table expression is written once, however often it is read")
  func commonTable() throws {
    let lines = Item.select { Line.Columns(title: $0.title, projectName: $0.project.name, number: $0.count) }
      .commonTable()
    let pairs = lines.join(rows: lines) { one, other in
      one.projectName == other.projectName && one.number < other.number
    }
    .select { one, other in (one.title, other.title) }
    #expect(pairs.description.hasPrefix(#"WITH t2("title", "project_name", "number") AS (SELECT "#))
    #expect(
      pairs.description.hasSuffix(
        #" FROM t2 AS t0 JOIN t2 AS t1 ON t0."project_name" = t1."project_name" AND t0."number" < t1."number""#))
    #expect(try pairs.count(in: database) == 4)
    #expect(try lines.where { $0.number > 4 }.count(in: database) == 2)
  }

  @Test("A random number of a projection is the same in its conditions, orders and results")
  func random() throws {
    let numbers = Line.recursive(
      from: Project.limit(1).select { Line.Columns(title: $0.name, projectName: $0.name, number: 0) },
      keepingDuplicates: true,
      maximumDepth: 400
    ) { above in
      above.select { Line.Columns(title: $0.title, projectName: $0.projectName, number: $0.number + 1) }
    }
    let rows = numbers.select {
      Line.Columns(title: $0.title, projectName: $0.projectName, number: (SQL.random() % 1000).cast(to: Int.self))
    }
    for lines in [rows, rows.commonTable(), rows.where { $0.number != 5 }, rows.limit(300), rows.union(rows)] {
      let found = try lines.where { $0.number > 0 }.fetchAll(in: database)
      #expect(found.count > 50 && found.allSatisfy { $0.number > 0 }, "\(lines)")
      let twice = try lines.select { ($0.number, $0.number + 1) }.fetchAll(in: database)
      #expect(twice.allSatisfy { $0 + 1 == $1 })
      let sorted = try lines.order { $0.number }.fetchAll(in: database).map(\.number)
      #expect(sorted == sorted.sorted())
    }
    let shuffled = numbers.order { _ in SQL.random() }
    #expect(!shuffled.description.contains("OFFSET"))
  }

  @Test("A recursive common table expression reads a tree with levels, and numbers without a table")
  func recursive() throws {
    let tree = Line.recursive(
      from: Node.where { $0.parentID == nil }.select {
        Line.Columns(title: $0.name, projectName: $0.name, number: 0)
      }
    ) { above in
      Node.join(rows: above) { node, line in node.parent.name == line.title }
        .select { node, line in Line.Columns(title: node.name, projectName: line.projectName, number: line.number + 1) }
    }
    #expect(tree.description.hasPrefix(#"WITH RECURSIVE t1("title", "project_name", "number") AS (SELECT "#))
    let rows = try tree.order { ($0.number, $0.title) }.fetchAll(in: database)
    #expect(rows.map(\.title) == ["other", "root", "a", "b", "aa"])
    #expect(rows.map(\.number) == [0, 0, 1, 1, 2])
    #expect(rows.map(\.projectName) == ["other", "root", "root", "root", "root"])
    #expect(try tree.where { $0.number > 0 }.count(in: database) == 3)
  }
}
