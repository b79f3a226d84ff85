import Foundation
import Postil
import Testing

/// What SQLAlchemy's and Drizzle's documentation show of aggregates, windows and dates, over measurements.
@Suite("As in SQLAlchemy and Drizzle: analysis")
struct AnalysisTests {
  private let store: Store

  init() throws { store = try Blog.store() }

  @Test("percentile_cont: medians and percentiles of groups")
  func percentiles() throws {
    try store.read { (db) throws in
      let groups = try Measurement.group { $0.sensor }.order { $0.sensor }.select {
        ($0.sensor, $0.value.median(), $0.value.percentile(0.9), $0.value.median().filter($0.value > 100))
      }.fetchAll(in: db)
      for (sensor, median, ninth, none) in groups {
        let values = try RawSQL("SELECT value FROM measurement WHERE sensor = \(sensor) ORDER BY value")
          .as(Double.self).fetchAll(in: db)
        func percentile(_ fraction: Double) -> Double {
          let place = fraction * Double(values.count - 1)
          let (low, high) = (values[Int(place)], values[min(Int(place) + 1, values.count - 1)])
          return low + (place - place.rounded(.down)) * (high - low)
        }
        #expect(median == percentile(0.5) && ninth == percentile(0.9) && none == nil)
      }
      #expect(groups.count == 3)
      #expect(try Measurement.all.none().select { $0.value.median() }.fetchOnly(in: db) == nil)
    }
    #expect(throws: QueryError.self) { try Measurement.select { $0.value.percentile(1.5) }.rendered() }
    #expect(throws: QueryError.self) { try Measurement.select { $0.value.median().over() }.rendered() }
  }

  @Test("Buckets of 15 minutes")
  func buckets() throws {
    try store.read { (db) throws in
      let found = try Measurement.group { $0.measuredAt.startOf(minutes: 15) }
        .order { $0.measuredAt.startOf(minutes: 15) }
        .select { ($0.measuredAt.startOf(minutes: 15), SQL.count()) }.fetchAll(in: db)
      let times = try RawSQL("SELECT measured_at FROM measurement").as(Date.self).fetchAll(in: db)
      let starts = times.map { ($0.timeIntervalSince1970 / 900).rounded(.down) * 900 }
      let expected = Dictionary(grouping: starts) { $0 }.sorted { $0.key < $1.key }
      #expect(expected.count > 10)
      #expect(found.map { "\($0.0.timeIntervalSince1970) \($0.1)" } == expected.map { "\($0.key) \($0.value.count)" })
    }
    #expect(throws: QueryError.self) { try Measurement.select { $0.measuredAt.startOf(minutes: 7) }.rendered() }
  }

  @Test("Weeks as ISO 8601 and Foundation count them, in every form of a date, also before 1970")
  func weeks() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    try store.write { (db) throws in
      for days in stride(from: -800, to: 20_800, by: 3) {
        let date = Date(timeIntervalSince1970: Double(days) * 86_400 + Double(days & 1) * 86_399.5)
        try Moment.Draft(text: date, seconds: date, milliseconds: date, julian: date, reference: date).insert(in: db)
      }
      let rows = try Moment.select {
        (
          $0.text, $0.text.isoWeek, $0.text.isoYear, $0.text.startOfWeek, $0.seconds.startOfWeek,
          $0.milliseconds.startOfWeek, $0.julian.startOfWeek, $0.reference.startOfWeek, $0.seconds.isoWeek,
          $0.text.calendarDay.startOfWeek
        )
      }.fetchAll(in: db)
      #expect(rows.count > 7000)
      for row in rows {
        let parts = calendar.dateComponents([.weekOfYear, .yearForWeekOfYear], from: row.0)
        let start = try #require(calendar.dateInterval(of: .weekOfYear, for: row.0)?.start)
        #expect(row.1 == parts.weekOfYear && row.2 == parts.yearForWeekOfYear && row.8 == row.1, "\(row.0)")
        #expect([row.3, row.4, row.5, row.6, row.7] == Array(repeating: start, count: 5), "\(row.0)")
        #expect(calendar.date(from: row.9) == start, "\(row.0)")
      }
      let quarters = try Moment.select {
        ($0.text, $0.text.startOf(minutes: 30), $0.julian.startOf(minutes: 30), $0.reference.startOf(minutes: 30))
      }.fetchAll(in: db)
      for (date, text, julian, reference) in quarters {
        let start = Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 1800).rounded(.down) * 1800)
        #expect([text, julian, reference] == [start, start, start])
      }
    }
  }

  @Test("Cohorts: groups by a month and by a month at the end of a path")
  func cohorts() throws {
    try store.read { (db) throws in
      let found = try Post.group { ($0.author.joinedAt.startOfMonth, $0.createdAt.startOfMonth) }
        .order { ($0.author.joinedAt.startOfMonth, $0.createdAt.startOfMonth) }
        .select {
          ($0.author.joinedAt.startOfMonth, $0.createdAt.startOfMonth, $0.authorID.count(distinct: true), SQL.count())
        }.fetchAll(in: db)
      let posts = try RawSQL(
        "SELECT w.id, w.joined_at, p.created_at FROM post p JOIN writer w ON w.id = p.author_id"
      ).as(Int64.self, Date.self, Date.self).fetchAll(in: db)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      func month(_ date: Date) -> Double { calendar.dateInterval(of: .month, for: date)!.start.timeIntervalSince1970 }
      let groups = Dictionary(grouping: posts) { [month($0.1), month($0.2)] }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      #expect(groups.count > 10)
      #expect(
        found.map { "\([$0.0.timeIntervalSince1970, $0.1.timeIntervalSince1970]) \($0.2) \($0.3)" }
          == groups.map { "\($0.key) \(Set($0.value.map(\.0)).count) \($0.value.count)" })
    }
  }

  @Test("array_agg and string_agg in an order")
  func orderedAggregates() throws {
    try store.read { (db) throws in
      let users = try Writer.order { $0.id }.select {
        (
          $0.posts.order { $0.views.descending }.jsonArray { $0.views },
          $0.posts.order { $0.title }.limit(3).groupConcatenation(separator: "|") { $0.title }
        )
      }.fetchAll(in: db)
      for (index, (views, titles)) in users.enumerated() {
        let posts = try Blog.posts("WHERE author_id = \(index + 1)", in: db)
        #expect(views == posts.map(\.views).sorted(by: >))
        let first = posts.map(\.title).sorted().prefix(3)
        #expect(titles == (first.isEmpty ? nil : first.joined(separator: "|")))
      }
    }
  }

  @Test("DISTINCT ON: the latest value of each sensor")
  func latest() throws {
    try store.read { (db) throws in
      let latest = try Measurement.order { $0.measuredAt.descending }.limit(1, per: { $0.sensor })
        .order { $0.sensor }.fetchAll(in: db)
      let expected = RawSQL(
        """
        SELECT id FROM measurement m WHERE measured_at = (SELECT max(n.measured_at) FROM measurement n WHERE n.sensor = m.sensor)
        ORDER BY measured_at DESC
        """)
      #expect(try latest.map(\.id.rawValue) == expected.as(Int64.self).fetchAll(in: db))
    }
  }
}
