import Foundation
import Postil
import Testing

/// What Django's documentation shows in "Making queries", "QuerySet API", "Query expressions" and "Database functions".
@Suite("As in Django")
struct DjangoTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  @Test("filter(a, b) and filter(a).filter(b) over a multi-valued relationship")
  func multiValued() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.reviews.any { $0.stars > 3 && $0.customer.address.city == "Oslo" } }.order { $0.id }
          .fetchAll(in: db),
        try Product.byHand(
          """
          WHERE EXISTS (SELECT 1 FROM review r JOIN customer c ON c.id = r.customer_id WHERE r.product_id = t.id
            AND r.deleted_at IS NULL AND stars > 3 AND c.address_city = 'Oslo') ORDER BY id
          """, in: db))
      expect(
        try Product.where { $0.reviews.any { $0.stars > 3 } }
          .where { $0.reviews.any { $0.customer.address.city == "Oslo" } }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          """
          WHERE id IN (SELECT product_id FROM review WHERE stars > 3 AND deleted_at IS NULL) AND id IN (
            SELECT product_id FROM review r JOIN customer c ON c.id = r.customer_id
            WHERE c.address_city = 'Oslo' AND r.deleted_at IS NULL) ORDER BY id
          """, in: db))
    }
  }

  @Test("id__in=queryset; in_(subquery) (SQLAlchemy), in(select()) (jOOQ), inArray(subquery) (Drizzle)")
  func inQuery() throws {
    try store.read { (db) throws in
      let sent = Purchase.where { $0.status == .sent }.select { $0.id }
      expect(
        try Product.where { $0.id.notIn(Line.where { $0.purchaseID.in(sent) }.select { $0.productID }) }
          .order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          """
          WHERE id NOT IN (SELECT product_id FROM line WHERE purchase_id IN (SELECT id FROM purchase
            WHERE status = 'sent')) ORDER BY id
          """, in: db))
    }
  }

  @Test("select_related over several levels: rows with the rows at the end of paths, in one statement")
  func selectRelated() throws {
    try store.read { (db) throws in
      let query = Line.order { ($0.purchaseID, $0.productID) }
        .select { ($0, $0.purchase.customer, $0.product.category.parent) }
      let found = try query.fetchAll(in: db)
      expect(
        found.map { ($0.0.quantity, $0.1.name, $0.2?.name) },
        try RawSQL(
          """
          SELECT l.quantity, u.name, g.name FROM line l JOIN purchase p ON p.id = l.purchase_id
          JOIN customer u ON u.id = p.customer_id JOIN product r ON r.id = l.product_id
          LEFT JOIN category c ON c.id = r.category_id LEFT JOIN category g ON g.id = c.parent_id
          ORDER BY l.purchase_id, l.product_id
          """
        ).as(Int.self, String.self, String?.self).fetchAll(in: db))
    }
  }

  @Test("prefetch_related with several Prefetch objects of one relationship; WithNamedPurchases (ent)")
  func namedPrefetches() throws {
    try store.read { (db) throws in
      let found = try Customer.order { $0.id }.with {
        (
          $0.purchases.where { $0.status == .open }.order { $0.id },
          $0.purchases.where { $0.status == .sent }.order { $0.id }
        )
      }.fetchAll(in: db)
      for (status, purchases) in [("open", found.flatMap(\.1)), ("sent", found.flatMap(\.2))] {
        expect(purchases, try Purchase.byHand("WHERE status = \(status) ORDER BY customer_id, id", in: db))
      }
    }
  }

  @Test("order_by('?'); order(Arel.sql('RANDOM()')) (Rails): rows in a random order")
  func random() throws {
    try store.read { (db) throws in
      let found = try Product.order { _ in SQL.random() }.limit(4).fetchAll(in: db)
      #expect(Set(found.map(\.id)).count == 4)
      #expect(try Set(Product.order { _ in SQL.random() }.fetchAll(in: db)) == Set(Product.byHand("", in: db)))
    }
  }

  @Test("year, month, day, week_day, hour lookups; extract (SQLAlchemy, jOOQ)")
  func dateLookups() throws {
    try store.read { (db) throws in
      expect(
        try Purchase.where { $0.placedAt.year == 2023 && $0.placedAt.month.in([11, 12]) }.order { $0.id }.select {
          ($0.placedAt.year, $0.placedAt.month, $0.placedAt.day, $0.placedAt.weekday, $0.placedAt.hour)
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT CAST(strftime('%Y', placed_at) AS INTEGER), CAST(strftime('%m', placed_at) AS INTEGER),
            CAST(strftime('%d', placed_at) AS INTEGER), strftime('%w', placed_at) + 1,
            CAST(strftime('%H', placed_at) AS INTEGER) FROM purchase WHERE placed_at BETWEEN '2023-11-01' AND '2024' ORDER BY id
          """
        ).as(Int.self, Int.self, Int.self, Int.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("TruncMonth, dates(), timedelta; date_trunc (SQLAlchemy), trunc, dateAdd, dateDiff (jOOQ)")
  func dateFunctions() throws {
    try store.read { (db) throws in
      expect(
        try Purchase.group { $0.placedAt.startOfMonth }.order { $0.placedAt.startOfMonth }
          .select { ($0.placedAt.startOfMonth, SQL.count()) }.fetchAll(in: db),
        try RawSQL("SELECT datetime(placed_at, 'start of month') AS m, count(*) FROM purchase GROUP BY m ORDER BY m")
          .as(Date.self, Int.self).fetchAll(in: db))
      expect(
        try Purchase.order { $0.id }.select {
          ($0.placedAt.adding(days: 28), $0.placedAt.adding(hours: 36), $0.placedAt.days(since: Shop.start))
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT datetime(placed_at, '+28 days'), datetime(placed_at, '+36 hours'),
            CAST(julianday(placed_at) - julianday('2023-11-14 22:13:20') + 0.0001 AS INTEGER) FROM purchase ORDER BY id
          """
        ).as(Date.self, Date.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("Greatest, Least, Abs, Mod, Round, Sqrt, Power; mathematical functions (jOOQ, SQLAlchemy)")
  func mathematics() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select {
          (
            max($0.cents, 500), min($0.cents, $0.stock * 100), abs($0.stock - 6), $0.cents % 7,
            ($0.cents.double / 3).rounded(toDigits: 1), $0.cents.squareRoot(), $0.stock.power(2)
          )
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT max(cents, 500), min(cents, stock * 100), abs(stock - 6), cents % 7, round(cents / 3.0, 1),
            sqrt(cents), pow(stock, 2) FROM product ORDER BY id
          """
        ).as(Int.self, Int.self, Int.self, Int.self, Double.self, Double?.self, Double?.self).fetchAll(in: db))
    }
  }

  @Test("Left, Lower, Trim, Replace, StrIndex, Substr, Ord; string functions (jOOQ, SQLAlchemy)")
  func strings() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select {
          (
            $0.name.substring(from: 0, length: 2), $0.name.lowercased(), ($0.name + "  ").trimmed(),
            $0.name.replacing("a", with: "AA"), $0.name.offset(of: "a"), $0.name.unicode
          )
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT substr(name, 1, 2), lower(name), trim(name), replace(name, 'a', 'AA'), nullif(instr(name, 'a') - 1, -1),
            unicode(name) FROM product ORDER BY id
          """
        ).as(String.self, String.self, String.self, String.self, Int?.self, Int?.self).fetchAll(in: db))
    }
  }

  @Test("ArrayAgg, JSONObject; multisetAgg, jsonObjectAgg (jOOQ): values collected from rows")
  func collections() throws {
    try store.read { (db) throws in
      expect(
        try Category.order { $0.id }.select { ($0.name, $0.products.order { $0.sku }.jsonArray { $0.sku }) }
          .fetchAll(in: db).map { ($0, $1.joined(separator: ",")) },
        try RawSQL(
          """
          SELECT name, coalesce((SELECT group_concat(sku, ',') FROM (SELECT sku FROM product WHERE category_id = c.id
            ORDER BY sku) AS s), '') FROM category c ORDER BY id
          """
        ).as(String.self, String.self).fetchAll(in: db))
      let prices = try Product.where { $0.kind == .goods }.select { SQL.jsonObject($0.sku, $0.cents) }.fetchOnly(in: db)
      expect(
        prices.map { "\($0.key) \($0.value)" }.sorted(),
        try RawSQL("SELECT sku || ' ' || cents FROM product WHERE kind = 'goods' ORDER BY 1").as(String.self)
          .fetchAll(in: db))
    }
  }

  @Test("GeneratedField; generatedAlwaysAs (Drizzle), Computed (SQLAlchemy), virtual columns (Rails)")
  func generated() throws {
    try store.write { (db) throws in
      try Product.where { $0.grossCents > 800 }.update(in: db) { [$0.cents.set(100)] }
      expect(
        try Product.order { $0.id }.select { $0.grossCents }.fetchAll(in: db),
        try RawSQL("SELECT cents * 119 / 100 FROM product ORDER BY id").as(Int?.self).fetchAll(in: db))
    }
  }

  @Test("RowRange, ValueRange; frames of windows (jOOQ, SQLAlchemy): moving averages and running totals")
  func frames() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select {
          (
            $0.cents.average().over(orderBy: $0.id, frame: .rows(.preceding(2))),
            $0.cents.sum().over(partitionBy: $0.kind, orderBy: $0.id),
            SQL.count().over(orderBy: $0.cents, frame: .range(.preceding(100), .following(100)))
          )
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT avg(cents) OVER (ORDER BY id ROWS 2 PRECEDING), sum(cents) OVER (PARTITION BY kind ORDER BY id),
            (SELECT count(*) FROM product q WHERE abs(q.cents - p.cents) <= 100) FROM product p ORDER BY id
          """
        ).as(Double?.self, Int?.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("ManyToManyField('self', symmetrical=False); M2M of the same type (ent), self-relations (Prisma)")
  func selfRelation() throws {
    try store.write { (db) throws in
      let people = try Person.insert(returning: ["Ann", "Ben", "Cid"].map { Person.Draft(name: $0) }, in: db)
      try people[0].addToFriends(contentsOf: people[1...], in: db)
      try people[1].addToFriends(people[2], in: db)
      expect(
        try Person.order { $0.name }.select { ($0.name, $0.friends.count, $0.friendsOf.count) }.fetchAll(in: db),
        [("Ann", 2, 0), ("Ben", 1, 1), ("Cid", 0, 2)])
      expect(try people[0].reachableFriends().order { $0.name }.fetchAll(in: db), [people[1], people[2]])
    }
  }

  @Test("regex, iregex; MATCHES (SwiftData), likeRegex (jOOQ); awkward: raw SQL, with a function that the store gets")
  func regex() throws {
    let options = SQLiteOptions(prepareConnection: { db in
      try db.add(function: "matches") { (pattern: String, text: String) in
        text.range(of: pattern, options: .regularExpression) != nil
      }
    })
    let store = try SQLiteStore.inMemory(schema: PeerTestsSchema.self, options: options)
    try store.write { (db) throws in
      try Shop.fill(db)
      expect(
        try Product.where { SQLPredicate(raw: "matches(\("^[AC].*[sr]$"), \($0.name))") }.order { $0.id }.fetchAll(
          in: db),
        try Product.byHand(
          "WHERE substr(name, 1, 1) IN ('A', 'C') AND substr(name, -1) IN ('s', 'r') ORDER BY id", in: db))
    }
  }

  @Test("Func: functions of one's own; add(function:) (GRDB), func.my_function (SQLAlchemy)")
  func ownFunctions() throws {
    let options = SQLiteOptions(prepareConnection: { db in
      try db.add(function: "initials") { (text: String) in String(text.split(separator: " ").compactMap(\.first)) }
    })
    let store = try SQLiteStore.inMemory(schema: PeerTestsSchema.self, options: options)
    try store.write { (db) throws in
      try Shop.fill(db)
      expect(
        try Product.where { $0.id < Product.ID(4) }.order { $0.id }.select { $0.name.initials }.fetchAll(in: db),
        ["CH", "Ch", "H"])
      expect(try Product.where { $0.name.initials == "Ch" }.select { $0.id }.fetchAll(in: db), [Product.ID(2)])
    }
  }
}

extension Column<Product, String> {
  /// The first letters of the words.
  var initials: SQLOperation<String> { SQLOperation(raw: "initials(\(self))") }
}
