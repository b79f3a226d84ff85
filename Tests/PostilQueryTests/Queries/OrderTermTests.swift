import Foundation
import PostilQuery
import Testing

@Suite("Sort terms")
struct OrderTermTests {
  private let items = #"SELECT t0.* FROM "item" AS t0"#

  @Test("NULL is first or last as requested, and by default where SQLite sorts it")
  func nulls() throws {
    try expectQuery(
      Item.order { ($0.dueAt.ascending(nulls: .last), $0.id) },
      sql: items + #" ORDER BY t0."due_at" NULLS LAST, t0."id""#, rows: ["1", "4", "3", "2", "5"])
    try expectQuery(
      Item.order { ($0.dueAt.ascending(nulls: .first), $0.id) },
      sql: items + #" ORDER BY t0."due_at" NULLS FIRST, t0."id""#, rows: ["2", "5", "1", "4", "3"])
    try expectQuery(
      Item.order { ($0.dueAt.descending(nulls: .first), $0.id) },
      sql: items + #" ORDER BY t0."due_at" DESC NULLS FIRST, t0."id""#, rows: ["2", "5", "3", "4", "1"])
    try expectQuery(
      Item.order { ($0.dueAt.descending(nulls: .last), $0.id) },
      sql: items + #" ORDER BY t0."due_at" DESC NULLS LAST, t0."id""#, rows: ["3", "4", "1", "2", "5"])
    try expectQuery(
      Item.order { ($0.dueAt, $0.id) }, sql: items + #" ORDER BY t0."due_at", t0."id""#,
      rows: ["2", "5", "1", "4", "3"])
    try expectQuery(
      Item.order { ($0.dueAt.descending, $0.id) }, sql: items + #" ORDER BY t0."due_at" DESC, t0."id""#,
      rows: ["3", "4", "1", "2", "5"])
  }

  @Test("An index supports an order with NULL on either side")
  func nullPlans() throws {
    for query in [
      Item.order { $0.dueAt }, Item.order { $0.dueAt.ascending(nulls: .last) }, Item.order { $0.dueAt.descending },
      Item.order { $0.dueAt.descending(nulls: .first) },
    ] {
      #expect(try TestDatabase.filled().plan(query.rendered()) == "SCAN t0 USING INDEX item_due_at_idx")
    }
  }

  @Test("A collation can be set in an order and in a comparison, overriding the column's")
  func collations() throws {
    try expectQuery(
      Item.order { ($0.title.collated(.noCase).descending, $0.id) },
      sql: items + #" ORDER BY t0."title" COLLATE NOCASE DESC, t0."id""#, rows: ["5", "4", "3", "2", "1"])
    try expectItems(#" WHERE t0."title" COLLATE NOCASE = ?1"#, [1]) { $0.title.collated(.noCase) == "OIL THE DOOR" }
    try expectItems(#" WHERE t0."title" COLLATE NOCASE >= ?1"#, [3, 4, 5]) { $0.title.collated(.noCase) >= "p" }
    try expectItems(#" WHERE t0."title" COLLATE RTRIM IN (?1)"#, [4]) { $0.title.collated(.rtrim).in(["Report  "]) }
    try expectItems(#" WHERE t0."note" COLLATE BINARY IS NOT ?1"#, [1, 2, 3, 5]) { $0.note.collated(.binary) != "" }
    try expectQuery(
      Tag.order { $0.name.collated(.binary) },
      sql: #"SELECT t0.* FROM "tag" AS t0 ORDER BY t0."name" COLLATE BINARY"#, rows: ["3", "2", "4", "1"])
    let custom = try Tag.order { $0.name.collated(.custom("ger\"man")) }.sql
    #expect(custom.hasSuffix(#" ORDER BY t0."name" COLLATE "ger""man""#))
  }

  @Test("Rows are sorted by expressions, paths, and aggregates of their members")
  func expressions() throws {
    try expectQuery(
      Item.order { ($0.project.name.descending, $0.tags.count.descending, abs($0.count - 2)) },
      sql: #"SELECT t0.* FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" = t0."project_id" ORDER BY t1."name" DESC, "#
        + #"(SELECT count(*) FROM "item_tags" AS t2 WHERE t2."item_id" = t0."id") DESC, abs(t0."count" - ?1)"#,
      rows: ["4", "5", "1", "3", "2"])
    try expectQuery(
      Item.order { ($0.steps.max { $0.text }.ascending(nulls: .last), $0.id) },
      sql: items + #" ORDER BY (SELECT max(t1."text") FROM "step" AS t1 WHERE t1."item_id" = t0."id") NULLS LAST, "#
        + #"t0."id""#,
      rows: ["1", "3", "4", "2", "5"])
  }

  @Test("Windows, groups and combined rows have the same sort terms")
  func elsewhere() throws {
    try expectSelection(
      Item.select { ($0.id, SQL.rowNumber().over(orderBy: $0.dueAt.descending(nulls: .first), $0.id)) }.order {
        id, _ in id
      },
      sql: #"SELECT t0."id", row_number() OVER (ORDER BY t0."due_at" DESC NULLS FIRST, t0."id") "#
        + #"FROM "item" AS t0 ORDER BY t0."id""#,
      rows: ["1|5", "2|1", "3|3", "4|4", "5|2"])
    try expectSelection(
      Item.group { $0.dueAt }.order { $0.dueAt.ascending(nulls: .last) }.select { ($0.dueAt, SQL.count()) },
      sql: #"SELECT t0."due_at", count(*) FROM "item" AS t0 GROUP BY t0."due_at" ORDER BY t0."due_at" NULLS LAST"#,
      rows: ["2026-01-01 00:00:00|1", "2026-02-01 00:00:00|1", "2026-03-01 00:00:00|1", "NULL|2"])
    try expectSelection(
      Item.select { $0.note }.union(Tag.select { $0.name.nilIf("unused") })
        .order { $0.collated(.noCase).descending(nulls: .first) },
      sql: #"SELECT t0."note" FROM "item" AS t0 UNION SELECT nullif(t1."name", ?1) FROM "tag" AS t1 "#
        + "ORDER BY 1 COLLATE NOCASE DESC NULLS FIRST",
      rows: ["NULL", "urgent", "Oil", "home", "a*b?[c]", "50% done", ""])
    try expectQuery(
      Query(Item.stepsRelationship, of: Item.ID(3)).order { $0.text.descending(nulls: .last) },
      sql: #"SELECT t0.* FROM "step" AS t0 WHERE t0."item_id" = ?1 ORDER BY t0."text" DESC NULLS LAST"#,
      rows: ["4", "3"])
  }
}
