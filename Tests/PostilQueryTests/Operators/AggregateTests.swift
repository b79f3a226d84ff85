import Foundation
import Testing

@testable import PostilQuery

@Suite("Aggregates")
struct AggregateTests {
  private func fetch<Row, each Value: ColumnValue>(
    _ selection: Selection<Row, repeat each Value>
  ) throws -> Row? {
    try selection.fetchOne(in: TestDatabase.filled().transaction)
  }

  @Test("Rows and values are counted")
  func counts() throws {
    try expectSelection(
      Item.select { (SQL.count(), $0.note.count(), $0.done.count(distinct: true), $0.note.count(distinct: true)) },
      sql:
        #"SELECT count(*), count(t0."note"), count(DISTINCT t0."done"), count(DISTINCT t0."note") FROM "item" AS t0"#,
      rows: ["5|3|2|3"])
  }

  @Test("Sums, averages and totals are computed, also of no rows")
  func sums() throws {
    try expectSelection(
      Item.select { ($0.count.sum(), $0.price.sum(), $0.price.total(), $0.count.average()) },
      sql: #"SELECT sum(t0."count"), sum(t0."price"), total(t0."price"), avg(t0."count") FROM "item" AS t0"#,
      rows: ["11|123.75|123.75|2.2"])
    let none: (Int?, Double, Double?, Int)? = try fetch(
      Item.where { $0.count > 100 }
        .select { ($0.count.sum(), $0.price.total(), $0.price.average(), $0.title.count()) })
    #expect(none?.0 == nil && none?.1 == 0 && none?.2 == nil && none?.3 == 0)
  }

  @Test("The smallest and the largest value have the type of the values, and are nil without rows")
  func extremes() throws {
    try expectSelection(
      Item.select { ($0.title.min(), $0.dueAt.max(), $0.priority.max(), $0.done.max()) },
      sql: #"SELECT min(t0."title"), max(t0."due_at"), max(t0."priority"), max(t0."done") FROM "item" AS t0"#,
      rows: ["Oil the door|2026-03-01 00:00:00|2|1"])
    let found: (Priority?, Date?)? = try fetch(Item.select { ($0.priority.max(), $0.dueAt.min()) })
    #expect(found?.0 == .high)
    #expect(found?.1 == Date(timeIntervalSince1970: 1_767_225_600))
    let none: (Priority?, Date?)? = try fetch(
      Item.where { $0.count > 100 }.select { ($0.priority.max(), $0.dueAt.min()) })
    #expect(none?.0 == nil && none?.1 == nil)
  }

  @Test("A filter selects the aggregated rows, and a second one narrows it")
  func filters() throws {
    try expectSelection(
      Item.select {
        (
          SQL.count().filter($0.done), $0.price.sum().filter($0.dueAt < Date(timeIntervalSince1970: 0)),
          $0.count.sum().filter($0.done && $0.note == nil).filter($0.count > 1)
        )
      },
      sql: #"SELECT count(*) FILTER (WHERE t0."done" = 1), sum(t0."price") FILTER (WHERE t0."due_at" < ?1), "#
        + #"sum(t0."count") FILTER (WHERE t0."done" = 1 AND t0."note" IS NULL AND t0."count" > ?2) FROM "item" AS t0"#,
      rows: ["2|NULL|7"])
  }

  @Test("Texts are joined, with a separator or without duplicates")
  func concatenation() throws {
    try expectSelection(
      Project.order { $0.id }.select { ($0.name.groupConcatenation(separator: "/"), $0.name.groupConcatenation()) },
      sql: #"SELECT group_concat(t0."name", ?1), group_concat(t0."name", ?2) FROM "project" AS t0 ORDER BY t0."id""#,
      rows: ["Home/Work/Empty|Home,Work,Empty"])
    try expectSelection(
      Item.select { $0.project.name.groupConcatenation(distinct: true) },
      sql:
        #"SELECT group_concat(DISTINCT t1."name") FROM "item" AS t0 JOIN "project" AS t1 ON t1."id" = t0."project_id""#,
      rows: ["Home,Work"])
  }

  @Test("A predicate that is neither true nor false counts as false in an aggregate, as in Swift")
  func predicates() throws {
    let now = Date(timeIntervalSince1970: 1_769_000_000)
    try expectSelection(
      Item.select { (($0.dueAt < now).min(), ($0.dueAt < now).count(), ($0.price > 2).max()) },
      sql: #"SELECT min((t0."due_at" < ?1) IS TRUE), count((t0."due_at" < ?2) IS TRUE), "#
        + #"max((t0."price" > ?3) IS TRUE) FROM "item" AS t0"#,
      rows: ["0|5|1"])
  }

  @Test("Aggregates can be used in arithmetic and compared")
  func arithmetic() throws {
    try expectSelection(
      Item.select { ($0.count.max() - $0.count.min(), ($0.price.sum() ?? 0) > 100, SQL.count() * 2) },
      sql: #"SELECT max(t0."count") - min(t0."count"), (coalesce(sum(t0."price"), ?1) > ?2) IS TRUE, count(*) * ?3 "#
        + #"FROM "item" AS t0"#,
      rows: ["10|1|10"])
  }

  @Test("An aggregate in a condition on single rows is refused, and so is one in an assigned value")
  func misuse() throws {
    #expect(throws: QueryError.aggregateInCondition) { try Item.where { _ in SQL.count() > 3 }.sql }
    #expect(throws: QueryError.aggregateInCondition) { try Item.where { $0.done && $0.price.sum() > 3 }.sql }
    #expect(throws: QueryError.aggregateInCondition) {
      try Item.where { $0.steps.any { $0.text.max() == "a" } }.sql
    }
    #expect(throws: QueryError.aggregateInCondition) {
      try Item.all.update(in: TestDatabase.filled().transaction) { [$0.count.set(SQL.count())] }
    }
    #expect(throws: QueryError.aggregateInCondition) {
      try Item.join(Project.self) { item, project in item.projectID == project.id && SQL.count() > 3 }.rendered()
    }
    #expect(throws: QueryError.windowInCondition) {
      try Project.leftJoin(Item.self) { project, _ in SQL.rowNumber().over(orderBy: project.id) == 1 }.rendered()
    }
    #expect(throws: QueryError.aggregateInGrouping) { try Item.group { $0.count.max() }.rendered() }
    #expect(throws: QueryError.nestedAggregate(function: "max")) {
      try Item.select { ($0.count.sum() ?? 0).max() }.rendered()
    }
  }

  @Test("An aggregate of an outer query, which SQL would compute there, is refused")
  func outerRows() throws {
    let refusal = QueryError.aggregateOfOuterRows(function: "max")
    // SQLite drops the test for NULL, because no key is NULL.
    #expect(throws: refusal) {
      try Item.order { item in
        SQL.scalar(Release.select { release in SQL.when(release.id != nil, then: item.count).max() })
      }.rendered()
    }
    let present = Item.order { item in
      SQL.scalar(Node.select { node in SQL.when(node.parent.isNotNil, then: item.count).max() })
    }
    #expect(try present.fetchAll(in: TestDatabase.filled().transaction).count == 5)
    #expect(throws: refusal) {
      try Item.select { item in SQL.scalar(Tag.select { _ in item.count.max() }) }.rendered()
    }
    #expect(throws: refusal) {
      try Item.where { item in item.count == SQL.scalar(Tag.select { _ in (item.project.name.length + 1).max() }) }.sql
    }
    #expect(throws: refusal) {
      try Item.where { item in
        item.count == SQL.scalar(Tag.select { SQL.when($0.name.notIn([]), then: item.count).max() })
      }.sql
    }
    // Beside a column of the inner query it is of that one's rows.
    let both = Item.order { $0.id }.select { item in
      SQL.scalar(Tag.select { (item.count + $0.name.length).max() })
    }
    #expect(try both.fetchAll(in: TestDatabase.filled().transaction) == [8, 6, 11, 3, 13])
  }

  @Test("An expression records whether it contains an aggregate")
  func traits() throws {
    let columns = Item.Columns(_Source(Item.table))
    #expect(!columns.count.node.containsAggregate)
    #expect(columns.count.sum().node.containsAggregate)
    #expect((columns.done && (columns.count.sum() ?? 0) + 1 > 3).node.containsAggregate)
    #expect(!columns.steps.any { $0.text == "a" }.node.containsAggregate)
    #expect((columns.count + 1).node.children.count == 2)
    #expect(columns.count.sum().filter(columns.done).node.children.count == 2)
  }
}
