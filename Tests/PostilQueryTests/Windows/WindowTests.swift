import Foundation
import PostilQuery
import Testing

@Suite("Window functions")
struct WindowTests {
  @Test("Ranks are computed within groups of rows, in an order")
  func ranks() throws {
    try expectSelection(
      Item.order { $0.id }.select {
        (
          $0.id, SQL.rowNumber().over(partitionBy: $0.projectID, orderBy: $0.price.descending),
          SQL.rank().over(orderBy: $0.priority.descending), SQL.denseRank().over(orderBy: $0.priority.descending)
        )
      },
      sql: #"SELECT t0."id", row_number() OVER (PARTITION BY t0."project_id" ORDER BY t0."price" DESC), "#
        + #"rank() OVER (ORDER BY t0."priority" DESC), dense_rank() OVER (ORDER BY t0."priority" DESC) "#
        + #"FROM "item" AS t0 ORDER BY t0."id""#,
      rows: ["1|3|4|3", "2|2|3|2", "3|1|1|1", "4|2|1|1", "5|1|4|3"])
    try expectSelection(
      Item.order { $0.id }.select {
        (
          SQL.percentRank().over(orderBy: $0.priority), SQL.cumulativeDistribution().over(orderBy: $0.priority),
          SQL.ntile(2).over(orderBy: $0.id)
        )
      },
      sql: #"SELECT percent_rank() OVER (ORDER BY t0."priority"), cume_dist() OVER (ORDER BY t0."priority"), "#
        + #"ntile(?1) OVER (ORDER BY t0."id") FROM "item" AS t0 ORDER BY t0."id""#,
      rows: ["0.0|0.4|1", "0.5|0.6|1", "0.75|1.0|1", "0.75|1.0|2", "0.0|0.4|2"])
  }

  @Test("The values of previous and next rows, and of the first, last and nth, are read")
  func neighbours() throws {
    try expectSelection(
      Item.order { $0.id }.select {
        (
          $0.count.lag().over(orderBy: $0.id), $0.count.lag(2, default: -1).over(orderBy: $0.id),
          $0.dueAt.lead().over(orderBy: $0.id),
          $0.title.length.lead(default: 0).over(partitionBy: $0.projectID, orderBy: $0.id)
        )
      },
      sql: #"SELECT lag(t0."count", ?1) OVER (ORDER BY t0."id"), lag(t0."count", ?2, ?3) OVER (ORDER BY t0."id"), "#
        + #"lead(t0."due_at", ?4) OVER (ORDER BY t0."id"), "#
        + #"lead(length(t0."title"), ?5, ?6) OVER (PARTITION BY t0."project_id" ORDER BY t0."id") "#
        + #"FROM "item" AS t0 ORDER BY t0."id""#,
      rows: [
        "NULL|-1|NULL|12", "2|-1|2026-03-01 00:00:00|10", "0|2|2026-02-01 00:00:00|0", "5|0|NULL|28", "-3|5|NULL|0",
      ])
    let all = SQL.Frame.rows(.unboundedPreceding, .unboundedFollowing)
    let rows: [(String?, String?, String?)] = try Item.order { $0.id }.select {
      (
        $0.title.firstValue().over(orderBy: $0.id, frame: all), $0.title.lastValue().over(orderBy: $0.id, frame: all),
        $0.title.nthValue(2).over(orderBy: $0.id)
      )
    }.fetchAll(in: TestDatabase.filled().transaction)
    #expect(rows.map(\.0) == Array(repeating: "Oil the door", count: 5))
    #expect(rows.map(\.1) == Array(repeating: "Robert'); DROP TABLE item;--", count: 5))
    #expect(rows.map(\.2) == [nil] + Array(repeating: "oil the lamp", count: 4))
  }

  @Test("An aggregate over a window is computed for each row")
  func aggregates() throws {
    try expectSelection(
      Item.order { $0.id }.select {
        (
          $0.count.sum().over(), SQL.count().over(partitionBy: $0.projectID),
          $0.count.sum().filter($0.count > 0).over(orderBy: $0.id),
          $0.price.average().over(orderBy: $0.id, frame: .rows(.preceding(1), .currentRow))
        )
      },
      sql: #"SELECT sum(t0."count") OVER (), count(*) OVER (PARTITION BY t0."project_id"), "#
        + #"sum(t0."count") FILTER (WHERE t0."count" > ?1) OVER (ORDER BY t0."id"), "#
        + #"avg(t0."price") OVER (ORDER BY t0."id" ROWS BETWEEN ?2 PRECEDING AND CURRENT ROW) "#
        + #"FROM "item" AS t0 ORDER BY t0."id""#,
      rows: ["11|3|2|1.5", "11|3|2|10.75", "11|3|7|60.0", "11|2|7|50.0", "11|2|14|1.125"])
  }

  @Test("Frames can consist of rows, ranges and groups, with exclusions")
  func frames() throws {
    let frames: [(SQL.Frame, String, [Int?])] = [
      (.rows(.unboundedPreceding), "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", [1, 3, 6, 10, 15]),
      (.rows(.preceding(1), .following(1)), "ROWS BETWEEN ?1 PRECEDING AND ?2 FOLLOWING", [3, 6, 9, 12, 9]),
      (.rows(.following(1), .following(2)), "ROWS BETWEEN ?1 FOLLOWING AND ?2 FOLLOWING", [5, 7, 9, 5, nil]),
      (
        .rows(.currentRow, .unboundedFollowing, excluding: .currentRow),
        "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW", [14, 12, 9, 5, nil]
      ),
      (
        .rows(.preceding(.max), .following(.max)), "ROWS BETWEEN ?1 PRECEDING AND ?2 FOLLOWING", [15, 15, 15, 15, 15]
      ),
      (.range(.preceding(1.5)), "RANGE BETWEEN ?1 PRECEDING AND CURRENT ROW", [1, 3, 5, 7, 9]),
      (
        .range(.unboundedPreceding, .unboundedFollowing, excluding: .ties),
        "RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES", [15, 15, 15, 15, 15]
      ),
      (
        .groups(.preceding(1), .following(1), excluding: .group),
        "GROUPS BETWEEN ?1 PRECEDING AND ?2 FOLLOWING EXCLUDE GROUP", [2, 4, 6, 8, 4]
      ),
    ]
    for (frame, sql, sums) in frames {
      let selection = Item.order { $0.id }.select {
        $0.id.rawNumber.sum().over(orderBy: $0.id.rawNumber, frame: frame)
      }
      #expect(try selection.rendered().sql.contains(#"OVER (ORDER BY CAST(t0."id" AS INTEGER) \#(sql)) FROM"#))
      #expect(try selection.fetchAll(in: TestDatabase.filled().transaction) == sums, "\(sql)")
    }
  }

  @Test("A named window is shared by several functions, and a query can be sorted by one")
  func named() throws {
    let selection = Item.order { SQL.rank().over(orderBy: $0.price) }.select { item in
      let byPrice = SQL.Window(partitionBy: item.projectID, item.done, orderBy: item.price.descending, item.id)
      (item.id, SQL.rowNumber().over(byPrice), item.price.lag().over(byPrice))
    }
    let window = #"OVER (PARTITION BY t0."project_id", t0."done" ORDER BY t0."price" DESC, t0."id")"#
    try expectSelection(
      selection,
      sql: #"SELECT t0."id", row_number() \#(window), lag(t0."price", ?1) \#(window) FROM "item" AS t0 "#
        + #"ORDER BY rank() OVER (ORDER BY t0."price")"#,
      rows: ["4|1|NULL", "1|2|20.0", "5|1|NULL", "2|1|NULL", "3|1|NULL"])
  }

  @Test("Invalid frames, arguments and positions of window functions are refused before the statement is prepared")
  func misuse() throws {
    func refusal<Value: ColumnValue>(_ make: (Item.Columns) -> SQLOperation<Value>) -> QueryError? {
      do { _ = try Item.select { make($0) }.rendered() } catch { return error }
      return nil
    }
    #expect(refusal { $0.count.sum(distinct: true).over() } == .distinctWindow)
    #expect(refusal { $0.count.sum().over(orderBy: SQL.rank().over()) } == .nestedWindow)
    #expect(refusal { _ in SQL.ntile(0).over() } == .argument(function: "ntile", needs: "at least 1 part"))
    #expect(refusal { $0.count.nthValue(0).over() }?.description.contains("'nthValue' needs") == true)
    #expect(refusal { $0.count.lag(-1).over() }?.description.contains("'lag' needs") == true)
    let frames: [SQL.Frame] = [
      .rows(.unboundedFollowing, .unboundedFollowing), .rows(.currentRow, .preceding(1)),
      .rows(.unboundedPreceding, .unboundedPreceding), .groups(.preceding(-1)), .range(.preceding(1)),
    ]
    for frame in frames {
      let error = refusal { $0.count.sum().over(orderBy: $0.id, $0.count, frame: frame) }
      guard case .windowFrame = error else {
        Issue.record("\(frame) is taken")
        continue
      }
    }
    #expect(throws: QueryError.windowInCondition) { try Item.where { SQL.rank().over(orderBy: $0.id) == 1 }.sql }
  }
}

extension ReadOnlyColumn where Value == Item.ID {
  /// The key as a number, for frames of ranges.
  fileprivate var rawNumber: SQLOperation<Int> { cast(to: Int.self) }
}
