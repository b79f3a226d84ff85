import Foundation
import Postil
import Testing

/// What Rails' guides "Active Record Query Interface", "Associations" and "Callbacks" show.
@Suite("As in Rails")
struct RailsTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  // MARK: - Reading

  @Test("last(n); last, latest, earliest (Django): the other end of an order")
  func last() throws {
    try store.read { (db) throws in
      let query = Purchase.order { ($0.placedAt, $0.id) }
      expect(
        try query.reversed().limit(3).fetchAll(in: db).reversed(),
        try Purchase.byHand("ORDER BY placed_at, id LIMIT 3 OFFSET 17", in: db))
    }
  }

  @Test("where.associated, where.missing: rows with and without related rows")
  func associated() throws {
    try store.read { (db) throws in
      expect(
        try Customer.where { !$0.purchases.isEmpty && $0.profile == nil }.order { $0.id }.fetchAll(in: db),
        try Customer.byHand(
          "WHERE id IN (SELECT customer_id FROM purchase) AND id NOT IN (SELECT customer_id FROM profile) ORDER BY id",
          in: db))
      expect(
        try Customer.where { $0.purchases.isEmpty }.fetchAll(in: db),
        try Customer.byHand("WHERE id NOT IN (SELECT customer_id FROM purchase)", in: db))
    }
  }

  @Test("scope, with arguments, chained; custom QuerySets (Django), Modify (ent), DerivableRequest (GRDB)")
  func scopes() throws {
    try store.read { (db) throws in
      expect(
        try Product.all.inStock.cheaper(by: 600).order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE stock > 0 AND cents < 600 ORDER BY id", in: db))
    }
  }

  @Test("merge: the conditions of another model on related rows; hybrid_method (SQLAlchemy), #Expression (SwiftData)")
  func merge() throws {
    try store.read { (db) throws in
      expect(
        try Line.where { isRare($0.product) }.order { ($0.purchaseID, $0.productID) }.fetchAll(in: db),
        try Line.byHand(
          "JOIN product p ON p.id = t.product_id WHERE p.stock < 3 AND p.kind = 'goods' ORDER BY t.purchase_id, t.product_id",
          in: db))
      expect(
        try Category.where { $0.products.any(isRare) }.order { $0.id }.fetchAll(in: db),
        try Category.byHand(
          "WHERE id IN (SELECT category_id FROM product WHERE stock < 3 AND kind = 'goods') ORDER BY id", in: db))
    }
  }

  @Test("unscope(:where), rewhere; awkward: the query is made again, without the condition")
  func unscope() throws {
    func products(inStock: Bool) -> Query<Product> { Product.where { if inStock { $0.stock > 0 } } }
    try store.read { (db) throws in
      expect(
        [try products(inStock: true).count(in: db), try products(inStock: false).count(in: db)],
        try RawSQL("SELECT count(*) FROM product WHERE stock > 0 UNION ALL SELECT count(*) FROM product").as(Int.self)
          .fetchAll(in: db))
    }
  }

  @Test("pick, ids; IDs (ent), flat values_list (Django), fetchSet (GRDB), fetchIdentifiers (SwiftData)")
  func ids() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.cents > 600 }.order { $0.id }.select { $0.id }.fetchAll(in: db).map { Int($0.rawValue) },
        try RawSQL("SELECT id FROM product WHERE cents > 600 ORDER BY id").as(Int.self).fetchAll(in: db))
      #expect(try Product.where { $0.sku == "P4" }.select { $0.name }.fetchOne(in: db) == "Nails")
    }
  }

  @Test("in_batches: all rows in pages by their keys, which other writes don't shift")
  func batches() throws {
    try store.read { (db) throws in
      var (found, cursor): ([Line], Cursor<Line>?) = ([], nil)
      repeat {
        let page = try Line.order { $0.productID }.page(after: cursor, size: 7).fetch(in: db)
        found += page.rows
        cursor = page.next
      } while cursor != nil
      expect(found, try Line.byHand("ORDER BY product_id, purchase_id", in: db))
    }
  }

  @Test("group(:kind).count as a hash; fetchMap, fetchGroups (jOOQ), in_bulk (Django): a dictionary of a query")
  func hashes() throws {
    try store.read { (db) throws in
      let counts = try Product.group { $0.kind }.select { ($0.kind, SQL.count()) }.fetchAll(in: db)
      #expect(Dictionary(uniqueKeysWithValues: counts) == [.goods: 8, .service: 1, .voucher: 1])
      let rows = try Product.where { $0.id.in([1, 4].map { Product.ID($0) }) }.fetchAll(in: db)
      #expect(Dictionary(uniqueKeysWithValues: rows.map { ($0.id.rawValue, $0.sku) }) == [1: "P0", 4: "P3"])
      expect(
        counts.map { "\($0.0.rawValue) \($0.1)" }.sorted(),
        try RawSQL("SELECT kind || ' ' || count(*) FROM product GROUP BY kind ORDER BY 1").as(String.self)
          .fetchAll(in: db))
    }
  }

  @Test("in_order_of: an order by a list of values")
  func inOrderOf() throws {
    try store.read { (db) throws in
      let order: [Purchase.Status] = [.sent, .open, .paid]
      expect(
        try Purchase.order { purchase -> Ordering in
          SQL.when(purchase.status == order[0], then: 0).when(purchase.status == order[1], then: 1).otherwise(2)
            .ascending
        }.order { $0.id }.fetchAll(in: db),
        try Purchase.byHand("ORDER BY CASE status WHEN 'sent' THEN 0 WHEN 'open' THEN 1 ELSE 2 END, id", in: db))
    }
  }

  @Test("excluding: all rows but some")
  func excluding() throws {
    try store.read { (db) throws in
      let some = try Product.order { $0.id }.limit(4).fetchAll(in: db)
      expect(
        try Product.where { $0.id.notIn(some.map(\.id)) }.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE id > 4 ORDER BY id", in: db))
    }
  }

  @Test("has_one, and through it; OneToOneField (Django), hasOne (GRDB), O2O edges (ent), uselist=False (SQLAlchemy)")
  func hasOne() throws {
    try store.write { (db) throws in
      expect(
        try Customer.order { $0.id }.with { ($0.profile, $0.profile.bio) }.fetchAll(in: db).map { customer, _, bio in
          (customer.name, bio)
        },
        try RawSQL("SELECT name, bio FROM customer c LEFT JOIN profile p ON p.customer_id = c.id ORDER BY c.id")
          .as(String.self, String?.self).fetchAll(in: db))
      expect(
        try Review.where { $0.customer.profile.bio == "Bio 2" }.order { $0.id }.fetchAll(in: db),
        try Review.byHand(
          "JOIN profile p ON p.customer_id = t.customer_id WHERE p.bio = 'Bio 2' AND deleted_at IS NULL ORDER BY t.id",
          in: db))
      let ada = try Customer.find(Customer.ID(1), in: db)
      #expect(try ada.profile(in: db)?.bio == "Bio 0")
    }
  }

  @Test("explain; explain (Django, jOOQ)")
  func explain() throws {
    try store.read { (db) throws in
      #expect(try Product.where { $0.sku == "P1" }.explain(in: db).fullScans.isEmpty)
      #expect(try Product.where { $0.name == "Atlas" }.explain(in: db).fullScans == ["product"])
    }
  }

  // MARK: - Writing

  @Test("find_or_create_by, create_or_find_by; get_or_create (Django), OnConflict().Ignore (ent)")
  func findOrCreate() throws {
    try store.write { (db) throws in
      let rows = try Category.insertUnlessPresent(
        returning: [.init(name: "Tools"), .init(name: "Toys")], on: { $0.name }, in: db)
      expect(rows, try Category.byHand("WHERE name IN ('Tools', 'Toys') ORDER BY name", in: db))
      let outcome = try Category.Draft(name: "Tools").upsertOutcome(on: { $0.name }, in: db)
      #expect(outcome.row.name == "Tools" && !outcome.isInserted)
      #expect(try RawSQL("SELECT count(*) FROM category").as(Int.self).fetchOnly(in: db) == 6)
    }
  }

  @Test("touch, timestamps; auto_now (Django), time mixins (ent), onupdate (SQLAlchemy), @updatedAt (Prisma)")
  func timestamps() throws {
    try store.write { (db) throws in
      try RawSQL("UPDATE product SET updated_at = '2020-01-01 00:00:00', created_at = '2020-01-01 00:00:00'")
        .execute(in: db)
      try Product.where { $0.id == Product.ID(1) }.update(in: db) { [$0.stock.set($0.stock)] }
      let product = try Product.find(Product.ID(2), in: db)
      let changed = try product.update(in: db)
      #expect(changed.updatedAt > Date.now - 3600 && changed.createdAt < Date.now - 3600)
      expect(
        try RawSQL("SELECT id FROM product WHERE updated_at > '2020-01-02' AND created_at < '2020-01-02' ORDER BY id")
          .as(Int.self).fetchAll(in: db), [1, 2])
    }
  }

  @Test("toggle!: a flag is reversed in the database")
  func toggle() throws {
    let blog = try Blog.store()
    try blog.write { (db) throws in
      let expected = try RawSQL("SELECT NOT is_published FROM post ORDER BY id").as(Bool.self).fetchAll(in: db)
      try Post.all.update(in: db) { [$0.isPublished.set(!$0.isPublished)] }
      expect(try RawSQL("SELECT is_published FROM post ORDER BY id").as(Bool.self).fetchAll(in: db), expected)
    }
  }

  @Test("counter_cache; derived attributes (SwiftData): a count that the database keeps")
  func counterCache() throws {
    try store.write { (db) throws in
      let sql = RawSQL("SELECT (SELECT count(*) FROM review WHERE product_id = p.id) FROM product p ORDER BY id")
      expect(
        try Product.order { $0.id }.select { $0.reviewCount }.fetchAll(in: db), try sql.as(Int.self).fetchAll(in: db))
      try Review.withDeleted().where { $0.stars > 2 }.deletePermanently(in: db)
      expect(
        try Product.order { $0.id }.select { $0.reviewCount }.fetchAll(in: db), try sql.as(Int.self).fetchAll(in: db))
    }
  }

  @Test("enum: a column that holds only the values of an enum; enum fields (Prisma, ent), choices (Django)")
  func enums() throws {
    try store.write { (db) throws in
      expect(
        try Purchase.where { $0.status.in([.paid, .sent]) }.order { $0.id }.select { $0.status }.fetchAll(in: db),
        try RawSQL("SELECT status FROM purchase WHERE status IN ('paid', 'sent') ORDER BY id")
          .as(Purchase.Status.self).fetchAll(in: db))
      #expect(throws: ConstraintViolation.self) { try RawSQL("UPDATE purchase SET status = 'lost'").execute(in: db) }
    }
  }

  @Test("validates uniqueness and numericality; CheckConstraint (Django, SQLAlchemy), validation (SwiftData)")
  func validation() throws {
    try store.write { (db) throws in
      #expect(throws: ConstraintViolation.unique(table: "product", columns: ["sku"])) {
        try Product.Draft(sku: "P1", name: "", cents: 1).insert(in: db)
      }
      #expect(throws: ConstraintViolation.check(name: "review_stars")) {
        try Review.all.update(in: db) { [$0.stars.set($0.stars + 3)] }
      }
    }
  }

  @Test("after_commit; TransactionObserver (GRDB), transaction.on_commit (Django), commit hooks (ent)")
  func afterCommit() throws {
    final class Log: @unchecked Sendable { var lines: [String] = [] }
    let log = Log()
    try store.write { db in
      let category = try Category.Draft(name: "New").insert(in: db)
      try db.afterCommit { log.lines.append(category.name) }
      #expect(log.lines.isEmpty)
    }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.write { db in
        try db.afterCommit { log.lines.append("undone") }
        throw Stop()
      }
    }
    #expect(log.lines == ["New"])
  }

  @Test("Soft deletion; mixins (ent), middleware (Prisma): deleted rows that are left out and can be restored")
  func softDeletion() throws {
    try store.write { (db) throws in
      expect(
        try Review.order { $0.id }.fetchAll(in: db), try Review.byHand("WHERE deleted_at IS NULL ORDER BY id", in: db))
      expect(
        try Review.onlyDeleted().order { $0.id }.fetchAll(in: db),
        try Review.byHand("WHERE deleted_at IS NOT NULL ORDER BY id", in: db))
      #expect(try Review.onlyDeleted().restore(in: db) == 3)
      #expect(try Review.all.count(in: db) == 18)
    }
  }
}

extension Query where M == Product {
  fileprivate var inStock: Query<Product> { self.where { $0.stock > 0 } }
  fileprivate func cheaper(by cents: Int) -> Query<Product> { self.where { $0.cents < cents } }
}

/// Whether there are few of a product.
private func isRare(_ product: Product.Columns) -> SQLPredicate { product.stock < 3 && product.kind == .goods }
