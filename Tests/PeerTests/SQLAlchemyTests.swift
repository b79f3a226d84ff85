import Foundation
import Postil
import Testing

/// What SQLAlchemy's documentation shows in "Unified Tutorial" and "ORM Querying Guide".
@Suite("As in SQLAlchemy")
struct SQLAlchemyTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  @Test("select(User, Address): pairs of rows of a join")
  func entities() throws {
    try store.read { (db) throws in
      let pairs = try Customer.join(Purchase.self) { $0.id == $1.customerID }.order { ($0.id, $1.id) }.fetchAll(in: db)
      expect(
        pairs.map(\.1), try Purchase.byHand("JOIN customer c ON c.id = t.customer_id ORDER BY c.id, t.id", in: db))
      #expect(pairs.allSatisfy { $0.id == $1.customerID })
    }
  }

  @Test(
    "session.get, scalar_one, one_or_none; sole (Rails), get (Django), Only (ent), fetchSingle, fetchOptional (jOOQ)")
  func one() throws {
    try store.read { (db) throws in
      let ada = try Customer.byHand("WHERE name = 'Ada'", in: db)[0]
      #expect(try Customer.find(ada.id, in: db) == ada)
      #expect(try Customer.where { $0.name == "Ada" }.fetchOnly(in: db) == ada)
      #expect(throws: RowCountMismatch.self) { try Customer.where { $0.address.city == "Oslo" }.fetchOnly(in: db) }
      #expect(throws: RowCountMismatch.self) { try Customer.all.none().fetchOnly(in: db) }
    }
  }

  @Test("any, has, contains: conditions on relationships")
  func any() throws {
    try store.read { (db) throws in
      let atlas = try Product.where { $0.name == "Atlas" }.fetchOnly(in: db)
      expect(
        try Purchase.where { $0.products.contains(atlas) && $0.customer.name != "Ada" }.order { $0.id }.fetchAll(
          in: db),
        try Purchase.byHand(
          """
          WHERE EXISTS (SELECT 1 FROM line l JOIN product p ON p.id = l.product_id WHERE l.purchase_id = t.id
            AND p.name = 'Atlas') AND (SELECT name FROM customer WHERE id = t.customer_id) <> 'Ada' ORDER BY id
          """, in: db))
    }
  }

  @Test(
    "selectinload, joinedload: chained, with an order; preload with a tree of names (Rails), chained Prefetch (Django)")
  func eager() throws {
    try store.read { (db) throws in
      let found = try Category.order { $0.id }.with { ($0.parent, $0.products.order { $0.name }.with { $0.photos }) }
        .fetchAll(in: db)
      expect(
        found.flatMap { category, parent, products in
          products.flatMap { product, photos in photos.map { (category.name, parent?.name, product.name, $0.file) } }
        },
        try RawSQL(
          """
          SELECT c.name, p.name, r.name, f.file FROM category c LEFT JOIN category p ON p.id = c.parent_id
          JOIN product r ON r.category_id = c.id JOIN photo f ON f.product_id = r.id ORDER BY c.id, r.name, f.file
          """
        ).as(String.self, String?.self, String.self, String.self).fetchAll(in: db))
    }
  }

  @Test("contains_eager: the members that a condition of the query finds")
  func containsEager() throws {
    try store.read { (db) throws in
      let found = try Customer.where { $0.reviews.any { $0.stars > 3 } }.order { $0.id }
        .with { $0.reviews.where { $0.stars > 3 }.order { $0.id } }.fetchAll(in: db)
      expect(
        found.flatMap { customer, reviews in reviews.map { (customer.name, $0.id.rawValue) } },
        try RawSQL(
          """
          SELECT c.name, r.id FROM customer c JOIN review r ON r.customer_id = c.id
          WHERE r.stars > 3 AND r.deleted_at IS NULL ORDER BY c.id, r.id
          """
        ).as(String.self, Int64.self).fetchAll(in: db))
    }
  }

  @Test("deferred, undefer; defer (Django), external storage (SwiftData): a column that is loaded when asked for")
  func deferred() throws {
    try store.write { (db) throws in
      let photo = try Photo.Draft(file: "big.png", productID: Product.ID(1), data: Data([1, 2, 3])).insert(in: db)
      #expect(try photo.data(in: db) == Data([1, 2, 3]))
      #expect(!(try Photo.all.sql.contains("data")))
      expect(
        try Photo.where { $0.data != nil }.select { ($0.file, $0.data) }.fetchAll(in: db),
        try RawSQL("SELECT file, data FROM photo WHERE data IS NOT NULL").as(String.self, Data?.self).fetchAll(in: db))
    }
  }

  @Test("with_loader_criteria; default_scope (Rails), privacy rules (ent): a condition that all queries get")
  func criteria() throws {
    try store.read { (all) throws in
      try all.scoped(to: RowScopes(Purchase.where { $0.status == .paid })) { (db) throws in
        expect(
          try Customer.order { $0.id }.select { ($0.name, $0.purchases.count) }.fetchAll(in: db),
          try RawSQL(
            """
            SELECT c.name, (SELECT count(*) FROM purchase WHERE customer_id = c.id AND status = 'paid') FROM customer c
            ORDER BY c.id
            """
          ).as(String.self, Int.self).fetchAll(in: all))
      }
    }
  }

  @Test("composite; composed_of (Rails), composite attributes (SwiftData): a value of several columns")
  func composite() throws {
    try store.read { (db) throws in
      expect(
        try Customer.where { $0.address == .init(street: "Street 2", city: "Oslo") }.fetchAll(in: db),
        try Customer.byHand("WHERE address_street = 'Street 2' AND address_city = 'Oslo'", in: db))
    }
  }

  @Test("association_proxy; the far side of a many-to-many as a query")
  func proxy() throws {
    try store.read { (db) throws in
      let ada = try Customer.find(Customer.ID(1), in: db)
      expect(
        try ada.purchases.related { $0.products }.order { $0.name }.select { $0.name }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT DISTINCT p.name FROM product p JOIN line l ON l.product_id = p.id
          JOIN purchase u ON u.id = l.purchase_id WHERE u.customer_id = 1 ORDER BY p.name
          """
        ).as(String.self).fetchAll(in: db))
    }
  }

  @Test("Association object: a many-to-many whose pairs have values")
  func associationObject() throws {
    try store.write { (db) throws in
      let (purchase, product) = try (Purchase.find(Purchase.ID(1), in: db), Product.find(Product.ID(9), in: db))
      #expect(try purchase.addToProducts(product, in: db))
      #expect(try !purchase.addToProducts(product, in: db))
      try Line.where { $0.purchaseID == purchase.id && $0.productID == product.id }
        .update(in: db) { [$0.quantity.set(7)] }
      expect(
        try RawSQL("SELECT quantity FROM line WHERE purchase_id = 1 AND product_id = 9").as(Int.self).fetchAll(in: db),
        [7])
    }
  }

  @Test(
    "cte(recursive=True), adjacency lists; with_recursive (Rails), withRecursive (jOOQ), recursive CTEs (GRDB)")
  func tree() throws {
    try store.read { (db) throws in
      let all = try Category.where { $0.name == "All" }.fetchOnly(in: db)
      let below = RawSQL(
        """
        WITH RECURSIVE b(id, depth) AS (SELECT id, 1 FROM category WHERE parent_id = \(all.id)
          UNION ALL SELECT c.id, depth + 1 FROM category c JOIN b ON c.parent_id = b.id)
        SELECT c.name FROM category c JOIN b ON b.id = c.id WHERE depth <= 1 ORDER BY c.name
        """)
      expect(
        try all.descendants(depth: 1).order { $0.name }.select { $0.name }.fetchAll(in: db),
        try below.as(String.self).fetchAll(in: db))
      let saws = try Category.where { $0.name == "Saws" }.fetchOnly(in: db)
      expect(try saws.ancestors().order { $0.id }.select { $0.name }.fetchAll(in: db), ["All", "Tools"])
    }
  }

  @Test("tuple_().in_: pairs of values in a list; rows in a list (jOOQ, Rails)")
  func tuples() throws {
    try store.read { (db) throws in
      let keys = [(Purchase.ID(1), Product.ID(1)), (Purchase.ID(2), Product.ID(2)), (Purchase.ID(2), Product.ID(9))]
      expect(
        try Line.where { SQL.tuple($0.purchaseID, $0.productID).in(keys) }.order { $0.purchaseID }.fetchAll(in: db),
        try Line.byHand(
          "WHERE (purchase_id, product_id) IN (VALUES (1, 1), (2, 2), (2, 9)) ORDER BY purchase_id", in: db))
    }
  }

  @Test("case; Case, When (Django), choose, when (jOOQ): a value that depends on conditions")
  func cases() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select {
          ($0.name, SQL.when($0.cents < 300, then: "low").when($0.cents < 700, then: "middle").otherwise("high"))
        }.fetchAll(in: db),
        try RawSQL(
          "SELECT name, CASE WHEN cents < 300 THEN 'low' WHEN cents < 700 THEN 'middle' ELSE 'high' END FROM product ORDER BY id"
        ).as(String.self, String.self).fetchAll(in: db))
    }
  }

  @Test("func, cast, coalesce; Cast, Coalesce, Concat, Length (Django), nvl, nullif (jOOQ)")
  func functions() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select {
          (
            $0.rating ?? -1, $0.sku + ":" + $0.name.uppercased(), $0.name.length, $0.cents.double / 100,
            $0.category.name.nilIf("Tools"), $0.sku.substring(from: 1, length: 3).cast(to: Int.self)
          )
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT coalesce(rating, -1.0), sku || ':' || upper(p.name), length(p.name), cents / 100.0, nullif(c.name, 'Tools'),
            CAST(substr(sku, 2) AS INTEGER) FROM product p LEFT JOIN category c ON c.id = p.category_id ORDER BY p.id
          """
        ).as(Double.self, String.self, Int.self, Double.self, String?.self, Int.self).fetchAll(in: db))
    }
  }

  @Test("over, partition_by: window functions; Window (Django), over (jOOQ)")
  func windows() throws {
    try store.read { (db) throws in
      expect(
        try Product.order { $0.id }.select { product in
          let byKind = SQL.Window(partitionBy: product.kind, orderBy: product.cents, product.id)
          (
            product.sku, SQL.rowNumber().over(byKind), product.cents.sum().over(byKind),
            product.sku.lag().over(byKind), SQL.percentRank().over(orderBy: product.cents)
          )
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT sku, row_number() OVER w, sum(cents) OVER w, lag(sku) OVER w, percent_rank() OVER (ORDER BY cents)
          FROM product WINDOW w AS (PARTITION BY kind ORDER BY cents, id) ORDER BY id
          """
        ).as(String.self, Int.self, Int?.self, String?.self, Double.self).fetchAll(in: db))
    }
  }

  @Test("filter: aggregates over some rows of each group; filterWhere (jOOQ), Sum(filter=Q()) (Django)")
  func filteredAggregates() throws {
    try store.read { (db) throws in
      expect(
        try Product.group { $0.kind }.order { $0.kind }.select {
          ($0.kind, SQL.count().filter($0.stock > 3), $0.cents.max().filter($0.rating != nil), $0.stock.sum())
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT kind, sum(stock > 3), max(CASE WHEN rating IS NOT NULL THEN cents END), sum(stock) FROM product
          GROUP BY kind ORDER BY kind
          """
        ).as(Product.Kind.self, Int.self, Int?.self, Int?.self).fetchAll(in: db))
    }
  }

  @Test(
    "Bulk UPDATE by primary key; bulk_update (Django), update([…]) (Rails), batchUpdate (jOOQ): values for each row")
  func bulkUpdate() throws {
    struct Price { let id: Product.ID, cents: Int }
    try store.write { (db) throws in
      let prices = [(1, 11), (3, 33), (99, 1), (5, 55)].map { Price(id: Product.ID($0), cents: $1) }
      #expect(try Product.updateEach(prices, id: \.id, in: db) { [$0.cents.set($1.cents)] } == 3)
      expect(
        try RawSQL("SELECT id, cents FROM product WHERE id IN (1, 3, 5) ORDER BY id").as(Int.self, Int.self)
          .fetchAll(in: db), [(1, 11), (3, 33), (5, 55)])
    }
  }

  @Test("session.merge; save (GRDB, Django, Rails): a row is updated, or inserted again")
  func merge() throws {
    try store.write { (db) throws in
      var tools = try Category.find(Category.ID(2), in: db)
      tools.name = "Instruments"
      try tools.save(in: db)
      let books = try Category.find(Category.ID(5), in: db)
      try books.delete(in: db)
      try books.save(in: db)
      expect(
        try RawSQL("SELECT name FROM category ORDER BY id").as(String.self).fetchAll(in: db),
        ["All", "Instruments", "Hammers", "Saws", "Books"])
    }
  }

  @Test("ordering_list; ordered relationships (SwiftData): members that keep their places")
  func ordering() throws {
    try store.write { (db) throws in
      let product = try Product.find(Product.ID(3), in: db)
      let photo = try Photo.Draft(file: "first.png", productID: product.id).insert(in: db)
      try product.insertIntoPhotos(photo, at: 0, in: db)
      try product.moveInPhotos(from: 2, to: 1, in: db)
      expect(try product.photos.fetchAll(in: db).map(\.file), ["first.png", "2-1.png", "2-0.png"])
      expect(
        try RawSQL("SELECT file FROM photo WHERE product_id = 3 ORDER BY photos_position").as(String.self)
          .fetchAll(in: db), ["first.png", "2-1.png", "2-0.png"])
    }
  }

  @Test(
    "cascade; dependent: :destroy, :nullify (Rails), on_delete (Django), delete rules (SwiftData), onDelete (Prisma)")
  func cascades() throws {
    try store.write { (db) throws in
      #expect(throws: ConstraintViolation.self) { try Customer.delete(Customer.ID(1), in: db) }
      #expect(throws: ConstraintViolation.self) { try Product.delete(Product.ID(1), in: db) }
      try Purchase.delete(Purchase.ID(1), in: db)
      #expect(try RawSQL("SELECT count(*) FROM line WHERE purchase_id = 1").as(Int.self).fetchOnly(in: db) == 0)
      try Category.where { $0.name == "Books" }.delete(in: db)
      expect(
        try RawSQL("SELECT id FROM product WHERE category_id IS NULL ORDER BY id").as(Int.self).fetchAll(in: db),
        [6, 7, 8, 9, 10])
    }
  }

  @Test("refresh; reload (Rails), refresh_from_db (Django), refresh (jOOQ): the row as it is now")
  func refresh() throws {
    try store.write { (db) throws in
      let old = try Product.find(Product.ID(1), in: db)
      try RawSQL("UPDATE product SET stock = 99 WHERE id = 1").execute(in: db)
      #expect(try Product.find(old.id, in: db).stock == 99 && old.stock != 99)
    }
  }

  @Test("collate: a comparison and an order that ignore case; iexact (Django), localizedStandardCompare (SwiftData)")
  func collation() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.name.collated(.noCase) == "ATLAS" }.fetchAll(in: db),
        try Product.byHand("WHERE lower(name) = 'atlas'", in: db))
      expect(
        try Product.order { ($0.name.collated(.noCase), $0.id) }.fetchAll(in: db),
        try Product.byHand("ORDER BY lower(name), id", in: db))
    }
  }

  @Test("Reflecting a view; views (Prisma, Drizzle), models of views (Rails, Django)")
  func views() throws {
    try store.read { (db) throws in
      expect(
        try Turnover.where { $0.cents > 0 }.order { $0.cents.descending }.select {
          ($0.customer.name, $0.lines, $0.cents)
        }
        .fetchAll(in: db),
        try RawSQL(
          """
          SELECT c.name, count(*), sum(l.quantity * l.cents) FROM customer c JOIN purchase p ON p.customer_id = c.id
          JOIN line l ON l.purchase_id = p.id GROUP BY c.id ORDER BY 3 DESC
          """
        ).as(String.self, Int.self, Int?.self).fetchAll(in: db))
    }
  }
}
