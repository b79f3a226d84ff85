import Foundation
import Postil
import Testing

/// What Apple's documentation of SwiftData and Core Data shows of fetching, predicates, batches and relationships.
@Suite("As in SwiftData")
struct SwiftDataTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  @Test("FetchDescriptor: predicate, sortBy, fetchLimit, fetchOffset; limit, offset (Rails, GRDB, ent, SQLAlchemy)")
  func fetchDescriptor() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.kind == .goods && $0.stock > 0 }.order { ($0.stock.descending, $0.name) }
          .limit(3, offset: 2).fetchAll(in: db),
        try Product.byHand("WHERE kind = 'goods' AND stock > 0 ORDER BY stock DESC, name LIMIT 3 OFFSET 2", in: db))
    }
  }

  @Test("#Predicate with arithmetic, ?? and a ternary operator")
  func predicate() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { product in
          (product.rating ?? 3) * 2 > SQL.when(product.kind == .goods, then: 5.0).otherwise(1.0)
            && product.cents / 100 + product.stock != 9
        }.order { $0.id }.fetchAll(in: db),
        try Product.byHand(
          """
          WHERE coalesce(rating, 3) * 2 > CASE WHEN kind = 'goods' THEN 5 ELSE 1 END AND cents / 100 + stock <> 9
          ORDER BY id
          """, in: db))
    }
  }

  @Test("SUBQUERY(…).@count; filter(where:) in #Predicate, count with a condition (GRDB)")
  func subquery() throws {
    try store.read { (db) throws in
      expect(
        try Customer.where { $0.reviews.count { $0.stars > 2 } >= 2 }.order { $0.id }.fetchAll(in: db),
        try Customer.byHand(
          """
          WHERE 2 <= (SELECT count(*) FROM review WHERE customer_id = t.id AND stars > 2 AND deleted_at IS NULL)
          ORDER BY id
          """, in: db))
    }
  }

  @Test("@sum, @avg, @max, @min of a to-many relationship; association aggregates (GRDB), annotate(Sum()) (Django)")
  func collectionOperators() throws {
    try store.read { (db) throws in
      expect(
        try Product.where { $0.lines.sum { $0.quantity } > 5 }.order { $0.id }.select {
          (
            $0.sku, $0.lines.sum { $0.quantity }, $0.reviews.average { $0.stars }, $0.lines.max { $0.quantity },
            $0.lines.where { $0.purchase.status == .sent }.min { $0.cents * $0.quantity }
          )
        }.fetchAll(in: db),
        try RawSQL(
          """
          SELECT sku, sum(quantity), (SELECT avg(stars) FROM review WHERE product_id = p.id AND deleted_at IS NULL),
            max(quantity), min(CASE WHEN u.status = 'sent' THEN l.cents * quantity END)
          FROM product p JOIN line l ON l.product_id = p.id JOIN purchase u ON u.id = l.purchase_id
          GROUP BY p.id HAVING sum(quantity) > 5 ORDER BY p.id
          """
        ).as(String.self, Int?.self, Double?.self, Int?.self, Int?.self).fetchAll(in: db))
    }
  }

  @Test("ANY and NONE with BEGINSWITH and IN")
  func quantifiers() throws {
    try store.read { (db) throws in
      expect(
        try Category.where { $0.products.any { $0.name.hasPrefix("C") } && $0.children.none { $0.name.in(["Saws"]) } }
          .fetchAll(in: db),
        try Category.byHand(
          """
          WHERE id IN (SELECT category_id FROM product WHERE substr(name, 1, 1) = 'C')
          AND id NOT IN (SELECT parent_id FROM category WHERE name = 'Saws')
          """, in: db))
    }
  }

  @Test(
    "delete(model:where:); delete_by (Rails), deleteAll (GRDB), delete().where() (SQLAlchemy), Delete().Where (ent)")
  func batchDelete() throws {
    try store.write { (db) throws in
      let count = try RawSQL(
        "SELECT count(*) FROM line WHERE purchase_id IN (SELECT id FROM purchase WHERE status = 'open')"
      ).as(Int.self).fetchOnly(in: db)
      #expect(try Line.where { $0.purchase.status == .open }.delete(in: db) == count && count > 0)
      #expect(
        try RawSQL("SELECT count(*) FROM line l JOIN purchase p ON p.id = l.purchase_id WHERE status = 'open'")
          .as(Int.self).fetchOnly(in: db) == 0)
    }
  }

  @Test(
    "NSBatchUpdateRequest; update_all (Rails), updateAll (GRDB), update().where() (SQLAlchemy), Update().Where (ent)")
  func batchUpdate() throws {
    try store.write { (db) throws in
      let expected = try RawSQL(
        """
        SELECT CASE WHEN id IN (SELECT product_id FROM review WHERE stars = 5 AND deleted_at IS NULL)
          THEN cents + 1000 ELSE cents END FROM product ORDER BY id
        """
      ).as(Int.self).fetchAll(in: db)
      try Product.where { $0.reviews.any { $0.stars == 5 } }.update(in: db) { [$0.cents.set($0.cents + 1000)] }
      expect(try RawSQL("SELECT cents FROM product ORDER BY id").as(Int.self).fetchAll(in: db), expected)
    }
  }

  @Test(
    "NSBatchInsertRequest; bulk_create (Django), insert_all! (Rails), batchInsert (jOOQ): many rows from a sequence")
  func batchInsert() throws {
    try store.write { (db) throws in
      let drafts = (0..<500).lazy.map { Category.Draft(name: "c\($0)", parentID: Category.ID(1)) }
      #expect(try Category.insert(drafts, in: db) == 500)
      #expect(
        try RawSQL("SELECT count(DISTINCT name) FROM category WHERE parent_id = 1 AND name LIKE 'c%'").as(Int.self)
          .fetchOnly(in: db) == 500)
    }
  }

  @Test("@Query, NSFetchedResultsController; ValueObservation (GRDB): a query that is fetched again after each change")
  func observation() async throws {
    let names = store.observe(Category.where { $0.parent.name == "Tools" }.order { $0.name }.select { $0.name })
    var found: [[String]] = []
    for try await value in names {
      found.append(value)
      if found.count == 2 { break }
      try await store.write { db in
        try Category.where { $0.name == "Saws" }.update(in: db) { [$0.name.set("Blades")] }
      }
    }
    #expect(found == [["Hammers", "Saws"], ["Blades", "Hammers"]])
  }

  @Test("Sections of a fetch: rows in groups, with the row of each group")
  func sections() throws {
    try store.read { (db) throws in
      let found = try Category.where { !$0.products.isEmpty }.order { $0.name }.with { $0.products.order { $0.name } }
        .fetchAll(in: db)
      expect(
        found.flatMap { category, products in products.map { (category.name, $0.name) } },
        try RawSQL("SELECT c.name, p.name FROM product p JOIN category c ON c.id = p.category_id ORDER BY 1, 2")
          .as(String.self, String.self).fetchAll(in: db))
    }
  }

  @Test("@Transient, @Attribute(.ephemeral); virtual attributes (Rails): values that aren't stored")
  func transient() throws {
    try store.write { (db) throws in
      var ada = try Customer.find(Customer.ID(1), in: db)
      ada.isSelected = true
      let stored = try ada.update(in: db)
      #expect(try !Customer.find(stored.id, in: db).isSelected)
      #expect(!PeerTestsSchema.ddl.contains("is_selected"))
    }
  }

  @Test("Fetched properties; association scopes (Rails), filtered associations (GRDB), primaryjoin (SQLAlchemy)")
  func fetchedProperties() throws {
    try store.read { (db) throws in
      let books = try Category.where { $0.name == "Books" }.fetchOnly(in: db)
      expect(
        try books.cheapProducts.order { $0.id }.fetchAll(in: db),
        try Product.byHand("WHERE category_id = \(books.id) AND cents < 500 ORDER BY id", in: db))
    }
  }

  @Test(
    "Inverse relationships; back_populates (SQLAlchemy), inverse_of (Rails): a change of one side changes the other")
  func inverses() throws {
    try store.write { (db) throws in
      let books = try Category.where { $0.name == "Books" }.fetchOnly(in: db)
      let product = try Product.find(Product.ID(1), in: db)
      let moved = try product.setCategory(books, in: db)
      #expect(try books.products.where { $0.id == product.id }.exists(in: db))
      try books.addToProducts(contentsOf: Product.where { $0.category == nil }.fetchAll(in: db), in: db)
      #expect(try moved.category(in: db) == books)
      expect(
        try RawSQL("SELECT id FROM product WHERE category_id = 5 ORDER BY id").as(Int.self).fetchAll(in: db),
        [1, 6, 7, 8, 9, 10])
    }
  }

  @Test("minimumModelCount, maximumModelCount: the most rows that a relationship can have")
  func maximum() throws {
    try store.write { (db) throws in
      let photos = (1...5).map { Photo.Draft(file: "\($0)", productID: Product.ID(1)) }
      #expect(throws: ConstraintViolation.self) { try Photo.insert(photos, in: db) }
      #expect(try Photo.insert(photos.prefix(4), in: db) == 4)
    }
  }

  @Test("CONTAINS[cd], localized order; awkward: raw SQL, with a collation and a function that the store gets")
  func localized() throws {
    let options = SQLiteOptions(prepareConnection: { db in
      try db.add(collation: "plain") { $0.compare($1, options: .diacriticInsensitive) == .orderedAscending }
      try db.add(function: "folded") { (text: String) in
        text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
      }
    })
    let store = try SQLiteStore.inMemory(schema: PeerTestsSchema.self, options: options)
    try store.write { (db) throws in
      try Shop.fill(db)
      expect(
        try Customer.order { $0.name.collated(.custom("plain")) }.fetchAll(in: db).map(\.name),
        ["Ada", "Bob", "Cleo", "Dan", "Élan", "Flo"])
      expect(
        try Customer.where { SQLPredicate(raw: "instr(folded(\($0.name)), \("ela"))") }.fetchAll(in: db),
        try Customer.byHand("WHERE id = 5", in: db))
    }
  }
}

extension Category {
  fileprivate var cheapProducts: Query<Product> { products.where { $0.cents < 500 } }
}
