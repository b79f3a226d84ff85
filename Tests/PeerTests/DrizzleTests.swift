import Foundation
import Postil
import Testing

/// What Drizzle's documentation shows under "Query", "Select", "Joins", "Set operations", "Insert", "Update" and "Delete".
@Suite("As in Drizzle")
struct DrizzleTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  // MARK: - Relational queries

  @Test("findMany with a nested with, columns, where, orderBy, limit and offset")
  func findMany() throws {
    try store.read { (db) throws in
      let found = try Customer.where { $0.address.city == "Oslo" }.order { $0.name }.limit(2, offset: 1).with {
        $0.purchases.where { $0.status != .open }.order { $0.placedAt.descending }.limit(2).select {
          ($0.placedAt, $0.lines.count)
        }
      }.fetchAll(in: db)
      for (customer, purchases) in found {
        expect(
          purchases,
          try RawSQL(
            """
            SELECT placed_at, (SELECT count(*) FROM line WHERE purchase_id = p.id) FROM purchase p
            WHERE customer_id = \(customer.id) AND status <> 'open' ORDER BY placed_at DESC LIMIT 2
            """
          ).as(Date.self, Int.self).fetchAll(in: db))
      }
      expect(
        found.map(\.0), try Customer.byHand("WHERE address_city = 'Oslo' ORDER BY name LIMIT 2 OFFSET 1", in: db))
    }
  }

  @Test("with through a many-to-many; has_many through (Rails), through (Django): with the values of the pairs")
  func through() throws {
    try store.read { (db) throws in
      let found = try Purchase.order { $0.id }.with {
        ($0.products.order { $0.id }, $0.lines.order { $0.productID }.select { ($0.product.name, $0.quantity) })
      }.fetchAll(in: db)
      expect(
        found.flatMap { purchase, _, lines in lines.map { (purchase.id.rawValue, $0.0, $0.1) } },
        try RawSQL(
          "SELECT l.purchase_id, p.name, l.quantity FROM line l JOIN product p ON p.id = l.product_id ORDER BY 1, p.id"
        ).as(Int64.self, String.self, Int.self).fetchAll(in: db))
      #expect(found.allSatisfy { $1.map(\.name) == $2.map(\.0) })
    }
  }

  @Test("extras; annotate (Django), column_property, hybrid_property (SQLAlchemy): computed values beside the row")
  func extras() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select { ($0, $0.name.lowercased(), $0.cents * $0.stock) }.fetchAll(in: db)
          .map { ($0.0.sku, $0.1, $0.2) },
        try RawSQL("SELECT sku, lower(name), cents * stock FROM product ORDER BY id")
          .as(String.self, String.self, Int.self).fetchAll(in: db))
    }
  }

  // MARK: - Select

  @Test(
    "$count; count, exists (Rails, Django, GRDB), Exist (ent), fetchExists, fetchCount (jOOQ), fetchCount (SwiftData)")
  func count() throws {
    try store.read { (db) throws in
      let dear = Product.where { $0.cents > 700 }
      expect(
        [try dear.count(in: db)],
        try RawSQL("SELECT count(*) FROM product WHERE cents > 700").as(Int.self).fetchAll(in: db))
      #expect(try dear.exists(in: db))
      #expect(try !dear.where { $0.cents < 700 }.exists(in: db))
    }
  }

  @Test("selectDistinct; distinct (Rails, Django, SQLAlchemy, GRDB, jOOQ), Unique (ent), distinct results (SwiftData)")
  func distinct() throws {
    try store.read { (db) throws in
      expect(
        try Customer.select { ($0.address.city, $0.purchases.isEmpty) }.distinct().order { city, _ in city }
          .fetchAll(in: db),
        try RawSQL(
          """
          SELECT DISTINCT address_city, NOT EXISTS (SELECT 1 FROM purchase WHERE customer_id = c.id) FROM customer c
          ORDER BY 1
          """
        ).as(String.self, Bool.self).fetchAll(in: db))
    }
  }

  @Test("between, notBetween; where with a range (Rails), range (Django), BETWEEN (SwiftData)")
  func between() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.cents.in(300...600) && $0.stock.notIn(4..<7) }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE cents BETWEEN 300 AND 600 AND NOT (stock >= 4 AND stock < 7) ORDER BY id", in: db))
    }
  }

  @Test("exists, notExists with a subquery; Exists, OuterRef (Django), exists (SQLAlchemy, jOOQ)")
  func exists() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { product in
          Line.where { $0.productID == product.id && $0.quantity > product.stock }.exists()
            && !Review.where { $0.productID == product.id && $0.stars == 1 }.exists()
        }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          """
          WHERE EXISTS (SELECT 1 FROM line WHERE product_id = t.id AND quantity > t.stock)
          AND NOT EXISTS (SELECT 1 FROM review WHERE product_id = t.id AND stars = 1 AND deleted_at IS NULL) ORDER BY id
          """, in: db))
    }
  }

  @Test("A subquery in select and where; scalar_subquery (SQLAlchemy), Subquery (Django), field(select()) (jOOQ)")
  func scalarSubquery() throws {
    try store.read { (db) throws in
      let average = Product.select { $0.cents.average() }
      expect(
        try Product.where { $0.cents.double > SQL.scalar(average) ?? 0 }.order { $0.id }.select { product in
          (
            product.name,
            SQL.scalar(
              Line.where { $0.productID == product.id }.order { $0.purchaseID.descending }.select { $0.quantity })
          )
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT name, (SELECT quantity FROM line WHERE product_id = p.id ORDER BY purchase_id DESC LIMIT 1)
          FROM product p WHERE cents > (SELECT avg(cents) FROM product) ORDER BY id
          """
        ).as(String.self, Int?.self).fetchAll(in: db))
    }
  }

  @Test("$with, with; with_cte (SQLAlchemy), with (Rails, jOOQ, GRDB): a common table expression that is used twice")
  func commonTable() throws {
    try store.read { (db) throws in
      let lines = Product.select {
        ProductLine.Columns(name: $0.name, category: $0.category.name, purchases: $0.lines.count)
      }.commonTable()
      let pairs = lines.join(rows: lines) { one, other in
        one.category == other.category && one.purchases < other.purchases
      }
      expect(
        try pairs.order { one, other in (one.name, other.name) }.select { ($0.name, $1.name) }.fetchAll(in: db),
        try RawSQL(
          """
          WITH l AS (SELECT name, category_id, (SELECT count(*) FROM line WHERE product_id = p.id) AS n FROM product p)
          SELECT a.name, b.name FROM l a JOIN l b ON a.category_id = b.category_id AND a.n < b.n ORDER BY 1, 2
          """
        ).as(String.self, String.self).fetchAll(in: db))
    }
  }

  @Test("$dynamic; Q objects (Django), SelectQuery.addConditions (jOOQ): a query that is built step by step")
  func dynamic() throws {
    func search(kind: Product.Kind?, words: [String]) -> Query<Product> {
      words.reduce(Product.where(ifPresent: kind) { $0.kind == $1 }) { query, word in
        query.where { $0.name.containsIgnoringCase(word) }
      }
    }
    try store.read { (db) throws in
      expect(
        try search(kind: .goods, words: ["saw", "a"]).order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE kind = 'goods' AND lower(name) LIKE '%saw%' ORDER BY id", in: db))
      #expect(try search(kind: nil, words: []).count(in: db) == 10)
    }
  }

  @Test(
    "iterator; find_each (Rails), yield_per (SQLAlchemy), fetchLazy (jOOQ), cursors (GRDB), enumerate (SwiftData)"
  )
  func iterator() async throws {
    try await store.read { (db) throws in
      var names: [String] = []
      try Product.order { $0.id }.forEach(in: db) { names.append($0.name) }
      try Product.order { $0.id }.with { $0.category }.forEach(in: db, batchSize: 3) { names.append($1?.name ?? "-") }
      expect(
        names,
        try RawSQL("SELECT name FROM product ORDER BY id").as(String.self).fetchAll(in: db)
          + RawSQL(
            "SELECT coalesce(c.name, '-') FROM product p LEFT JOIN category c ON c.id = p.category_id ORDER BY p.id"
          ).as(String.self).fetchAll(in: db))
    }
    var count = 0
    for try await _ in store.rows(of: Line.all) { count += 1 }
    #expect(try await count == store.read { try RawSQL("SELECT count(*) FROM line").as(Int.self).fetchOnly(in: $0) })
  }

  // MARK: - Joins

  @Test("leftJoin with a partial select; outerjoin (SQLAlchemy), left_outer_joins (Rails), leftJoin (jOOQ)")
  func leftJoin() throws {
    try store.read { (db) throws in
      expect(
        try Product.leftJoin(Line.self) { $0.id == $1.productID && $1.quantity > 3 }
          .order { ($0.id, $1.purchaseID) }.select { ($0.name, $1.quantity, $1.purchase.status) }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT p.name, l.quantity, u.status FROM product p LEFT JOIN line l ON l.product_id = p.id AND l.quantity > 3
          LEFT JOIN purchase u ON u.id = l.purchase_id ORDER BY p.id, l.purchase_id
          """
        ).as(String.self, Int?.self, Purchase.Status?.self).fetchAll(in: db))
    }
  }

  @Test("innerJoin of three tables; join (SQLAlchemy), joins (Rails), join().on() (jOOQ)")
  func innerJoin() throws {
    try store.read { (db) throws in
      expect(
        try Customer.join(Purchase.self) { $0.id == $1.customerID }.join(Line.self) { $1.id == $2.purchaseID }
          .where { customer, _, line in customer.address.city == "Oslo" && line.quantity > 2 }
          .order { ($1.id, $2.productID) }.select { ($0.name, $1.placedAt, $2.quantity) }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT c.name, p.placed_at, l.quantity FROM customer c JOIN purchase p ON p.customer_id = c.id
          JOIN line l ON l.purchase_id = p.id WHERE c.address_city = 'Oslo' AND l.quantity > 2 ORDER BY p.id, l.product_id
          """
        ).as(String.self, Date.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("alias; aliased (SQLAlchemy), TableAlias (GRDB), as (jOOQ): a table that is joined to itself")
  func alias() throws {
    try store.read { (db) throws in
      expect(
        try Category.join(Category.self) { $0.parentID == $1.id }.order { parent, child in (parent.name, child.name) }
          .select { ($0.name, $1.name) }.fetchAll(in: db),
        try RawSQL("SELECT c.name, p.name FROM category c JOIN category p ON p.id = c.parent_id ORDER BY 1, 2")
          .as(String.self, String.self).fetchAll(in: db))
    }
  }

  @Test("crossJoin; crossJoin (jOOQ)")
  func crossJoin() throws {
    try store.read { (db) throws in
      expect(
        try Category.crossJoin(Customer.where { $0.name < "C" }).order { ($0.id, $1.id) }.select { ($0.name, $1.name) }
          .fetchAll(in: db),
        try RawSQL("SELECT a.name, c.name FROM category a CROSS JOIN customer c WHERE c.name < 'C' ORDER BY a.id, c.id")
          .as(String.self, String.self).fetchAll(in: db))
    }
  }

  @Test("leftJoinLateral; lateral (SQLAlchemy, jOOQ): the newest two rows of each, beside it")
  func lateral() throws {
    try store.read { (db) throws in
      let found = try Customer.order { $0.id }
        .with { $0.purchases.order { $0.placedAt.descending }.limit(2).select { $0.placedAt } }.fetchAll(in: db)
      expect(
        found.flatMap { customer, dates in dates.map { (customer.name, $0) } },
        try RawSQL(
          """
          SELECT name, placed_at FROM (SELECT c.id, c.name, p.placed_at,
            row_number() OVER (PARTITION BY c.id ORDER BY p.placed_at DESC) AS n
            FROM customer c JOIN purchase p ON p.customer_id = c.id) AS x WHERE n <= 2 ORDER BY id, placed_at DESC
          """
        ).as(String.self, Date.self).fetchAll(in: db))
    }
  }

  // MARK: - Set operations

  @Test("union, unionAll, intersect, except; intersection, difference (Django), except_ (SQLAlchemy), except (jOOQ)")
  func sets() throws {
    try store.read { (db) throws in
      let (dear, rated) = (Product.where { $0.cents > 600 }, Product.where { $0.rating > 2 })
      expect(
        try dear.union(rated).order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE cents > 600 OR rating > 2 ORDER BY id", in: db))
      expect(
        try dear.intersect(rated).order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE cents > 600 AND rating > 2 ORDER BY id", in: db))
      expect(
        try dear.except(rated).order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE cents > 600 AND (rating <= 2 OR rating IS NULL) ORDER BY id", in: db))
      expect(
        try dear.select { $0.kind }.unionAll(Product.where { $0.stock > 5 }.select { $0.kind }).order { $0 }
          .fetchAll(in: db),
        try RawSQL(
          "SELECT kind FROM product WHERE cents > 600 UNION ALL SELECT kind FROM product WHERE stock > 5 ORDER BY kind"
        ).as(Product.Kind.self).fetchAll(in: db))
    }
  }

  // MARK: - Writing

  @Test("onConflictDoUpdate with setWhere; DO UPDATE … WHERE (SQLAlchemy, GRDB)")
  func upsertWhere() throws {
    try store.write { (db) throws in
      let old = try Product.byHand("WHERE sku = 'P2'", in: db)[0]
      let draft = Product.Draft(sku: "P2", name: "Two", cents: old.cents - 1)
      let kept = try draft.upsert(on: { $0.sku }, where: { $1.cents > $0.cents }, in: db) { [$0.name.set($1.name)] }
      #expect(kept == nil)
      let changed = try draft.upsert(on: { $0.sku }, where: { $1.cents < $0.cents }, in: db) { [$0.name.set($1.name)] }
      expect([changed], try Product.byHand("WHERE sku = 'P2' AND name = 'Two'", in: db))
    }
  }

  @Test("update … from; update_from (SQLAlchemy), update().from() (jOOQ), update with Subquery (Django)")
  func updateFrom() throws {
    try store.write { (db) throws in
      let expected = try RawSQL(
        "SELECT (SELECT p.cents FROM product p WHERE p.id = l.product_id) + 1 FROM line l ORDER BY purchase_id, product_id"
      ).as(Int.self).fetchAll(in: db)
      try Line.all.update(in: db) { [$0.cents.set($0.product.cents + 1)] }
      expect(
        try RawSQL("SELECT cents FROM line ORDER BY purchase_id, product_id").as(Int.self).fetchAll(in: db), expected)
      try Product.all.update(in: db) { [$0.stock.set($0.lines.sum { $0.quantity } ?? 0)] }
      expect(
        try RawSQL("SELECT stock FROM product ORDER BY id").as(Int.self).fetchAll(in: db),
        try RawSQL(
          "SELECT coalesce(sum(l.quantity), 0) FROM product p LEFT JOIN line l ON l.product_id = p.id GROUP BY p.id ORDER BY p.id"
        ).as(Int.self).fetchAll(in: db))
    }
  }

  @Test("insert … select; insert_from_select (SQLAlchemy), insertInto().select() (jOOQ)")
  func insertSelect() throws {
    try store.write { (db) throws in
      let expected = try RawSQL("SELECT name || ' 2' FROM category ORDER BY id").as(String.self).fetchAll(in: db)
      let count = try Category.insert(from: Category.all, in: db) {
        [$0.name.set($1.name + " 2"), $0.parentID.set($1.id)]
      }
      #expect(count == 5)
      expect(
        try RawSQL("SELECT name FROM category WHERE id > 5 ORDER BY parent_id").as(String.self).fetchAll(in: db),
        expected)
    }
  }

  @Test("delete with a limit, after an order")
  func deleteLimited() throws {
    try store.write { (db) throws in
      let expected = try RawSQL("SELECT id FROM photo ORDER BY file DESC LIMIT -1 OFFSET 3").as(Int.self)
        .fetchAll(in: db)
      #expect(try Photo.order { $0.file.descending }.limit(3).delete(in: db) == 3)
      expect(try RawSQL("SELECT id FROM photo ORDER BY file DESC").as(Int.self).fetchAll(in: db), expected)
    }
  }
}
