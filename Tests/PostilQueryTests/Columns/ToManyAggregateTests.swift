import Foundation
import PostilQuery
import Testing

@Suite("Aggregates of to-many relationships")
struct ToManyAggregateTests {
  @Test("Sums, averages and extremes are subqueries, and nil without members")
  func overForeignKey() throws {
    let of = #"FROM "node" AS t1 WHERE t1."parent_id" = t0."id")"#
    try expectSelection(
      Node.order { $0.id }.select { ($0.id, $0.children.sum { $0.weight }, $0.children.max { $0.name }) },
      sql: #"SELECT t0."id", (SELECT sum(t1."weight") \#(of), (SELECT max(t2."name") FROM "node" AS t2 "#
        + #"WHERE t2."parent_id" = t0."id") FROM "node" AS t0 ORDER BY t0."id""#,
      rows: ["1|5|b", "2|1|aa", "3|NULL|NULL", "4|NULL|NULL", "5|NULL|NULL"])
    try expectSelection(
      Node.order { $0.id }.select { ($0.children.average { $0.weight }, $0.children.min { $0.name }) },
      sql: #"SELECT (SELECT avg(t1."weight") \#(of), (SELECT min(t2."name") FROM "node" AS t2 "#
        + #"WHERE t2."parent_id" = t0."id") FROM "node" AS t0 ORDER BY t0."id""#,
      rows: ["5.0|a", "1.0|aa", "NULL|NULL", "NULL|NULL", "NULL|NULL"])
    try expectSelection(
      Node.order { $0.id }.select { $0.children.total { $0.weight } },
      sql: #"SELECT (SELECT total(t1."weight") \#(of) FROM "node" AS t0 ORDER BY t0."id""#,
      rows: ["5.0", "1.0", "0.0", "0.0", "0.0"])
  }

  @Test("The result types are optional if there can be no value")
  func types() throws {
    let rows = try Node.order { $0.id }
      .select { ($0.children.sum { $0.weight }, $0.children.average { $0.weight }, $0.children.total { $0.weight }) }
      .fetchAll(in: TestDatabase.filled().transaction)
    let first: (Int?, Double?, Double) = try #require(rows.first)
    #expect(first == (5, 5.0, 5.0))
    #expect(try #require(rows.last) == (nil, nil, 0.0))
  }

  @Test("Members of a join table, and their own paths, can be aggregated")
  func overJoinTable() throws {
    try expectItems(
      #" WHERE (SELECT max(t2."name") FROM "item_tags" AS t1 JOIN "tag" AS t2 ON t2."id" = t1."tag_id" "#
        + #"WHERE t1."item_id" = t0."id") = ?1"#,
      [1, 3, 4]
    ) { $0.tags.max { $0.name } == "urgent" }
    try expectItems(
      #" WHERE (SELECT min(t1."tag_id") FROM "item_tags" AS t1 WHERE t1."item_id" = t0."id") = ?1"#, [1, 3, 4]
    ) { $0.tags.min { $0.id } == Tag.ID(1) }
    try expectItems(
      #" WHERE (SELECT sum(t2."price") FROM "step" AS t1 JOIN "item" AS t2 ON t2."id" = t1."item_id" "#
        + #"WHERE t1."item_id" = t0."id") > ?1"#,
      [1, 3]
    ) { $0.steps.sum { $0.item.price } > 2 }
  }

  @Test("Filtered and limited members can be aggregated")
  func narrowed() throws {
    try expectItems(
      #" WHERE (SELECT min(t1."id") FROM "step" AS t1 WHERE t1."item_id" = t0."id" AND t1."done" = 0) = ?1"#, [1]
    ) { $0.steps.where { !$0.done }.min { $0.id } == Step.ID(2) }
    let limited = Item.select { $0.steps.order { $0.id.descending }.limit(1).min { $0.id } }
    #expect(
      try limited.sql == #"SELECT (SELECT min(t1."id") FROM (SELECT t2."id" AS "id", t2."text" AS "text", "#
        + #"t2."done" AS "done", t2."item_id" AS "item_id" FROM "step" AS t2 WHERE t2."item_id" = t0."id" "#
        + #"ORDER BY t2."id" DESC LIMIT ?1) AS t1) FROM "item" AS t0"#)
    let found = try limited.fetchAll(in: TestDatabase.filled().transaction)
    #expect(found == [Step.ID(2), nil, Step.ID(4), Step.ID(5), nil])
  }

  @Test("Aggregates don't sort the members of an ordered relationship")
  func ordered() throws {
    let steps = Relationship<Item, Step>("steps", from: ["id"], to: ["item_id"], orderedBy: "id")
    let sql = try Item.select { ToMany(steps, of: $0._rowSource).sum { $0.id.cast(to: Int.self) } }.sql
    #expect(
      sql == #"SELECT (SELECT sum(CAST(t1."id" AS INTEGER)) FROM "step" AS t1 WHERE t1."item_id" = t0."id") "#
        + #"FROM "item" AS t0"#)
  }
}
