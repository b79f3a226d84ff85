import Foundation
import Postil
import Testing

/// Docs/Queries.md, "Named queries".
@Suite("A named query")
struct NamedQueryTests {
  private let store: SQLiteStore
  private let (baker, smith): (Shop, Shop)
  private let errands: [Errand]
  private static func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86400) }

  init() throws {
    store = try temporaryStore()
    (baker, smith, errands) = try store.write { db in
      let baker = try Shop.Draft(name: "Baker").insert(in: db)
      let smith = try Shop.Draft(name: "Smith").insert(in: db)
      let errands = try [
        Errand.Draft(title: "bread", dueAt: Self.day(3), notedAt: Self.day(1), shopID: baker.id),
        Errand.Draft(title: "cake", dueAt: nil, notedAt: Self.day(2), kind: .fetch, shopID: baker.id),
        Errand.Draft(title: "hinge", dueAt: Self.day(2), notedAt: Self.day(3), kind: .bring, shopID: smith.id),
      ].map { try $0.insert(in: db) }
      return (baker, smith, errands)
    }
  }

  @Test("A named query returns rows of its model")
  func rows() throws {
    let now = Self.day(4)
    try store.read { db in
      let late = Errand.overdue(before: now, limit: 20)
      #expect(try late.fetchAll(in: db) == [errands[2], errands[0]])
      #expect(try late.fetchOne(in: db) == errands[2])
      #expect(try Errand.overdue(before: now, limit: 1).fetchOnly(in: db) == errands[2])
      #expect(throws: RowCountMismatch.several) { try late.fetchOnly(in: db) }
      #expect(throws: RowCountMismatch.none) { try Errand.overdue(before: Self.day(1), limit: 1).fetchOnly(in: db) }
      var titles: [String] = []
      try late.forEach(in: db) { titles.append($0.title) }
      #expect(titles == ["hinge", "bread"])

      #expect(try Errand.inShop(called: "baker").fetchAll(in: db).map(\.title) == ["bread", "cake"])
      #expect(try Errand.newest().fetchAll(in: db) == [errands[2]])
    }
  }

  @Test("The document shows the SQL of a named query")
  func document() throws {
    let document = try Document("Queries")
    let late = Errand.overdue(before: .now, limit: 20)
    #expect(document.text.contains("```sql\n\(late)\n```"))
    #expect(late.sql == late.description && late.rendered().bindings.count == 2)
    #expect(document.text.contains("```sql\n\(Errand.among([], not: []))\n```"))
    #expect(document.text.contains("```sql\n\(Wish.made(before: .now))\n```"))
  }

  @Test("A named query returns a value, or a tuple with labels")
  func values() throws {
    try store.read { db in
      for (shop, count) in try Errand.counts(ofAtLeast: 1).fetchAll(in: db) { print(shop, count) }
      let busiest = try Errand.counts(ofAtLeast: 2).fetchOnly(in: db).shop  // "Baker"
      let last = try Errand.lastNoted().fetchOne(in: db) ?? nil  // a Date, from the number in the column

      #expect(busiest == "Baker")
      #expect(last == Self.day(3))
      #expect(try Errand.counts(ofAtLeast: 1).fetchAll(in: db).map(\.count) == [2, 1])
      var shops: [String] = []
      try Errand.counts(ofAtLeast: 1).forEach(in: db) { shop, count in shops.append("\(shop) \(count)") }
      #expect(shops == ["Baker 2", "Smith 1"])
      #expect(throws: RowCountMismatch.several) { try Errand.counts(ofAtLeast: 1).fetchOnly(in: db) }
      #expect(try Errand.counts(ofAtLeast: 9).fetchOne(in: db) == nil)
    }
  }

  @Test("A named query returns the struct declared for its result")
  func projections() throws {
    try store.write { db in
      let idle = try Shop.Draft(name: "Idle").insert(in: db)
      let loads = try ShopLoad.forShops(withErrands: 0).fetchAll(in: db)
      #expect(
        loads == [
          ShopLoad(shop: baker.name, errands: 2, firstDueAt: Self.day(3), notedAt: Self.day(2)),
          ShopLoad(shop: idle.name, errands: 0, firstDueAt: nil, notedAt: nil),
          ShopLoad(shop: smith.name, errands: 1, firstDueAt: Self.day(2), notedAt: Self.day(3)),
        ])
    }
  }

  @Test("A named query accepts lists of any length")
  func lists() throws {
    try store.read { db in
      let some = try Errand.among(errands.map(\.id), not: [.fetch]).fetchAll(in: db)
      #expect(some == [errands[0], errands[2]])
      #expect(try Errand.among([], not: [.fetch]).fetchAll(in: db) == [])
      #expect(try Errand.among(errands.map(\.id), not: []).fetchAll(in: db) == errands)
      // Past SQLite's limit of 32,766 parameters.
      let many = (1...100_000).map { Errand.ID($0) }
      #expect(try Errand.among(many, not: []).fetchAll(in: db) == errands)
    }
  }

  @Test("A named query that changes rows returns their number or its results")
  func changes() throws {
    try store.write { db in
      let forgotten = try Errand.forget(notedBefore: Self.day(2)).execute(in: db)  // 1
      let moved = try Errand.postpone(in: smith.id, to: nil).fetchAll(in: db)  // [(id: Errand.ID, title: String)]

      #expect(forgotten == 1)
      #expect(moved.map(\.id) == [errands[2].id] && moved.map(\.title) == ["hinge"])
      #expect(try Errand.find(errands[2].id, in: db).dueAt == nil)
      #expect(try Errand.postpone(in: baker.id, to: Self.day(9)).fetchOne(in: db)?.title == "cake")
      var titles: [String] = []
      try Errand.postpone(in: baker.id, to: Self.day(8)).forEach(in: db) { _, title in titles.append(title) }
      #expect(titles == ["cake"])

      #expect(try Shop.add("baker").fetchAll(in: db) == [baker])
      let idle = try #require(try Shop.add("Idle").fetchOne(in: db))
      #expect(try Shop.find(idle.id, in: db) == idle)
      try Shop.add("Idle").forEach(in: db) { shop in #expect(shop == idle) }
      #expect(Errand.forget(notedBefore: Self.day(2)).description == "DELETE FROM errand WHERE noted_at < ?1")
    }
  }

  @Test("The prepared statement is reused for other values")
  func statements() throws {
    try store.read { db in
      for number in 1...50 { _ = try Errand.overdue(before: Self.day(number), limit: number).fetchAll(in: db) }
      // What SQLite tells of its prepared statements, where it was built to.
      let hasTable: Int? = try RawSQL("SELECT sqlite_compileoption_used('ENABLE_STMTVTAB')").as(Int.self).fetchOne(
        in: db)
      guard hasTable == 1 else { return }
      let sql = Errand.overdue(before: Self.day(1), limit: 1).sql
      let runs = try RawSQL("SELECT run FROM sqlite_stmt WHERE sql = \(sql)").as(Int.self).fetchAll(in: db)
      #expect(runs == [50])
    }
    let one = Errand.overdue(before: Self.day(1), limit: 1)
    let other = Errand.overdue(before: Self.day(2), limit: 2)
    #expect(one.sql == other.sql && one.rendered().bindings != other.rendered().bindings)
  }

  @Test("Deleted rows are excluded unless the query lists its results")
  func softDeletion() throws {
    try store.write { db in
      let kept = try Wish.Draft(text: "kept", madeAt: Self.day(1)).insert(in: db)
      let gone = try Wish.Draft(text: "gone", madeAt: Self.day(1)).insert(in: db)
      let undated = try Wish.Draft(text: "undated").insert(in: db)
      try gone.delete(in: db)
      // An `OR` in the text does not bring the deleted back.
      #expect(try Wish.madeOrUndated(before: Self.day(2)).fetchAll(in: db) == [undated, kept])
      #expect(try Wish.made(before: Self.day(2)).fetchAll(in: db) == [kept])
      #expect(try Wish.everMade(before: Self.day(2)).fetchAll(in: db).map(\.id) == [kept.id, gone.id])
      try kept.delete(in: db)
      #expect(try Wish.first().fetchOne(in: db) == undated)
    }
  }

  @Test("A named query can be explained")
  func explanation() throws {
    try store.read { db in
      let plan = try Errand.overdue(before: Self.day(4), limit: 20).explain(in: db)
      #expect(plan.indexes == ["errand_due_at_idx"] && plan.fullScans.isEmpty && !plan.usesTemporarySort)
      #expect(try Errand.forget(notedBefore: Self.day(1)).explain(in: db).indexes == ["errand_noted_at_idx"])
      #expect(try Errand.counts(ofAtLeast: 1).explain(in: db).usesTemporarySort)
      #expect(try Wish.made(before: Self.day(4)).explain(in: db).indexes == ["wish_made_at_idx"])
    }
  }

  @Test("An index is still used if deleted rows are excluded")
  func softDeletionPlan() throws {
    let plan = try store.read { db in
      try RawSQL(
        """
        EXPLAIN QUERY PLAN
        SELECT "id" FROM (SELECT * FROM "wish" WHERE "taken_back_at" IS NULL) AS "wish"
        WHERE made_at < \("2026") ORDER BY made_at LIMIT \(5)
        """
      ).as(Int.self, Int.self, Int.self, String.self).fetchAll(in: db).map(\.3)
    }
    #expect(plan == ["SEARCH wish USING INDEX wish_made_at_idx (made_at<?)"])
  }

  @Test("Values are bound and read in the format of the columns that they are compared with")
  func forms() throws {
    let moment = Self.day(10)
    let (tag, key) = (UUID(), UUID())
    try store.write { db in
      let row = try Stamped.Draft(
        textAt: moment, secondsAt: moment, millisecondsAt: moment, julianAt: moment,
        day: DateComponents(year: 2026, month: 11, day: 21), tag: tag, key: key, stack: [1, .max],
        place: Stamped.Place(street: "Storgata")
      ).insert(in: db)
      #expect(try Stamped.marks(at: moment).fetchAll(in: db) == [row])
      #expect(try Stamped.marks(at: moment + 1).fetchAll(in: db) == [])
      #expect(try Stamped.seconds(from: moment - 1, to: moment).fetchAll(in: db) == [row])
      #expect(try Stamped.seconds(from: moment + 1, to: moment + 2).fetchAll(in: db) == [])
      #expect(try Stamped.milliseconds(among: [moment - 1, moment]).fetchAll(in: db) == [row])
      #expect(try Stamped.milliseconds(among: [moment - 1]).fetchAll(in: db) == [])
      #expect(try Stamped.julian(before: moment + 1).fetchAll(in: db) == [row])
      #expect(try Stamped.julian(before: moment).fetchAll(in: db) == [])
      #expect(try Stamped.sameDay(row.day).fetchAll(in: db) == [row])
      #expect(try Stamped.tagged(tag, orKey: UUID()).fetchAll(in: db) == [row])
      #expect(try Stamped.tagged(UUID(), orKey: key).fetchAll(in: db) == [row])
      #expect(try Stamped.tagged(key, orKey: tag).fetchAll(in: db) == [])
      #expect(try Stamped.stacked([1, .max]).fetchAll(in: db) == [row])
      #expect(try Stamped.placed(row.place).fetchAll(in: db) == [row])
      #expect(try Stamped.placed(nil).fetchAll(in: db) == [])

      let values = try Stamped.forms().fetchOnly(in: db)
      #expect(values.0 == moment && values.1 == moment && values.2 == moment && values.3 == moment)
      #expect(values.4 == row.day && values.5 == tag && values.6 == key && values.7 == [1, .max])
      #expect(values.8 == row.place)

      #expect(try Stamped.change(row.id, to: moment + 5).fetchOne(in: db) == moment + 5)
      #expect(try Stamped.find(row.id, in: db).millisecondsAt == moment + 5)
      let copy = try #require(try Stamped.copy(at: moment, tag: key, key: key).fetchOne(in: db))
      #expect(try Stamped.find(copy, in: db).tag == key)
    }
  }

  @Test("A value that is out of the column's range is refused")
  func unstorable() throws {
    try store.read { db in
      _ = #expect(throws: ColumnEncodingError.self) {
        try Errand.overdue(before: .distantFuture + 1e12, limit: 1).fetchAll(in: db)
      }
    }
    #expect(BoundValue.list(["a\0b"]).description.contains("NUL"))
  }
}
