import Foundation
import Postil
import Testing

/// What Prisma's documentation shows under "Filter conditions and operators", "Working with JSON fields" and "Working with scalar lists".
@Suite("As in Prisma: filters")
struct PrismaFilterTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  @Test("findFirst; first (Rails), fetchOne (GRDB), First (ent): the first row in an order, or nil")
  func findFirst() throws {
    try store.read { (db) throws in
      let query = Product.where { $0.kind == .goods }.order { ($0.cents.descending, $0.id) }
      #expect(
        try query.fetchOne(in: db)
          == Product.byHand("WHERE kind = 'goods' ORDER BY cents DESC, id LIMIT 1", in: db).first)
      #expect(try Product.where { $0.cents < 0 }.fetchOne(in: db) == nil)
    }
  }

  @Test("select, omit; columns (Drizzle), values_list (Django), pluck (Rails), Select (ent): some columns of rows")
  func select() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select { ($0.sku, $0.name, $0.rating) }.fetchAll(in: db),
        try RawSQL("SELECT sku, name, rating FROM product ORDER BY id").as(String.self, String.self, Double?.self)
          .fetchAll(in: db))
      #expect(try Product.select { ($0.sku, $0.name) }.sql == #"SELECT t0."sku", t0."name" FROM "product" AS t0"#)
    }
  }

  @Test("in, notIn, not; inArray (Drizzle), in_ (SQLAlchemy), where.not (Rails), exclude (Django)")
  func lists() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.sku.in(["P1", "P4"]) }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE sku IN ('P1', 'P4') ORDER BY id", in: db))
      // As in Rails and Django, and not as in Prisma, rows without a value are among those that aren't in the list.
      expect(
        try Product.where { $0.rating.notIn([1.5, 2.5]) }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE rating IS NULL OR rating NOT IN (1.5, 2.5) ORDER BY id", in: db))
      expect(
        try Product.where { !($0.kind == .goods) }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE NOT kind = 'goods' ORDER BY id", in: db))
    }
  }

  @Test("contains, startsWith, endsWith; mode: insensitive; icontains, startswith (Django), BEGINSWITH (SwiftData)")
  func text() throws {
    try store.read { (db) throws in
      let cases: [((Product.Columns) -> SQLPredicate, RawSQL)] = [
        ({ $0.name.contains("saw") }, "name LIKE '%saw%' AND instr(name, 'saw')"),
        ({ $0.name.containsIgnoringCase("SAW") }, "lower(name) LIKE '%saw%'"),
        ({ $0.name.contains("%") }, "instr(name, '%')"),
        ({ $0.name.containsIgnoringCase("_CARD") }, "instr(lower(name), '_card')"),
        ({ $0.name.hasPrefix("Ha") }, "substr(name, 1, 2) = 'Ha'"),
        ({ $0.name.hasSuffix("saw") }, "substr(name, -3) = 'saw'"),
        ({ $0.name.like("c%hammer") }, "name LIKE 'c%hammer'"),
      ]
      for (condition, sql) in cases {
        expect(
          try Product.where(condition).order { $0.id }.fetchAll(in: db),
          try Product.byHand("WHERE \(sql) ORDER BY id", in: db))
      }
    }
  }

  @Test("equals: null, not: null; isNull (Drizzle), isnull (Django)")
  func null() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.rating == nil }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE rating IS NULL ORDER BY id", in: db))
      expect(
        try Product.where { $0.category != nil }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE category_id IS NOT NULL ORDER BY id", in: db))
    }
  }

  @Test("is, isNot; lookups that span relationships (Django), has (SQLAlchemy), HasCategoryWith (ent)")
  func toOne() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.category.parent.name == "Tools" }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          """
          JOIN category c ON c.id = t.category_id JOIN category p ON p.id = c.parent_id WHERE p.name = 'Tools'
          ORDER BY t.id
          """, in: db))
      expect(
        try Product.where { !($0.category.name == "Books") }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          "LEFT JOIN category c ON c.id = t.category_id WHERE coalesce(c.name, '') <> 'Books' ORDER BY t.id", in: db))
    }
  }

  @Test("where: { purchaseId_productId }; composite primary keys (Rails, GRDB)")
  func compositeKey() throws {
    try store.read { (db) throws in
      let key = try Line.byHand("ORDER BY purchase_id DESC, product_id LIMIT 1", in: db)[0]
      #expect(try Line.find(key.id, in: db) == key)
      #expect(
        try Line.where { $0.purchaseID == key.purchaseID && $0.productID == key.productID }.fetchOnly(in: db) == key)
    }
  }

  @Test("fields: a column compared with another; F (Django)")
  func fields() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.stock * 100 > $0.cents }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE stock * 100 > cents ORDER BY id", in: db))
      expect(
        [try Line.where { $0.cents != $0.product.cents || $0.quantity > $0.product.stock }.count(in: db)],
        try RawSQL(
          "SELECT count(*) FROM line l JOIN product p ON p.id = l.product_id WHERE l.cents <> p.cents OR l.quantity > p.stock"
        ).as(Int.self).fetchAll(in: db))
    }
  }

  @Test("orderBy a column of a related row, with nulls: last; nulls_last (Django, SQLAlchemy), nullsLast (jOOQ)")
  func orders() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { ($0.category.name.ascending(nulls: .last), $0.rating.descending(nulls: .first), $0.id) }
          .fetchAll(in: db),
        try Product.byHand(
          """
          LEFT JOIN category c ON c.id = t.category_id ORDER BY c.name IS NULL, c.name, t.rating IS NOT NULL,
            t.rating DESC, t.id
          """, in: db))
    }
  }

  @Test("aggregate: _count, _avg, _sum, _min, _max; aggregate (Django), calculate (Rails), Aggregate (ent)")
  func aggregate() throws {
    try store.read { (db) throws in
      expect(
        [
          try Product.where { $0.kind == .goods }.select {
            (SQL.count(), $0.rating.count(), $0.rating.average(), $0.cents.sum(), $0.cents.min(), $0.name.max())
          }.fetchOnly(in: db)
        ],
        try RawSQL(
          "SELECT count(*), count(rating), avg(rating), sum(cents), min(cents), max(name) FROM product WHERE kind = 'goods'"
        ).as(Int.self, Int.self, Double?.self, Int?.self, Int?.self, String?.self).fetchAll(in: db))
    }
  }

  @Test("_count with where; annotate(Count(filter:)) (Django): the number of some related rows")
  func filteredCount() throws {
    try store.read { (db) throws in
      expect(
        try Customer.order { $0.id }.select { ($0.name, $0.purchases.count { $0.status == .paid }) }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT c.name, count(p.id) FROM customer c LEFT JOIN purchase p ON p.customer_id = c.id AND p.status = 'paid'
          GROUP BY c.id ORDER BY c.id
          """
        ).as(String.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("JSON: path, equals, string_contains; JSON key paths (Django), sqljson.ValueEQ (ent), data['a'] (SQLAlchemy)")
  func json() throws {
    try store.read { (db) throws in
      let blue = Product.where {
        $0.details.color == "blue" && $0.details.size.width > 3 && $0.details.tags["origin"] == nil
      }
      expect(
        try blue.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          """
          WHERE json_extract(details, '$.color') = 'blue' AND json_extract(details, '$.size.width') > 3
          AND json_extract(details, '$.tags.origin') IS NULL ORDER BY id
          """, in: db))
      expect(
        try Product.where { $0.details.color.contains("re") }.order { $0.details.size.height.descending }
          .select { ($0.sku, $0.details.size.height) }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT sku, json_extract(details, '$.size.height') FROM product
          WHERE json_extract(details, '$.color') LIKE '%re%' ORDER BY 2 DESC
          """
        ).as(String.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("has, hasSome, hasEvery, isEmpty; arrayContains, arrayOverlaps (Drizzle): conditions on a list")
  func scalarLists() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.labels.contains("sale") }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE labels LIKE '%\"sale\"%' ORDER BY id", in: db))
      expect(
        try Product.where { $0.labels.any { $0.in(["sale", "heavy"]) } }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE labels LIKE '%\"sale\"%' OR labels LIKE '%\"heavy\"%' ORDER BY id", in: db))
      expect(
        try Product.where { product in
          ["new", "sale"].reduce(SQLPredicate(true)) { $0 && product.labels.contains($1) }
        }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE labels LIKE '%\"new\"%' AND labels LIKE '%\"sale\"%' ORDER BY id", in: db))
      expect(
        try Product.where { $0.labels.isEmpty }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE labels = '[]' ORDER BY id", in: db))
    }
  }

  @Test("search; matching (GRDB), SearchVector (Django): full-text search")
  func search() throws {
    try store.read { (db) throws in
      expect(
        try Review.where { $0.fullText.matches(words: "heavy good") }.order { $0.id }.fetchAll(in: db),
        try Review.byHand(
          "WHERE lower(text) LIKE '%heavy%' AND lower(text) LIKE '%good%' AND deleted_at IS NULL ORDER BY id", in: db))
      expect(
        try Product.where { $0.reviews.any { $0.fullText.matches(prefix: "stro") } }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          "WHERE id IN (SELECT product_id FROM review WHERE text LIKE '%strong%' AND deleted_at IS NULL) ORDER BY id",
          in: db))
    }
  }

  @Test("$queryRaw, $executeRaw; raw (Django), find_by_sql (Rails), text (SQLAlchemy), plain SQL (jOOQ), sql (Drizzle)")
  func raw() throws {
    try store.write { (db) throws in
      let name = "Saws' %"
      #expect(try RawSQL("UPDATE category SET name = \(name) WHERE name = \("Saws")").execute(in: db) == 1)
      #expect(
        try RawSQL("SELECT \(Category.allColumns) FROM \(Category.self) WHERE name = \(name)").as(Category.self)
          .fetchAll(in: db).map(\.name) == [name])
      expect(
        try Product.where { SQLPredicate(raw: "length(\($0.name)) % \(2) = 0") }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE length(name) % 2 = 0 ORDER BY id", in: db))
    }
  }

  @Test("TypedSQL, $queryRawTyped: a statement in SQL, checked by the build, with typed parameters")
  func named() throws {
    try store.read { (db) throws in
      expect(
        try Product.cheaper(than: 500).fetchAll(in: db),
        try Product.byHand("WHERE cents < 500 ORDER BY cents, id", in: db))
    }
  }
}
