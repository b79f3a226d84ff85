import PostilQuery
import Testing

@Suite("Correlated subqueries")
struct CorrelationTests {
  @Test("A nested query can use a row of the query two levels up")
  func outer() throws {
    try expectItems(
      #" WHERE EXISTS (SELECT 1 FROM "item_tags" AS t1 JOIN "tag" AS t3 ON t3."id" = t1."tag_id" "#
        + #"WHERE t1."item_id" = t0."id" AND EXISTS (SELECT 1 FROM "step" AS t2 WHERE t2."item_id" = t0."id" AND "#
        + #"t2."text" = t3."name"))"#,
      [1, 3]
    ) { item in item.tags.any { tag in item.steps.any { step in step.text == tag.name } } }
  }

  @Test("A nested query can use a row three levels up")
  func threeLevels() throws {
    try expectQuery(
      Project.where { project in
        project.items.any { item in item.tags.any { tag in tag.items.any { $0.project.name != project.name } } }
      },
      sql:
        #"SELECT t0.* FROM "project" AS t0 WHERE EXISTS (SELECT 1 FROM "item" AS t1 WHERE t1."project_id" = t0."id" AND "#
        + #"EXISTS (SELECT 1 FROM "item_tags" AS t2 WHERE t2."item_id" = t1."id" AND "#
        + #"EXISTS (SELECT 1 FROM "item_tags" AS t3 JOIN "item" AS t4 ON t4."id" = t3."item_id" "#
        + #"JOIN "project" AS t5 ON t5."id" = t4."project_id" WHERE t3."tag_id" = t2."tag_id" AND t5."name" <> t0."name")))"#,
      rows: ["1", "2"])
  }

  @Test("A path of an outer row is joined in the outer query")
  func outerPath() throws {
    try expectItems(
      #" JOIN "project" AS t2 ON t2."id" = t0."project_id" WHERE EXISTS (SELECT 1 FROM "item_tags" AS t1 "#
        + #"JOIN "tag" AS t3 ON t3."id" = t1."tag_id" WHERE t1."item_id" = t0."id" AND t2."name" = t3."name")"#,
      []
    ) { item in item.tags.any { tag in item.project.name == tag.name } }
    try expectItems(
      #" JOIN "project" AS t3 ON t3."id" = t0."project_id" WHERE EXISTS (SELECT 1 FROM "item_tags" AS t1 "#
        + #"JOIN "tag" AS t2 ON t2."id" = t1."tag_id" WHERE t1."item_id" = t0."id" AND t2."name" = t3."name") "#
        + #"AND t3."name" = ?1"#,
      [1, 2]
    ) { item in item.tags.any { tag in tag.name == item.project.name } && item.project.name == "Home" }
  }

  @Test("Rows of one table at several levels have different aliases")
  func selfReference() throws {
    try expectQuery(
      Node.where { node in node.children.any { child in child.parent.name == "root" && child.name != node.name } },
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE EXISTS (SELECT 1 FROM "node" AS t1 "#
        + #"JOIN "node" AS t2 ON t2."id" = t1."parent_id" "#
        + #"WHERE t1."parent_id" = t0."id" AND t2."name" = ?1 AND t1."name" <> t0."name")"#,
      rows: ["1"])
    try expectQuery(
      Node.where { node in
        node.children.any { child in
          child.children.any { grandchild in grandchild.weight < child.weight && node.isOpen }
        }
      },
      sql: #"SELECT t0.* FROM "node" AS t0 WHERE EXISTS (SELECT 1 FROM "node" AS t1 WHERE t1."parent_id" = t0."id" "#
        + #"AND EXISTS (SELECT 1 FROM "node" AS t2 WHERE t2."parent_id" = t1."id" AND t2."weight" < t1."weight" "#
        + #"AND t0."is_open" = 1))"#,
      rows: ["1"])
  }

  @Test("Using a closure twice gives two rows")
  func closureTwice() throws {
    let isUrgent: (Tag.Columns) -> SQLPredicate = { $0.name == "urgent" }
    try expectItems(
      #" WHERE t0."id" IN (SELECT t1."item_id" FROM "item_tags" AS t1 JOIN "tag" AS t2 ON t2."id" = t1."tag_id" "#
        + #"WHERE t2."name" = ?1) AND (SELECT count(*) FROM "item_tags" AS t3 "#
        + #"JOIN "tag" AS t4 ON t4."id" = t3."tag_id" WHERE t3."item_id" = t0."id" AND t4."name" = ?2) = ?3"#,
      [1, 3, 4]
    ) { $0.tags.any(isUrgent) && $0.tags.count(isUrgent) == 1 }
  }

  @Test("Using a predicate twice gives two subqueries")
  func predicateTwice() throws {
    try expectItems(
      #" WHERE EXISTS (SELECT 1 FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id" AND t1."tag_id" = ?1) OR "#
        + #"EXISTS (SELECT 1 FROM "item_tags" AS t2 WHERE t2."item_id" = t0."id" AND t2."tag_id" = ?2)"#,
      [1, 3, 4]
    ) { item in
      let urgent = item.tags.any { $0.id == Tag.ID(1) }
      return urgent || urgent
    }
  }

  @Test("A column of a row outside the query is an error, never wrong SQL")
  func outOfScope() throws {
    nonisolated(unsafe) var kept: Tag.Columns?
    _ = Item.where { item in
      item.tags.any { tag in
        kept = tag
        return tag.name == "x"
      }
    }
    let tag = try #require(kept)
    let wrong = Item.where { $0.title == tag.name }
    #expect(throws: QueryError.columnOutOfScope(table: "tag", column: "name")) { try wrong.rendered() }
    #expect("\(wrong)".contains("the column 'name' belongs to a row of 'tag' that this query doesn't read"))
    let database = try TestDatabase.filled()
    #expect(throws: QueryError.self) { try wrong.fetchAll(in: database.transaction) }
    #expect(throws: QueryError.self) { try wrong.count(in: database.transaction) }
    #expect(throws: QueryError.self) { try wrong.exists(in: database.transaction) }
    #expect(throws: QueryError.self) { try wrong.delete(in: database.transaction) }
    #expect(throws: QueryError.self) { try wrong.update(in: database.transaction) { [$0.count.set(1)] } }
    #expect(throws: QueryError.self) { try Item.order { _ in tag.name }.fetchAll(in: database.transaction) }
    #expect(throws: QueryError.self) { try Item.select { _ in tag.name }.fetchAll(in: database.transaction) }
    #expect(throws: QueryError.self) {
      try Item.all.update(in: database.transaction) { [$0.title.set(tag.name)] }
    }
    #expect(try database.rows(#"SELECT count(*) FROM "item" WHERE "count" = 1"#) == ["0"])
  }

  @Test("Queries derived from one query are independent")
  func commonBeginning() throws {
    let base = Item.where { !$0.done }
    let high = base.where { $0.priority == .high }
    let low = base.where { $0.priority == .low }
    let sql = #"SELECT t0.* FROM "item" AS t0 WHERE t0."done" = 0 AND t0."priority" = ?1"#
    try expectQuery(high, sql: sql, rows: ["4"])
    try expectQuery(low, sql: sql, rows: ["1"])
    #expect(try high.rendered().sql == low.rendered().sql)
  }
}
