import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Queries.md: what can be done with every kind of query.
@Suite struct FetchableQueryTests {
  private let store: SQLiteStore

  init() throws {
    store = try temporaryStore()
    try store.write { db in
      for name in ["Baker", "Smith"] {
        let shop = try Shop.Draft(name: name).insert(in: db)
        for number in 1...(name == "Baker" ? 2 : 1) {
          try Errand.Draft(
            title: "\(name) \(number)", dueAt: Date(timeIntervalSince1970: Double(number)),
            notedAt: Date(timeIntervalSince1970: 0), shopID: shop.id
          ).insert(in: db)
        }
      }
    }
  }

  /// Checks what each function returns for a query whose rows are described by these texts.
  private func check<Query: FetchableQuery>(
    _ query: Query, _ expected: [String], in db: some ReadTransaction, _ describe: (Query.Row) -> String
  ) throws {
    let all = try query.fetchAll(in: db).map(describe)
    let first = try query.fetchOne(in: db).map(describe)
    var each: [String] = []
    try query.forEach(in: db) { each.append(describe($0)) }
    let (count, exists) = (try query.count(in: db), try query.exists(in: db))
    #expect(all == expected && each == expected)
    #expect(first == expected.first)
    #expect(count == expected.count && exists == !expected.isEmpty)
    var mismatch: RowCountMismatch?
    do {
      let only = describe(try query.fetchOnly(in: db))
      #expect([only] == expected)
    } catch let error as RowCountMismatch {
      mismatch = error
    }
    #expect(mismatch == (expected.isEmpty ? RowCountMismatch.none : expected.count > 1 ? .several : nil))
  }

  @Test(arguments: [0, 1, 2])
  func `every kind of query can be fetched, counted and tested for rows`(count: Int) throws {
    let shop = ["nowhere", "Smith", "Baker"][count]
    let titles = (0..<count).map { "\(shop) \($0 + 1)" }
    try store.read { db in
      let query = Errand.where { $0.shop.name == shop }.order { $0.title }
      try check(query, titles, in: db) { $0.title }
      try check(query.select { $0.title }, titles, in: db) { $0 }
      try check(query.select { ($0.title, $0.shop.name) }, titles, in: db) { $0.0 }
      try check(query.join(Shop.self) { $0.shopID == $1.id }, titles, in: db) { $0.0.title }
      try check(query.with { $0.shop }, titles, in: db) { $0.0.title }
      let raw: RawSQL = """
        SELECT \(Errand.allColumns) FROM \(Errand.self)
        WHERE shop_id = (SELECT id FROM shop WHERE name = \(shop)) ORDER BY title -- by title
        """
      try check(raw.as(Errand.self), titles, in: db) { $0.title }
      let values: RawSQL = "SELECT title, 1 FROM errand WHERE title LIKE \(shop + "%") ORDER BY title"
      try check(values.as(String.self, Int.self), titles, in: db) { $0.0 }
      try check(Errand.inShop(called: shop), titles, in: db) { $0.title }
      try check(Errand.counts(ofAtLeast: 2), ["Baker"], in: db) { $0.shop }
    }
  }

  @Test func `an eager query passes its rows in batches of any size`() throws {
    let query = Errand.order { $0.title }.with { $0.shop }
    try store.read { db in
      for size in 1...4 {
        var titles: [String] = []
        try query.forEach(in: db, batchSize: size) { errand, shop in titles.append("\(errand.title) at \(shop.name)") }
        #expect(titles == ["Baker 1 at Baker", "Baker 2 at Baker", "Smith 1 at Smith"])
      }
    }
  }

  @Test func `a change that returns rows can be fetched as the only row, and is undone if there are several`() throws {
    let title = try store.write { db in
      try Errand.where { $0.title == "Smith 1" }.updating { [$0.title.set("hinge")] }.returning { $0.title }
        .fetchOnly(in: db)
    }
    #expect(title == "hinge")
    #expect(throws: RowCountMismatch.several) {
      try store.write { db in try Errand.all.deleting().returning().fetchOnly(in: db) }
    }
    #expect(throws: RowCountMismatch.none) {
      try store.write { db in try Errand.where { $0.title == "none" }.deleting().returning().fetchOnly(in: db) }
    }
    #expect(try store.read { db in try Errand.all.count(in: db) } == 3)
  }
}
