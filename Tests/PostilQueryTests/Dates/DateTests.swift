import Foundation
import PostilQuery
import Testing

@Suite("Dates in queries")
struct DateTests {
  @Test("Each date function has the expected SQL")
  func functions() throws {
    try expectSelection(
      Item.where { $0.dueAt != nil }.order { $0.id }.select {
        ($0.dueAt.year, $0.dueAt.startOfMonth, $0.dueAt.adding(days: 3, minutes: 1), $0.dueAt.formatted("%d.%m."))
      },
      sql: #"SELECT CAST(strftime('%Y', t0."due_at") AS INTEGER), datetime(t0."due_at", 'start of month'), "#
        + #"datetime(date(substr(t0."due_at", 1, 10), ?1) || substr(t0."due_at", 11, 9), ?2) || substr(t0."due_at", 20), "#
        + #"strftime(?3, substr(t0."due_at", 1, 19)) FROM "item" AS t0 WHERE t0."due_at" IS NOT NULL ORDER BY t0."id""#,
      rows: [
        "2026|2026-01-01 00:00:00|2026-01-04 00:01:00|01.01.", "2026|2026-03-01 00:00:00|2026-03-04 00:01:00|01.03.",
        "2026|2026-02-01 00:00:00|2026-02-04 00:01:00|01.02.",
      ])
  }

  @Test("Amounts are parameters, so that one statement is reused")
  func parameters() throws {
    let shifted = (1...3).map { days in Item.where { $0.dueAt.adding(days: days) < SQL.now } }
    #expect(Set(try shifted.map { try $0.sql }).count == 1)
    #expect(try shifted[2].rendered().bindings == [.text("+3 days")])
    #expect(try Item.where { $0.dueAt.adding(days: -3) > SQL.now }.rendered().bindings == [.text("-3 days")])
    let months = try Item.where { $0.dueAt.adding(years: 1, months: -13) > SQL.now }.rendered().bindings
    #expect(months == [.text("-1 months"), .text("+0 months")])
  }

  @Test("Rows can be grouped and sorted by computed dates")
  func groups() throws {
    try expectSelection(
      Item.group { $0.dueAt.month }.order { $0.dueAt.month.descending }.select { ($0.dueAt.month, SQL.count()) },
      sql: #"SELECT CAST(strftime('%m', t0."due_at") AS INTEGER), count(*) FROM "item" AS t0 "#
        + #"GROUP BY CAST(strftime('%m', t0."due_at") AS INTEGER) "#
        + #"ORDER BY CAST(strftime('%m', t0."due_at") AS INTEGER) DESC"#,
      rows: ["3|1", "2|1", "1|1", "NULL|2"])
  }
}

extension SpeedValues {
  func dates() -> [Query<Item>] {
    var queries: [Query<Item>] = []
    queries.append(Item.where { $0.dueAt < SQL.now })
    queries.append(Item.where { $0.dueAt.adding(days: 3) < SQL.now })
    queries.append(Item.where { $0.dueAt.adding(days: number, hours: 2) < now && !$0.done && $0.price > 2 })
    queries.append(Item.where { $0.dueAt.adding(months: 1) >= SQL.now || $0.dueAt == nil || $0.title == title })
    queries.append(Item.where { $0.dueAt.year == 2026 && $0.dueAt.month.in([1, 2]) && $0.dueAt.weekday != 1 })
    queries.append(
      Item.where {
        $0.dueAt.seconds(since: now) > 5 * 60 && $0.dueAt.days(since: now) < 7 && $0.count + 1 > number
          && $0.dueAt < now
          && $0.dueAt <= SQL.now && $0.price * 2 < price && $0.title != "x" && $0.project.name == title
      })
    queries.append(Item.order { ($0.dueAt.startOfMonth.descending, $0.dueAt.startOfDay, $0.title) })
    return queries
  }
}

@Suite("Type-checking of dates")
struct DateTypeCheckingTests {
  @Test("SQLite accepts the queries")
  func dates() throws {
    for query in SpeedValues().dates() { _ = try TestDatabase.filled().rows(query.rendered()) }
  }
}
