import PostilQuery
import Testing

@Suite("Joins with a condition")
struct JoinTests {
  private var database: TestTransaction { get throws { try TestDatabase.filled().transaction } }

  @Test("Two tables are joined as a tuple of rows")
  func inner() throws {
    let query = Item.join(Project.self) { item, project in item.projectID == project.id && project.name == "Work" }
      .order { item, _ in
        item.id
      }
    let sql = try query.rendered().sql
    #expect(
      sql.hasSuffix(
        #" FROM "item" AS t0 JOIN "project" AS t1 ON t0."project_id" = t1."id" AND t1."name" = ?1 ORDER BY t0."id""#))
    let rows: [(Item, Project)] = try query.fetchAll(in: database)
    #expect(rows.map(\.0.title) == ["Report", "Robert'); DROP TABLE item;--"])
    #expect(rows.map(\.1.name) == ["Work", "Work"])
    #expect(try query.count(in: database) == 2)
    #expect(try query.exists(in: database))
    #expect(try query.fetchOne(in: database)?.1.name == "Work")
  }

  @Test("A left join keeps unmatched rows, with nil")
  func left() throws {
    let query = Project.leftJoin(Profile.self) { project, profile in profile.projectID == project.id }.order {
      project, _ in project.id
    }
    let rows: [(Project, Profile?)] = try query.fetchAll(in: database)
    #expect(rows.map(\.0.name) == ["Home", "Work", "Empty"])
    #expect(rows.map(\.1?.colour) == ["red", nil, nil])
    let colours: [(String, String?)] = try query.select { project, profile in (project.name, profile.colour) }.fetchAll(
      in: database)
    #expect(colours.map(\.1) == ["red", nil, nil])
    let without = query.where { _, profile in profile.isNil }
    #expect(try without.fetchAll(in: database).map(\.0.name) == ["Work", "Empty"])
  }

  @Test("A table can be joined to itself, with separate paths")
  func selfJoin() throws {
    let pairs = Node.join(Node.self) { child, parent in child.parentID == parent.id }
      .where { child, _ in child.weight != nil }
      .select { child, parent in (child.name, parent.name, parent.parent.name) }
      .order { name, _, _ in name }
    #expect(
      pairs.description
        == #"SELECT t0."name", t1."name", t2."name" FROM "node" AS t0 JOIN "node" AS t1 ON t0."parent_id" = t1."id" "#
        + #"LEFT JOIN "node" AS t2 ON t2."id" = t1."parent_id" WHERE t0."weight" IS NOT NULL ORDER BY t0."name""#)
    let rows = try pairs.fetchAll(in: database)
    #expect(rows.map(\.0) == ["a", "aa"])
    #expect(rows.map(\.2) == [nil, "root"])
  }

  @Test("Rows without a value are joined with no other row, and are equal in a query of one table")
  func missingValues() throws {
    let siblings = Node.join(Node.self) { $0.parentID == $1.parentID }
    #expect(siblings.description.hasSuffix(#" JOIN "node" AS t1 ON t0."parent_id" = t1."parent_id""#))
    func names(_ pairs: TwoTables<Node, Node>) throws -> [String] {
      try pairs.fetchAll(in: database).map { "\($0.name) \($1.name)" }.sorted()
    }
    let expected = ["a a", "a b", "aa aa", "b a", "b b"]
    #expect(try names(siblings) == expected)
    #expect(try names(Node.crossJoin(Node.self).where { $0.parentID == $1.parentID }) == expected)
    let children = Node.crossJoin(Node.self).with { $1.children }.where { $0.parentID == $1.parentID }
    #expect(try children.fetchAll(in: database).map { "\($0.0.0.name) \($0.0.1.name)" }.sorted() == expected)
    #expect(try Node.with { $0.children }.where { $0.parentID == $0.parentID }.count(in: database) == 5)
    let either = Node.join(Node.self) { $0.parentID == $1.parentID || $0.weight == $1.weight && $0.name == $1.name }
    #expect(try names(either) == expected + ["other other"])
    let left = Node.leftJoin(Node.self) { $0.parentID == $1.parentID }
    #expect(try left.where { $1.isNil }.fetchAll(in: database).map(\.0.name).sorted() == ["other", "root"])
    // Two rows without a value don't have different values either.
    let others = Node.join(Node.self) { $0.parentID != $1.parentID }
    #expect(try others.count(in: database) == 16)
    #expect(try Node.join(Node.self) { !($0.parentID == $1.parentID) }.count(in: database) == 16)
    #expect(try Node.where { $0.parentID == $0.parentID }.count(in: database) == 5)
    let absent: Node.ID? = nil
    #expect(try Node.join(Node.self) { $0.parentID == absent && $0.id == $1.id }.count(in: database) == 2)
  }

  @Test("Three tables are joined with the conditions of each query")
  func three() throws {
    let query = Item.join(rows: Project.where { $0.name == "Home" }) { item, project in item.projectID == project.id }
      .leftJoin(rows: Step.where { $0.done }) { item, project, step in step.itemID == item.id }
      .order { item, _, step in (item.id, step.id) }
    let rows: [(Item, Project, Step?)] = try query.fetchAll(in: database)
    #expect(rows.map(\.0.id.rawValue) == [1, 2, 3, 3])
    #expect(rows.map(\.2?.text) == ["find oil", nil, "buy paint", "urgent"])
  }

  @Test("A path in the condition of a join, or of the joined query, is joined after it")
  func pathOfJoin() throws {
    let home = Step.join(rows: Item.where { $0.project.name == "Home" && $0.done }) { step, item in
      step.itemID == item.id
    }
    .select { step, item in (step.text, item.title) }
    #expect(
      home.description
        == #"SELECT t0."text", t1."title" FROM "step" AS t0 JOIN "item" AS t1 ON t0."item_id" = t1."id" "#
        + #"JOIN "project" AS t2 ON t2."id" = t1."project_id" WHERE t2."name" = ?1 AND t1."done" = 1"#)
    #expect(try home.fetchAll(in: database).map(\.0) == ["buy paint", "urgent"])
    let sameName = Item.join(Step.self) { item, step in item.project.name == step.text }.select { item, _ in item.id }
    #expect(
      sameName.description
        == #"SELECT t0."id" FROM "item" AS t0 JOIN "step" AS t1 ON TRUE "#
        + #"JOIN "project" AS t2 ON t2."id" = t0."project_id" WHERE t2."name" = t1."text""#)
    #expect(try sameName.fetchAll(in: database).isEmpty)
  }

  @Test("A left join is a join if a condition isn't true without its row")
  func neededRow() throws {
    let joined = Item.leftJoin(Step.self) { item, step in step.itemID == item.id }
    let found = joined.where { _, step in step.text.like("find%") }.select { item, step in (item.id, step.text) }
    #expect(
      found.description
        == #"SELECT t0."id", t1."text" FROM "item" AS t0 JOIN "step" AS t1 ON t1."item_id" = t0."id" "#
        + #"WHERE t1."text" LIKE +?1"#)
    #expect(try found.fetchAll(in: database).map(\.1) == ["find oil"])
    let without = joined.where { _, step in step.text == nil }.select { item, _ in item.id }
    #expect(
      without.description
        == #"SELECT t0."id" FROM "item" AS t0 LEFT JOIN "step" AS t1 ON t1."item_id" = t0."id" WHERE t1."text" IS NULL"#
    )
    #expect(try without.fetchAll(in: database).map(\.rawValue) == [2, 5])
    // The third table's row needs the second's.
    let chain = joined.leftJoin(Tag.self) { _, step, tag in tag.name == step.text }.where { _, _, tag in
      tag.id > Tag.ID(0)
    }
    .select { item, _, tag in (item.id, tag.name) }
    #expect(
      chain.description
        == #"SELECT t0."id", t2."name" FROM "item" AS t0 JOIN "step" AS t1 ON t1."item_id" = t0."id" "#
        + #"JOIN "tag" AS t2 ON t2."name" = t1."text" WHERE t2."id" > ?1"#)
    #expect(try chain.fetchAll(in: database).map(\.1) == ["home", "urgent"])
  }

  @Test("A path in a join's condition is a subquery, so a left join stays one")
  func pathInCondition() throws {
    let query = Project.leftJoin(Item.self) { project, item in item.project.name == project.name && item.done }
      .select { project, item in (project.name, item.title) }
      .order { name, _ in name }
    #expect(
      query.description.contains(
        #"(SELECT t2."name" FROM "project" AS t2 WHERE t2."id" = t1."project_id") = t0."name""#))
    #expect(try query.fetchAll(in: database).map(\.1) == [nil, "Paint_wall", "Robert'); DROP TABLE item;--"])
  }

  @Test("A query with a limit is joined as a subquery")
  func limited() throws {
    let first = Item.order { $0.id.descending }.limit(1)
    let query = Project.join(rows: first) { project, item in item.projectID == project.id }
    #expect(query.description.contains(#"JOIN (SELECT "#))
    #expect(try query.fetchAll(in: database).map(\.1.id.rawValue) == [5])
    let joined = Item.order { $0.id }.limit(2).join(Project.self) { item, project in item.projectID == project.id }
    #expect(try joined.fetchAll(in: database).count == 2)
  }

  @Test("Every row can be joined with every row")
  func cross() throws {
    let query = Project.crossJoin(Tag.self)
    #expect(query.description.hasSuffix(#" FROM "project" AS t0 JOIN "tag" AS t1 ON TRUE"#))
    #expect(try query.count(in: database) == 12)
    let some = Project.where { $0.name != "Empty" }.crossJoin(rows: Tag.where { $0.name.hasPrefix("u") })
    #expect(
      some.description.hasSuffix(
        #" FROM "project" AS t0 JOIN "tag" AS t1 ON t1."name" COLLATE BINARY >= ?2 AND t1."name" COLLATE BINARY < ?3 "#
          + #"WHERE t0."name" <> ?1"#), "\(some)")
    #expect(try some.count(in: database) == 4)
    let limited = Project.crossJoin(rows: Tag.order { $0.name.descending }.limit(1)).select { ($0.name, $1.name) }
    #expect(try limited.fetchAll(in: database).map(\.1) == ["urgent", "urgent", "urgent"])
  }

  @Test("Up to five tables can be joined without a condition, also after joins with one")
  func crossFurther() throws {
    let three = Item.join(Project.self) { item, project in item.projectID == project.id }
      .crossJoin(rows: Tag.where { $0.name == "home" })
      .where { item, project, tag in item.tags.contains(Tag.ID(2)) && tag.name == project.name }
    let rows: [(Item, Project, Tag)] = try three.order { item, _, _ in item.id }.fetchAll(in: database)
    #expect(rows.map { "\($0.title) \($1.name) \($2.name)" } == ["Oil the door Home home", "oil the lamp Home home"])
    let five = Project.crossJoin(Project.self).crossJoin(Project.self).crossJoin(Tag.self).crossJoin(
      rows: Node.limit(2))
    #expect(try five.count(in: database) == 3 * 3 * 3 * 4 * 2)
    #expect(try five.fetchOne(in: database)?.4.name != nil)
  }

  @Test("Members of a relationship can be joined")
  func related() throws {
    let query = Query(Item.tagsRelationship, of: Item.ID(rawValue: 1)).join(Tag.self) { tag, other in
      tag.name < other.name
    }
    #expect(try query.count(in: database) == 3)
  }
}
