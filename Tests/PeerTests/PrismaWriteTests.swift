import Foundation
import Postil
import Testing

/// What Prisma's documentation shows under "CRUD", "Relation queries: nested writes" and "Transactions".
@Suite("As in Prisma: writes")
struct PrismaWriteTests {
  private let store: Store

  init() throws { store = try Shop.store() }

  @Test("create; create! (Rails), insertAndFetch (GRDB), returning (Drizzle): the row with its key and defaults")
  func create() throws {
    try store.write { (db) throws in
      let product = try Product.Draft(sku: "N1", name: "New", cents: 100).insert(in: db)
      #expect(try Product.byHand("WHERE sku = 'N1'", in: db) == [product])
      #expect(product.grossCents == 119 && product.version == 1 && product.kind == .goods && product.labels == [])
    }
  }

  @Test("createMany, skipDuplicates; ignore_conflicts (Django), insert_all (Rails), onConflictDoNothing (Drizzle)")
  func createMany() throws {
    try store.write { (db) throws in
      let drafts = ["Tools", "Toys", "Games"].map { Category.Draft(name: $0) }
      #expect(throws: ConstraintViolation.unique(table: "category", columns: ["name"])) {
        try Category.insert(drafts, in: db)
      }
      #expect(try Category.insertUnlessPresent(drafts, on: { $0.name }, in: db) == 2)
      #expect(
        try RawSQL("SELECT name FROM category WHERE id > 5 ORDER BY id").as(String.self).fetchAll(in: db)
          == ["Toys", "Games"])
    }
  }

  @Test("createManyAndReturn; CreateBulk (ent), insert().returning() (SQLAlchemy): the rows in the order of the input")
  func createManyAndReturn() throws {
    try store.write { (db) throws in
      let rows = try Category.insert(returning: [.init(name: "Z"), .init(name: "Y", parentID: Category.ID(1))], in: db)
      #expect(rows.map(\.name) == ["Z", "Y"])
      #expect(try Category.byHand("WHERE id > 5 ORDER BY id", in: db) == rows)
    }
  }

  @Test("A nested create; accepts_nested_attributes_for (Rails), AddLines (ent), cascade: save-update (SQLAlchemy)")
  func nestedCreate() throws {
    try store.write { (db) throws in
      let purchase = try Purchase.Draft(
        placedAt: Shop.start, customerID: Customer.ID(1),
        lines: [.init(productID: Product.ID(1), quantity: 2), .init(productID: Product.ID(2), quantity: 3)]
      ).insert(in: db)
      expect(
        try RawSQL("SELECT product_id, quantity FROM line WHERE purchase_id = \(purchase.id) ORDER BY product_id")
          .as(Int.self, Int.self).fetchAll(in: db), [(1, 2), (2, 3)])
      let tree = try Category.Draft(name: "A", children: [.init(name: "B", children: [.init(name: "C")])])
        .insert(in: db)
      expect(try tree.descendants().order { $0.name }.fetchAll(in: db).map(\.name), ["B", "C"])
    }
  }

  @Test("create with connect: the members of a many-to-many relationship are existing and new rows")
  func createConnecting() throws {
    let blog = try Blog.store()
    try blog.write { (db) throws in
      let post = try Post.Draft(
        title: "Tagged", createdAt: .now, authorID: Writer.ID(1),
        tags: [.id(Tag.ID(2)), .new(Tag.Draft(name: "fresh"))]
      ).insert(in: db)
      expect(
        try RawSQL(
          "SELECT name FROM tag JOIN post_tags x ON x.tag_id = tag.id WHERE x.post_id = \(post.id) ORDER BY name"
        ).as(String.self).fetchAll(in: db), ["fresh", "sql"])
    }
  }

  @Test("connectOrCreate: get or create rows, and connect them; awkward: two statements")
  func connectOrCreate() throws {
    let blog = try Blog.store()
    try blog.write { (db) throws in
      let post = try Post.find(Post.ID(1), in: db)
      let tags = try Tag.insertUnlessPresent(
        returning: [.init(name: "sql"), .init(name: "go")], on: { $0.name }, in: db)
      try post.addToTags(contentsOf: tags, in: db)
      expect(
        try RawSQL(
          "SELECT name FROM tag JOIN post_tags x ON x.tag_id = tag.id WHERE x.post_id = 1 AND name IN ('sql', 'go') ORDER BY name"
        )
        .as(String.self).fetchAll(in: db), ["go", "sql"])
      #expect(try RawSQL("SELECT count(*) FROM tag WHERE name = 'sql'").as(Int.self).fetchOnly(in: db) == 1)
    }
  }

  @Test("update; UpdateOneID (ent), updateAndFetch (GRDB), update! (Rails): new values of a row, by its key")
  func update() throws {
    try store.write { (db) throws in
      let old = try Product.find(Product.ID(1), in: db)
      let new = try Product.apply(Product.Changes(name: "Mallet", rating: .some(nil)), to: old.id, in: db)
      #expect(new.name == "Mallet" && new.rating == nil && new.cents == old.cents && new.version == old.version + 1)
      #expect(try Product.byHand("WHERE id = 1", in: db) == [new])
      var row = new
      row.stock = 77
      row = try row.update(in: db)
      #expect(try RawSQL("SELECT stock FROM product WHERE name = 'Mallet'").as(Int.self).fetchOnly(in: db) == 77)
    }
  }

  @Test("increment, decrement, multiply; update with F (Django), update_counters (Rails), AddStock (ent)")
  func increment() throws {
    try store.write { (db) throws in
      let expected = try RawSQL("SELECT cents * 2 - 1, stock + 5 FROM product ORDER BY id").as(Int.self, Int.self)
        .fetchAll(in: db)
      #expect(
        try Product.all.update(in: db) { [$0.cents.set($0.cents * 2 - 1), $0.stock.set($0.stock + 5)] } == 10)
      expect(
        try RawSQL("SELECT cents, stock FROM product ORDER BY id").as(Int.self, Int.self).fetchAll(in: db), expected)
    }
  }

  @Test("updateManyAndReturn; update().returning() (SQLAlchemy, Drizzle, jOOQ)")
  func updateReturning() throws {
    try store.write { (db) throws in
      let found = try Product.where { $0.cents > 600 }.updating { [$0.cents.set(600)] }.returning { ($0.sku, $0.cents) }
        .fetchAll(in: db).sorted { $0.0 < $1.0 }
      expect(
        found,
        try RawSQL("SELECT sku, cents FROM product WHERE cents = 600 ORDER BY sku").as(String.self, Int.self)
          .fetchAll(in: db))
    }
  }

  @Test("push; AppendLabels (ent): an element is appended to a list")
  func push() throws {
    try store.write { (db) throws in
      try Product.where { $0.sku == "P0" }.update(in: db) { [$0.labels.append("hot")] }
      #expect(
        try RawSQL("SELECT labels FROM product WHERE sku = 'P0'").as(String.self).fetchOnly(in: db)
          == #"["new","sale","heavy","hot"]"#)
    }
  }

  @Test("upsert; update_or_create (Django), upsert (GRDB), on_conflict_do_update (SQLAlchemy), mergeInto (jOOQ)")
  func upsert() throws {
    try store.write { (db) throws in
      let draft = Product.Draft(sku: "P3", name: "Saw", cents: 5, stock: 4)
      let row = try draft.upsert(on: { $0.sku }, in: db) { [$0.name.set($1.name), $0.stock.set($0.stock + $1.stock)] }
      #expect(row.name == "Saw" && row.stock == 3 + 4 && row.cents != 5)
      #expect(try Product.byHand("WHERE sku = 'P3'", in: db) == [row])
      let new = try Product.Draft(sku: "X", name: "X", cents: 1).upsert(on: { $0.sku }, in: db)
      #expect(try Product.byHand("WHERE id = 11", in: db) == [new])
    }
  }

  @Test("delete, deleteMany; delete().returning() (Drizzle, SQLAlchemy, jOOQ), deleteAndFetch (GRDB): the deleted rows")
  func delete() throws {
    try store.write { (db) throws in
      let expected = try Line.byHand("WHERE purchase_id = 3 ORDER BY product_id", in: db)
      expect(
        try Line.where { $0.purchaseID == Purchase.ID(3) }.deleting().returning().fetchAll(in: db)
          .sorted { $0.productID.rawValue < $1.productID.rawValue }, expected)
      let count = try RawSQL("SELECT count(*) FROM line WHERE quantity > 3").as(Int.self).fetchOnly(in: db)
      #expect(try Line.where { $0.quantity > 3 }.delete(in: db) == count && count > 0)
      #expect(try Line.byHand("WHERE quantity > 3 OR purchase_id = 3", in: db).isEmpty)
    }
  }

  @Test("disconnect; clear, remove (Django), ClearCategory (ent): a row without the one that it referred to")
  func disconnect() throws {
    try store.write { (db) throws in
      let saws = try Category.where { $0.name == "Saws" }.fetchOnly(in: db)
      let product = try Product.find(Product.ID(1), in: db)
      #expect(try product.setCategory(nil, in: db).categoryID == nil)
      #expect(try saws.removeFromProducts(Product.find(Product.ID(3), in: db), in: db))
      #expect(try saws.removeAllFromProducts(in: db) == 1)
      expect(
        try RawSQL("SELECT id FROM product WHERE category_id IS NULL ORDER BY id").as(Int.self).fetchAll(in: db),
        [1, 3, 4, 9, 10])
    }
  }

  @Test("$transaction; atomic (Django), begin_nested (SQLAlchemy), requires_new (Rails), inSavepoint (GRDB)")
  func transactions() throws {
    struct Stop: Error {}
    try store.write { (db) throws in
      try Category.Draft(name: "Kept").insert(in: db)
      #expect(throws: Stop.self) {
        try store.write { db in
          try Category.Draft(name: "Undone").insert(in: db)
          throw Stop()
        }
      }
    }
    #expect(throws: Stop.self) {
      try store.write { db in
        try Category.all.update(in: db) { [$0.parentID.set(nil)] }
        throw Stop()
      }
    }
    try store.read { (db) throws in
      expect(try RawSQL("SELECT name FROM category WHERE id > 5").as(String.self).fetchAll(in: db), ["Kept"])
      expect(
        try RawSQL("SELECT count(*) FROM category WHERE parent_id > 0").as(Int.self).fetchAll(in: db), [4])
    }
  }

  @Test("Optimistic concurrency control; lock_version (Rails), version_id_col (SQLAlchemy), optimistic locking (jOOQ)")
  func optimisticLock() throws {
    try store.write { (db) throws in
      var (one, other) = try (Product.find(Product.ID(2), in: db), Product.find(Product.ID(2), in: db))
      one.stock = 1
      other.stock = 2
      #expect(try one.update(in: db).version == one.version + 1)
      #expect(throws: StaleRecord.self) { try other.update(in: db) }
      #expect(try RawSQL("SELECT stock FROM product WHERE id = 2").as(Int.self).fetchOnly(in: db) == 1)
    }
  }

  @Test("Query extensions; before_save (Rails), hooks (ent), events (SQLAlchemy), signals (Django), callbacks (GRDB)")
  func hooks() throws {
    struct Refused: Error {}
    let hooks = ModelHooks<Category>(
      willInsert: { category, _ in
        if category.name.isEmpty { throw Refused() }
        category.name = category.name.uppercased()
      },
      didInsert: { category, db in try Tag.Draft(name: "has \(category.name)").insert(in: db) })
    let store = try SQLiteStore.inMemory(schema: PeerTestsSchema.self, options: SQLiteOptions(hooks: [hooks]))
    try store.write { (db) throws in
      #expect(try Category.Draft(name: "toys").insert(in: db).name == "TOYS")
      #expect(throws: Refused.self) { try Category.Draft(name: "").insert(in: db) }
      expect(try RawSQL("SELECT name FROM tag").as(String.self).fetchAll(in: db), ["has TOYS"])
    }
  }
}
