import Foundation
import Postil
import Testing

/// What GRDB's documentation shows under "Record types".
@Suite("As in GRDB: records")
struct GRDBRecordTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  @Test("updateChanges(from:); changed columns (Rails, jOOQ): only what differs from another row is written")
  func updateChanges() throws {
    try store.write { (db) throws in
      let old = try Product.find(Product.ID(1), in: db)
      var new = old
      new.stock = 55
      try RawSQL("UPDATE product SET name = 'Meanwhile' WHERE id = 1").execute(in: db)
      let changes = Product.Changes(from: old, to: new)
      #expect(changes.stock == 55 && changes.name == nil)
      let stored = try Product.apply(changes, to: old.id, in: db)
      #expect(stored.name == "Meanwhile" && stored.stock == 55)
      #expect(try Product.byHand("WHERE id = 1", in: db) == [stored])
    }
  }

  @Test("deleteOne(key:), deleteAll(keys:); destroy_by, delete (Rails), DeleteOneID (ent): rows by their keys")
  func deleteByKey() throws {
    try store.write { (db) throws in
      #expect(try Photo.delete(Photo.ID(1), in: db))
      #expect(try !Photo.delete(Photo.ID(1), in: db))
      #expect(try Photo.where { $0.id.in([2, 3, 99].map { Photo.ID($0) }) }.delete(in: db) == 2)
      expect(
        try RawSQL("SELECT id FROM photo ORDER BY id").as(Int.self).fetchAll(in: db),
        Array(4...(try RawSQL("SELECT max(id) FROM photo").as(Int.self).fetchOnly(in: db))))
    }
  }

  @Test(
    "updateAll, deleteAll of an association's rows; write-only relationships (SQLAlchemy), related managers (Django)")
  func associationRequests() throws {
    try store.write { (db) throws in
      let customer = try Customer.find(Customer.ID(1), in: db)
      try customer.purchases.where { $0.status == .open }.update(in: db) { [$0.status.set(.paid)] }
      #expect(
        try RawSQL("SELECT count(*) FROM purchase WHERE customer_id = 1 AND status = 'open'").as(Int.self)
          .fetchOnly(in: db) == 0)
      let count = try RawSQL("SELECT count(*) FROM review WHERE customer_id = 1 AND deleted_at IS NULL").as(Int.self)
        .fetchOnly(in: db)
      #expect(try customer.reviews.deletePermanently(in: db) == count && count > 0)
    }
  }

  @Test("annotated(withRequired:), annotated(withOptional:): columns of related rows beside a row")
  func annotatedWith() throws {
    try store.read { (db) throws in
      let found = try Review.order { $0.id }.select { ($0, $0.product.name, $0.product.category.name) }.fetchAll(in: db)
      expect(
        found.map { ($0.0.id.rawValue, $0.1, $0.2) },
        try RawSQL(
          """
          SELECT r.id, p.name, c.name FROM review r JOIN product p ON p.id = r.product_id
          LEFT JOIN category c ON c.id = p.category_id WHERE r.deleted_at IS NULL ORDER BY r.id
          """
        ).as(Int64.self, String.self, String?.self).fetchAll(in: db))
    }
  }

  @Test("hasMany(through:), hasOne(through:): an association over another one, with a filter on the way")
  func through() throws {
    try store.read { (db) throws in
      let found = try Category.order { $0.id }.select {
        ($0.name, $0.products.where { $0.cents < 500 }.sum { $0.reviewCount }, $0.parent.parent.name)
      }.fetchAll(in: db)
      expect(
        found,
        try RawSQL(
          """
          SELECT c.name, (SELECT sum(review_count) FROM product WHERE category_id = c.id AND cents < 500), g.name
          FROM category c LEFT JOIN category p ON p.id = c.parent_id LEFT JOIN category g ON g.id = p.parent_id ORDER BY c.id
          """
        ).as(String.self, Int?.self, String?.self).fetchAll(in: db))
      let all = try Category.where { $0.name == "Tools" }.fetchOnly(in: db)
      expect(
        try all.children.related { $0.products.where { $0.stock > 2 } }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          "JOIN category c ON c.id = t.category_id WHERE c.parent_id = 2 AND t.stock > 2 ORDER BY t.id", in: db))
    }
  }

  @Test("FTS5: rank, highlight, snippet; SearchRank, SearchHeadline (Django), ts_rank (Drizzle), _relevance (Prisma)")
  func ranks() throws {
    try store.read { (db) throws in
      let found = try Review.where { $0.fullText.matches(phrase: "good gift") }.order { ($0.fullText.rank, $0.id) }
        .select { ($0.id, $0.fullText.highlight(.text, "<", ">")) }.fetchAll(in: db)
      expect(
        found.map { (Int($0.0.rawValue), $0.1) },
        try RawSQL(
          "SELECT id, 'A <good gift>' FROM review WHERE text LIKE '%good gift%' AND deleted_at IS NULL ORDER BY id"
        )
        .as(Int.self, String.self).fetchAll(in: db))
    }
  }
}
